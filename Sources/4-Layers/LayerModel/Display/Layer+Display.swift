// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
package import CanvasDrawing
package import CanvasGeometry
import LayerCompositing

/// Drawing of contents on the main queue.
extension Layer {
  /// The error of the last drawing; `nil` if it succeeded. A drawing that fails leaves the old
  /// contents; one for bounds of less than a pixel, which is `badSize`, clears them.
  public var drawingError: (any Error)? { state.extras?.drawingError }

  /// Tells the hosts that ``isDisplaying`` has become `false`, with new contents or without:
  /// ``LayerHost/settledFrame()`` may return.
  public func displayDidEnd() { LayerTurn.main.checkWaitingHosts() }

  /// Shows a bitmap that was drawn for the layer's bounds and scale. It is as large as the bounds,
  /// rounded up to whole pixels, and is shown pixel for pixel on a device of that scale.
  ///
  /// - Parameters:
  ///   - image: The bitmap.
  ///   - bounds: The bounds at the time when it was drawn.
  ///   - scale: The `contentsScale` at that time.
  package func show(_ image: Bitmap, drawnFor bounds: Rect, scale: Double) {
    let inputs = DrawnContents.Inputs(bounds: bounds, scale: scale, background: nil)
    replaceContents(with: .drawing(DrawnContents(image, from: inputs)))
  }

  /// Marks a part of the contents as out of date, or all of them.
  func markDirty(_ rect: Rect?) {
    if !state.isDisplayNeeded {
      state.isDisplayNeeded = true
      if rect != nil || state.extras != nil { extras.dirtyRect = rect }
      LayerTurn.main.addDisplay(of: self)
    } else if let old = state.extras?.dirtyRect {
      state.extras?.dirtyRect = rect.map { old.union($0) }
    }
  }

  /// Marks the contents as displayed.
  ///
  /// - Returns: The part that was out of date; `nil` for all.
  @discardableResult
  package func takeDirtyRect() -> Rect? {
    state.isDisplayNeeded = false
    return state.extras?.dirtyRect.take()
  }

  /// Draws the contents.
  ///
  /// - Parameter dirty: The part to draw, if the contents are an earlier drawing with the same
  ///   bounds, scale and background.
  func draw(_ drawing: LayerDrawing, in dirty: Rect?) {
    let inputs = DrawnContents.Inputs(
      bounds: bounds, scale: contentsScale, background: isOpaque ? backgroundColor.onWhite : nil)
    guard inputs.bounds.size.isDrawable(scale: inputs.scale) else {
      replaceContents(with: .none)
      extras.drawingError = GraphicsError(
        .badSize,
        "A layer of \(bounds.width) × \(bounds.height) points at \(contentsScale) pixels each has "
          + "no whole pixel to draw in.")
      return
    }
    do {
      let image = try picture(drawing, from: inputs, dirty)
      replaceContents(with: .drawing(DrawnContents(image, from: inputs)))
      state.extras?.drawingError = nil
    } catch {
      extras.drawingError = error
    }
  }

  private func picture(
    _ drawing: LayerDrawing, from inputs: DrawnContents.Inputs, _ dirty: Rect?
  ) throws -> Bitmap {
    let (bounds, scale) = (inputs.bounds, inputs.scale)
    var context = try GraphicsContext(
      size: bounds.size, scale: scale, background: inputs.background)
    if let dirty, case .drawing(let old) = state.contents, old.inputs == inputs {
      let part = PixelRect(
        covering: dirty.offsetBy(dx: -bounds.minX, dy: -bounds.minY), scale: scale,
        within: context.clipPixels)
      for side in context.clipPixels.sides(around: part) {
        context.saveGState()
        context.clip(pixels: side)
        context.draw(old.image, atPixelX: 0, y: 0)
        context.restoreGState()
      }
      context.clip(pixels: part)
    }
    context.concatenate(.translation(x: -bounds.minX, y: -bounds.minY))
    try drawing(&context)
    return context.makeBitmap()
  }
}

extension Color? {
  /// The colour on white; white for none.
  fileprivate var onWhite: Color {
    var request = DisplayRequest(task: nil, size: .zero, scale: 1)
    request.isOpaque = true
    request.backgroundColor = self
    return request.background ?? .white
  }
}

extension PixelRect {
  /// The pixels that a rectangle of points touches.
  fileprivate init(covering rect: Rect, scale: Double, within all: PixelRect) {
    func pixel(_ length: Double, upTo limit: Int) -> Int {
      length > 0 ? Int(min(length, Double(limit))) : 0
    }
    let x = pixel((rect.minX * scale).rounded(.down), upTo: all.width)
    let y = pixel((rect.minY * scale).rounded(.down), upTo: all.height)
    self.init(
      x: x, y: y, width: pixel((rect.maxX * scale).rounded(.up), upTo: all.width) - x,
      height: pixel((rect.maxY * scale).rounded(.up), upTo: all.height) - y)
  }

  /// The four parts around a part of this rectangle.
  fileprivate func sides(around part: PixelRect) -> [PixelRect] {
    [
      PixelRect(x: x, y: y, width: width, height: part.y - y),
      PixelRect(x: x, y: part.maxY, width: width, height: maxY - part.maxY),
      PixelRect(x: x, y: part.y, width: part.x - x, height: part.height),
      PixelRect(x: part.maxX, y: part.y, width: maxX - part.maxX, height: part.height),
    ]
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemConcurrency
import TextFonts
import TextShaping
public import TextTypesetting

extension TextLayout {
  /// The rectangle that everything drawn covers: glyphs, boxes, lines, strokes, shadows.
  ///
  /// The ink of a slanted letter, of stacked combining marks or of lines set tight lies outside the
  /// layout box; a picture as large as ``TextTypesetting/TextLayout/size`` cuts it off.
  ///
  /// Outlines count exactly, with synthetic bold and oblique; pictures of colour glyphs with their
  /// whole frame, paints with their clip box, and paints without any bound with ascent, descent and
  /// advance. Clear text and clear decorations do not count, but their shadows do; a blurred shadow
  /// counts as far as three standard deviations. Any thread may call it.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point. If given, the rectangle contains all pixels that a drawing
  ///     at this scale touches with the layout's origin on a whole pixel: positions are quantised
  ///     as there, and the sides lie on whole pixels. A scale that is not positive counts as `nil`.
  ///   - options: The options of the drawing; they count only with a scale.
  ///   - cancellation: Polled for each line and run, and every 256 glyphs.
  /// - Returns: A rectangle in points of the layout, y downwards; `Rect.zero` if nothing is drawn.
  /// - Throws: `CancellationError`.
  /// - Complexity: O(glyphs), and O(points) for the outline of each glyph that occurs.
  public func inkBounds(
    scale: Double? = nil, options: TextDrawingOptions = TextDrawingOptions(),
    cancellation: Cancellation = .never
  ) throws -> Rect {
    if axes.isVertical {
      // Vertical text is drawn under a rotation, without a grid.
      var meter = InkMeter(self, grid: nil, fitsHeights: false, cancellation: cancellation)
      var ink = try meter.measure()
      if isCutOff { ink = ink.above(lineSpaceSize.height) }
      guard let scale, scale > 0, !ink.isEmpty else { return axes.rect(ink) }
      return InkExtent(axes.rect(ink).scaled(by: scale)).roundedOutwards.rect(scale: scale)
    }
    let transform = scale.map { AffineTransform.scale(x: $0, y: $0) }
    var grid = transform.flatMap { PixelGrid(transform: $0, origin: .zero) }
    grid?.snapsBaselines = options.gridFitting != .none
    var meter = InkMeter(
      self, grid: grid, fitsHeights: grid != nil && options.gridFitting == .heights,
      cancellation: cancellation)
    let ink = try meter.measure()
    guard isCutOff else { return ink }
    var edge = lineSpaceSize.height
    if let scale, scale > 0 { edge = (edge * scale).rounded(.up) / scale }
    return ink.above(edge)
  }

  /// A rectangle that contains ``inkBounds(scale:options:cancellation:)``: glyphs without strokes
  /// count with the boxes of their fonts, which takes far less time than their outlines.
  ///
  /// - Throws: `CancellationError`.
  package func inkLimits(cancellation: Cancellation) throws -> Rect {
    var meter = InkMeter(
      self, grid: nil, fitsHeights: false, isBounded: true, cancellation: cancellation)
    let ink = try meter.measure()
    return axes.rect(isCutOff ? ink.above(lineSpaceSize.height) : ink)
  }

  /// The rectangle of line space in which a layout that is cut off at its box draws, at any scale.
  func visibleInk(_ cancellation: Cancellation) throws -> Rect {
    // Fitting to the grid moves tops and baselines by at most two pixels, which are 8 points at a
    // scale of a quarter.
    let reach = 8.0
    let ink = axes.lineRect(try inkBounds(cancellation: cancellation))
    return ink.insetBy(dx: -reach, dy: -reach).above(lineSpaceSize.height)
  }
}

extension Rect {
  fileprivate func scaled(by factor: Double) -> Rect {
    Rect(
      x: minX * factor, y: minY * factor, width: width * factor, height: height * factor)
  }

  /// The part above a line across; empty if there is none.
  fileprivate func above(_ y: Double) -> Rect {
    let height = min(maxY, y) - minY
    return height > 0 ? Rect(x: minX, y: minY, width: width, height: height) : .zero
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import LayerCompositing
package import SystemConcurrency
import TextModel
package import TextPainting
import TextShaping
package import TextTypesetting

/// A laid-out text as the contents of a layer. Frames draw it from its layout, so it is sharp under
/// any transform and at every scale.
///
/// ```swift
/// let text = TextContents(layout, at: Point(x: 8, y: 8))
/// let label = RenderNode(properties: properties, contents: .vector(text))
/// ```
package struct TextContents: VectorContents {
  /// The text.
  package let layout: TextLayout
  /// The upper left corner of the layout box, in points from that of the layer's bounds.
  package let origin: Point
  /// The drawing options for small and for light text.
  package let options: TextDrawingOptions
  /// Whether the text is clipped to the bounds of the layer.
  package let isClipped: Bool
  /// The rectangle of all ink and of the layout box, in points of the layout.
  private let ink: Rect

  /// The distance, in points, by which pixels may lie outside the exact ink: grid fitting moves
  /// tops and baselines by at most two pixels, which are 8 points at a scale of 1/4.
  private static let gridReach = 8.0

  /// Creates contents.
  ///
  /// - Parameters:
  ///   - layout: The text.
  ///   - origin: The upper left corner of the layout box, in points from that of the layer's
  ///     bounds.
  ///   - options: The drawing options for small and for light text.
  /// - Complexity: O(glyphs): the ink is measured.
  package init(
    _ layout: TextLayout, at origin: Point = .zero,
    options: TextDrawingOptions = TextDrawingOptions()
  ) {
    self.init(layout, at: origin, options: options, isClipped: false)
  }

  /// Creates contents, and polls a cancellation while the ink is measured.
  ///
  /// - Throws: `CancellationError`.
  package init(
    _ layout: TextLayout, at origin: Point = .zero,
    options: TextDrawingOptions = TextDrawingOptions(), cancellation: Cancellation
  ) throws {
    let ink = try layout.inkBounds(cancellation: cancellation)
    self.init(layout, at: origin, options: options, isClipped: false, ink: ink)
  }

  /// Creates contents whose extent the boxes of the fonts decide; the ink is not measured.
  ///
  /// - Throws: `CancellationError`.
  package init(bounding layout: TextLayout, cancellation: Cancellation) throws {
    let ink = try layout.inkLimits(cancellation: cancellation)
    self.init(
      layout, at: .zero, options: TextDrawingOptions(), isClipped: false, ink: ink)
  }

  init(_ layout: TextLayout, at origin: Point, options: TextDrawingOptions, isClipped: Bool) {
    // Measuring throws only when it is cancelled, which cannot happen here.
    let ink = (try? layout.inkBounds()) ?? .zero
    self.init(layout, at: origin, options: options, isClipped: isClipped, ink: ink)
  }

  private init(
    _ layout: TextLayout, at origin: Point, options: TextDrawingOptions, isClipped: Bool, ink: Rect
  ) {
    self.layout = layout
    self.origin = origin
    self.options = options
    self.isClipped = isClipped
    let box = Rect(origin: .zero, size: layout.size)
    self.ink = ink.union(box).insetBy(dx: -Self.gridReach, dy: -Self.gridReach)
  }

  /// The ink of the layout and its box.
  package func extent(in layerBounds: Rect) -> Rect {
    let extent = ink.offsetBy(dx: layerBounds.minX + origin.x, dy: layerBounds.minY + origin.y)
    return isClipped ? extent.intersection(layerBounds) : extent
  }

  /// Draws the layout.
  ///
  /// - Throws: `GraphicsError`.
  package func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let place = Point(x: layerBounds.minX + origin.x, y: layerBounds.minY + origin.y)
    context.saveGState()
    defer { context.restoreGState() }
    if isClipped { try context.clip(to: layerBounds) }
    try context.draw(layout, at: place, options: options)
  }

  /// Whether another drawing is the same layout object at the same place with the same options.
  package func isEqual(to other: any VectorContents) -> Bool {
    guard let other = other as? TextContents else { return false }
    return layout === other.layout && origin == other.origin && options == other.options
      && isClipped == other.isClipped
  }
}

extension TextContents: ColorableContents {
  /// The colour of the first character.
  package var foregroundColor: Color { layout.text.paint.value(at: 0).color }

  /// The text in one colour, with the same layout.
  package func colored(_ color: Color) -> any VectorContents {
    TextContents(layout.repainted { $0.updateAll { $0.color = color } }, drawnAs: self)
  }

  /// Creates contents with another paint, whose ink lies in the same rectangle.
  private init(_ layout: TextLayout, drawnAs other: TextContents) {
    (self.layout, origin, options, ink) = (layout, other.origin, other.options, other.ink)
    isClipped = other.isClipped
  }
}

extension TextContents: SizableContents {
  /// The font size if all characters have the same, in points; `nil` otherwise.
  package var fontSize: Double? { layout.fontSize }

  /// The text in another size, laid out again in its container. The least size is 0.1 points.
  package func sized(_ fontSize: Double) -> (any VectorContents)? {
    layout.sized(fontSize).map {
      TextContents($0, at: origin, options: options, isClipped: isClipped)
    }
  }
}

extension TextLayout {
  /// The font size if all characters have the same, in points; `nil` otherwise.
  var fontSize: Double? { text.fontSize }

  /// The text in another size, laid out again in the same container.
  func sized(_ fontSize: Double) -> TextLayout? {
    guard self.fontSize != nil, fontSize.isFinite else { return nil }
    var text = text
    text.updateShaping(text.range) { $0.size = max(0.1, fontSize) }
    return try? TextLayout(text, in: container, fonts: shaped.fonts)
  }
}

extension AttributedText {
  /// The font size if all characters have the same, in points; `nil` otherwise.
  var fontSize: Double? { shaping.count == 1 ? shaping.value(ofRun: 0).size : nil }
}

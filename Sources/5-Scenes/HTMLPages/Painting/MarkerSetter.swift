// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import LayerCompositing
internal import SVGPictures
internal import StyleSheets
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextTypesetting

/// Sets the markers of list items, which stand beside the first line of the item (CSS Lists 3, §3).
struct MarkerSetter {
  let styles: FontStyles
  let decorator: BoxDecorator
  let cancellation: Cancellation

  /// The node of a marker.
  ///
  /// - Parameters:
  ///   - frame: The frame of the item in the space of the stacking context.
  ///   - id: The identity of the node.
  func node(
    _ marker: ListMarker, of box: PageBox, _ layout: PageLayout, at frame: Rect, id: LayerID?
  ) throws -> RenderNode? {
    guard marker.style.inherited.visibility == .visible else { return nil }
    let style = box.style
    let isRightToLeft = style.text.direction == .rtl
    let shaping = styles.shaping(marker.style.text)
    let extents = styles.extents(of: shaping)
    let baseline =
      layout.firstBaseline(of: box)
      ?? style.box.border.top.width + style.box.padding.top.points(of: frame.width)
      + extents.ascent
    let (left, right) = (0.0, frame.width)
    var properties = LayerProperties()
    properties.anchorPoint = .zero
    if let name = marker.image, let image = decorator.resources.picture(name) {
      let em = style.text.fontSize
      let size = image.natural.size(
        width: nil, height: nil, default: Size(width: em, height: em))
      properties.bounds.size = size
      properties.position = Point(
        x: frame.minX + (isRightToLeft ? right + 8 : left - 8 - size.width),
        y: frame.minY + baseline - size.height)
      return decorator.contents(image, size: size).map {
        RenderNode(id: id, properties: properties, contents: $0)
      }
    }
    if var symbol = symbol(marker, extents, x: isRightToLeft ? right : left, isRightToLeft) {
      symbol.position.x += frame.minX
      symbol.position.y += frame.minY + baseline
      return RenderNode(id: id, properties: symbol)
    }
    let text = AttributedText(
      marker.text,
      style: TextModel.TextStyle(
        shaping: shaping,
        paragraph: ParagraphStyle(
          alignment: .start, direction: isRightToLeft ? .rightToLeft : .leftToRight),
        paint: TextModel.PaintStyle(color: marker.style.text.color)))
    let lines = try TextLayout(text, fonts: styles.fonts, cancellation: cancellation)
    guard let line = lines.lines.first else { return nil }
    // The space at the end of the marker keeps its distance from the text.
    let width = lines.lines.last.map { _ in try? markerWidth(shaping, marker.text) } ?? nil
    let extent = width ?? line.inlineExtent
    properties.position = Point(
      x: frame.minX + (isRightToLeft ? right + (extent - line.inlineExtent) : left - extent)
        - line.inlineStart,
      y: frame.minY + baseline - line.blockBaseline)
    properties.bounds.size = lines.size
    let contents = try TextContents(bounding: lines, cancellation: cancellation)
    return RenderNode(id: id, properties: properties, contents: .vector(contents))
  }

  /// The properties of a disc, a circle or a square, which are drawn as browsers do; `nil` for
  /// other markers.
  private func symbol(
    _ marker: ListMarker, _ extents: FontStyles.Extents, x: Double, _ isRightToLeft: Bool
  ) -> LayerProperties? {
    let signs = ["disc", "circle", "square"]
    guard let index = signs.firstIndex(where: { PageCounters.sign($0) == marker.text }) else {
      return nil
    }
    let ascent = extents.ascent.rounded()
    let offset = (ascent * 2 / 3).rounded(.down)
    let side = ((offset + 1) / 2).rounded(.down)
    let top = (3 * (ascent - offset) / 2).rounded(.down) - ascent
    let left = isRightToLeft ? x + offset + 7 - side : x - offset - 7
    let rect = Rect(x: 0, y: 0, width: side, height: side)
    var properties = LayerProperties(at: Point(x: left, y: top), size: rect.size)
    let color = marker.style.text.color
    switch index {
    case 0:
      properties.shape.path = Path(ellipseIn: rect)
      properties.shape.fillColor = color
    case 1:
      properties.shape.path = Path(ellipseIn: rect.insetBy(dx: 0.5, dy: 0.5))
      properties.shape.fillColor = nil
      properties.shape.strokeColor = color
    default: properties.backgroundColor = color
    }
    return properties
  }

  /// The width of a marker with the space at its end.
  private func markerWidth(_ shaping: ShapingStyle, _ text: String) throws -> Double {
    let text = AttributedText(text + "\u{2060}", style: TextModel.TextStyle(shaping: shaping))
    return try TextLayout(text, fonts: styles.fonts, cancellation: cancellation)
      .lines.first?.inlineExtent ?? 0
  }
}

extension PageLayout {
  /// The baseline of the first line in a box, below its upper edge; `nil` without lines.
  func firstBaseline(of box: PageBox) -> Double? {
    switch box.contents {
    case .lines:
      guard let line = lines(of: box)?.lines.first else { return nil }
      return room(of: box).minY + line.blockBaseline
    case .boxes(let children):
      for child in children where child.isInFlow {
        if let baseline = firstBaseline(of: child) { return frame(of: child).minY + baseline }
      }
      return nil
    case .replaced: return nil
    }
  }
}

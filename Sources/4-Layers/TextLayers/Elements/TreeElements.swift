// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing
import SystemConcurrency
public import TextFonts
public import TextModel
public import TextPainting
import TextTypesetting

/// A rectangle with a colour, and layers inside it.
public struct Box: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - color: The colour; `nil` for none.
  ///   - content: The layers inside, in the space of its bounds.
  public init(
    _ color: Color? = nil, @TreeBuilder _ content: () -> [any TreeElement] = { [] }
  ) {
    attributes = TreeElementAttributes(sublayers: content())
    attributes.properties.backgroundColor = color
  }
}

/// A layer without contents, whose sublayers move, fade and are masked together.
public struct Group: TreeElement {
  /// Properties, name, mask and sublayers.
  public var attributes: TreeElementAttributes

  /// Creates a group of size 0 at the origin of the space around it.
  public init(@TreeBuilder _ content: () -> [any TreeElement]) {
    attributes = TreeElementAttributes(sublayers: content())
  }
}

/// A bitmap.
///
/// Without a frame or bounds it is as large as the bitmap at its `contentsScale`.
public struct Image: TreeElement, BoxElement {
  /// Properties, name, mask and sublayers.
  public var attributes = TreeElementAttributes()
  private let image: ImageContents

  /// Creates an image.
  ///
  /// - Parameters:
  ///   - bitmap: The pixels.
  ///   - tint: The colour of an `alpha8` bitmap where its coverage is full.
  public init(_ bitmap: Bitmap, tint: Color = .black) {
    image = ImageContents(bitmap, tint: tint)
  }

  /// Makes the layer.
  public func makeNode() throws -> RenderNode {
    if let node = try outermostNode() { return node }
    let size = image.naturalSize(scale: attributes.properties.contentsScale)
    return try attributes.makeNode(
      attributes.placedProperties(natural: size), contents: .image(image))
  }

  /// Makes the layer as an item of a container, of the size of the bitmap.
  func makeContentBox(_ cancellation: Cancellation) throws -> UnplacedLayer {
    try attributes.makeBox(cancellation, contents: .made(.image(image)))
  }
}

/// A text, laid out when the tree is made and drawn from its layout.
///
/// Without a frame or bounds it is as large as its layout, and lines end at mandatory breaks only;
/// otherwise lines end at the width of the bounds.
public struct Text: TreeElement, BoxElement {
  /// Properties, name, mask and sublayers.
  public var attributes = TreeElementAttributes()
  private let text: AttributedText
  private let fonts: FontCollection
  private var drawing = TextDrawingOptions()
  private var maximumLines = 0

  /// Creates an attributed text.
  public init(_ text: AttributedText, fonts: FontCollection = .default) {
    self.text = text
    self.fonts = fonts
  }

  /// Creates a text in one style.
  ///
  /// - Parameters:
  ///   - string: The characters.
  ///   - size: The em size, in points.
  ///   - weight: The weight, 1 to 1000.
  ///   - color: The colour.
  ///   - alignment: The alignment of lines.
  ///   - fonts: The fonts with which it is shaped.
  public init(
    _ string: String, size: Double = 16, weight: Double = 400, color: Color = .black,
    alignment: TextAlignment = .start, fonts: FontCollection = .default
  ) {
    let style = TextStyle(size: size, weight: weight, color: color, alignment: alignment)
    self.init(AttributedText(string, style: style), fonts: fonts)
  }

  /// The drawing options for small and for light text.
  public func drawing(_ options: TextDrawingOptions) -> Text {
    var copy = self
    copy.drawing = options
    return copy
  }

  /// The most lines; the last one ends in an ellipsis if text is left out. 0 for all.
  public func maximumLines(_ count: Int) -> Text {
    var copy = self
    copy.maximumLines = count
    return copy
  }

  /// Lays the text out, and makes the layer.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`.
  public func makeNode() throws -> RenderNode {
    if let node = try outermostNode() { return node }
    var properties = attributes.placedProperties()
    let isSized = attributes.hasSize || attributes.frame != nil
    let container = TextContainer(
      width: isSized ? properties.bounds.width : nil, maximumLines: maximumLines)
    let layout = try TextLayout(text, in: container, fonts: fonts)
    if !isSized { properties.bounds.size = layout.size }
    let contents = TextContents(layout, options: drawing)
    return try attributes.makeNode(properties, contents: .vector(contents))
  }

  /// Makes the layer as an item of a container. Its lines end at the width of its box, and text
  /// that does not fit the height ends in an ellipsis.
  func makeContentBox(_ cancellation: Cancellation) throws -> UnplacedLayer {
    if attributes.layout == nil, attributes.keepsFrame { return attributes.box(of: try makeNode()) }
    let box = TextBox(
      text, rules: TextContainer(maximumLines: maximumLines), fonts: fonts,
      cancellation: cancellation)
    var layer = try attributes.makeBox(
      cancellation, contents: .fitted(FittedText(box: box, options: drawing)))
    // A text is a leaf of the box layout, so its sublayers keep their own frames.
    layer.sublayers = []
    layer.placed = try attributes.sublayers.map { try $0.makeNode() }
    return layer
  }
}

/// A text whose layout is made for the size of its box.
private struct FittedText: FittedContents {
  let box: TextBox
  let options: TextDrawingOptions

  var minContentWidth: Double { get throws { try box.minContentWidth } }
  var maxContentWidth: Double { get throws { try box.maxContentWidth } }
  func measure(width: Double) throws -> BoxContentSize { try box.measure(width: width) }

  func contents(in room: Rect, _ properties: inout LayerProperties) throws -> NodeContents {
    .vector(TextContents(try box.layout(in: room.size), at: room.origin, options: options))
  }
}

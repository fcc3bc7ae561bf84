// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import LayerRendering
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
public struct Image: TreeElement {
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
    let scale = attributes.properties.contentsScale
    let factor = scale > 0 ? scale : 1
    let size = Size(
      width: Double(image.bitmap.width) / factor, height: Double(image.bitmap.height) / factor)
    return try attributes.makeNode(
      attributes.placedProperties(natural: size), contents: .image(image))
  }
}

/// A text, laid out when the tree is made and drawn from its layout.
///
/// Without a frame or bounds it is as large as its layout, and lines end at mandatory breaks only;
/// otherwise lines end at the width of the bounds.
public struct Text: TreeElement {
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
    var properties = attributes.placedProperties()
    let isSized = attributes.hasSize || attributes.frame != nil
    let container = TextContainer(
      width: isSized ? properties.bounds.width : nil, maximumLines: maximumLines)
    let layout = try TextLayout(text, in: container, fonts: fonts)
    if !isSized { properties.bounds.size = layout.size }
    let contents = TextContents(layout, options: drawing)
    return try attributes.makeNode(properties, contents: .vector(contents))
  }
}

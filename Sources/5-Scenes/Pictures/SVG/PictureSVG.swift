// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
package import CanvasGeometry
internal import ImageCodecs
package import SystemConcurrency
internal import TextFonts
internal import TextModel
internal import TextPainting
package import TextTypesetting

/// A picture of a layout in SVG 1.1, with nearly all that a PNG of the layout shows: `-o FILE.svg`.
/// Colour glyphs without bounds are left out, with a note.
///
/// Glyphs are paths, in `<defs>` once for each font and size; decorations are rectangles and paths,
/// shadows are filters; colour glyphs are paths with gradients where SVG has all of their paints,
/// else embedded pictures. The view box is the picture in points, `width` and `height` are its
/// device pixels.
package struct PictureSVG {
  private struct GlyphKey: Hashable {
    var font: UInt32
    var size: Double
    var glyph: UInt32
    /// The colour of the text, which colour glyphs may use as their foreground colour.
    var foreground: String
  }

  /// The definition of a glyph.
  private enum Symbol {
    case empty
    /// An outline, which is filled where it is used.
    case outline(String)
    /// A drawing in its own colours.
    case picture(String)
  }

  private let origin: Point
  private let scale: Double
  var definitions = SVGMarkup()
  var content = SVGMarkup()
  private var symbols: [GlyphKey: Symbol] = [:]
  /// The number of filters and clips so far, from which their names are made.
  private var effects = 0
  /// The number of colour glyphs that are left out, since without bounds they would fill the
  /// picture.
  private var unlimitedGlyphs = 0

  /// The longest side, in pixels, of the picture that a glyph is drawn to for embedding.
  private static let pictureSide = 2048.0

  /// - Parameters:
  ///   - origin: The place of layouts in the picture.
  ///   - scale: Device pixels per point.
  init(origin: Point = .zero, scale: Double) { (self.origin, self.scale) = (origin, scale) }

  /// Sentences about what is left out.
  var notes: [String] {
    unlimitedGlyphs == 0
      ? []
      : ["\(unlimitedGlyphs) colour glyphs without bounds were left out; a PNG has them"]
  }

  /// Adds a layout, with its attachments as pictures.
  ///
  /// - Parameter map: The map from the layout box to the picture.
  mutating func add(
    _ layout: TextLayout, in map: AffineTransform, cancellation: Cancellation
  ) throws {
    content.append("<g")
    content.transform("transform", layout.axes.transform.concatenating(map))
    content.append(">\n")
    try addElements(of: layout, cancellation)
    content.append("</g>\n")
    try addAttachments(of: layout, in: map, cancellation)
  }

  private mutating func addElements(of layout: TextLayout, _ cancellation: Cancellation) throws {
    try layout.forEachPaintedElement { element in
      try cancellation.check()
      try add(element)
    }
  }

  private mutating func addAttachments(
    of layout: TextLayout, in map: AffineTransform, _ cancellation: Cancellation
  ) throws {
    for placed in layout.attachments {
      guard
        let (image, frame) = try placed.picture(
          scale: Self.attachmentScale * scale, cancellation: cancellation)
      else { continue }
      content.append("<g")
      content.transform("transform", map)
      content.append(">")
      content.image(png: try image.pngData(), in: frame)
      content.append("/></g>\n")
    }
  }

  /// Pixels of an attachment for each device pixel along a side, so that viewers can enlarge the
  /// document.
  private static let attachmentScale = 2.0

  /// Returns the document in UTF-8.
  ///
  /// - Parameters:
  ///   - geometry: The size of the picture and the place of the layout in it.
  ///   - pixels: The size of the picture in device pixels.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind everything, if any.
  ///   - cancellation: Polled for each glyph and decoration.
  /// - Returns: The document, and notes about parts that it leaves out.
  /// - Throws: An error of fonts, or `CancellationError`.
  package static func document(
    _ layout: TextLayout, in geometry: PictureGeometry, pixels: PixelSize, scale: Double,
    background: Color?, cancellation: Cancellation = .never
  ) throws -> (bytes: [UInt8], notes: [String]) {
    // Vertical text is written in horizontal line space, inside a group that turns it as a whole.
    let axes = layout.axes
    var writer = PictureSVG(
      origin: axes.isVertical ? .zero : geometry.origin, scale: scale)
    try writer.addElements(of: layout, cancellation)
    let text = writer.content
    writer.content = SVGMarkup()
    try writer.addAttachments(
      of: layout, in: .translation(x: geometry.origin.x, y: geometry.origin.y), cancellation)
    let size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    var document = SVGMarkup()
    document.beginDocument(
      width: Double(pixels.width), height: Double(pixels.height), points: size)
    if let background, background.alpha > 0 {
      document.append("<rect width=\"100%\" height=\"100%\"")
      document.color("fill", background)
      document.append("/>\n")
    }
    if layout.isCutOff {
      writer.definitions.append("<clipPath id=\"box\"><rect")
      switch axes.writingMode {
      case .horizontal:
        writer.definitions.attribute("width", "100%")
        writer.definitions.attribute("height", geometry.origin.y + layout.size.height)
      case .verticalRL:
        writer.definitions.attribute("x", geometry.origin.x)
        writer.definitions.append(" width=\"100%\" height=\"100%\"")
      case .verticalLR:
        writer.definitions.attribute("width", geometry.origin.x + layout.size.width)
        writer.definitions.attribute("height", "100%")
      }
      writer.definitions.append("/></clipPath>\n")
    }
    document.define(writer.definitions)
    if layout.isCutOff { document.append("<g clip-path=\"url(#box)\">\n") }
    if axes.isVertical {
      document.append("<g")
      document.transform(
        "transform",
        axes.transform.concatenating(
          .translation(x: geometry.origin.x, y: geometry.origin.y)))
      document.append(">\n")
    }
    document.append(text)
    if axes.isVertical { document.append("</g>\n") }
    document.append(writer.content)
    if layout.isCutOff { document.append("</g>\n") }
    document.append("</svg>\n")
    return (document.bytes, writer.notes)
  }

  private mutating func add(_ element: PaintedElement) throws {
    switch element {
    case .bar(let rect, let color):
      content.append("<rect")
      content.rectangle(rect.offsetBy(dx: origin.x, dy: origin.y))
      content.color("fill", color)
      content.append("/>\n")
    case .shape(let path, let color):
      content.append("<path d=\"")
      content.path(path, .translation(x: origin.x, y: origin.y))
      content.append("\"")
      content.color("fill", color)
      content.append("/>\n")
    case .glyph(let glyph): try add(glyph)
    case .stroke(let glyph, let style):
      guard glyph.color.alpha > 0, case .outline(let id) = try symbol(for: glyph) else { return }
      use(id, glyph)
      content.attribute("fill", "none")
      content.color("stroke", glyph.color)
      content.attribute("stroke-width", style.lineWidth)
      content.attribute("stroke-miterlimit", style.miterLimit)
      content.append("/>\n")
    case .fill(let fill):
      effects += 1
      definitions.append("<mask id=\"e\(effects)\" maskUnits=\"userSpaceOnUse\"")
      definitions.rectangle(fill.ink.insetBy(dx: -1, dy: -1).offsetBy(dx: origin.x, dy: origin.y))
      definitions.append(">\n")
      // What is white in the mask is seen, so the glyphs are drawn into it in white.
      let outer = content
      content = SVGMarkup()
      content.append("<g fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"0\">\n")
      for element in fill.elements { try addMask(element) }
      content.append("</g>\n")
      let mask = content
      content = outer
      definitions.append(mask)
      definitions.append("</mask>\n")
      let element = try FillSVG.element(
        fill, named: "e\(effects)f", scale: scale, &definitions)
      content.append("<g mask=\"url(#e\(effects))\"><g")
      content.transform(
        "transform", fill.axes.concatenating(.translation(x: origin.x, y: origin.y)))
      content.append(">\n")
      content.append(element)
      content.append("</g></g>\n")
    case .shadow(let shadow):
      content.append("<g filter=\"url(#\(define(shadow)))\">\n")
      for caster in shadow.casters { try add(caster) }
      content.append("</g>\n")
    }
  }

  /// Adds a glyph or a stroke to a mask, whose colour it takes.
  private mutating func addMask(_ element: PaintedElement) throws {
    switch element {
    case .glyph(let glyph): try add(glyph)
    case .stroke(let glyph, let style):
      guard case .outline(let id) = try symbol(for: glyph) else { return }
      use(id, glyph)
      content.attribute("fill", "none")
      content.attribute("stroke-width", style.lineWidth)
      content.attribute("stroke-miterlimit", style.miterLimit)
      content.append("/>\n")
    case .bar, .shape, .fill, .shadow: break
    }
  }

  private mutating func add(_ glyph: PaintedGlyph) throws {
    guard glyph.color.alpha > 0 else { return }
    let symbol = try symbol(for: glyph)
    if case .empty = symbol { return }
    if let clip = glyph.clip {
      effects += 1
      definitions.append("<clipPath id=\"e\(effects)\"><rect")
      definitions.rectangle(clip.offsetBy(dx: origin.x, dy: origin.y))
      definitions.append("/></clipPath>\n")
      content.append("<g clip-path=\"url(#e\(effects))\">")
    }
    switch symbol {
    case .empty: break
    case .outline(let id):
      use(id, glyph)
      if glyph.color != .black { content.color("fill", glyph.color) }
    case .picture(let id):
      use(id, glyph)
      if glyph.color.alpha < 1 { content.attribute("opacity", glyph.color.alpha) }
    }
    content.append(glyph.clip == nil ? "/>\n" : "/></g>\n")
  }

  /// Defines the filter that makes a shadow from the shapes that cast it.
  ///
  /// - Returns: The filter's name.
  private mutating func define(_ painted: PaintedShadow) -> String {
    effects += 1
    let shadow = painted.shadow
    definitions.append("<filter id=\"e\(effects)\" filterUnits=\"userSpaceOnUse\"")
    definitions.rectangle(painted.frame.offsetBy(dx: origin.x, dy: origin.y))
    definitions.attribute("color-interpolation-filters", "sRGB")
    definitions.append(">")
    if shadow.isInner {
      // The area around the shapes casts an inner shadow, so the alpha of the shapes is inverted.
      definitions.append("<feComponentTransfer in=\"SourceAlpha\">")
      definitions.append("<feFuncA type=\"table\" tableValues=\"1 0\"/></feComponentTransfer>")
    }
    definitions.append(shadow.isInner ? "<feGaussianBlur" : "<feGaussianBlur in=\"SourceAlpha\"")
    definitions.attribute("stdDeviation", painted.deviation)
    definitions.append("/><feOffset")
    definitions.attribute("dx", painted.offset.x)
    definitions.attribute("dy", painted.offset.y)
    definitions.append(" result=\"s\"/><feFlood")
    definitions.color("flood-color", shadow.color, opacity: "flood-opacity")
    definitions.append("/><feComposite operator=\"in\" in2=\"s\"/>")
    if shadow.isInner {
      definitions.append("<feComposite operator=\"in\" in2=\"SourceAlpha\"/>")
    }
    definitions.append("</filter>\n")
    return "e\(effects)"
  }

  private mutating func use(_ id: String, _ glyph: PaintedGlyph) {
    content.append("<use xlink:href=\"#\(id)\"")
    let map = glyph.transform
    guard map.isTranslation else {
      content.transform(
        "transform", map.concatenating(.translation(x: origin.x, y: origin.y)))
      return
    }
    content.attribute("x", glyph.origin.x + origin.x)
    content.attribute("y", glyph.origin.y + origin.y)
  }

  /// The symbol of a glyph, which is written at first use.
  private mutating func symbol(for glyph: PaintedGlyph) throws -> Symbol {
    let font = glyph.font
    var foreground = glyph.color
    foreground.alpha = 1
    let key = GlyphKey(
      font: font.id, size: glyph.size, glyph: glyph.id,
      foreground: font.face.hasColorGlyphs ? SVGMarkup.hex(foreground) : "")
    if let known = symbols[key] { return known }
    let id = "g\(symbols.count)"
    let symbol: Symbol
    if font.face.hasColorGlyphs, let picture = font.colorGlyph(glyph.id) {
      symbol =
        try define(picture, id, font: font, size: glyph.size, foreground: foreground)
        ? .picture(id) : .empty
    } else {
      let path = font.paintedOutline(of: glyph.id)
      if path.isEmpty {
        symbol = .empty
      } else {
        let scale = glyph.size / Double(max(1, font.unitsPerEm))
        definitions.append("<path id=\"\(id)\" d=\"")
        definitions.path(path, .scale(x: scale, y: -scale))
        definitions.append("\"/>\n")
        symbol = .outline(id)
      }
    }
    symbols[key] = symbol
    return symbol
  }

  /// Defines a colour glyph.
  ///
  /// - Returns: Whether the glyph has ink.
  private mutating func define(
    _ picture: ColorGlyph, _ id: String, font: Font, size: Double, foreground: Color
  ) throws -> Bool {
    switch picture {
    case .bitmap(let strike):
      // A bitmap that cannot be decoded draws nothing, as in the painter.
      guard let frame = font.inkBox(of: picture, emSize: size), !frame.isEmpty,
        strike.decoded() != nil
      else { return false }
      definitions.image(png: strike.png, in: frame)
      definitions.attribute("id", id)
      definitions.append("/>\n")
      return true
    case .paint(let graph):
      if let drawing = ColorGlyphSVG.drawing(
        of: graph, id, font: font, size: size, foreground: foreground)
      {
        definitions.append(drawing)
        return true
      }
      guard let box = font.inkBox(of: picture, emSize: size) else {
        unlimitedGlyphs += 1
        return false
      }
      if box.isEmpty { return false }
      // The embedded picture has four pixels for each device pixel along a side, so that viewers
      // can enlarge the document.
      let density = min(4 * scale, Self.pictureSide / max(box.width, box.height))
      guard
        let (image, frame) = try font.picture(
          of: picture, emSize: size, scale: density, foreground: foreground)
      else { return false }
      definitions.image(png: try image.pngData(), in: frame)
      definitions.attribute("id", id)
      definitions.append("/>\n")
      return true
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
package import LayerCompositing
package import SystemConcurrency
internal import TextLayers

/// A picture of a tree of layers in SVG 1.1: a scene, or a page of HTML.
///
/// Fills and gradients are paths, texts are the outlines of their glyphs, pictures are embedded once
/// each, clips, groups and blend modes are those of SVG, and shadows are filters. Conic gradients,
/// masks, filters and perspectives are embedded as pixels, which a note counts.
package struct LayerSVG {
  private var writer: PictureSVG
  /// The names of the pictures that are defined, by their bitmaps.
  private var pictures: [ObjectIdentifier: (name: String, bitmap: Bitmap)] = [:]
  private var names = 0
  private let cancellation: Cancellation

  /// The pixels per point of what is embedded as pixels, at least.
  private static let pixelScale = 2.0

  private init(scale: Double, cancellation: Cancellation) {
    writer = PictureSVG(scale: scale)
    self.cancellation = cancellation
  }

  /// The document in UTF-8.
  ///
  /// - Parameters:
  ///   - tree: The layers. Their scale is that of the picture's `width` and `height`.
  ///   - cancellation: Polled for each layer.
  /// - Returns: The document, and notes about what is no shape in it.
  /// - Throws: `GraphicsError`, an error of fonts, or `CancellationError`.
  package static func document(
    _ tree: RenderTree, cancellation: Cancellation = .never
  ) throws -> (bytes: [UInt8], notes: [String]) {
    let tree = tree.presented
    let scale = max(pixelScale, tree.scale)
    let area = Rect(origin: .zero, size: tree.size)
    var picture = LayerSVG(scale: scale, cancellation: cancellation)
    let shapes = try PaintedShapes(tree, scale: scale, in: area, cancellation: cancellation)
    let rasterized = try shapes.forEach(in: area, cancellation: cancellation) { shape, _ in
      try picture.add(shape)
    }
    var notes = picture.writer.notes
    if rasterized > 0 {
      notes.append(
        (rasterized == 1 ? "1 thing is" : "\(rasterized) things are")
          + " embedded as pixels: filters, masks, perspectives and conic gradients have no shapes")
    }
    var document = SVGMarkup()
    document.beginDocument(
      width: (tree.size.width * tree.scale).rounded(.up),
      height: (tree.size.height * tree.scale).rounded(.up), points: tree.size)
    if let background = tree.background, background.alpha > 0 {
      document.append("<rect width=\"100%\" height=\"100%\"")
      document.color("fill", background)
      document.append("/>\n")
    }
    document.define(picture.writer.definitions)
    document.append("<g")
    document.transform("transform", .scale(x: 1 / scale, y: 1 / scale))
    document.append(">\n")
    document.append(picture.writer.content)
    document.append("</g>\n</svg>\n")
    return (document.bytes, notes)
  }

  private mutating func name() -> String {
    names += 1
    return "l\(names)"
  }

  /// - Returns: Whether SVG has the shape.
  private mutating func add(_ shape: PaintedShape) throws -> Bool {
    switch shape {
    case .fill(let path, let rule, let color, let map):
      guard color.alpha > 0, !path.isEmpty else { return true }
      begin(path, rule, map)
      writer.content.color("fill", color)
      writer.content.append("/>\n")
    case .gradient(let path, let gradient, let map):
      let name = name()
      guard let definition = GradientSVG.definition(gradient, name, map) else { return false }
      writer.definitions.append(definition)
      begin(path, .nonZero, map)
      writer.content.append(" fill=\"url(#\(name))\"/>\n")
    case .shadow(let path, let deviation, let color, let map):
      addShadow(path, deviation, color, map)
    case .image(let part, let opacity, let map): return try add(part, opacity: opacity, map)
    case .vector(let contents, let bounds, let map):
      guard let text = contents as? TextContents else { return false }
      try add(text, in: bounds, map)
    case .hidden: break
    case .pixels(let bitmap, let x, let y):
      writer.content.image(
        png: try bitmap.pngData(),
        in: Rect(
          x: Double(x), y: Double(y), width: Double(bitmap.width), height: Double(bitmap.height)))
      writer.content.append("/>\n")
    case .clip(let path, let rule, let map):
      let name = name()
      writer.definitions.append("<clipPath id=\"\(name)\"><path d=\"")
      writer.definitions.path(path, map)
      writer.definitions.append("\"")
      if rule == .evenOdd { writer.definitions.append(" clip-rule=\"evenodd\"") }
      writer.definitions.append("/></clipPath>\n")
      writer.content.append("<g clip-path=\"url(#\(name))\">\n")
    case .group(let opacity, let mode):
      guard let blend = mode.cssName else { return false }
      writer.content.append("<g")
      if opacity < 1 { writer.content.attribute("opacity", opacity) }
      let style = mode == .sourceOver ? "" : ";mix-blend-mode:\(blend)"
      writer.content.append(" style=\"isolation:isolate\(style)\">\n")
    case .end: writer.content.append("</g>\n")
    }
    return true
  }

  private mutating func begin(_ path: Path, _ rule: FillRule, _ map: AffineTransform) {
    writer.content.append("<path d=\"")
    writer.content.path(path, map)
    writer.content.append("\"")
    if rule == .evenOdd { writer.content.append(" fill-rule=\"evenodd\"") }
  }

  /// Adds the blurred fill of a path.
  private mutating func addShadow(
    _ path: Path, _ deviation: Double, _ color: Color, _ map: AffineTransform
  ) {
    guard color.alpha > 0, !path.isEmpty else { return }
    let name = name()
    let reach = 3 * deviation + 1
    writer.definitions.append("<filter id=\"\(name)\" filterUnits=\"userSpaceOnUse\"")
    writer.definitions.rectangle(
      map.boundingBox(of: path.controlBounds).insetBy(dx: -reach, dy: -reach))
    writer.definitions.attribute("color-interpolation-filters", "sRGB")
    writer.definitions.append("><feGaussianBlur")
    writer.definitions.attribute("stdDeviation", deviation)
    writer.definitions.append("/></filter>\n")
    begin(path, .nonZero, map)
    writer.content.color("fill", color)
    writer.content.append(" filter=\"url(#\(name))\"/>\n")
  }

  /// Adds a part of a picture, which is defined at its first use.
  private mutating func add(
    _ part: BitmapDraw, opacity: Double, _ map: AffineTransform
  ) throws -> Bool {
    let (bitmap, source, rect) = (part.bitmap, part.source, part.rect)
    guard bitmap.format == .rgba8 else { return false }
    guard source.width > 0, source.height > 0, rect.width > 0, rect.height > 0 else { return true }
    let size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
    let name: String
    if let known = pictures[bitmap.id] {
      name = known.name
    } else {
      name = self.name()
      writer.definitions.image(png: try bitmap.pngData(), in: Rect(origin: .zero, size: size))
      writer.definitions.attribute("id", name)
      if part.growing == .nearest { writer.definitions.attribute("image-rendering", "pixelated") }
      writer.definitions.append("/>\n")
      pictures[bitmap.id] = (name, bitmap)
    }
    let isWhole = source == Rect(origin: .zero, size: size)
    writer.content.append("<g")
    if opacity < 1 { writer.content.attribute("opacity", opacity) }
    if !isWhole {
      let clip = self.name()
      writer.definitions.append("<clipPath id=\"\(clip)\"><rect")
      writer.definitions.rectangle(source)
      writer.definitions.append("/></clipPath>\n")
      writer.content.append(" clip-path=\"url(#\(clip))\"")
    }
    let (x, y) = (rect.width / source.width, rect.height / source.height)
    writer.content.transform(
      "transform",
      AffineTransform(
        a: x, b: 0, c: 0, d: y, tx: rect.minX - source.minX * x, ty: rect.minY - source.minY * y
      ).concatenating(map))
    writer.content.append("><use xlink:href=\"#\(name)\"/></g>\n")
    return true
  }

  /// Adds a text as the outlines of its glyphs.
  private mutating func add(
    _ text: TextContents, in bounds: Rect, _ map: AffineTransform
  ) throws {
    let place = AffineTransform.translation(
      x: bounds.minX + text.origin.x, y: bounds.minY + text.origin.y)
    if text.isClipped {
      let clip = name()
      writer.definitions.append("<clipPath id=\"\(clip)\"><path d=\"")
      writer.definitions.path(Path(rect: bounds), map)
      writer.definitions.append("\"/></clipPath>\n")
      writer.content.append("<g clip-path=\"url(#\(clip))\">\n")
    }
    try writer.add(text.layout, in: place.concatenating(map), cancellation: cancellation)
    if text.isClipped { writer.content.append("</g>\n") }
  }
}

extension BlendMode {
  /// The word of CSS (Compositing 1, §5); `nil` where it has none.
  fileprivate var cssName: String? {
    switch self {
    case .sourceOver: "normal"
    case .multiply: "multiply"
    case .screen: "screen"
    case .overlay: "overlay"
    case .darken: "darken"
    case .lighten: "lighten"
    case .colorDodge: "color-dodge"
    case .colorBurn: "color-burn"
    case .hardLight: "hard-light"
    case .softLight: "soft-light"
    case .difference: "difference"
    case .exclusion: "exclusion"
    case .hue: "hue"
    case .saturation: "saturation"
    case .color: "color"
    case .luminosity: "luminosity"
    default: nil
    }
  }
}

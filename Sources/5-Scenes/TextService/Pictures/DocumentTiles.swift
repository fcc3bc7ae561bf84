// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextTypesetting

/// The tiles of a stored document: the picture of the document at a width, cut into bands of equal
/// height from top to bottom.
struct DocumentTiles {
  /// The height of a tile, in device pixels; the last one may be lower.
  static let height = 512

  private let work: ServiceWork
  private let cancellation: Cancellation

  init(_ work: ServiceWork, _ cancellation: Cancellation) {
    (self.work, self.cancellation) = (work, cancellation)
  }

  func answer(_ tag: String) throws -> ServiceAnswer {
    switch work.request.route {
    case .tiles(let hash, let width, let scale):
      let scale = try self.scale(scale)
      let layout = try layout(hash, width)
      let size = try pixels(of: layout, scale)
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("width", size.width)
      writer.member("height", size.height)
      writer.member("tileHeight", Self.height)
      writer.member("count", Self.count(size))
      writer.endObject()
      writer.newline()
      return ServiceAnswer(
        status: 200,
        fields: [("Content-Type", "application/json")] + work.request.cacheFields(tag)
          + work.noteField(layout.notesWithoutPicture(about: ScalarText(utf16: layout.text.utf16))),
        body: writer.takeBytes())
    case .tile(let hash, let width, let scale, let number):
      return try tile(hash, width, scale, number, tag)
    default: throw ServiceWork.noDocument
    }
  }

  private static func count(_ size: PixelSize) -> Int { (size.height + height - 1) / height }

  private func tile(
    _ hash: String, _ width: String, _ scale: String, _ number: String, _ tag: String
  ) throws -> ServiceAnswer {
    let type = try work.request.type(pixelsOnly: true)
    guard !type.isVector else {
      throw work.request.parameters.options.error(
        .format, "tiles are drawn as pixels only", .unsupported)
    }
    let scale = try self.scale(scale)
    let layout = try layout(hash, width)
    let size = try pixels(of: layout, scale)
    guard let number = Int(number), number >= 0, number < Self.count(size) else {
      throw ServiceRefusal(
        404, "notFound", member: "n", "There are \(Self.count(size)) tiles, from 0.")
    }
    let top = number * Self.height
    let tile = PixelSize(width: size.width, height: min(Self.height, size.height - top))
    try work.admission.take(.pixels(tile, type, isScene: false))
    let parameters = work.request.parameters.options
    let options = RenderOptions(
      scale: scale, background: parameters.background,
      canvas: Size(width: Double(tile.width) / scale, height: Double(tile.height) / scale),
      origin: Point(x: 0, y: -Double(top) / scale), drawing: parameters.drawing)
    let image = try TextRenderer.draw(layout, options: options, cancellation: cancellation).image
    let bytes = try type.data(of: image, parameters.packing, cancellation: cancellation)
    return ServiceAnswer(
      status: 200,
      fields: [
        ("Content-Type", type.mediaType), ("X-Content-Type-Options", "nosniff"),
        ("Picture-Size", "\(tile.width)x\(tile.height)"),
      ] + work.request.cacheFields(tag), body: bytes)
  }

  private func scale(_ text: String) throws(ServiceRefusal) -> Double {
    guard let scale = OptionValue.scale(text), scale <= 16 else {
      throw .malformed("scale", "The scale must be a number above 0, up to 16.")
    }
    return scale
  }

  /// The size of the whole picture.
  private func pixels(of layout: TextLayout, _ scale: Double) throws(ServiceRefusal) -> PixelSize {
    let width = (layout.size.width * scale).rounded(.up)
    let height = (layout.size.height * scale).rounded(.up)
    guard max(layout.size.width, layout.size.height) * scale >= 1 else {
      throw .malformed("scale", "The picture has less than a pixel at this scale.")
    }
    guard width <= Double(CanvasLimits.bitmapSide), height <= 1e9 else {
      throw ServiceRefusal(413, "tooLarge", "The picture is too large.")
    }
    return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
  }

  /// The layout of the document at a width; it is cached for other tiles.
  private func layout(_ hash: String, _ width: String) throws -> TextLayout {
    guard let points = OptionValue.absoluteLength(width), points > 0 else {
      throw ServiceRefusal.malformed("width", "The width must be a number of points above 0.")
    }
    let resources = work.request.resources
    let key = StoredDocuments.LayoutKey(
      hash: hash, width: points, isStrict: work.request.parameters.options.isStrict,
      revision: resources.revision)
    if let layout = work.service.documents.layout(key) { return layout }
    guard let bytes = work.service.documents.document(hash) else { throw ServiceWork.noDocument }
    let object = try work.object(bytes, cancellation).object
    var document = try PictureRequest(.documentJSON(object), work.request.parameters.options)
      .document(object, in: work.environment(cancellation)).document
    document.width = Length(points)
    let layout = try document.layout(
      with: try resources.fonts(of: document), cancellation: cancellation)
    work.service.documents.keep(layout, key)
    return layout
  }
}

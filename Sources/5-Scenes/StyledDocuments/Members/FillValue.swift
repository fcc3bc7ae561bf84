// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
import DocumentJSON
internal import SystemConcurrency
internal import TextModel
internal import TextPainting

/// The reader of what text is filled with.
enum FillValue {
  /// The most colours of a gradient.
  private static let mostColors = 256
  /// The pixels of a picture of shapes for each point.
  private static let density = 2.0

  /// Reads a gradient or a picture, with the box that it is laid over; `none` for neither.
  ///
  /// - Parameter files: Opens the picture; `nil` if the input, such as an option, cannot name
  ///   files.
  /// - Throws: ``DocumentError`` with `malformed`, `unreadable`, `tooLarge` or `cancelled`.
  static func fill(
    _ value: JSONValue, _ key: DocumentKey, _ files: DocumentFiles?,
    _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> TextFill? {
    if case .string("none") = value { return nil }
    guard case .object = value else {
      throw key.typeError("none, or an object with a gradient or an image", value)
    }
    let members = try ObjectMembers<FillMember>(value, key, &unknownKeys)
    var area = TextFill.Area.text
    if let (value, key) = members[.over] { area = try key.keyword(value) }
    var tile: Size?
    if let (value, key) = members[.tile] {
      let size = try key.size(value)
      guard size.width > 0, size.height > 0 else {
        throw key.error("two sides above 0 are wanted")
      }
      tile = size
    }
    switch (members[.gradient], members[.image]) {
    case (let (value, key)?, nil):
      return .gradient(try gradient(value, key, &unknownKeys), over: area)
    case (nil, let (value, key)?):
      guard let files else { throw key.error("an image is named in documents alone") }
      let picture = try files.picture(try key.string(value), key).get()
      var density = 1.0
      if case .vector = picture { (tile, density) = (tile ?? picture.size, Self.density) }
      let bitmap: Bitmap
      do {
        bitmap = try picture.pixels(size: tile, scale: density, cancellation: files.cancellation)
      } catch {
        if files.cancellation.isCancelled { throw .cancelled }
        throw key.error("the picture cannot be drawn", .tooLarge)
      }
      return .picture(.bitmap(bitmap), tile: tile, over: area)
    default: throw key.error("one of gradient, image is wanted")
    }
  }

  private static func gradient(
    _ value: JSONValue, _ key: DocumentKey, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> TextGradient {
    let members = try ObjectMembers<GradientMember>(value, key, &unknownKeys)
    var kind = TextGradient.Kind.axial
    if let (value, key) = members[.type] { kind = try key.keyword(value) }
    var locations: [Double]?
    if let (value, key) = members[.locations] { locations = try key.numbers(value, 0...Int.max) }
    var (start, end): (Point?, Point?)
    if let (value, key) = members[.startPoint] { start = try key.point(value) }
    if let (value, key) = members[.endPoint] { end = try key.point(value) }
    guard let list = members[.colors] else { throw key.error("its colors are missing") }
    var colors: [Color] = []
    let elements = try list.key.elements(list.value)
    guard elements.count <= mostColors else {
      throw list.key.error("more than \(mostColors) colours", .tooLarge)
    }
    for (key, value) in elements { colors.append(try key.colorOrNone(value) ?? .clear) }
    guard !colors.isEmpty else { throw list.key.error("a colour at least is wanted") }
    var gradient = TextGradient(kind, colors: colors)
    if let locations {
      guard locations.count == colors.count else {
        throw key.error("\(locations.count) locations of \(colors.count) colours")
      }
      for index in locations.indices { gradient.stops[index].offset = locations[index] }
    }
    if let start { gradient.start = start }
    if let end { gradient.end = end }
    return gradient
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText
internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments

/// The style and the box of texts, and the options of their pictures, behind a handle.
final class Style: HandleObject {
  static let kind = HandleKind.style

  /// A document without text.
  let document: StyledDocument
  let options: PictureOptions
  /// Notes that each picture with this style has.
  let notes: [String]
  /// The first member that is not known, which a strict request refuses.
  let unknownKey: UnknownKey?

  /// The keys that a style may not have, since they belong to one text or to a set of fonts.
  private static let refused: [(names: [String], reason: String)] = [
    (["text", "spans", "attachments", "links", "detect"], "a style is for any text"),
    (["fonts", "systemFonts", "defaultFonts"], "fonts come with at_fonts_create"),
  ]

  static let standard = Style(document: StyledDocument(), options: PictureOptions())

  private init(
    document: StyledDocument, options: PictureOptions, notes: [String] = [],
    unknownKey: UnknownKey? = nil
  ) {
    (self.document, self.options) = (document, options)
    (self.notes, self.unknownKey) = (notes, unknownKey)
  }

  /// Reads a style.
  ///
  /// - Parameters:
  ///   - json: A document without text; empty for the default.
  ///   - options: How pictures are drawn; empty for the default.
  /// - Throws: `DocumentError`, ``PictureError``.
  convenience init(json: [UInt8], options: [UInt8]) throws {
    var read = PictureOptions()
    var unknownKeys: [UnknownKey] = []
    if !options.isEmpty {
      try read.read(
        Self.object(options, "options").object, DocumentKey("options"), unknownKeys: &unknownKeys)
    }
    try DrawRequest.refuseFileOptions(read)
    try DrawRequest.refuse([.imageRoot], in: read, "a style has no pictures")
    try read.check(for: .document)
    var reader = StyledDocumentReader(options: SceneOptions(isStrict: read.isStrict))
    var document = StyledDocument()
    var notes: [String] = []
    if !json.isEmpty {
      let (object, flaws) = try Self.object(json, "json")
      notes = flaws.notes + [try? IllFormedUTF8(in: json)].compactMap(\.?.note)
      for (names, reason) in Self.refused {
        if let name = names.first(where: { object[$0] != nil }) {
          throw DocumentError(.malformed, name, "it is no part of a style: \(reason)")
        }
      }
      document = try reader.document(from: object.adding("text", .string("")), name: "json")
    }
    self.init(
      document: document, options: read,
      notes: notes + [unknownKeys.note, reader.unknownKeys.note].compactMap(\.self) + reader.notes,
      unknownKey: unknownKeys.first ?? reader.unknownKeys.first)
  }

  private static func object(
    _ bytes: [UInt8], _ name: String
  ) throws -> (object: JSONObject, flaws: JSONFlaws) {
    do {
      return try JSONReader.object(of: bytes)
    } catch {
      throw DocumentError(error, name, offset: error.offset)
    }
  }
}

@c @implementation
package func at_style_create(
  _ json: UnsafePointer<CChar>!, _ length: Int, _ options: UnsafePointer<CChar>!,
  _ optionsLength: Int, _ style: UnsafeMutablePointer<at_style>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: style, "style") {
    let json = try unsafe bytes(json, length, "json", limit: JSONLimits.bytes)
    let options = try unsafe bytes(options, optionsLength, "options", limit: JSONLimits.bytes)
    return try Style(json: json, options: options)
  }
}

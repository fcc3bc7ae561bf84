// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import FoundationEssentials
import ImageCodecs
import ImageLoading
public import TextModel
import TextPainting

/// The coded form of an attachment.
///
/// Three kinds of content can be coded: reserved places by their names, loaded images by their
/// requests and placeholders, and bitmaps as PNG. Drawings, layers and content of other types are
/// code or live objects: encoding them throws an `EncodingError`.
extension TextAttachment: FieldCodable {
  private enum CodingKeys: CodingKey { case content }

  package static let fields = CodedFields(
    TextAttachment(.reserved("")),
    [
      CodedField("size", \.size), CodedField("alignment", \.alignment),
      CodedField("contentMode", \.contentMode), CodedField("margins", \.margins),
      CodedField("plainText", \.plainText), CodedField("wrap", \.wrap), CodedField("side", \.side),
    ])

  private enum ContentKeys: String, CodingKey {
    case reserved, image, bitmap
  }

  private struct CodedImage: Codable {
    let request: ImageRequest
    let placeholder: Color
  }

  private struct CodedBitmap: Codable {
    let png: Data
    let scale: Double
  }

  /// Decodes an attachment; members other than the content may be absent.
  ///
  /// - Throws: `DecodingError`, also for an image that is not a PNG.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let kinds = try members.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    guard let kind = kinds.allKeys.first, kinds.allKeys.count == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .content, in: members,
        debugDescription: "The content of an attachment is reserved, image or bitmap.")
    }
    switch kind {
    case .reserved: self.init(try kinds.decode(ReservedAttachment.self, forKey: kind))
    case .image:
      let image = try kinds.decode(CodedImage.self, forKey: kind)
      self.init(ImageAttachment(image.request, placeholder: image.placeholder))
    case .bitmap:
      let coded = try kinds.decode(CodedBitmap.self, forKey: kind)
      do {
        self.init(.bitmap(try Bitmap(png: Array(coded.png)), scale: coded.scale))
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: kind, in: kinds, debugDescription: error.description)
      }
    }
    self = try Self.fields.value(from: decoder, changing: self)
  }

  /// Encodes the attachment. Members that have their defaults, and the pixels of loaded images, are
  /// left out.
  ///
  /// - Throws: `EncodingError` for content that cannot be coded.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    var kinds = members.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    switch content {
    case let reserved as ReservedAttachment: try kinds.encode(reserved, forKey: .reserved)
    case let image as ImageAttachment:
      try kinds.encode(
        CodedImage(request: image.request, placeholder: image.placeholder), forKey: .image)
    case let bitmap as BitmapAttachment:
      try kinds.encode(
        CodedBitmap(png: Data(try bitmap.bitmap.pngData()), scale: bitmap.scale), forKey: .bitmap)
    default:
      throw EncodingError.invalidValue(
        content,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "An attachment of the type \(type(of: content)) cannot be coded: "
            + "only reserved places, pictures that are loaded, and bitmaps can."))
    }
    try Self.fields.encode(self, to: encoder)
  }
}

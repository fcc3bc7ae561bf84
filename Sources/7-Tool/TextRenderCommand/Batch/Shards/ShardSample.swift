// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import SystemFiles

/// A picture and its truth, as members of a shard that follow each other.
///
/// The members have one name, the key of the sample, and different endings, as WebDataset reads
/// them: the picture; `json`, with the id of the request, the size in pixels and the places of texts
/// if the request asks for them; and of a document `txt`, its text.
struct ShardSample {
  /// The digits of a key, as most writers of such sets have them.
  private static let digits = 9

  /// The name of the picture in the shard.
  let name: String
  /// The members as blocks of a tar archive.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - number: The number of the request in the input, from 0. It is the key, since all else that
  ///     a request has may be there twice, or may have characters that end a key.
  ///   - folder: The folder before the key, without a slash at its end; empty for none.
  init(
    _ number: Int, in folder: String, _ picture: BatchAnswer.Picture, id: [UInt8], text: String?
  ) {
    let digits = "\(number)"
    let zeros = String(repeating: "0", count: max(Self.digits - digits.utf8.count, 0))
    let key = (folder.isEmpty ? "" : folder + "/") + zeros + digits
    name = "\(key).\(picture.format.ending)"
    var bytes: [UInt8] = []
    TarArchive.append(picture.bytes, named: name, to: &bytes)
    TarArchive.append(Self.truth(of: picture, id), named: "\(key).json", to: &bytes)
    if let text { TarArchive.append(Array(text.utf8), named: "\(key).txt", to: &bytes) }
    self.bytes = bytes
  }

  /// The text of a line's document as it is written; `nil` for scenes and pages.
  static func text(of line: PictureLine) -> String? {
    guard case .documentJSON(let document) = line.content,
      case .string(let text)? = document[DocumentMember.text.rawValue]
    else { return nil }
    return text
  }

  private static func truth(of picture: BatchAnswer.Picture, _ id: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("id")
    writer.raw(id)
    writer.member("size", picture.size)
    if let frames = picture.frames {
      writer.name("frames")
      writer.raw(frames)
    }
    writer.endObject()
    return writer.takeBytes()
  }
}

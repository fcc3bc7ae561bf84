// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import Pictures

/// The reply to a request of a batch, and how the request ended.
struct BatchAnswer {
  /// How a request ended.
  enum Outcome: Hashable, Sendable {
    case done
    /// The picture existed and was not drawn again.
    case reused
    case failed(CommandError.Code)
  }

  /// A line of JSON.
  let reply: [UInt8]
  let outcome: Outcome
  /// The members of a shard that the reply is about, to be written before it.
  private(set) var sample: ShardSample?

  init(reply: [UInt8], outcome: Outcome) {
    (self.reply, self.outcome) = (reply, outcome)
  }

  /// The memory of the answer, in bytes.
  var byteCount: Int { reply.count + (sample?.bytes.count ?? 0) }

  /// The reply with the path of the shard that has the sample.
  func reply(from shard: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(shard)
    // The reply is an object and a line feed.
    var longer = Array(reply.dropLast(2))
    longer += ",\"shard\":".utf8
    longer += writer.takeBytes()
    longer += "}\n".utf8
    return longer
  }

  /// The picture that a reply describes.
  struct Picture {
    /// The path; `nil` if it was not written to a file of its own.
    var path: String?
    var bytes: [UInt8]
    var format: PictureFormat
    /// The hash of the file: SHA-256 in hexadecimal.
    var hash: String
    /// The width and the height in pixels.
    var size: [Int]
    /// The characters that no font has, in the form U+0041.
    var missing: [String]
    var isReused: Bool
    /// The places of layers and texts as JSON; `nil` if the request does not include them.
    var frames: [UInt8]?
  }

  /// The answer to a request that failed.
  ///
  /// - Parameters:
  ///   - id: The JSON of the request's id.
  ///   - errors: The notes of the request before the error.
  ///   - hasOutput: Whether the reply has a member `stdout`, as replies to command lines do.
  init(id: [UInt8], _ error: CommandError, errors: String, hasOutput: Bool) {
    outcome = .failed(error.code)
    reply = Self.line(id: id, exit: Int(error.exitStatus)) { writer in
      writer.member("failure", error.code.name)
      if hasOutput { writer.member("stdout", "") }
      writer.member("stderr", errors + "textrender: \(error)\n")
    }
  }

  /// The answer to a command that succeeded.
  init(id: [UInt8], output: [UInt8], errors: String) {
    outcome = .done
    reply = Self.line(id: id, exit: 0) { writer in
      writer.name("stdout")
      writer.string(utf8: output)
      writer.member("stderr", errors)
    }
  }

  /// The answer with a picture.
  ///
  /// - Parameters:
  ///   - isInline: Whether the reply holds the picture, in Base64, under the name of its format.
  ///   - sample: The sample of a shard that has the picture and its places, which the reply then
  ///     leaves out.
  init(
    id: [UInt8], _ picture: Picture, isInline: Bool, errors: String, sample: ShardSample? = nil
  ) {
    outcome = picture.isReused ? .reused : .done
    self.sample = sample
    reply = Self.line(id: id, exit: 0) { writer in
      if let name = sample?.name ?? picture.path { writer.member("name", name) }
      writer.member("bytes", picture.bytes.count)
      writer.member("hash", picture.hash)
      writer.member("size", picture.size)
      writer.name("missing")
      writer.beginArray()
      for character in picture.missing { writer.string(character) }
      writer.endArray()
      writer.member("reused", picture.isReused)
      writer.member("stderr", errors)
      if sample == nil, let frames = picture.frames {
        writer.name("frames")
        writer.raw(frames)
      }
      if isInline {
        writer.name(text: picture.format.rawValue)
        let quote = [UInt8(ascii: "\"")]
        writer.raw(quote + Base64.encode(picture.bytes) + quote)
      }
    }
  }

  private static func line(
    id: [UInt8], exit: Int, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("id")
    writer.raw(id)
    writer.member("exit", exit)
    members(&writer)
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }
}

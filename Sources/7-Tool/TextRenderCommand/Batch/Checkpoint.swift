// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
import SystemFiles
internal import TextFonts

/// The beginning of an input whose requests are all answered, with all replies written.
struct AnsweredInput: Sendable {
  /// The position after this part of the input.
  var end = InputPosition()
  /// The number of requests in this part.
  var count = 0
  /// The number of failed requests in this part.
  var failed = 0
  /// The place in the shards after the samples of this part.
  var shards = ShardPosition()
}

/// The progress of a batch, as a file of JSON.
struct Checkpoint: Equatable {
  /// Whether a batch can continue from a checkpoint.
  enum Verdict: Equatable {
    case usable
    /// The batch starts again, for this reason.
    case outdated(String)
  }

  /// The bytes of the input up to which all requests are answered.
  var offset = 0
  /// The SHA-256 of these bytes, in hexadecimal. Hashing the input as it is read takes at most a
  /// thousandth of the time that drawing the pictures takes.
  var input = ""
  /// The number of requests in these bytes, and how many of them failed.
  var (count, failed) = (0, 0)
  /// The versions of the tool and its libraries.
  var versions = RenderingVersions.text
  /// The hash of the embedded fonts.
  var defaultFonts = SHA256.hexadecimal(FontFingerprint.embedded)
  /// The hash of the host's fonts; `nil` if no request may use them.
  var systemFonts: String?
  /// The folder of the pictures or shards, without links; `nil` if they are in the replies alone.
  var folder: String?
  /// How far the shards are, if pictures are written to shards.
  var shards: CheckpointShards?
  /// The hashes of the fonts, pictures and films that requests name, by path.
  var files: [[UInt8]: String] = [:]
  /// Whether ``files`` holds every file that the requests name; `false` if there were too many.
  var filesAreComplete = true

  /// The checkpoint of this process's tool, fonts and files.
  init(
    _ answered: AnsweredInput, _ names: RequestNames, folder: String?, _ plan: ShardPlan? = nil
  ) {
    offset = answered.end.offset
    input = SHA256.hexadecimal(answered.end.hash.digest)
    (count, failed) = (answered.count, answered.failed)
    systemFonts = names.usesSystemFonts ? SHA256.hexadecimal(FontFingerprint.system) : nil
    self.folder = folder
    shards = plan.map { CheckpointShards($0, at: answered.shards) }
    files = names.digests.files.mapValues(SHA256.hexadecimal)
    filesAreComplete = names.digests.isComplete
  }

  /// Compares the tool, the fonts, the files and the place of pictures with those of this process.
  /// If they are the same, records the use of host fonts and the files in `names`, so that later
  /// checkpoints hold them, too.
  func verdict(_ names: RequestNames, folder: String?, _ plan: ShardPlan? = nil) -> Verdict {
    if versions != RenderingVersions.text {
      return .outdated("it is of another version: \(versions)")
    }
    if defaultFonts != SHA256.hexadecimal(FontFingerprint.embedded) {
      return .outdated("it is of a textrender with other built-in fonts")
    }
    if let systemFonts, systemFonts != SHA256.hexadecimal(FontFingerprint.system) {
      return .outdated("the host has other fonts now")
    }
    if self.folder != folder {
      return .outdated("the pictures were in \(self.folder.map { "'\($0)'" } ?? "the replies")")
    }
    let planned = plan.map { CheckpointShards($0, at: shards?.position ?? ShardPosition()) }
    if shards != planned {
      return .outdated("the pictures were in \(shards?.description ?? "files of their own")")
    }
    let digests = FileDigests()
    for (path, digest) in files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let file = String(decoding: path, as: UTF8.self)
      guard digests.digest(of: file).map(SHA256.hexadecimal) == digest else {
        return .outdated("the file '\(file)' is another one now")
      }
    }
    if systemFonts != nil { names.useSystemFonts() }
    for path in files.keys { _ = names.digests.digest(of: String(decoding: path, as: UTF8.self)) }
    return .usable
  }

  // MARK: - The file

  private enum Member: String {
    case mark = "textrenderCheckpoint"
    case offset
    case input
    case count
    case failed
    case versions
    case defaultFonts
    case systemFonts
    case folder
    case shards
    case files
    case filesAreComplete
  }

  /// The bytes that every checkpoint begins with.
  private static let start = Array("{\"\(Member.mark.rawValue)\":1,".utf8)

  /// Whether bytes begin as a checkpoint does; the rest may be damaged.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: start) || start.starts(with: bytes)
  }

  /// Reads a file.
  ///
  /// - Returns: `nil` if the file is damaged.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.start), let object = try? JSONReader.object(of: bytes).object
    else {
      return nil
    }
    func text(_ member: Member) -> String? {
      guard case .string(let text)? = object[member.rawValue] else { return nil }
      return text
    }
    func whole(_ member: Member) -> Int? {
      guard case .number(let number)? = object[member.rawValue], let whole = Int(exactly: number)
      else { return nil }
      return whole >= 0 ? whole : nil
    }
    guard let offset = whole(.offset), let input = text(.input), let count = whole(.count),
      let failed = whole(.failed), failed <= count, let versions = text(.versions),
      let defaultFonts = text(.defaultFonts),
      case .object(let files)? = object[Member.files.rawValue],
      case .bool(let filesAreComplete)? = object[Member.filesAreComplete.rawValue]
    else { return nil }
    (self.offset, self.input, self.count, self.failed) = (offset, input, count, failed)
    (self.versions, self.defaultFonts, systemFonts) = (versions, defaultFonts, text(.systemFonts))
    (folder, self.filesAreComplete) = (text(.folder), filesAreComplete)
    if let value = object[Member.shards.rawValue] {
      guard case .object(let members) = value, let read = CheckpointShards(members) else {
        return nil
      }
      shards = read
    }
    for file in files.members {
      guard case .string(let digest) = file.value else { return nil }
      self.files[Array(file.name.utf8)] = digest
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (member, number) in [
      (Member.mark, 1), (.offset, offset), (.count, count), (.failed, failed),
    ] {
      writer.name(text: member.rawValue)
      writer.number(number)
    }
    for (member, text) in [
      (Member.input, input), (.versions, versions), (.defaultFonts, defaultFonts),
      (.systemFonts, systemFonts), (.folder, folder),
    ] {
      guard let text else { continue }
      writer.name(text: member.rawValue)
      writer.string(text)
    }
    if let shards {
      writer.name(text: Member.shards.rawValue)
      shards.write(to: &writer)
    }
    writer.name(text: Member.files.rawValue)
    writer.beginObject()
    for (path, digest) in files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      writer.name(text: String(decoding: path, as: UTF8.self))
      writer.string(digest)
    }
    writer.endObject()
    writer.name(text: Member.filesAreComplete.rawValue)
    writer.bool(filesAreComplete)
    writer.endObject()
    writer.newline()
    return writer.bytes
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import TextFonts
internal import TextGraphics

/// How far a batch got, as a file of JSON.
struct Checkpoint: Equatable {
  /// Whether a batch can go on from a checkpoint.
  enum Verdict: Equatable {
    case usable
    /// It starts again, for this reason.
    case outdated(String)
  }

  /// The bytes of the input up to which all requests are answered.
  var offset: Int
  /// The SHA-256 of these bytes, in hexadecimal.
  var input: String
  /// The versions of the tool and its libraries.
  var versions: String
  /// The hash of the embedded fonts.
  var defaultFonts: String
  /// The hash of the host's fonts; `nil` if no request may use them.
  var systemFonts: String?
  /// The hashes of the font files that requests name.
  var fonts: [String: String]

  /// The checkpoint of this process's tool and fonts.
  init(_ position: InputPosition, _ names: RequestNames) {
    offset = position.offset
    input = SHA256.hexadecimal(position.hash.digest)
    versions = VersionsCommand.built
    defaultFonts = SHA256.hexadecimal(FontFingerprint.embedded)
    systemFonts = names.usesSystemFonts ? SHA256.hexadecimal(FontFingerprint.system) : nil
    fonts = names.digests.fonts
  }

  /// Whether the tool and the fonts are those of this process; if so, `names` takes the fonts over.
  func verdict(_ names: RequestNames) -> Verdict {
    if versions != VersionsCommand.built {
      return .outdated("it is of another version: \(versions)")
    }
    if defaultFonts != SHA256.hexadecimal(FontFingerprint.embedded) {
      return .outdated("it is of a textrender with other built-in fonts")
    }
    if let systemFonts, systemFonts != SHA256.hexadecimal(FontFingerprint.system) {
      return .outdated("the host has other fonts now")
    }
    for (file, digest) in fonts.sorted(by: { $0.key < $1.key })
    where SHA256.hexadecimal(names.digests.digest(of: file)) != digest {
      return .outdated("the font \(file) is another one now")
    }
    if systemFonts != nil { names.useSystemFonts() }
    for file in fonts.keys { _ = names.digests.digest(ofFont: file) }
    return .usable
  }

  // MARK: - The file

  private enum Member: String {
    case offset
    case input
    case versions
    case defaultFonts
    case systemFonts
    case fonts
  }

  /// Reads a file.
  ///
  /// - Returns: `nil` if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let object = try? JSONReader.object(of: bytes) else { return nil }
    func text(_ member: Member) -> String? {
      guard case .string(let text)? = object[member.rawValue] else { return nil }
      return text
    }
    guard case .number(let number)? = object[Member.offset.rawValue],
      let offset = Int(exactly: number), offset >= 0, let input = text(.input),
      let versions = text(.versions), let defaultFonts = text(.defaultFonts),
      case .object(let files)? = object[Member.fonts.rawValue]
    else { return nil }
    (self.offset, self.input, self.versions) = (offset, input, versions)
    (self.defaultFonts, systemFonts, fonts) = (defaultFonts, text(.systemFonts), [:])
    for file in files.members {
      guard case .string(let digest) = file.value else { return nil }
      fonts[file.name] = digest
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name(text: Member.offset.rawValue)
    writer.number(offset)
    for (member, text) in [
      (Member.input, input), (.versions, versions), (.defaultFonts, defaultFonts),
      (.systemFonts, systemFonts),
    ] {
      guard let text else { continue }
      writer.name(text: member.rawValue)
      writer.string(text)
    }
    writer.name(text: Member.fonts.rawValue)
    writer.beginObject()
    for (file, digest) in fonts.sorted(by: { $0.key < $1.key }) {
      writer.name(text: file)
      writer.string(digest)
    }
    writer.endObject()
    writer.endObject()
    writer.newline()
    return writer.bytes
  }
}

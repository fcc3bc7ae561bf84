// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import SystemConcurrency
internal import SystemFiles
internal import TextFonts

/// Content-addressed names of pictures.
///
/// A name is the SHA-256 of everything that the picture depends on: the request in its canonical
/// form, without `id` and `into`, the versions of the tool and its libraries, the fonts, and the
/// files that the request names, by their paths and their contents. Requests with the same name
/// have the same picture.
final class RequestNames: Sendable {
  let digests = FileDigests()
  /// The name of a picture, and whether an existing picture of that name may be used in its place.
  struct Name {
    let text: String
    /// `false` if the request names files that were not hashed.
    let isReusable: Bool
  }

  private let systemFontsWereUsed = Mutex(false)

  /// Whether some request may use the host's fonts.
  var usesSystemFonts: Bool { systemFontsWereUsed.withLock { $0 } }

  /// Notes that a request may use the host's fonts.
  func useSystemFonts() { systemFontsWereUsed.withLock { $0 = true } }

  /// The name of a line's picture: 64 hexadecimal digits.
  func name(of line: PictureLine) -> Name {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name(text: line.member.name)
    writer.canonical(line.member.value)
    writer.name(text: RequestMember.options.rawValue)
    // The option `frames` adds to the reply and does not change the picture, so it is left out.
    var options = JSONObject()
    for member in line.optionMembers.members where member.name != PictureOption.frames.rawValue {
      options.append(member)
    }
    writer.canonical(.object(options))
    writer.endObject()
    var files = RequestFiles(line.member.value, of: line.content.kind)
    if line.options.given[.css] != nil { files.hasOthers = true }
    return name(
      of: writer.bytes, files, imageRoot: line.options.imageRoot,
      versions: RenderingVersions.text, systemFonts: { FontFingerprint.system })
  }

  /// The name of the picture of a request in its canonical form.
  ///
  /// - Parameters:
  ///   - imageRoot: The folder outside which no file is read.
  ///   - systemFonts: The hash of the host's fonts, if the request may use them.
  func name(
    of canonical: [UInt8], _ files: RequestFiles, imageRoot: String? = nil, versions: String,
    systemFonts: () -> [UInt8]
  ) -> Name {
    var hash = SHA256()
    var isReusable = !files.hasOthers
    // Each part is preceded by its length, so that no two lists of parts are the same bytes.
    func add(_ bytes: [UInt8]) {
      hash.update(Array("\(bytes.count):".utf8))
      hash.update(bytes)
    }
    add(canonical)
    add(Array(versions.utf8))
    add(FontFingerprint.embedded)
    if files.usesSystemFonts {
      useSystemFonts()
      add(systemFonts())
    }
    let scope = FileScope(folder: "", root: imageRoot)
    for file in files.names {
      let digest = digests.digest(of: file, in: scope)
      isReusable = isReusable && digest != nil
      add(Array(file.utf8))
      add(digest ?? [])
    }
    return Name(text: SHA256.hexadecimal(hash.digest), isReusable: isReusable)
  }
}

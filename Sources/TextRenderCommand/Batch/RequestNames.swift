// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import TextFonts
internal import TextGraphics
internal import TextRuntime

/// Content-addressed names of pictures.
///
/// A name is the SHA-256 of what the picture is made of: the request in its canonical form, without
/// `id` and `into`, the versions of the tool and its libraries, the fonts, and the files that the
/// request names, by their paths and their contents. Requests of one name have the same picture.
final class RequestNames: Sendable {
  let digests = FileDigests()
  private let systemFontsWereUsed = Mutex(false)

  /// Whether some request may use the host's fonts.
  var usesSystemFonts: Bool { systemFontsWereUsed.withLock { $0 } }

  /// Notes that a request may use the host's fonts.
  func useSystemFonts() { systemFontsWereUsed.withLock { $0 = true } }

  /// The name of a request's picture: 64 hexadecimal digits.
  func name(of request: PictureRequest, _ files: RequestFiles) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name(text: (request.isScene ? RequestMember.scene : .document).rawValue)
    writer.canonical(.object(request.content))
    writer.name(text: RequestMember.options.rawValue)
    writer.canonical(.object(request.options))
    writer.endObject()
    return name(
      of: writer.bytes, files, versions: VersionsCommand.built,
      systemFonts: { FontFingerprint.system })
  }

  /// The name of what a canonical request asks for.
  ///
  /// - Parameter systemFonts: The hash of the host's fonts, if the request may use them.
  func name(
    of canonical: [UInt8], _ files: RequestFiles, versions: String, systemFonts: () -> [UInt8]
  ) -> String {
    var hash = SHA256()
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
    for file in files.fonts {
      add(Array(file.utf8))
      add(digests.digest(ofFont: file))
    }
    for file in files.pictures {
      add(Array(file.utf8))
      add(digests.digest(of: file))
    }
    return SHA256.hexadecimal(hash.digest)
  }
}

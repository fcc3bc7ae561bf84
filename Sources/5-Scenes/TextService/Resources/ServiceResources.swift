// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemFiles
internal import TextFonts

/// The fonts, templates and keys of a service. They are read together, so that a reload changes all
/// of them or none.
final class ServiceResources: Sendable {
  /// The most bytes of all files of a folder.
  private static let byteLimit = 1 << 30
  /// The most files of a folder.
  private static let fileLimit = 10_000

  let templates: [String: ServiceTemplate]
  /// The keys; `nil` if requests need no key.
  let keys: ServiceKeys?
  /// The hash of everything that pictures depend on besides the request: the versions of the
  /// libraries, and the contents of the fonts, the pictures and the templates.
  let revision: [UInt8]
  private let images: String?
  private let files: [String: FontFile]
  /// The fonts of documents that name no files.
  private let fonts: FontCollection
  /// The fonts that are searched after the fonts that a document names.
  private let standing: [DefaultFont]
  private let usesSystemFonts: Bool

  /// Reads the folders and the file of keys.
  ///
  /// - Throws: ``ServiceError``.
  init(_ configuration: ServiceConfiguration) throws(ServiceError) {
    var hash = SHA256()
    func add(_ bytes: [UInt8]) {
      // Each part follows its length, so that different lists of parts give different bytes.
      hash.update(Array("\(bytes.count):".utf8))
      hash.update(bytes)
    }
    add(Array(RenderingVersions.text.utf8))
    add(FontFingerprint.embedded)
    usesSystemFonts = configuration.usesSystemFonts
    add(usesSystemFonts ? FontFingerprint.system : [])

    var files: [String: FontFile] = [:]
    var standing = DefaultFont.linked
    try Self.forEachFile(of: configuration.fonts) { path, name, bytes throws(ServiceError) in
      do throws(FontError) {
        let file = try FontFile(data: bytes, name: name)
        for index in 0..<file.faceCount {
          standing.append(DefaultFont(try FontSource(file, index: index), role: .fallback))
        }
        files[name] = file
      } catch {
        throw ServiceError(.malformed, path, error.message)
      }
      add(Array("font \(name)".utf8))
      add(SHA256.digest(of: bytes))
    }
    guard usesSystemFonts || !standing.isEmpty else {
      throw ServiceError(
        .noFonts, configuration.fonts ?? "fonts",
        "there are none: the program imports no TextDefaultFonts, and none are in a folder")
    }
    (self.files, self.standing) = (files, standing)
    fonts = FontCollection(defaultFonts: standing, includesSystemFonts: usesSystemFonts)

    var templates: [String: ServiceTemplate] = [:]
    try Self.forEachFile(of: configuration.templates) { path, name, bytes throws(ServiceError) in
      let isPage = name.hasSuffix(".html")
      guard isPage || name.hasSuffix(".json") else { return }
      let name = String(name.dropLast(5))
      guard templates[name] == nil else {
        throw ServiceError(.malformed, path, "another template has the same name")
      }
      templates[name] =
        isPage
        ? try ServiceTemplate(page: bytes, path: path, images: configuration.images)
        : try ServiceTemplate(bytes, path: path)
      add(Array("template \(name)".utf8))
      add(SHA256.digest(of: bytes))
    }
    self.templates = templates

    images = configuration.images
    try Self.forEachFile(of: images, goesDeep: true) { _, name, bytes throws(ServiceError) in
      add(Array("image \(name)".utf8))
      add(SHA256.digest(of: bytes))
    }
    keys = try configuration.keys.map { path throws(ServiceError) in
      try ServiceKeys(file: path)
    }
    revision = hash.digest
  }

  /// The options for reading untrusted documents and scenes: pictures only from the folder of
  /// pictures, fonts by their names, no programs.
  func reading(_ cancellation: Cancellation) -> SceneOptions {
    // If there is no folder of pictures, an empty root makes every name lie outside.
    var options = SceneOptions(folder: images ?? "", imageRoot: images ?? "")
    options.cancellation = cancellation
    options.hidesImageRoot = true
    options.fonts = { [self] document in try self.fonts(of: document) }
    options.findsFonts = true
    options.drawsPrograms = false
    return options
  }

  /// The fonts of a document.
  ///
  /// - Throws: `DocumentError` with `unreadable` for an unknown file.
  func fonts(of document: StyledDocument) throws -> FontCollection {
    if document.fonts.isEmpty { return fonts }
    let given = try document.fonts.map { font in
      guard let file = files[font.file.name] else {
        throw DocumentError(
          .unreadable, "fonts", "there is no font file '\(font.file.name)'")
      }
      do throws(FontError) {
        return try FontSource(file, index: font.index)
      } catch {
        throw DocumentError(.unreadable, "fonts", error.message)
      }
    }
    let isWhole = document.usesSystemFonts || document.addsDefaultFonts
    return FontCollection(
      given: given, defaultFonts: isWhole ? standing : [],
      includesSystemFonts: usesSystemFonts && document.usesSystemFonts)
  }

  /// Calls a closure with each file of a folder, sorted by name, and with `goesDeep` also of its
  /// subfolders. Links are followed as long as they stay in the folder; names that begin with a
  /// dot, and anything that is not a regular file, are left out.
  private static func forEachFile(
    of folder: String?, goesDeep: Bool = false,
    _ body: (_ path: String, _ name: String, _ bytes: [UInt8]) throws(ServiceError) -> Void
  ) throws(ServiceError) {
    guard let folder else { return }
    let scope = FileScope(folder: folder, root: folder)
    var (bytesLeft, filesLeft) = (byteLimit, fileLimit)
    // The folders that are still to be read, as paths relative to `folder` that end in a slash.
    var pending = [""]
    while let prefix = pending.popLast() {
      guard let names = Folder(prefix.isEmpty ? folder : "\(folder)/\(prefix)").names() else {
        throw ServiceError(.unreadable, "\(folder)/\(prefix)", "the folder cannot be read")
      }
      filesLeft -= names.count
      guard filesLeft >= 0 else {
        throw ServiceError(.tooLarge, folder, "it has more than \(fileLimit) files")
      }
      for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      where !name.hasPrefix(".") {
        let (name, path) = (prefix + name, "\(folder)/\(prefix)\(name)")
        let bytes: [UInt8]?
        do throws(FileError) {
          bytes = try scope.open(name).contents(limit: bytesLeft)
        } catch {
          switch error {
          case .folder where goesDeep: pending.append(name + "/")
          case .folder, .notRegular, .outside, .noName: break
          // The name is a link whose target does not exist.
          case .system where error.isAbsence: break
          case .tooLarge:
            throw ServiceError(.tooLarge, folder, "its files have over \(byteLimit >> 20) MiB")
          case .tooShort, .inUse, .system: throw ServiceError(.unreadable, path, error.message)
          }
          continue
        }
        guard let bytes else { continue }
        bytesLeft -= bytes.count
        try body(path, name, bytes)
      }
    }
  }
}

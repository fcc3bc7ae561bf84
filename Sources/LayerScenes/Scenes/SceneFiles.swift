// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextGraphics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The files that a scene names: their paths, relative to the scene's folder, and its pictures.
struct SceneFiles {
  /// The folder that paths are relative to; empty for the current one.
  let folder: String
  /// The folder outside which no file is read; `nil` for no bound.
  let root: String?
  private var bitmaps: [String: Bitmap] = [:]

  init(folder: String, root: String?) {
    self.folder = folder
    self.root = root
  }

  /// The path of a file.
  ///
  /// - Throws: `unreadable` if it lies outside the root, also by a link.
  func path(of name: String, _ key: DocumentKey) throws(SceneError) -> String {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw key.error("no file has this name") }
    let path = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    guard let root else { return path }
    guard let real = Self.realPath(path) else {
      throw key.error("the file '\(name)' cannot be read: it does not exist", .unreadable)
    }
    guard let bound = Self.realPath(root), bound == "/" || real.hasPrefix(bound + "/") else {
      throw key.error("the file '\(name)' lies outside the image root", .unreadable)
    }
    return real
  }

  /// The pixels of a picture, which is read once.
  ///
  /// - Throws: `unreadable` or `tooLarge`.
  mutating func bitmap(_ name: String, _ key: DocumentKey) throws(SceneError) -> Bitmap {
    let path = try path(of: name, key)
    if let known = bitmaps[path] { return known }
    guard Self.mayBeRead(path) else {
      throw key.error("the picture '\(name)' cannot be used: it is no file", .unreadable)
    }
    do {
      let bitmap = try Bitmap(pngFile: path)
      bitmaps[path] = bitmap
      return bitmap
    } catch {
      throw key.error(
        "the picture '\(name)' cannot be used: \(error.message)",
        error.code == .tooLarge ? .tooLarge : .unreadable)
    }
  }

  /// Whether a path is that of a file, or of nothing: pipes and devices may not end.
  private static func mayBeRead(_ path: String) -> Bool {
    var status = stat()
    // C call; it fills in the status.
    return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The path without links and dots; `nil` if there is no such file.
  private static func realPath(_ path: String) -> String? {
    // C call; the result is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}

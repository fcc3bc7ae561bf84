// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemFiles

/// The folder of a batch's pictures, and the folders below it that requests name. Any thread may
/// use it.
///
/// Requests can only name folders below this one: an absolute path, a path with `..`, and a link
/// that leads out are refused. Folders are opened one by one, and pictures are written relative to
/// the open folder, so that a link which another process makes meanwhile does not lead out either.
final class ResultFolder: Sendable {
  /// The longest path that a request names, in bytes.
  private static let pathLength = 1024

  /// The folder as the user named it; empty for the current folder.
  private let root: String
  private let filesystems: WrittenFilesystems

  /// - Parameter root: The folder, which is created if needed; `nil` for the current folder.
  init(_ root: String?, _ filesystems: WrittenFilesystems) {
    self.root = root ?? ""
    self.filesystems = filesystems
  }

  /// The path of a picture: the first two digits of its name are the name of a folder.
  func path(
    of name: String, ending: String = "png", into folder: String?
  ) throws(CommandError) -> String {
    let parts = try Self.parts(of: folder ?? "")
    return join(parts + [String(name.prefix(2)), "\(name.dropFirst(2)).\(ending)"])
  }

  /// The path of a folder that a request names, without dots and a slash at its end; empty for none.
  ///
  /// - Throws: ``CommandError`` with `usage` for a path that leads elsewhere.
  static func subfolder(_ folder: String?) throws(CommandError) -> String {
    try parts(of: folder ?? "").joined(separator: "/")
  }

  /// Writes a picture; its folders are made.
  ///
  /// - Parameter path: From ``path(of:into:)``.
  /// - Throws: ``CommandError`` with `notWritten`, or `usage` for a folder that lies elsewhere.
  func write(_ png: [UInt8], to path: String) throws(CommandError) {
    let folder = try openFolder(of: path)
    try FileWriter.place(png, at: path, in: folder.descriptor)
  }

  /// Counts an existing picture as written, so that its file system is made durable, too.
  ///
  /// - Parameter path: From ``path(of:into:)``.
  func keep(_ path: String) throws(CommandError) { _ = try openFolder(of: path) }

  /// The bytes of a picture; `nil` if there is none, or a link in its place.
  ///
  /// - Parameter path: From ``path(of:into:)``.
  func contents(of path: String) -> [UInt8]? {
    do {
      var walk = try FolderWalk(root: place)
      return try walk.file(relative(path), followsLink: false).contents(limit: 1 << 30)
    } catch {
      return nil
    }
  }

  // Paths are split and compared as bytes, not as characters, as in `FilePath`.

  private static func steps(of path: Substring) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// The steps of a relative path.
  private static func parts(of folder: String) throws(CommandError) -> [String] {
    let key = RequestMember.into.rawValue
    guard folder.utf8.first != UInt8(ascii: "/") else {
      throw .usage(key, "an absolute path; it is relative to \(CommandOption.into.typed)")
    }
    guard folder.utf8.count <= pathLength else {
      throw .usage(key, "a path has at most \(pathLength) bytes")
    }
    let parts = steps(of: folder[...]).filter { $0 != "." }
    guard !parts.contains(".."), !folder.utf8.contains(0) else {
      throw .usage(key, "'\(folder)' is no path below the folder of \(CommandOption.into.typed)")
    }
    return parts
  }

  private func join(_ parts: [String]) -> String {
    let tail = parts.joined(separator: "/")
    if root.isEmpty { return tail }
    return root.utf8.last == UInt8(ascii: "/") ? root + tail : "\(root)/\(tail)"
  }

  /// Makes the root.
  ///
  /// - Returns: The path of the root without links.
  func makeRoot() throws(CommandError) -> String {
    var folder = ""
    for part in Self.steps(of: root[...]) {
      folder += folder.isEmpty && root.utf8.first != UInt8(ascii: "/") ? part : "/\(part)"
      try FileWriter.makeFolder(folder)
    }
    return FilePath.real(place) ?? root
  }

  /// Opens the folder of a picture, which is made if it is not there.
  ///
  /// - Parameter path: From ``path(of:into:)``.
  private func openFolder(of path: String) throws(CommandError) -> FolderWalk {
    let folder = FilePath.folder(of: path)
    // The root folder is created for the first picture, and again if it was removed.
    if FileStatus(path: place) == nil { _ = try makeRoot() }
    do throws(FileError) {
      var walk = try FolderWalk(root: place)
      try walk.makeFolder(relative(folder))
      filesystems.add(descriptor: walk.descriptor)
      return walk
    } catch {
      switch error {
      case .outside, .system(number: ELOOP):
        throw .usage(
          RequestMember.into.rawValue, "'\(folder)' leads out of the folder of the pictures")
      default:
        throw CommandError(.notWritten, folder, "the folder cannot be made: \(error.message)")
      }
    }
  }

  /// The root for system calls.
  private var place: String { root.isEmpty ? "." : root }

  /// A path from ``path(of:into:)`` without the path of the root.
  private func relative(_ path: String) -> String {
    String(
      Substring(path.utf8.dropFirst(root.utf8.count).drop { $0 == UInt8(ascii: "/") }))
  }
}

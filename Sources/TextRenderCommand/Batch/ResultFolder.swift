// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextRuntime

/// The folder of a batch's pictures, and the folders below it that requests name. Any thread may
/// use it.
///
/// What a request names lies below the folder: a path with `..`, an absolute one, and a link that
/// leads out are refused. (Links that another process makes meanwhile are not looked for.)
final class ResultFolder: Sendable {
  /// The most folders that are remembered; then all are forgotten.
  private static let limit = 1 << 16
  /// The longest path that a request names, in bytes.
  private static let pathLength = 1024

  /// The folder as it was given; empty for the current one.
  private let root: String
  /// The folders that are there and lie below the root, as bytes: strings are equal also where
  /// their bytes are not.
  private let checked = Mutex<Set<[UInt8]>>([])
  private let filesystems: WrittenFilesystems

  /// - Parameter root: The folder, which is made; `nil` for the current one.
  init(_ root: String?, _ filesystems: WrittenFilesystems) {
    self.root = root ?? ""
    self.filesystems = filesystems
  }

  /// The path of a picture: two digits of its name are a folder.
  func path(of name: String, into folder: String?) throws(CommandError) -> String {
    let parts = try Self.parts(of: folder ?? "")
    return join(parts + [String(name.prefix(2)), "\(name.dropFirst(2)).png"])
  }

  /// Writes a picture; its folders are made.
  ///
  /// - Parameter path: From ``path(of:into:)``.
  /// - Throws: ``CommandError`` with `notWritten`, or `usage` for a folder that lies elsewhere.
  func write(_ png: [UInt8], to path: String) throws(CommandError) {
    let isKnown = try prepare(path)
    do {
      try FileWriter.place(png, at: path)
    } catch {
      // The folder may have been removed since it was made.
      guard isKnown, SystemCalls.realPath(SystemCalls.folder(of: path)) == nil else { throw error }
      checked.withLock { $0 = [] }
      _ = try prepare(path)
      try FileWriter.place(png, at: path)
    }
  }

  // By bytes, as in `SystemCalls`.

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
  /// - Returns: Its path without links.
  func makeRoot() throws(CommandError) -> String {
    var place = ""
    for part in Self.steps(of: root[...]) {
      step(part, &place)
      try make(place)
    }
    return SystemCalls.realPath(root.isEmpty ? "." : root) ?? root
  }

  private func step(_ part: String, _ place: inout String) {
    place += place.isEmpty && root.utf8.first != UInt8(ascii: "/") ? part : "/\(part)"
  }

  /// Makes the folder of a picture, step by step, and looks where it lies.
  ///
  /// - Parameter path: From ``path(of:into:)``.
  /// - Returns: Whether it was known to be there.
  @discardableResult
  func prepare(_ path: String) throws(CommandError) -> Bool {
    let folder = SystemCalls.folder(of: path)
    let key = Array(folder.utf8)
    if checked.withLock({ $0.contains(key) }) { return true }
    _ = try makeRoot()
    var place = ""
    for part in Self.steps(of: root[...]) { step(part, &place) }
    for part in Self.steps(of: Substring(folder.utf8.dropFirst(root.utf8.count))) {
      step(part, &place)
      guard !SystemCalls.isLink(place) || leadsBelow(place) else {
        throw .usage(
          RequestMember.into.rawValue, "'\(place)' leads out of the folder of the pictures")
      }
      try make(place)
    }
    filesystems.add(folder: folder)
    checked.withLock { checked in
      if checked.count >= Self.limit { checked = [] }
      checked.insert(key)
    }
    return false
  }

  /// Whether a link leads to the root or below it.
  private func leadsBelow(_ link: String) -> Bool {
    SystemCalls.lies(link, below: root.isEmpty ? "." : root)
  }

  private func make(_ folder: String) throws(CommandError) {
    let number = SystemCalls.makeFolder(folder)
    guard number == 0 else {
      throw CommandError(
        .notWritten, folder, "the folder cannot be made: \(SystemCalls.message(for: number))")
    }
  }
}

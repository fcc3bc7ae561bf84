// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A walk from a root folder to the folders below it, one step at a time, which never leaves the
/// root.
///
/// Each step is opened in the folder before it with `O_NOFOLLOW`, so that the system follows no
/// link by itself. Links are read and their steps walked in the same way: a link may lead anywhere
/// below the root, also by an absolute path, and nowhere else. If another process renames or
/// replaces something meanwhile, another file may be found, but one that lay below the root when
/// its folder was opened.
///
/// (Linux has this as `openat2` with `RESOLVE_BENEATH`, which refuses absolute links and is
/// forbidden in some containers.)
package struct FolderWalk: ~Copyable {
  /// `O_PATH`, a macro that Swift does not import: folders that may be entered need not be
  /// readable.
  private static let folderFlags = 0o10_000_000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  /// The most links of a walk, as on Linux.
  private static let linkLimit = 40
  /// The most folders that are open at a time.
  private static let depthLimit = 256

  private let root: String
  /// The open folders, from the root to where the walk stands.
  private var folders: [Int32]
  private var linkCount = 0

  // Each `unsafe` is one system call, with C strings and buffers that live through it.

  /// Begins at a folder. Links in the path of the root itself are followed.
  package init(root: String) throws(FileError) {
    let descriptor = unsafe Glibc.open(root, Self.folderFlags & ~O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last }
    self.root = root
    folders = [descriptor]
  }

  deinit { for folder in folders { _ = close(folder) } }

  /// The descriptor of the folder where the walk stands, valid until the walk goes on or ends.
  package var descriptor: Int32 { folders[folders.count - 1] }

  /// Goes into a folder; missing folders are made, except where a link leads to them.
  ///
  /// - Parameter path: The path from the folder where the walk stands.
  package mutating func makeFolder(_ path: String) throws(FileError) {
    _ = try walk(PathStep.steps(of: path), makesFolders: true, last: nil, followsLast: true)
  }

  /// Opens a regular file.
  ///
  /// - Parameters:
  ///   - path: The path from the folder where the walk stands.
  ///   - followsLink: Whether the last step of the path may be a link.
  package mutating func file(
    _ path: String, followsLink: Bool = true
  ) throws(FileError) -> InputFile {
    try file(PathStep.steps(of: path), followsLink: followsLink)
  }

  mutating func file(
    _ steps: [PathStep], followsLink: Bool = true
  ) throws(FileError) -> InputFile {
    let file = try walk(
      steps, makesFolders: false,
      last: { folder, step in unsafe openat(folder, step.name, InputFile.flags | O_NOFOLLOW) },
      followsLast: followsLink)
    guard let file else { throw .folder }
    return try InputFile(descriptor: file)
  }

  /// Walks steps one by one.
  ///
  /// - Parameter last: A function that opens the last step; `nil` to enter the last step as a
  ///   folder, too.
  /// - Returns: The descriptor that `last` opened; `nil` without `last`, and for a path that is
  ///   empty or ends in `.` or `..`.
  private mutating func walk(
    _ steps: [PathStep], makesFolders: Bool, last: ((Int32, PathStep) -> Int32)?, followsLast: Bool
  ) throws(FileError) -> Int32? {
    // `pending` is a stack: the next step is its last element. The steps of a link's target are
    // pushed onto it, so that they are walked before the rest of the path.
    var pending = Array(steps.reversed())
    var ownCount = pending.count
    while let step = pending.popLast() {
      let isOwn = pending.count < ownCount
      if isOwn { ownCount = pending.count }
      if step.isSame { continue }
      if step.isParent {
        guard folders.count > 1 else { throw .outside }
        _ = close(folders.removeLast())
        continue
      }
      let isLast = pending.isEmpty
      if isLast, let last {
        let file = last(descriptor, step)
        if file >= 0 { return file }
      } else {
        let folder = enter(step, makesFolders: makesFolders && isOwn)
        if folder >= 0 {
          folders.append(folder)
          guard folders.count <= Self.depthLimit else { throw .system(number: ENAMETOOLONG) }
          continue
        }
      }
      let number = errno
      guard number == ELOOP || number == ENOTDIR, let target = link(step) else {
        throw .system(number: number)
      }
      linkCount += 1
      guard linkCount <= Self.linkLimit, followsLast || !isLast else {
        throw .system(number: ELOOP)
      }
      pending.append(contentsOf: try follow(target).reversed())
    }
    return nil
  }

  /// Opens a folder in the folder where the walk stands, and makes it if it does not exist.
  ///
  /// - Returns: The descriptor of the opened folder; -1 on failure, with the reason in `errno`.
  private borrowing func enter(_ step: PathStep, makesFolders: Bool) -> Int32 {
    let folder = unsafe openat(descriptor, step.name, Self.folderFlags)
    guard folder < 0, errno == ENOENT, makesFolders else { return folder }
    // Another thread may make the folder first, which is no failure.
    guard unsafe mkdirat(descriptor, step.name, 0o777) == 0 || errno == EEXIST else { return -1 }
    return unsafe openat(descriptor, step.name, Self.folderFlags)
  }

  /// The target of a link; `nil` if the step is not a link.
  private borrowing func link(_ step: PathStep) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlinkat(descriptor, step.name, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// The steps of a link's target; an absolute target starts at the root.
  private mutating func follow(_ target: [UInt8]) throws(FileError) -> [PathStep] {
    let steps = PathStep.steps(of: target[...])
    guard target.first == UInt8(ascii: "/") else { return steps }
    guard let rest = RootPath(root).rest(of: steps) else { throw .outside }
    while folders.count > 1 { _ = close(folders.removeLast()) }
    return Array(rest)
  }
}

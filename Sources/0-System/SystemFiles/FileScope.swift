// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The folder that names of files begin at, and the folder outside which nothing is opened.
///
/// ``FolderWalk`` opens a name below the bound, so that no step and no link leads outside. The name
/// is not checked first and opened later, since a link may change in between. Names come from
/// documents, which need not be trusted; the two folders come from the program.
///
/// The folders are resolved when the scope is made, or later if they do not exist yet.
package struct FileScope: Hashable, Sendable {
  /// Names begin at the current folder, and are not bounded.
  package static let unbounded = FileScope(folder: "", root: nil)

  private struct Bound: Hashable, Sendable {
    /// The root as it was given.
    var root: String
    var path: RootPath
    /// The steps of the folder, without links; `nil` if there is none.
    var folder: [PathStep]?

    init(_ root: String, folder: String) {
      self.root = root
      path = RootPath(root)
      self.folder = PathStep.realSteps(of: folder.isEmpty ? "." : folder)
    }
  }

  private let folder: String
  private let bound: Bound?
  private let isSealed: Bool

  /// Creates a scope.
  ///
  /// - Parameters:
  ///   - folder: Where relative names begin; empty for the current folder.
  ///   - root: The folder outside which nothing is opened; `nil` for no bound. Nothing is opened if
  ///     there is no such folder, as for an empty path.
  ///   - isSealed: Whether opening must not depend on where the bound lies: an absolute name, and a
  ///     name that climbs above the bound, is outside, even if it comes back to the bound.
  package init(folder: String, root: String?, isSealed: Bool = false) {
    (self.folder, self.isSealed) = (folder, isSealed)
    bound = root.map { Bound($0, folder: folder) }
  }

  /// Whether there is a bound.
  package var isBounded: Bool { bound != nil }

  /// Opens a regular file.
  ///
  /// - Parameter name: Absolute, or relative to the folder. In a bounded scope an absolute name
  ///   must begin with the path of the bound, as it was given or without links; a sealed scope
  ///   refuses it. A relative name may leave the bound only by `..` at its beginning, and only to
  ///   come back by the steps that follow.
  package func open(_ name: String) throws(FileError) -> InputFile {
    guard !name.isEmpty, !name.utf8.contains(0) else { throw .noName }
    guard var bound else { return try InputFile(path: path(of: name)) }
    // A folder may have been made after the scope was created: a missing one is looked up again.
    if !bound.path.exists || bound.folder == nil { bound = Bound(bound.root, folder: folder) }
    var walk = try FolderWalk(root: bound.root)
    let steps =
      try isSealed ? Self.sealedSteps(to: name, in: bound) : Self.steps(to: name, in: bound)
    return try walk.file(steps)
  }

  /// The steps of a name from the root on; the walk refuses to leave the root.
  private static func sealedSteps(to name: String, in bound: Bound) throws(FileError) -> [PathStep]
  {
    guard name.utf8.first != UInt8(ascii: "/"), let folder = bound.folder,
      let inside = bound.path.rest(of: folder)
    else { throw .outside }
    return Array(inside) + PathStep.steps(of: name)
  }

  /// The path of a name in a scope without a bound.
  package func path(of name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") || folder.isEmpty { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
  }

  /// The steps of a name from the root on.
  ///
  /// The folder's own steps have no links left, so each `..` at the beginning of the name takes the
  /// last of them away. A name that leaves the root in this way is outside, unless its next steps
  /// lead back to the root.
  private static func steps(to name: String, in bound: Bound) throws(FileError) -> [PathStep] {
    var rest = PathStep.steps(of: name)[...]
    var place: [PathStep] = []
    if name.utf8.first != UInt8(ascii: "/") {
      guard let folder = bound.folder else { throw .outside }
      place = folder
    }
    while let step = rest.first, step.isParent || step.isSame {
      rest.removeFirst()
      if step.isParent, !place.isEmpty { place.removeLast() }
    }
    while true {
      if let inside = bound.path.rest(of: place) { return Array(inside) + rest }
      guard let step = rest.popFirst() else { throw .outside }
      if step.isParent {
        if !place.isEmpty { place.removeLast() }
      } else if !step.isSame {
        place.append(step)
      }
    }
  }
}

/// A file by its name in a scope.
package struct ScopedFile: Hashable, Sendable {
  /// The name, as it stands in a document or on the command line.
  package var name: String
  /// The scope in which the name is opened.
  package var scope: FileScope

  /// Creates the name of a file, which need not be there.
  package init(_ name: String, in scope: FileScope = .unbounded) {
    self.name = name
    self.scope = scope
  }

  package func open() throws(FileError) -> InputFile { try scope.open(name) }
}

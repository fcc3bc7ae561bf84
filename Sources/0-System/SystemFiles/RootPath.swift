// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The absolute paths by which a root folder may be named: as given, with all links resolved, and
/// with the links above it resolved.
///
/// These paths tell which other paths and targets of links begin with the root. The rest of such a
/// path is always opened step by step from the root's descriptor, so no way of writing it leads
/// outside.
struct RootPath: Hashable, Sendable {
  private let spellings: [[PathStep]]

  /// Whether the folder exists.
  let exists: Bool

  init(_ root: String) {
    let given = PathStep.steps(of: root)
    let isAbsolute = root.utf8.first == UInt8(ascii: "/")
    let start = isAbsolute ? [] : PathStep.realSteps(of: ".") ?? []
    let written = PathStep.withoutDots(start + given)
    var spellings = [written]
    if let real = PathStep.realSteps(of: root) {
      spellings.append(real)
      exists = true
    } else {
      exists = false
    }
    // The root may itself be a link, in a folder that is reached through links: this spelling has
    // the real path of the folder and the name of the link.
    if let last = written.last, let parent = PathStep.realSteps(ofFolder: written.dropLast()) {
      spellings.append(parent + [last])
    }
    self.spellings = spellings
  }

  /// The steps of a path below the root; `nil` if the path does not begin with the root.
  func rest(of path: [PathStep]) -> ArraySlice<PathStep>? {
    spellings.first { path.starts(with: $0) }.map { path.dropFirst($0.count) }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The ways in which the path of a root may be written, from `/` on.
///
/// They tell which names and links mean the root. What lies below it is walked from the open root
/// whichever way was written, so that none of them leads outside.
struct RootPath: Hashable, Sendable {
  private let spellings: [[PathStep]]

  /// Whether there is such a folder.
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
    // The root itself may be a link in a folder that links lead to.
    if let last = written.last, let parent = PathStep.realSteps(ofFolder: written.dropLast()) {
      spellings.append(parent + [last])
    }
    self.spellings = spellings
  }

  /// The steps from the root on; `nil` if the path does not begin with the root.
  func rest(of path: [PathStep]) -> ArraySlice<PathStep>? {
    spellings.first { path.starts(with: $0) }.map { path.dropFirst($0.count) }
  }
}

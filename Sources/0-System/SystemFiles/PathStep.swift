// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A step of a path, in bytes: strings with different bytes may be equal, and a slash before a
/// combining mark is no character of its own.
struct PathStep: Hashable, Sendable {
  /// The bytes, with a zero at the end.
  let name: [CChar]

  private init(_ bytes: ArraySlice<UInt8>) { name = bytes.map { CChar(bitPattern: $0) } + [0] }

  /// The step `.`.
  var isSame: Bool { name == [46, 0] }
  /// The step `..`.
  var isParent: Bool { name == [46, 46, 0] }

  /// The steps of a path, without empty ones; a slash at its end means a folder, hence a step `.`.
  static func steps(of path: String) -> [PathStep] { steps(of: Array(path.utf8)[...]) }

  static func steps(of path: ArraySlice<UInt8>) -> [PathStep] {
    let slash = UInt8(ascii: "/")
    var steps = path.split(separator: slash).map { PathStep($0) }
    if path.last == slash, !steps.isEmpty { steps.append(PathStep([46])) }
    return steps
  }

  /// The steps without `.`, and without each `..` and the step before it, even if that is a link.
  static func withoutDots(_ steps: [PathStep]) -> [PathStep] {
    var result: [PathStep] = []
    for step in steps where !step.isSame {
      if !step.isParent {
        result.append(step)
      } else if !result.isEmpty {
        result.removeLast()
      }
    }
    return result
  }

  /// The steps of a folder from `/` on, without links and dots; `nil` if nothing lies there.
  static func realSteps(ofFolder steps: ArraySlice<PathStep>) -> [PathStep]? {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    let path = steps.reduce(into: []) { $0 += [slash] + $1.name.dropLast() }
    return realSteps((path.isEmpty ? [slash] : path) + [0])
  }

  /// The steps of a path from `/` on, without links and dots; `nil` if nothing lies there.
  static func realSteps(of path: String) -> [PathStep]? {
    realSteps(path.utf8.map { CChar(bitPattern: $0) } + [0])
  }

  private static func realSteps(_ path: [CChar]) -> [PathStep]? {
    FilePath.realBytes(path).map { steps(of: $0[...]) }
  }
}

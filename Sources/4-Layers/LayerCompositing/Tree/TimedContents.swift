// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A drawing that changes with time by itself, such as particles, or tiles that fade in.
///
/// A tree is presented at a time before it is planned: each such drawing is then replaced by the
/// drawing of that time, so that plans do not depend on time.
package protocol TimedContents: VectorContents {
  /// The drawing at a time, which no longer changes.
  ///
  /// - Parameters:
  ///   - time: In the time of the layer, in seconds.
  ///   - treeTime: In the time of the tree, which no layer slows down or stops.
  func presented(at time: Double, treeTime: Double) -> any VectorContents

  /// The next time of the layer at which the drawing changes: the given time itself while it
  /// changes continuously, `infinity` for never.
  func nextChange(from time: Double) -> Double

  /// Whether the drawing changes at a time of the tree, whatever the time of its layer.
  func changes(atTreeTime treeTime: Double) -> Bool
}

extension TimedContents {
  /// Returns infinity: the drawing never changes.
  package func nextChange(from time: Double) -> Double { .infinity }

  /// Returns `false`.
  package func changes(atTreeTime treeTime: Double) -> Bool { false }
}

extension NodeContents {
  /// The drawing, if it changes with time by itself.
  var timed: (any TimedContents)? {
    if case .vector(let vector) = self { vector as? any TimedContents } else { nil }
  }

  /// The contents at a time.
  func presented(at time: Double, treeTime: Double) -> NodeContents {
    timed.map { .vector($0.presented(at: time, treeTime: treeTime)) } ?? self
  }
}

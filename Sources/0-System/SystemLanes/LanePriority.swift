// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How soon work that waits for a lane starts: a display, the decoding of an image, a frame.
///
/// Work of a lower priority starts when none of a higher one waits. So that it starts at all under
/// load, it also starts after a fixed number of starts of higher priorities.
public enum LanePriority: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// Visible now.
  case visible = 0
  /// Just off the screen.
  case near = 1
  /// Far off the screen, or only warming caches.
  case idle = 2

  /// Whether the first is less urgent than the second.
  public static func < (a: LanePriority, b: LanePriority) -> Bool { a.rawValue > b.rawValue }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The band in which a display waits for a lane.
///
/// Lower bands start only when the higher ones are empty, or by aging: a waiting job of a lower
/// band starts after a fixed number of starts of higher ones.
public enum DisplayPriority: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// Visible now.
  case visible = 0
  /// Just off the screen.
  case near = 1
  /// Far off the screen, or only warming caches.
  case idle = 2

  /// Whether the first is less urgent than the second.
  public static func < (a: DisplayPriority, b: DisplayPriority) -> Bool { a.rawValue > b.rawValue }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay

/// Changes to layers that belong together.
///
/// Without any transaction all layers that are invalidated in one turn of the main queue are displayed
/// together at its end, and committed as each is ready.
@MainActor
public enum Transaction {
  /// Publishes all that the body invalidates or displays in one turn of the main queue, or not at all.
  ///
  /// A layer that is displayed again before that takes part with its newer contents; one that is displayed with others
  /// brings those of its group along, so that all are published together. (With `progressive`, a display of the same content
  /// that is being drawn stands for it, and the newer one follows alone: also where the older one fails, and the group is called
  /// off.) A layer that is cleared,
  /// displayed synchronously, or gone, leaves the group. When a member's display is cancelled or fails, the
  /// others keep their old contents and still need display. All are shown before any delegate is told.
  ///
  /// A layer takes part once `setNeedsDisplay()`, `displayIfNeeded()` or `display()` is called for it in the body (setting what it
  /// shows does so), unless it is suspended then. What begins there otherwise takes no part, and is published by itself: what
  /// ``flush()`` displays that was invalidated before the body alone, and a layer that was suspended and is resumed in the body
  /// (resume it first, and change it then).
  ///
  /// Its members wait for each other: once one has room among the bitmaps that are drawn or wait for their commit, the others
  /// do not wait for it, so a group may take more than the coordinator's bound.
  ///
  /// It takes in layers of the coordinator `DisplayCoordinator.main`, as all are that were made without one. A layer that was
  /// made with another coordinator takes no part: it is displayed as if there were no group. Use that coordinator's
  /// `group(_:)` for such layers; no group takes in layers of two coordinators.
  public static func group(_ body: () throws -> Void) rethrows {
    try DisplayCoordinator.main.group(body)
  }

  /// Starts now the displays that would start at the end of the turn, of layers of `DisplayCoordinator.main`.
  public static func flush() { DisplayCoordinator.main.flush() }
}

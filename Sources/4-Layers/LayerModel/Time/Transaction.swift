// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay

/// Groups of layer changes that are published together.
///
/// Outside a group, the layers invalidated in one turn of the main queue are displayed at its end,
/// and each is committed as soon as it is drawn.
///
/// The functions cover the layers of `DisplayCoordinator.main`: all that were created without a
/// coordinator. A layer with another coordinator is displayed as if there were no group; it needs
/// `group(_:)` and `flush()` of its own coordinator. A group never spans two coordinators.
@MainActor
public enum Transaction {
  /// Publishes everything that the body invalidates or displays in one turn of the main queue, or
  /// none of it.
  ///
  /// **Membership.** A layer joins when `setNeedsDisplay()`, `displayIfNeeded()` or `display()` is
  /// called for it in the body, as setting a displayed property does, unless the layer is suspended
  /// at that moment. Layers that ``flush()`` displays in the body but that were invalidated before
  /// it do not join; nor does a layer that is only resumed in the body.
  ///
  /// **Later changes.** A member that is displayed again before the group is published takes part
  /// with its newer contents, and if other layers are displayed together with it, they join. With
  /// `progressive`, an older display of the same content that is being drawn takes part instead,
  /// and the newer one is published alone, even if the older one fails and the group is cancelled.
  /// A member leaves the group when it is cleared, displayed synchronously, or deallocated.
  ///
  /// **Failure.** If the display of one member is cancelled or fails, the others are not published
  /// and still need display. Each is told `cancelled(.group)`, also if its own display had not
  /// begun. They keep their old contents, except for those whose `contentsPolicy` is `.clear` or
  /// `.placeholder`: once such a display has begun, the old contents are gone.
  ///
  /// **Callbacks.** All members show their contents before any delegate is called.
  ///
  /// **Memory.** Members wait for each other, so once one of them has been admitted to the bitmaps
  /// that are drawn or wait for their commit, the others are admitted too: a group may exceed the
  /// coordinator's bound.
  public static func group(_ body: () throws -> Void) rethrows {
    try DisplayCoordinator.main.group(body)
  }

  /// The open scopes with settings for animations, the outermost first.
  static var scopes: [TransactionScope] = [] { didSet { updateMayFindActions() } }

  /// The number of hosts whose layers are animated outside of `animate`.
  static var implicitHosts = 0 { didSet { updateMayFindActions() } }

  /// Whether a change of a property may need an action. Stored, so that a change that needs none
  /// costs a single test.
  private(set) static var mayFindActions = false

  private static func updateMayFindActions() {
    mayFindActions = implicitHosts > 0 || isInAnimation
  }

  /// Lays out and starts the displays now that were scheduled for the end of the turn.
  public static func flush() {
    LayerTurn.main.run()
    DisplayCoordinator.main.flush()
  }
}

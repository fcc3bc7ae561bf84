// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The numbers of tiles that a ``TiledLayer`` has requested, drawn and cancelled.
package struct TileCounts: Hashable, Sendable {
  /// Creates counts of 0.
  package init() {}

  /// The tiles that were requested.
  package var requested = 0
  /// The tiles that were drawn and are shown.
  package var drawn = 0
  /// The tiles that were cancelled before they were drawn: scrolled away, or marked as out of date.
  package var cancelled = 0
  /// The tiles that could not be fetched or drawn.
  package var failed = 0
}

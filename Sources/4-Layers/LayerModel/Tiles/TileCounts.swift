// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The numbers of tiles that a ``TiledLayer`` has requested, drawn and cancelled.
public struct TileCounts: Hashable, Sendable {
  /// Creates counts of 0.
  public init() {}

  /// The tiles that were requested.
  package(set) public var requested = 0
  /// The tiles that were drawn and are shown.
  package(set) public var drawn = 0
  /// The tiles that were cancelled before they were drawn: scrolled away, or marked as out of date.
  package(set) public var cancelled = 0
  /// The tiles that could not be fetched or drawn.
  package(set) public var failed = 0
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What a ``TiledLayer`` has done.
public struct TileCounts: Hashable, Sendable {
  /// Creates counts of nothing.
  public init() {}

  /// The tiles that were asked of the source.
  package(set) public var requested = 0
  /// Those that were drawn and taken over.
  package(set) public var drawn = 0
  /// Those that were called off before they were drawn: scrolled away, or marked as out of date.
  package(set) public var calledOff = 0
  /// Those that could not be fetched or drawn.
  package(set) public var failed = 0
}

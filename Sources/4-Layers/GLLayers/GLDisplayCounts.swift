// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What became of the displays of a layer that is drawn with OpenGL.
public struct GLDisplayCounts: Hashable, Sendable {
  /// The displays that were asked of the context's queue.
  public internal(set) var requested = 0
  /// Those that are shown or were shown: the presentations.
  public internal(set) var presented = 0
  /// Those that a newer one, or the end of the contents, has made void: before they were drawn, or
  /// afterwards.
  public internal(set) var superseded = 0
  /// Those that failed.
  public internal(set) var failed = 0

  /// Those that are on their way.
  public var pending: Int { requested - presented - superseded - failed }

  /// Creates counts of nothing.
  public init() {}
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The numbers of displays of a layer that is drawn with OpenGL, by outcome.
package struct GLDisplayCounts: Hashable, Sendable {
  /// The displays that were asked of the context's queue.
  package internal(set) var requested = 0
  /// The displays that were presented.
  package internal(set) var presented = 0
  /// The displays that were superseded, before or after they were drawn: by a newer one, or by the
  /// removal of the contents.
  package internal(set) var superseded = 0
  /// The displays that failed.
  package internal(set) var failed = 0

  /// The displays that have not ended.
  package var pending: Int { requested - presented - superseded - failed }

  /// Creates counts of nothing.
  package init() {}
}

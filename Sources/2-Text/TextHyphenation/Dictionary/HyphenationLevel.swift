// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The settings and patterns of one level of a dictionary.
struct HyphenationLevel: Sendable {
  /// The fewest characters before and after a point; 0 where none is set.
  var minimumBefore = 0
  var minimumAfter = 0
  /// The fewest characters from the beginning and to the end of a part of a compound.
  var compoundBefore = 0
  var compoundAfter = 0
  /// The characters beside which no hyphen stands.
  var unhyphenated: [[UInt8]] = []
  var patterns = PatternTable()
}

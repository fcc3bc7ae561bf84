// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The patterns of one level as an automaton over bytes: a trie with fallbacks, as of Aho and
/// Corasick, in flat arrays of 13 bytes a state.
///
/// States are numbered by depth, so that the children of a state have consecutive numbers, in the
/// order of their bytes.
struct PatternTable: Sendable {
  /// A change of spelling that a pattern brings.
  struct Change: Sendable {
    /// The text with `=` where the hyphen stands.
    var text: [UInt8]
    /// The start of the replaced bytes, counted from the first digit of the pattern's record.
    var index: Int
    /// The number of the replaced bytes.
    var cut: Int

    /// The number of bytes before the hyphen; all where none is marked.
    var countBefore: Int { text.firstIndex(of: UInt8(ascii: "=")) ?? text.count }
  }

  /// For each state, the byte that leads to it.
  var bytes: [UInt8] = [0]
  /// For each state its first child; the children end where those of the next state begin.
  var firstChild: [UInt32] = [1, 1]
  /// For each state, the state of the longest proper suffix.
  var fallback: [UInt32] = [0]
  /// For each state the number of its record counted from 1; 0 if no pattern ends there.
  var record: [UInt32] = [0]
  /// The children of the first state by their bytes; 0 where there is none.
  var roots = [UInt32](repeating: 0, count: 256)

  /// The start of each record's digits, and after the last record the end of the digits.
  var digitStarts: [UInt32] = [0]
  /// The digits, 0 to 9, without zeros at the beginning.
  var digits: [UInt8] = []
  /// The change of each record, as an index counted from 1; 0 for none.
  var change: [UInt32] = []
  var changes: [Change] = []

  var stateCount: Int { bytes.count }
  /// Whether nothing is divided.
  var isEmpty: Bool { record.count == 1 }

  /// The state after another byte; 0 where no pattern continues.
  ///
  /// - Complexity: O(1) for most bytes of a word; O(depth) for all of them together.
  @inline(__always)
  func next(_ state: Int, _ byte: UInt8) -> Int {
    var state = state
    while state != 0 {
      var child = Int(firstChild[state])
      let end = Int(firstChild[state + 1])
      while child < end {
        if bytes[child] == byte { return child }
        child += 1
      }
      state = Int(fallback[state])
    }
    return Int(roots[Int(byte)])
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import SystemFiles

/// ICU's state table of one set of boundary rules: a state machine over character categories.
///
/// A state is identified by the offset of its row, so 0 is the state that stops.
// @unchecked Sendable: nothing is mutable, and `BreakRules` keeps the memory for the whole process.
@safe
struct BreakRuleTable: @unchecked Sendable {
  // unsafe, here and below: these are read for each character, without bounds checks and without
  // counted references. `init` checks every state, every category and the bounds of every part.
  private let states: UnsafePointer<UInt16>
  private let trie: OpaquePointer
  private let trieIndex: UnsafePointer<UInt16>
  private let trieData: UnsafePointer<UInt8>
  private let statuses: UnsafePointer<Int32>
  /// The number of values in a row: accepting, look-ahead, status, and the next state for each
  /// category.
  private let rowLength: Int
  /// The state at a boundary.
  let startState: Int
  /// The first category of characters that need a dictionary.
  let dictionaryCategory: Int
  /// The number of look-ahead slots.
  let lookAheadCount: Int

  /// The category that stands for the end of the text.
  static let endCategory = 1
  /// The category that stands for the start of the text, in rules that have one.
  private static let startCategory = 2

  /// Reads compiled rules.
  ///
  /// - Returns: `nil` where the format is not known.
  init?(_ bytes: [UInt8]) {
    // The fields of ICU's RBBIDataHeader: magic number, format version, length, number of
    // categories, then offset and length of the forward table, the reverse table, the trie, the
    // rule source and the status table.
    func word(_ offset: FileNumber) -> FileNumber {
      guard let at = offset.value, at <= bytes.count - 4 else { return .invalid }
      return FileNumber(
        Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16
          | Int(bytes[at + 3]) << 24)
    }
    let whole = FileNumber(bytes.count)
    guard word(0) == 0xB1A0, word(4) & 0xFF == 6, word(8) <= whole else { return nil }
    let categories = word(12)
    let (table, tableLength) = (word(16), word(20))
    let (trieStart, trieLength) = (word(32), word(36))
    let (statusStart, statusLength) = (word(48), word(52))
    for (start, length) in [
      (table, tableLength), (trieStart, trieLength), (statusStart, statusLength),
    ] {
      guard start >= 80, length > 0, start + length <= whole else { return nil }
    }
    let rowBytes = word(table + 4)
    guard tableLength >= 20, let flags = word(table + 16).value,
      let lookAheads = word(table + 12).value, let dictionary = word(table + 8).value,
      let categoryCount = categories.value, let stateCount = word(table).value,
      let first = (table + 20).value, let trieStart = trieStart.value,
      let trieLength = trieLength.value
    else { return nil }
    let isNarrow = flags & 4 != 0
    let hasStartCategory = flags & 2 != 0
    let width = isNarrow ? 1 : 2
    guard (2..<1 << 14).contains(stateCount), categoryCount > Self.startCategory,
      rowBytes == (categories + 3) * FileNumber(width),
      20 + FileNumber(stateCount) * rowBytes <= tableLength
    else { return nil }

    // The table is long enough for all rows. The loop checks that each number in the rows is a
    // valid index.
    let statuses = (statusLength / 4).indices(atMost: bytes.count).map {
      Int32(truncatingIfNeeded: word(statusStart + 4 * FileNumber($0)).value ?? 0)
    }
    let row = categoryCount + 3
    var states = [UInt16](repeating: 0, count: stateCount * row)
    for i in states.indices {
      let at = first + i * width
      states[i] = isNarrow ? UInt16(bytes[at]) : UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
      let number = Int(states[i])
      switch i % row {
      case 0: if number > 1, number >= lookAheads { return nil }
      case 1: if number > 0, number >= lookAheads { return nil }
      case 2: if !Self.holds(statuses, listAt: number) { return nil }
      default: if number >= stateCount { return nil }
      }
    }

    // unsafe: this memory is never freed, since `BreakRules` keeps each set of rules.
    let trieBytes = UnsafeMutableRawBufferPointer.allocate(byteCount: trieLength, alignment: 16)
    unsafe trieBytes.copyBytes(from: bytes[trieStart..<trieStart + trieLength])
    guard let trie = unsafe ctext_icu_trie8_open(trieBytes.baseAddress, Int32(trieLength)),
      let index = unsafe ctext_icu_trie8_index(trie), let data = unsafe ctext_icu_trie8_data(trie)
    else { return nil }
    // unsafe: ICU has checked that the trie has as many categories as its length says.
    let characters = unsafe UnsafeBufferPointer(
      start: data, count: Int(ctext_icu_trie8_length(trie)))
    if unsafe characters.contains(where: { Int($0) >= categoryCount }) { return nil }
    unsafe self.trie = trie
    unsafe trieIndex = index
    unsafe trieData = data
    unsafe self.states = immortal(states)
    unsafe self.statuses = immortal(statuses)
    rowLength = row
    dictionaryCategory = dictionary
    lookAheadCount = lookAheads
    // A walk starts in state 1. If the table has a start category (ICU's `{bof}`), it starts in the
    // state to which that category leads from state 1; no character is consumed.
    startState = row * (hasStartCategory ? Int(states[row + 3 + Self.startCategory]) : 1)
  }

  /// Whether a list of statuses lies at an index: a count, and then that many numbers.
  private static func holds(_ statuses: [Int32], listAt index: Int) -> Bool {
    guard index < statuses.count else { return false }
    let count = Int(statuses[index])
    return count >= 0 && count < statuses.count - index
  }

  /// The category of a code unit that is no surrogate.
  @inline(__always)
  func category(ofUnit unit: UInt16) -> Int {
    // This is ICU's macro UCPTRIE_FAST_GET for the Basic Multilingual Plane.
    unsafe Int(trieData[Int(trieIndex[Int(unit >> 6)]) + Int(unit & 63)])
  }

  /// The category of any code point.
  func category(of scalar: UInt32) -> Int {
    unsafe Int(ctext_icu_trie8_get(trie, Int32(bitPattern: scalar)))
  }

  /// The state after reading a category.
  @inline(__always)
  func state(after state: Int, category: Int) -> Int {
    unsafe Int(states[state + 3 + category]) * rowLength
  }

  /// Whether a state accepts: 0 if not, 1 if it does, else the look-ahead slot of the boundary.
  @inline(__always)
  func accepting(_ state: Int) -> Int { unsafe Int(states[state]) }

  /// The look-ahead slot that remembers the position at a state; 0 for none.
  @inline(__always)
  func lookAhead(_ state: Int) -> Int { unsafe Int(states[state + 1]) }

  /// The index of a state's statuses.
  @inline(__always)
  func statusIndex(_ state: Int) -> Int { unsafe Int(states[state + 2]) }

  /// The largest status at an index, where a count and that many ascending numbers lie.
  @inline(__always)
  func status(at index: Int) -> Int32 {
    let count = unsafe Int(statuses[index])
    return count > 0 ? unsafe statuses[index + count] : 0
  }
}

/// Copies an array to memory that is never freed.
private func immortal<Element: BitwiseCopyable>(_ array: [Element]) -> UnsafePointer<Element> {
  // unsafe: the memory holds exactly the array's elements.
  let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(array.count, 1))
  _ = unsafe copy.initialize(from: array)
  return unsafe UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
}

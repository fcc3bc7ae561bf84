// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import TextModel
import TextRuntime

/// Walks over the boundaries of a text by compiled rules, forwards, from one boundary to the next.
///
/// Every boundary is a fresh start of the state machine, so a walk may begin at any boundary. Belongs
/// to one caller.
@safe
struct BreakWalker {
  /// Not counted, since threads share them: they are kept for as long as the process lives, or by who made them.
  private let rules: Unmanaged<BreakRules>
  private let table: RuleTable?
  private let text: UnsafeBufferPointer<UInt16>
  private let cancellation: Cancellation
  /// Where the next step begins.
  private(set) var position: Int
  /// The rule status of the last step's boundary; 100 and above is a forced line break.
  private(set) var status: Int32 = 0
  /// Whether the last step passed a character that needs a dictionary.
  private(set) var sawDictionary = false
  /// Empty until a rule looks ahead, which few do.
  private var lookAheadMatches: [Int] = []
  private var steps = 0
  /// For rules that cannot be walked over; made when it is first asked for.
  private var iterator: IteratorBreaks?

  init(
    _ rules: borrowing BreakRules, _ text: UnsafeBufferPointer<UInt16>, from start: Int = 0,
    _ cancellation: Cancellation
  ) {
    unsafe self.init(unmanaged: .passUnretained(copy rules), text, from: start, cancellation)
  }

  init(
    unmanaged rules: Unmanaged<BreakRules>, _ text: UnsafeBufferPointer<UInt16>,
    from start: Int = 0, _ cancellation: Cancellation
  ) {
    unsafe self.rules = unsafe rules
    table = unsafe rules._withUnsafeGuaranteedRef { $0.table }
    unsafe self.text = unsafe text
    self.cancellation = cancellation
    position = start
  }

  /// Goes to the next boundary by the rules alone; `nil` at the end.
  mutating func next() throws -> Int? {
    let count = unsafe text.count
    guard position < count else { return nil }
    guard let table else { return try nextByIterator() }
    let states = unsafe table.states
    let index = unsafe table.trieIndex
    let data = unsafe table.trieData
    let rowLength = table.rowLength
    let dictionaryCategory = table.dictionaryCategory
    let start = position
    var result = start
    var tag = 0
    var i = start
    var row = unsafe states + rowLength  // State 1 is the start; 0 stops.
    var sawDictionary = false
    var poll = Self.pollInterval - steps
    if table.needsStart {
      // A category of its own, 2, stands for the start; it consumes nothing.
      unsafe row = unsafe states + Int(row[3 + 2]) * rowLength
    }
    while true {
      var category: Int
      if i < count {
        let unit = unsafe text[i]
        i += 1
        if unit & 0xF800 != 0xD800 {
          // UCPTRIE_FAST_GET for the BMP.
          category = Int(unsafe data[Int(index[Int(unit >> 6)]) + Int(unit & 63)])
        } else {
          let (scalar, length) = unsafe decodeScalar(text, at: i - 1)
          i += length - 1
          category = Int(unsafe ctext_icu_trie8_get(table.trie, Int32(bitPattern: scalar)))
        }
        if category >= dictionaryCategory { sawDictionary = true }
      } else if i == count {
        // The end of the text has a category of its own, 1.
        i += 1
        category = 1
      } else {
        break
      }
      let state = Int(unsafe row[3 + category])
      unsafe row = unsafe states + state * rowLength
      let accepting = unsafe row[0]
      if accepting == 1 {
        result = min(i, count)
        tag = Int(unsafe row[2])
      } else if accepting > 1 {
        let match = Int(accepting) < lookAheadMatches.count ? lookAheadMatches[Int(accepting)] : -1
        if match >= 0 {
          result = match
          tag = Int(unsafe row[2])
          break
        }
      }
      let lookAhead = Int(unsafe row[1])
      if lookAhead > 0, lookAhead < table.lookAheads {
        if lookAheadMatches.isEmpty {
          lookAheadMatches = [Int](repeating: -1, count: table.lookAheads)
        }
        lookAheadMatches[lookAhead] = min(i, count)
      }
      if state == 0 { break }
      poll -= 1
      if poll == 0 {
        poll = Self.pollInterval
        try cancellation.check()
      }
    }
    steps = Self.pollInterval - poll
    if result == start {
      result = start + (unsafe decodeScalar(text, at: start)).length
      tag = 0
    }
    for k in lookAheadMatches.indices { lookAheadMatches[k] = -1 }
    status = table.status(tag)
    self.sawDictionary = sawDictionary
    position = result
    return result
  }

  private mutating func nextByIterator() throws -> Int? {
    let breaks = iterator ?? IteratorBreaks(unsafe rules.takeUnretainedValue())
    iterator = breaks
    let found = unsafe try breaks.next(after: position, in: text, cancellation)
    (position, status) = found
    return found.offset
  }

  private static let pollInterval = 1 << 12

  /// Starts the next step somewhere else.
  mutating func move(to position: Int) { self.position = position }
}

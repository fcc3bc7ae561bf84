// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A forward iterator over the boundaries of a text by compiled rules.
///
/// The state machine starts afresh at each boundary, so a walk may begin at any boundary. A walker
/// belongs to one caller.
struct BreakWalker {
  private let table: BreakRuleTable?
  private let cancellation: Cancellation
  /// The boundary at which the next step begins.
  private(set) var position: Int
  /// The rule status of the last boundary; for lines, 100 and above means a mandatory break.
  private(set) var status: Int32 = 0
  /// Whether the last step passed a character that needs a dictionary.
  private(set) var needsDictionary = false
  /// The position of each look-ahead slot in this step, -1 for none; empty until a rule uses one.
  private var lookAheadPositions: [Int] = []
  /// The steps of the state machine until the next poll.
  private var stepsToPoll = CancellationPoller.interval
  /// ICU's iterator, for rules without a table.
  private let iterator: ChunkedICUBreaks?

  /// Creates a walker from the beginning of a text.
  init(_ rules: BreakRules, _ cancellation: Cancellation) {
    table = rules.table
    iterator = rules.table == nil ? ChunkedICUBreaks(rules) : nil
    self.cancellation = cancellation
    position = 0
  }

  /// Creates a walker from the beginning of a text, by the table of its rules.
  init(_ table: BreakRuleTable, _ cancellation: Cancellation) {
    self.table = table
    iterator = nil
    self.cancellation = cancellation
    position = 0
  }

  /// Moves to another boundary, from which the next step begins.
  mutating func move(to position: Int) { self.position = position }

  /// Moves to the next boundary by the rules alone, without dictionaries.
  ///
  /// - Parameter text: The same text in all calls.
  /// - Returns: The boundary; `nil` at the end of the text.
  /// - Throws: `CancellationError`.
  mutating func next(in text: Span<UInt16>) throws -> Int? {
    let count = text.count
    guard position < count else { return nil }
    guard let table else { return try nextByIterator(in: text) }
    let dictionaryCategory = table.dictionaryCategory
    let start = position
    var result = start
    var statusIndex = 0
    var i = start
    var state = table.startState
    var needsDictionary = false
    var stepsToPoll = stepsToPoll
    while true {
      var category: Int
      if i < count {
        let unit = text[i]
        if unit & 0xF800 != 0xD800 {
          i += 1
          category = table.category(ofUnit: unit)
        } else {
          let (scalar, length) = decodeScalar(text, at: i)
          i += length
          category = table.category(of: scalar)
        }
        if category >= dictionaryCategory { needsDictionary = true }
      } else if i == count {
        i += 1
        category = BreakRuleTable.endCategory
      } else {
        break
      }
      state = table.state(after: state, category: category)
      let accepting = table.accepting(state)
      if accepting == 1 {
        result = min(i, count)
        statusIndex = table.statusIndex(state)
      } else if accepting > 1 {
        let match = accepting < lookAheadPositions.count ? lookAheadPositions[accepting] : -1
        if match >= 0 {
          result = match
          statusIndex = table.statusIndex(state)
          break
        }
      }
      let lookAhead = table.lookAhead(state)
      if lookAhead > 0, lookAhead < table.lookAheadCount {
        if lookAheadPositions.isEmpty {
          lookAheadPositions = [Int](repeating: -1, count: table.lookAheadCount)
        }
        lookAheadPositions[lookAhead] = min(i, count)
      }
      if state == 0 { break }
      stepsToPoll -= 1
      if stepsToPoll == 0 {
        stepsToPoll = CancellationPoller.interval
        try cancellation.check()
      }
    }
    self.stepsToPoll = stepsToPoll
    if result == start {
      // Where the rules accept nothing, the walker still advances, by one character.
      result = start + decodeScalar(text, at: start).length
      statusIndex = 0
    }
    for k in lookAheadPositions.indices { lookAheadPositions[k] = -1 }
    status = table.status(at: statusIndex)
    self.needsDictionary = needsDictionary
    position = result
    return result
  }

  private mutating func nextByIterator(in text: Span<UInt16>) throws -> Int? {
    guard let iterator else { return nil }
    (position, status) = try iterator.next(after: position, in: text, cancellation)
    return position
  }
}

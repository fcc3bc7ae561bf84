// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Divides a word by the levels of a dictionary, step by step as libhyphen 2.8.8 does.
///
/// A compound is divided by the first level, and each of its parts again; a part that the first
/// level does not divide is divided by the second.
struct WordDivider {
  private let levels: [HyphenationLevel]
  private let compoundBefore: Int
  private let compoundAfter: Int
  /// The bytes that may still be looked at. A part with a change of spelling can be longer than
  /// its word, so that a hostile dictionary would divide without end.
  private var budget: Int

  /// How often each byte of a word may be looked at, on average, when compounds are divided.
  private static let budgetFactor = 64

  init(_ levels: [HyphenationLevel]) {
    self.levels = levels
    (compoundBefore, compoundAfter) = (levels[0].compoundBefore, levels[0].compoundAfter)
    budget = 0
  }

  /// - Parameters:
  ///   - word: The word in lower case, as UTF-8; not empty.
  ///   - before: The fewest characters before a point.
  ///   - after: The fewest characters behind a point.
  mutating func divide(_ word: [UInt8], before: Int, after: Int) -> DividedWord {
    budget = Self.budgetFactor * (word.count + 16)
    var result = compound(word, isFirst: true, isLast: true)
    result.keepBefore(before, of: word)
    result.keepAfter(after, of: word)
    for mark in levels[0].unhyphenated { result.clear(beside: mark, in: word) }
    return result
  }

  /// The points of a compound or a part of one.
  private mutating func compound(_ word: [UInt8], isFirst: Bool, isLast: Bool) -> DividedWord {
    var result = DividedWord(count: word.count)
    budget -= word.count
    if budget < 0 { return result }
    match(levels[0].patterns, word, &result)
    if levels.count == 1 { return result }
    // As in libhyphen, the digits of a part are dots, except for its first character: the character
    // behind each part is restored. After a change of spelling all digits are restored.
    var rest = word.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 ? UInt8(ascii: ".") : $0 }
    var begin = 0
    for index in 0..<word.count {
      let isPoint = result.digits[index] & 1 == 1
      guard isPoint || begin > 0 && index + 1 == word.count else { continue }
      if index - begin > 1 {
        let part = compound(
          Self.part(of: rest, from: begin, through: index, result), isFirst: begin == 0 && isFirst,
          isLast: !isPoint && isLast)
        let change = result.change(at: index)
        for offset in 0..<min(index - begin - 1, part.digits.count) {
          result.digits[begin + offset] = part.digits[offset]
          if let change = part.change(at: offset) {
            result.setChange(change, at: begin + offset)
          }
        }
        if change != nil {
          rest = word
        } else if index + 1 < word.count {
          rest[index + 1] = word[index + 1]
        }
      }
      begin = index + 1
    }
    if begin == 0 {
      match(levels[1].patterns, word, &result)
      if !isFirst { result.keepBefore(compoundBefore, of: word) }
      if !isLast { result.keepAfter(compoundAfter, of: word) }
    }
    return result
  }

  /// A part of a compound, in its own spelling where the division changes it.
  private static func part(
    of word: [UInt8], from begin: Int, through index: Int, _ divided: DividedWord
  ) -> [UInt8] {
    guard let change = divided.change(at: index) else { return Array(word[begin...index]) }
    let end = max(begin, min(word.count, index - change.before + 1))
    return Array(word[begin..<end]) + change.text[..<change.countBefore]
  }

  // MARK: - Patterns

  /// The changes of spelling that patterns bring, collected until it is known which patterns win.
  private struct Changes {
    /// For each place the change of the pattern that won there, as an index counted from 1.
    var winner: [UInt32]
    /// For each place where a change begins: the place of its point, or -1, and the replaced bytes.
    var point: [Int]
    var cut: [Int]

    init(_ count: Int) {
      winner = [UInt32](repeating: 0, count: count)
      point = [Int](repeating: -1, count: count)
      cut = [Int](repeating: 0, count: count)
    }
  }

  /// Sets the digits of a word to the highest of the patterns in it. The changes of the level
  /// before stay where this one has none.
  private mutating func match(
    _ table: PatternTable, _ word: [UInt8], _ result: inout DividedWord
  ) {
    let count = word.count
    // The digits between the characters of the word with a dot on both sides.
    var highest = [UInt8](repeating: 0, count: count + 2)
    var changes: Changes?
    var state = 0
    for place in 0..<(count + 2) {
      var byte = UInt8(ascii: ".")
      if place > 0, place <= count {
        let own = word[place - 1]
        if own < UInt8(ascii: "0") || own > UInt8(ascii: "9") { byte = own }
      }
      state = table.next(state, byte)
      let record = Int(table.record[state])
      if record == 0 { continue }
      let digits = Int(table.digitStarts[record - 1])..<Int(table.digitStarts[record])
      let offset = place + 1 - digits.count
      let number = table.change[record - 1]
      var change: PatternTable.Change?
      if number > 0 {
        change = table.changes[Int(number) - 1]
        if changes == nil { changes = Changes(count + 3) }
      }
      for (index, digit) in table.digits[digits].enumerated() {
        let at = offset + index
        guard at >= 0, at < highest.count, highest[at] < digit else { continue }
        highest[at] = digit
        guard digit & 1 == 1, changes != nil else { continue }
        changes?.winner[at] = number
        if let change, index >= change.index, index <= change.index + change.cut {
          changes?.point[offset + change.index] = at
        }
      }
      if let change, offset + change.index >= 0, offset + change.index < count + 3 {
        changes?.cut[offset + change.index] = change.cut
      }
    }
    // The digit behind the last character stands for the end of the word, which is no point.
    for index in 0..<count { result.digits[index] = index + 1 < count ? highest[index + 1] : 0 }
    if let changes { addChanges(changes, table, &result) }
  }

  private func addChanges(_ changes: Changes, _ table: PatternTable, _ result: inout DividedWord) {
    var index = 0
    while index < result.digits.count {
      let point = changes.point[index]
      if point >= 1, point <= result.digits.count, changes.winner[point] > 0 {
        let text = table.changes[Int(changes.winner[point]) - 1].text
        result.setChange(
          DividedWord.Change(text: text, before: point - index, cut: changes.cut[index]),
          at: point - 1)
        index += max(1, changes.cut[index])
      } else {
        index += 1
      }
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The points of a word in bytes, as the levels of a dictionary give them.
struct DividedWord {
  /// A change of spelling at a point.
  struct Change {
    /// The text with `=` where the hyphen stands.
    var text: [UInt8]
    /// The bytes before the break that are replaced.
    var before: Int
    /// All bytes that are replaced.
    var cut: Int

    /// The number of bytes of the text before the hyphen; all where none is marked.
    var countBefore: Int { text.firstIndex(of: UInt8(ascii: "=")) ?? text.count }
  }

  /// For each byte, a number that is odd where the word is divided behind it.
  var digits: [UInt8]
  /// For each byte the change at the point behind it; empty if there is none.
  var changes: [Change?] = []

  init(count: Int) { digits = [UInt8](repeating: 0, count: count) }

  func change(at index: Int) -> Change? { index < changes.count ? changes[index] : nil }

  mutating func setChange(_ change: Change?, at index: Int) {
    if changes.isEmpty {
      if change == nil { return }
      changes = [Change?](repeating: nil, count: digits.count)
    }
    changes[index] = change
  }

  // MARK: - Least lengths

  /// Removes the points before which there are fewer than `least` characters, digits at the
  /// beginning not counted.
  mutating func keepBefore(_ least: Int, of word: [UInt8]) {
    var count = 1
    if word.count > 2 { count += Self.ligature(word, at: 0) }
    for byte in word {
      guard Self.isDigit(byte) else { break }
      count -= 1
    }
    var index = 0
    while count < least, index < word.count {
      repeat {
        if let change = change(at: index) {
          let length =
            Self.length(word[..<max(0, min(word.count, index - change.before + 1))])
            + Self.length(change.text[..<change.countBefore])
          if change.countBefore < change.text.count, length < least { remove(index) }
        } else {
          digits[index] = 0
        }
        index += 1
        count += Self.ligature(word, at: index)
      } while index < word.count && word[index] & 0xC0 == 0x80
      count += 1
    }
  }

  /// Removes the points behind which there are fewer than `least` characters, digits at the end
  /// not counted.
  mutating func keepAfter(_ least: Int, of word: [UInt8]) {
    var count = 0
    var index = word.count - 1
    while index > 0, Self.isDigit(word[index]) {
      (index, count) = (index - 1, count - 1)
    }
    index = word.count - 1
    while count < least, index > 0 {
      if let change = change(at: index) {
        let rest = max(0, min(word.count, index - change.before + change.cut + 1))
        let length =
          Self.length(word[rest...])
          + Self.length(change.text[min(change.text.count, change.countBefore + 1)...])
        if change.countBefore < change.text.count, length < least { remove(index) }
      } else {
        digits[index] = 0
      }
      if word[index] & 0xC0 != 0x80 { count += 1 }
      index -= 1
    }
  }

  private mutating func remove(_ index: Int) {
    digits[index] = 0
    changes[index] = nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The number of characters, the ligatures *ffi* and *ffl* counted as two.
  private static func length(_ text: ArraySlice<UInt8>) -> Int {
    var count = 0
    for index in text.indices where text[index] & 0xC0 != 0x80 { count += 1 }
    var index = text.startIndex
    while index + 2 < text.endIndex {
      if text[index] == 0xEF, text[index + 1] == 0xAC {
        count += text[index + 2] == 0x83 || text[index + 2] == 0x84 ? 1 : 0
      }
      index += 1
    }
    return count
  }

  /// Whether one of the ligatures of three letters, U+FB03 and U+FB04, begins at an index: 1 if so.
  private static func ligature(_ word: [UInt8], at index: Int) -> Int {
    index + 2 < word.count && word[index] == 0xEF && word[index + 1] == 0xAC
      && (word[index + 2] == 0x83 || word[index + 2] == 0x84) ? 1 : 0
  }

  // MARK: - Marks

  /// Removes the points on both sides of each occurrence of a mark, such as an apostrophe.
  mutating func clear(beside mark: [UInt8], in word: [UInt8]) {
    guard let first = mark.first, mark.count <= word.count else { return }
    for index in 0...(word.count - mark.count)
    where word[index] == first && word[index..<(index + mark.count)].elementsEqual(mark) {
      digits[index + mark.count - 1] = 0
      if index > 0 { digits[index - 1] = 0 }
    }
  }
}

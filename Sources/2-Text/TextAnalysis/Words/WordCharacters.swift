// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A word in the sense of hyphenation dictionaries. A long word is read in pieces.
struct Word {
  let start: Int
  private(set) var end: Int
  /// The number of letters, combining marks that are alphabetic, and apostrophes.
  private(set) var characterCount = 0
  private(set) var hasSoftHyphen = false
  /// Whether the first letter is a capital letter.
  private(set) var isCapitalized = false
  /// Whether the word continues after the part that was read.
  private(set) var goesOn = false

  var isEmpty: Bool { end == start }

  /// The most code units that one call reads.
  private static let piece = 4096

  /// Reads the word that begins at an offset; the word is empty if none begins there.
  init(in text: Span<UInt16>, at offset: Int) {
    (start, end) = (offset, offset)
    guard let first = WordCharacters.letter(text, at: offset) else { return }
    isCapitalized = first.isCapital
    extend(in: text)
  }

  /// Reads the next part of the word.
  mutating func extend(in text: Span<UInt16>) {
    let limit = min(text.count, end + Self.piece)
    while end < limit {
      let unit = text[end]
      if let letter = WordCharacters.letter(text, at: end) {
        end += letter.length
        characterCount += 1
      } else if unit == 0xAD {
        hasSoftHyphen = true
        end += 1
      } else if unit == 0x200C || unit == 0x200D {
        end += 1
      } else if unit == 0x27 || unit == 0x2019 || unit == 0xB7,
        WordCharacters.letter(text, at: end + 1) != nil
      {
        end += 1
        characterCount += 1
      } else if WordCharacters.isMark(text, at: end) {
        end += text[end] & 0xFC00 == 0xD800 && end + 1 < text.count ? 2 : 1
      } else {
        goesOn = false
        return
      }
    }
    goesOn = end < text.count
  }
}

/// Tests of characters by which words are found.
enum WordCharacters {
  struct Letter {
    var length: Int
    var isCapital: Bool
  }

  /// The letter at an offset; `nil` without a letter, or if its script is not hyphenated.
  @inline(__always)
  static func letter(_ text: Span<UInt16>, at offset: Int) -> Letter? {
    guard offset < text.count else { return nil }
    let unit = text[offset]
    if unit < 0x80 {
      if unit | 0x20 >= 0x61, unit | 0x20 <= 0x7A {
        return Letter(length: 1, isCapital: unit & 0x20 == 0)
      }
      return nil
    }
    return otherLetter(text, at: offset, unit)
  }

  private static func otherLetter(
    _ text: Span<UInt16>, at offset: Int, _ unit: UInt16
  ) -> Letter? {
    // Excludes punctuation and symbols, and the scripts of China, Japan and Korea.
    if unit < 0xAA || unit >= 0x2010 && unit < 0x2C00 { return nil }
    if unit >= 0x2E80 && unit < 0xA000 || unit >= 0xAC00 && unit < 0xD800 { return nil }
    guard let scalar = scalar(text, at: offset) else { return nil }
    let properties = scalar.properties
    guard properties.isAlphabetic else { return nil }
    return Letter(
      length: scalar.value > 0xFFFF ? 2 : 1,
      isCapital: properties.isUppercase || properties.generalCategory == .titlecaseLetter)
  }

  /// Whether a combining mark, or the second half of a character, stands at an offset.
  static func isMark(_ text: Span<UInt16>, at offset: Int) -> Bool {
    guard offset < text.count, text[offset] >= 0x300 else { return false }
    guard let scalar = scalar(text, at: offset) else { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// The character at an offset; `nil` at the second half of one and at an unpaired surrogate.
  private static func scalar(_ text: Span<UInt16>, at offset: Int) -> Unicode.Scalar? {
    let unit = text[offset]
    if unit & 0xF800 != 0xD800 { return Unicode.Scalar(unit) }
    guard unit & 0xFC00 == 0xD800, offset + 1 < text.count, text[offset + 1] & 0xFC00 == 0xDC00
    else { return nil }
    return Unicode.Scalar(
      0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(text[offset + 1]) & 0x3FF)
  }
}

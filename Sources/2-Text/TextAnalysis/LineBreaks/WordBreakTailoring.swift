// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The effects of CSS `word-break`. Source: CSS Text 3, section 5.2.
enum WordBreakTailoring {
  /// Whether `break-all` treats a character as an ideograph. It does so for letters, digits and
  /// characters of the classes AL, NU and SA, so that the rules break between them.
  static func isIdeographInBreakAll(_ traits: CharacterTraits) -> Bool {
    if traits.isMark { return false }
    let lineClass = traits.lineBreakElement.lineClass
    if LineBreakClass.holds(LineBreakClass.letters, lineClass) || lineClass == LineBreakClass.nu {
      return true
    }
    if LineBreakClass.holds(LineBreakClass.syllables, lineClass) { return false }
    return traits.isLetterOrNumber && lineClass != LineBreakClass.id
      && lineClass != LineBreakClass.cj
  }

  /// Removes the opportunities that `keep-all` forbids: between two letters or digits, but not
  /// where a dictionary found the opportunity.
  ///
  /// - Throws: `CancellationError`.
  static func keepWords(
    of text: Span<UInt16>, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    let table = CharacterTable.shared
    var base = CharacterTraits(bits: 0)
    var hasBase = false
    var poller = CancellationPoller(cancellation)
    var i = 0
    while i < text.count {
      try poller.count()
      let (scalar, length) = decodeScalar(text, at: i)
      let traits = table[scalar]
      let lineClass = traits.lineBreakElement.lineClass
      if hasBase, flags[i] == LineBreaks.allowed, isWordCharacter(base), isWordCharacter(traits),
        !(base.lineBreakElement.lineClass == LineBreakClass.sa && lineClass == LineBreakClass.sa)
      {
        flags[i] = LineBreaks.none
      }
      // A combining mark belongs to the character before it, so that character stays the base.
      if !hasBase || !(lineClass == LineBreakClass.cm || lineClass == LineBreakClass.zwj) {
        base = traits
        hasBase = true
      }
      i += length
    }
  }

  private static func isWordCharacter(_ traits: CharacterTraits) -> Bool {
    let lineClass = traits.lineBreakElement.lineClass
    return LineBreakClass.holds(LineBreakClass.words, lineClass) || traits.isLetterOrNumber
  }
}

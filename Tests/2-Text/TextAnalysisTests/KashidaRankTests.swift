// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis

/// Between which two letters of a word it is elongated first.
@Suite struct KashidaRankTests {
  @Test(arguments: [
    // Beside U+0640; behind seen and sad.
    ("بـ", 1, 1), ("سل", 1, 2), ("صل", 1, 2), ("شب", 1, 2),
    // Before final teh marbuta, heh, hah, dal; alef, tah, lam, kaf.
    ("بة", 1, 3), ("بد", 1, 3), ("به", 1, 3), ("بح", 1, 3), ("با", 1, 4), ("بط", 1, 4),
    ("بل", 1, 4),
    ("بك", 1, 4),
    // Before a medial beh in front of reh and yeh.
    ("مبر", 1, 5), ("مبي", 1, 5), ("مبى", 1, 5),
    ("بو", 1, 6), ("بع", 1, 6), ("بق", 1, 6), ("بف", 1, 6), ("بم", 1, 7), ("بت", 1, 7),
  ])
  func ranks(_ word: String, _ place: Int, _ expected: Int) {
    let letters = word.unicodeScalars.map(\.value)
    let next = place + 1 < letters.count ? letters[place + 1] : nil
    #expect(Kashida.rank(letters[place - 1], letters[place], next: next) == expected, "\(word)")
  }

  @Test(arguments: ["لا", "لأ", "لآ", "دا", "اب", "ءب", "ab", "ب1", "مبم", "ب\u{200C}"])
  func noRanks(_ word: String) {
    let letters = word.unicodeScalars.map(\.value)
    let next = letters.count > 2 ? letters[2] : nil
    #expect(Kashida.rank(letters[0], letters[1], next: next) == nil, "\(word)")
  }
}

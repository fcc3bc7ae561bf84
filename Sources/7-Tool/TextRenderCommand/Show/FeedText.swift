// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import TextModel

/// The texts of a feed: a different message for each row, in several scripts; the same in each run.
enum FeedText {
  private static let names = [
    "Amina", "Björn", "Чудо", "Δήμητρα", "Eun-ji", "Farid", "李雷", "नेहा", "Olga", "تالا",
  ]
  private static let words = [
    "picture", "under", "Verlag", "straße", "наука", "ветер", "φως", "θάλασσα", "ليل", "كتاب",
    "नदी", "सूरज", "山", "海の音", "바람", "quick", "naïve", "coöperate", "fjörð", "žluťoučký",
    "🌊", "👩‍🚀", "🎶", "office", "AVATAR", "typography", "first", "flow", "mountain", "river",
  ]

  /// The text of a row.
  ///
  /// - Parameters:
  ///   - row: The number of the row, from 0.
  ///   - wordCount: The number of words below its title.
  ///   - hasShadow: Whether the text has a blurred shadow.
  static func text(_ row: Int, wordCount: Int, hasShadow: Bool = false) -> AttributedText {
    var random = Generator(state: UInt64(row) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    var text = AttributedText(
      "\(names[random.next(names.count)])  #\(row)\n", style: TextStyle(size: 15, weight: 700))
    var body = ""
    for _ in 0..<wordCount { body += words[random.next(words.count)] + " " }
    text.append(body, style: TextStyle(size: 12, color: Color(white: 0.2)))
    if hasShadow {
      let shadow = TextShadow(
        color: Color(red: 0.2, green: 0.4, blue: 1, alpha: 0.5), offset: Point(x: 0, y: 1),
        blurRadius: 5)
      text.updatePaint(text.range) { $0.shadows = [shadow] }
    }
    return text
  }

  /// Xorshift, by Marsaglia (2003).
  private struct Generator {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 11) % count
    }
  }
}

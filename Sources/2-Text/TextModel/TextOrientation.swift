// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How characters stand in vertical lines. Without effect in horizontal text.
///
/// Source: CSS Writing Modes 4, 5.1, `text-orientation`.
public enum TextOrientation: UInt8, Hashable, Codable, Sendable, CaseIterable {
  /// As each character's Vertical_Orientation says (UTR #50): Chinese, Japanese and Korean upright,
  /// other scripts turned clockwise by 90°.
  case mixed
  /// All upright. For the bidi algorithm every character is a left-to-right letter; letters that
  /// join stand apart.
  case upright
  /// All turned clockwise by 90°, as if a horizontal line were turned.
  case sideways
}

/// Which characters of a vertical line stand side by side in the room of one (tate-chu-yoko).
/// Without effect in horizontal text.
///
/// The characters are set horizontally, from left to right, centred in a square of one em, whatever
/// their ``TextOrientation``. What is wider than 1.1 em takes the font's narrower forms (`hwid`,
/// `twid`, `qwid`) if that suffices, else it is compressed. No line breaks inside.
///
/// Characters stay apart that no single font of the style's fonts has, and those beside a tab or an
/// attachment in the same span. Spans beside each other with equal shaping styles are one.
///
/// Source: CSS Writing Modes 4, 9.1, `text-combine-upright`.
public enum TextCombine: Hashable, Sendable {
  /// None.
  case none
  /// The whole span, if it has at most 64 code units.
  case all
  /// Each sequence of ASCII digits that is no longer than the number, from 2 to 4; numbers beyond
  /// are taken as the nearest.
  case digits(Int)

  /// The most digits that are combined; 0 where the rule is another one.
  package var digitCount: Int {
    if case .digits(let count) = self { return max(2, min(4, count)) }
    return 0
  }
}

extension TextCombine: Notation, Codable {
  /// Parses what stands side by side: `none`, `all`, `digits` (two of them), or `digits 3`.
  package init?(notation: String) {
    switch notation {
    case "none": self = .none
    case "all": self = .all
    case "digits": self = .digits(2)
    default:
      let words = notation.split(separator: " ")
      guard words.count == 2, words[0] == "digits", let count = Int(words[1]), 2...4 ~= count else {
        return nil
      }
      self = .digits(count)
    }
  }

  package init?(former: Int) {
    guard 0...4 ~= former else { return nil }
    self = [.none, .all, .digits(2), .digits(3), .digits(4)][former]
  }

  package var notation: String {
    switch self {
    case .none: "none"
    case .all: "all"
    case .digits: "digits \(digitCount)"
    }
  }
}

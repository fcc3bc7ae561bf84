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
/// their ``TextOrientation``. Characters that are together wider than 1.1 em take the font's
/// narrower forms (`hwid`, `twid`, `qwid`) if these suffice, else they are compressed. No line
/// breaks inside.
///
/// Characters are not combined if no single font of the style has all of them, or if a tab or an
/// attachment stands beside them in the same span. Adjacent spans with equal shaping styles count
/// as one span.
///
/// Source: CSS Writing Modes 4, 9.1, `text-combine-upright`.
public enum TextCombine: Hashable, Sendable {
  /// None.
  case none
  /// The whole span, if it has at most 64 code units.
  case all
  /// Each sequence of at most this many ASCII digits, from 2 to 4; numbers beyond count as the
  /// nearest bound.
  case digits(Int)

  /// The most digits that are combined; 0 for ``none`` and ``all``.
  package var digitCount: Int {
    if case .digits(let count) = self { return max(2, min(4, count)) }
    return 0
  }
}

extension TextCombine: Notation, Codable {
  /// Parses `none`, `all`, `digits` (at most two), or `digits` and a number, as in `digits 3`.
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

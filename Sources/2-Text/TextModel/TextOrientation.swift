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
  /// The whole span, if it has at most ``TextLimits/combinedLength`` code units.
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

extension TextCombine: Codable {
  /// Decodes a number: 0 for ``none``, 1 for ``all``, else the number of digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    switch try container.decode(Int.self) {
    case 0: self = .none
    case 1: self = .all
    case let count where count >= 2 && count <= 4: self = .digits(count)
    case let other:
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(other) is no rule of combining; there are 0, 1, 2, 3 and 4.")
    }
  }

  /// Encodes a number: 0 for ``none``, 1 for ``all``, else the number of digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encode(0)
    case .all: try container.encode(1)
    case .digits: try container.encode(digitCount)
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets
internal import TextAnalysis
internal import TextModel

/// The changes of letters by `text-transform`, from one piece of a text to the next (CSS Text 3,
/// §2.1).
struct TextTransformer {
  /// Whether the next letter begins a word.
  private var isWordStart = true

  mutating func beginWord() { isWordStart = true }

  mutating func apply(
    _ transform: StyleSheets.TextTransform, to string: String, language: String
  ) -> String {
    var result = string
    let letterCase: LetterCase =
      switch transform.casing {
      case .none: .asWritten
      case .uppercase: .uppercase
      case .lowercase: .lowercase
      case .capitalize: .capitalize
      }
    var mapper = LetterCaseMapper(letterCase, language: language)
    mapper.isWordStart = isWordStart
    result = mapper.mapped(string)
    isWordStart = mapper.isWordStart
    if transform.isFullWidth { result = String(result.unicodeScalars.map(Self.fullWidth)) }
    if transform.isFullSizeKana { result = String(result.map { Self.fullSizeKana[$0] ?? $0 }) }
    return result
  }

  // MARK: Widths

  private static func fullWidth(_ scalar: Unicode.Scalar) -> Character {
    switch scalar.value {
    case 0x20: "\u{3000}"
    case 0x21...0x7E: Character(Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar)
    default: Character(scalar)
    }
  }

  private static let fullSizeKana = Dictionary(
    uniqueKeysWithValues: zip(
      "ぁぃぅぇぉゕゖっゃゅょゎァィゥェォヵヶッャュョヮㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｯｬｭｮ",
      "あいうえおかけつやゆよわアイウエオカケツヤユヨワクシストヌハヒフヘホムラリルレロｱｲｳｴｵﾂﾔﾕﾖ"))
}

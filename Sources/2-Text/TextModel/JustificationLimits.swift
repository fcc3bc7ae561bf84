// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How far the parts of a justified line are stretched, and in which order.
///
/// Without limits for ``spaces`` and ``gaps``, all spaces and gaps grow by the same amount.
/// Otherwise a line is stretched in stages, each up to its limit: the spaces between words, the
/// gaps beside ideographs and kana, joined Arabic and Syriac letters, and the gaps between letters.
/// In the last stage that is needed, all places on the line grow by the same share of their limits.
/// If all stages together do not suffice, the rest goes to the spaces and gaps in equal parts,
/// unless ``isStrict`` is set.
///
/// ```swift
/// style.alignment = .justify
/// style.justification = JustificationLimits(spaces: 0.5, letters: 0.03)
/// ```
public struct JustificationLimits: Hashable, Sendable {
  /// The most that a space grows, as a factor of its own width: 0.5 for half as much again; `nil`
  /// for no limit.
  public var spaces: Double?
  /// The most space that is added between two ideographs or kana, or beside one, in ems of the
  /// character before; `nil` for no limit.
  public var gaps: Double?
  /// The most space that is added between two letters of a run, in ems; 0, the default, leaves
  /// words as they are.
  ///
  /// Letters of cursive scripts are not separated, nor the parts of ligatures.
  public var letters: Double
  /// The most that a joined letter of an Arabic or Syriac word is elongated (*kashida*), in ems; 0,
  /// the default, leaves letters as they are.
  ///
  /// One letter of a word is elongated, at the customary place: see `Kashida`. An elongation
  /// consists of glyphs of the font's U+0640 and is at least as long as one of them, so a smaller
  /// amount of space goes to other stages; with a font without U+0640 no letter is elongated.
  /// Spaces without a limit of their own are stretched after this stage.
  public var kashida: Double
  /// Whether spaces may shrink by up to a third of their width where ``LineBreaking/optimal(_:)``
  /// finds better lines with narrower spaces.
  public var shrinksSpaces: Bool
  /// Whether a line that the limits do not fill stays shorter, at the start edge, instead of being
  /// stretched beyond them.
  public var isStrict: Bool

  /// Creates limits; without arguments, spaces and gaps are unlimited and letters stay as they are.
  public init(
    spaces: Double? = nil, gaps: Double? = nil, letters: Double = 0, kashida: Double = 0,
    shrinksSpaces: Bool = true, isStrict: Bool = false
  ) {
    self.spaces = spaces
    self.gaps = gaps
    self.letters = letters
    self.kashida = kashida
    self.shrinksSpaces = shrinksSpaces
    self.isStrict = isStrict
  }

  /// Whether spaces and gaps grow by the same amount and letters stay as they are.
  package var isPlain: Bool {
    spaces == nil && gaps == nil && letters == 0 && kashida == 0
  }

  /// The greatest limit, in widths of a space or in ems.
  package static let greatest = 1000.0

  /// The first limit that is not from 0 to ``greatest``; `nil` if all are.
  package var invalid: (name: String, value: Double)? {
    for (name, value) in [
      ("spaces", spaces ?? 0), ("gaps", gaps ?? 0), ("letters", letters), ("kashida", kashida),
    ]
    where !(value >= 0 && value <= Self.greatest) {
      return (name, value)
    }
    return nil
  }
}

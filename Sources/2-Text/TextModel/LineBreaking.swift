// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How a paragraph is divided into lines, where its lines could end at several places.
///
/// A paragraph with tabs is always broken greedily, since the width of a tab depends on its place
/// in the line. Lines behind a line separator, U+2028, are chosen independently of those before it.
public enum LineBreaking: Hashable, Sendable {
  /// Each line takes as much as fits, without regard to the lines after it.
  case greedy
  /// As many lines as ``greedy`` makes, but as even as can be: for headlines and captions.
  ///
  /// The widest line is as narrow as that number of lines allows; in paragraphs of up to 12 lines,
  /// the sum of the squares of the blank space on the lines is the least, too. Source: CSS Text 4,
  /// `text-wrap: balance`.
  case balanced
  /// The lines with the least cost over the whole paragraph, as in TeX.
  ///
  /// A part of the paragraph that cannot be divided within the tolerance, as around a word that is
  /// wider than its line, is broken greedily; its lines have `LineFragment.isGreedyFallback` set.
  indirect case optimal(BreakCosts)

  /// The lines with the least cost, with the usual costs.
  public static let optimal = LineBreaking.optimal(BreakCosts())

  /// Whether this is ``greedy``.
  package var isGreedy: Bool { if case .greedy = self { true } else { false } }
}

/// What lines cost, in TeX's terms: the *badness* of a line is 0 where the line is as wide as its
/// measure, 100 where its spaces stretch or shrink by all that they can, and grows with the third
/// power. The *demerits* of a line are (``line`` + badness)², plus the square of each *penalty*
/// that applies, plus the costs that are called demerits below. The division with the least sum of
/// demerits is taken.
///
/// Spaces of justified lines stretch by a half and shrink by a third, nearly as in TeX's fonts;
/// gaps between Chinese and Japanese characters stretch by a quarter of the size. Spaces of other
/// lines stay as they are: there a badness of 100 is a line that is 2 em short, as with
/// `\raggedright`, and ``fitness`` and ``rivers`` do not count.
///
/// Penalties are from 0 to 10,000, which forbids the break; demerits from 0 to 100,000,000. Laying
/// out throws `TypesettingError` for other values. Sources: Knuth and Plass, *Breaking Paragraphs
/// into Lines*, 1981; The TeXbook, chapter 14.
public struct BreakCosts: Hashable, Sendable {
  /// Added to the badness of each line: a higher number makes fewer lines. TeX's `\linepenalty`.
  public var line: Int
  /// The penalty of a line that ends in a hyphen, written or not. TeX's `\hyphenpenalty` and
  /// `\exhyphenpenalty`.
  public var hyphen: Int
  /// The demerits of two lines in sequence that end in a hyphen. TeX's `\doublehyphendemerits`.
  public var consecutiveHyphens: Int
  /// The demerits of a hyphen at the end of the last line but one. TeX's `\finalhyphendemerits`.
  public var finalHyphen: Int
  /// The demerits of two lines in sequence of which one is much looser than the other. TeX's
  /// `\adjdemerits`.
  public var fitness: Int
  /// The demerits of two lines in sequence that are both loose, with a badness above 12: wide
  /// spaces below each other look like rivers. TeX has no such cost.
  public var rivers: Int
  /// The penalty of a last line that is shorter than ``runtLength``. TeX has no such cost.
  public var runt: Int
  /// The least width of a last line that is not a runt, as a share of the measure.
  public var runtLength: Double
  /// The greatest badness in a first attempt; -1 for no such attempt. TeX's `\pretolerance`; plain
  /// TeX has 100, since its first attempt does without hyphenation.
  public var pretolerance: Int
  /// The greatest badness in a second attempt. TeX's `\tolerance`.
  public var tolerance: Int
  /// The stretch that is added to each line in a third attempt, as a share of the measure. TeX's
  /// `\emergencystretch`. Where the added stretch is not enough, a line is filled as far as
  /// possible, however bad it is.
  public var emergencyStretch: Double

  /// Creates costs; the defaults are those of plain TeX, except that rivers and runts cost, the
  /// first attempt is left out, and there is a third attempt.
  public init(
    line: Int = 10, hyphen: Int = 50, consecutiveHyphens: Int = 10_000, finalHyphen: Int = 5_000,
    fitness: Int = 10_000, rivers: Int = 3_000, runt: Int = 100, runtLength: Double = 0.2,
    pretolerance: Int = -1, tolerance: Int = 200, emergencyStretch: Double = 0.1
  ) {
    self.line = line
    self.hyphen = hyphen
    self.consecutiveHyphens = consecutiveHyphens
    self.finalHyphen = finalHyphen
    self.fitness = fitness
    self.rivers = rivers
    self.runt = runt
    self.runtLength = runtLength
    self.pretolerance = pretolerance
    self.tolerance = tolerance
    self.emergencyStretch = emergencyStretch
  }

  /// The greatest penalty, which forbids a break.
  package static let greatestPenalty = 10_000
  /// The greatest demerits, those of a line of infinite badness (10,000²).
  package static let greatestDemerits = 100_000_000

  /// The first number that is not in its range, and the end of the range; `nil` if all are.
  package var invalid: (name: String, value: Double, most: Double)? {
    let penalties = [
      ("line", line), ("hyphen", hyphen), ("runt", runt),
      ("pretolerance", pretolerance < -1 ? pretolerance : max(0, pretolerance)),
      ("tolerance", tolerance),
    ]
    for (name, value) in penalties where !(0...BreakCosts.greatestPenalty ~= value) {
      return (name, Double(value), Double(BreakCosts.greatestPenalty))
    }
    let demerits = [
      ("consecutiveHyphens", consecutiveHyphens), ("finalHyphen", finalHyphen),
      ("fitness", fitness), ("rivers", rivers),
    ]
    for (name, value) in demerits where !(0...BreakCosts.greatestDemerits ~= value) {
      return (name, Double(value), Double(BreakCosts.greatestDemerits))
    }
    for (name, value) in [("runtLength", runtLength), ("emergencyStretch", emergencyStretch)]
    where !(value >= 0 && value <= 1) {
      return (name, value, 1)
    }
    return nil
  }
}

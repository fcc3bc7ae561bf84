// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How the lines of a paragraph are divided, where it has room for several ways.
///
/// A paragraph with tabs is always broken greedily, since the width of a tab depends on the line
/// that it is on. A line separator, U+2028, begins anew.
public enum LineBreaking: Hashable, Sendable {
  /// Each line takes as much as fits, without regard to the lines after it.
  case greedy
  /// As many lines as ``greedy`` makes, but as even as can be: for headlines and captions.
  ///
  /// No line is wider than it must be for that number of lines; in paragraphs of up to 12 lines the
  /// squares of what the lines lack are the least as well. Source: CSS Text 4,
  /// `text-wrap: balance`.
  case balanced
  /// The lines with the least cost over the whole paragraph, as in TeX.
  ///
  /// Where a part of the paragraph has no such lines, as around a word that is wider than its line,
  /// lines there are greedy, and say so: `LineFragment.isGreedyFallback`.
  indirect case optimal(BreakCosts)

  /// The lines with the least cost, with the usual costs.
  public static let optimal = LineBreaking.optimal(BreakCosts())

  /// Whether this is ``greedy``.
  package var isGreedy: Bool { if case .greedy = self { true } else { false } }
}

/// What lines cost, in TeX's terms: the *badness* of a line is 0 where it is as wide as its
/// measure, 100 where its spaces give all that they can, and grows with the third power. Its
/// *demerits* are the square of ``line`` and the badness together, and the square of a *penalty*
/// where one is paid; what is called demerits below is added as it is. The lines whose demerits
/// have the least sum are taken.
///
/// Spaces of justified lines stretch by a half and shrink by a third, as those of TeX's fonts
/// nearly do; gaps between Chinese and Japanese characters stretch by a quarter of the size. Spaces
/// of other lines stay as they are: a badness of 100 is a line that is 2 em short, as with
/// `\raggedright`, and ``fitness`` and ``rivers`` do not count.
///
/// Penalties are from 0 to 10,000, which forbids; demerits from 0 to 100,000,000. Laying out throws
/// `TypesettingError` for others. Sources: Knuth and Plass, *Breaking Paragraphs into Lines*, 1981;
/// The TeXbook, chapter 14.
public struct BreakCosts: Hashable, Sendable {
  /// Added to the badness of each line: the higher it is, the fewer lines there are. TeX's
  /// `\linepenalty`.
  public var line: Int
  /// The penalty of a line that ends in a hyphen, written or not. TeX's `\hyphenpenalty` and
  /// `\exhyphenpenalty`.
  public var hyphen: Int
  /// The demerits of two such lines in sequence. TeX's `\doublehyphendemerits`.
  public var consecutiveHyphens: Int
  /// The demerits of such a line before the last. TeX's `\finalhyphendemerits`.
  public var finalHyphen: Int
  /// The demerits of two lines in sequence of which one is much looser than the other. TeX's
  /// `\adjdemerits`.
  public var fitness: Int
  /// The demerits of two lines in sequence that are both loose, with a badness above 12: where wide
  /// spaces lie below each other the eye sees rivers. TeX has no such cost.
  public var rivers: Int
  /// The penalty of a last line that is shorter than ``runtLength``. TeX has no such cost.
  public var runt: Int
  /// The share of its measure that a last line must have to be no runt.
  public var runtLength: Double
  /// The greatest badness in a first attempt; -1 for none. TeX's `\pretolerance`, which is 100 in
  /// plain TeX, since there hyphens are found only for the second one.
  public var pretolerance: Int
  /// The greatest badness in a second attempt. TeX's `\tolerance`.
  public var tolerance: Int
  /// The stretch that each line is given in a third attempt, as a share of the measure. TeX's
  /// `\emergencystretch`. Where that is not enough, a line is as full as can be, however bad it is.
  public var emergencyStretch: Double

  /// Creates costs; the defaults are those of plain TeX, with some for rivers and runts, without
  /// the first attempt and with a third one.
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

  /// The greatest penalty, which forbids what it is for.
  package static let greatestPenalty = 10_000
  /// The greatest demerits: those of the worst line.
  package static let greatestDemerits = 100_000_000

  /// The name of a number that is not in its range; nil if all are.
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

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A place where a line may end. All lengths are sums from the start of the paragraph, in 1/65536
/// point.
struct BreakCandidate {
  /// The width of all text before, without the space in which the line ends, with the hyphen if one
  /// is drawn.
  var end: Int
  /// The width of all text before a line that begins here, the space at the break included.
  var start: Int
  /// By how much the spaces before can be stretched, without the space in which the line ends.
  var stretch: Int
  /// By how much the spaces before can be stretched, with the space in which the line ends.
  var stretchAfter: Int
  /// By how much the spaces before can be shrunk, without the space in which the line ends.
  var shrink: Int
  /// By how much the spaces before can be shrunk, with the space in which the line ends.
  var shrinkAfter: Int
  /// The penalty of ending a line here: 10,000 forbids the break, -10,000 forces it.
  var penalty: Int
  /// Whether the line ends in a hyphen.
  var isHyphen: Bool
}

/// The widths and limits of one pass over a paragraph, in 1/65536 point.
struct BreakMeasure {
  /// The widths of the first lines, where they differ from `width`, as those of TeX's `\parshape`.
  var firstWidths: [Int] = []
  /// The width of all other lines.
  var width: Int
  /// The stretch that each line has beside that of its spaces, as at a ragged edge.
  var stretch = 0
  /// The greatest badness that a line may have.
  var tolerance: Int
  /// Whether the last line may be of any width without badness.
  var fillsLastLine = true
  /// The least width of a last line that is not a runt.
  var runtWidth = 0
  /// Whether `end` never falls from one candidate to the next, so that lines from later breaks are
  /// shorter.
  var isMonotone = true
  /// Whether a line that is too wide is taken if no other is left, as in TeX's last pass; if not,
  /// the search ends there.
  var allowsOverfull = false
}

/// The costs of lines, in demerits and penalties. Source: The TeXbook, chapter 14.
struct LineDemerits {
  /// TeX's `\linepenalty`: for each line.
  var line = 10
  /// TeX's `\doublehyphendemerits`: for two lines in sequence that end in a hyphen.
  var consecutiveHyphens = 10_000
  /// TeX's `\finalhyphendemerits`: for a last line but one that ends in a hyphen.
  var finalHyphen = 5_000
  /// TeX's `\adjdemerits`: for two lines in sequence of which one is much looser.
  var fitness = 10_000
  /// The demerits of two loose lines in sequence, in which the spaces make rivers.
  var rivers = 0
  /// The penalty of a last line that is too short.
  var runt = 0

  /// The most that the fitness of the line before can add to the demerits of a line.
  var mostBetweenLines: Int { fitness + rivers }

  /// The demerits of a line. Source: TeX: The Program, §859.
  @inline(__always)
  func demerits(
    _ badness: Int, _ fitness: LineFitness, after before: LineFitness, _ isHyphenBefore: Bool,
    _ penalty: Int, isHyphen: Bool, isLast: Bool, isRunt: Bool
  ) -> Int {
    var sum = line &+ badness
    sum = sum >= 10_000 ? 100_000_000 : sum &* sum
    if penalty > 0 {
      sum &+= penalty &* penalty
    } else if penalty > -Badness.infinite {
      sum &-= penalty &* penalty
    }
    if isHyphenBefore {
      if isLast {
        sum &+= finalHyphen
      } else if isHyphen {
        sum &+= consecutiveHyphens
      }
    }
    let (own, other) = (Int(fitness.rawValue), Int(before.rawValue))
    if abs(own &- other) > 1 { sum &+= self.fitness }
    if own < 2 && other < 2 { sum &+= rivers }
    if isRunt { sum &+= runt &* runt }
    return sum
  }
}

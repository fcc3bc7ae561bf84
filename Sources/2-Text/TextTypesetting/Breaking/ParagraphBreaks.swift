// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// The break opportunities of a paragraph as candidates of a ``BreakSearch``, and the passes over
/// them.
struct ParagraphBreaks {
  /// The line ends that were chosen.
  struct Choice {
    /// The indices of the opportunities at which lines end, in order.
    var ends: [Int32] = []
    /// The number of candidates that were considered to choose them.
    var work = 0
  }

  /// The width of lines, in points.
  struct Measure {
    var first: Double
    var rest: Double
  }

  let paragraph: ShapedParagraph
  let text: ParagraphText
  let costs: BreakCosts
  let isJustified: Bool
  private let shrinksSpaces: Bool
  let hyphens: HyphenWidths
  /// The breaker, if punctuation hangs at the ends of lines.
  private let hangingBreaker: LineBreaker?
  let cancellation: Cancellation
  /// The stretch of a gap between ideographs.
  private let gapStretch: Int

  /// TeX's scaled points in a point.
  static let scale = 65_536.0
  /// The number of candidates between two polls of the cancellation; a candidate may take a
  /// microsecond.
  private static let pollInterval = 256
  /// The greatest length of a paragraph whose sums, in 1/65536 point, fit an `Int`, in points.
  static let greatestAdvance = 1e13

  init(_ breaker: LineBreaker, _ costs: BreakCosts, isJustified: Bool) throws {
    paragraph = breaker.paragraph
    text = breaker.text
    cancellation = breaker.cancellation
    self.costs = costs
    self.isJustified = isJustified
    shrinksSpaces = paragraph.style.storage.fields.justification.shrinksSpaces
    hyphens = HyphenWidths(breaker)
    hangingBreaker = breaker.hanging == nil ? nil : breaker
    gapStretch =
      isJustified ? Int(paragraph.strutStyle.size * ParagraphBreaks.scale / 4) : 0
  }

  /// Chooses the ends of the lines from a start on: to the paragraph's end or, if a line is too
  /// wide in any case, up to the line before it.
  ///
  /// - Throws: `ShapingError` or `CancellationError`.
  func choose(from start: LineStart, _ measure: Measure) throws -> Choice {
    var work = 0
    let width = Int(measure.rest * ParagraphBreaks.scale)
    // Ragged lines may stretch by 2 em, as those of TeX's \raggedright.
    let ragged = isJustified ? 0 : Int(2 * paragraph.strutStyle.size * ParagraphBreaks.scale)
    let emergency = Int(measure.rest * costs.emergencyStretch * ParagraphBreaks.scale)
    var demerits = LineDemerits(costs)
    // The spaces of ragged lines are not stretched, so looseness and rivers cost nothing.
    if !isJustified { (demerits.fitness, demerits.rivers) = (0, 0) }
    let last = 2
    for number in costs.pretolerance >= 0 ? 0...last : 1...last {
      if number == 1, costs.tolerance <= costs.pretolerance { continue }
      let tolerance = number == 0 ? costs.pretolerance : costs.tolerance
      var search = BreakSearch(
        BreakMeasure(
          width: width, stretch: ragged + (number == last ? emergency : 0), tolerance: tolerance,
          runtWidth: costs.runt > 0 ? Int(Double(width) * costs.runtLength) : 0,
          isMonotone: paragraph.breaks.isMonotone),
        demerits,
        start: Int((start.advance + measure.first - measure.rest) * ParagraphBreaks.scale),
        count: paragraph.breaks.count - start.next)
      try run(&search, from: start, rescues: number == last, &work)
      if let end = search.end() { return Choice(ends: search.breaks(to: end), work: work) }
      if number == last, let lost = search.lastLost {
        return Choice(ends: search.breaks(to: lost), work: work)
      }
    }
    return Choice(work: work)
  }

  /// Considers the opportunities from a start on, until no line may begin any more.
  private func run(
    _ search: inout BreakSearch, from start: LineStart, rescues: Bool, _ work: inout Int
  ) throws {
    let table = paragraph.breaks
    let last = table.count - 1
    var (stretch, shrink) = (0, 0)
    var index = start.next
    // The last candidate so far at which a line may end.
    var before: (candidate: BreakCandidate, index: Int32)?
    // `unsafe`: pointers to columns of `last + 1` elements; `index` is compared with `last`.
    try unsafe table.withColumns { offsets, advances, trimmed, traits in
      while index <= last {
        if (index - start.next) % Self.pollInterval == Self.pollInterval - 1 {
          try cancellation.check()
        }
        let offset = unsafe Int(offsets[index])
        let (advance, end) = unsafe (advances[index], trimmed[index])
        // The raw value is read, since functions of another module might not be inlined.
        let trait = unsafe traits[index].rawValue
        let hanging = trait & 0x3F
        var candidate = BreakCandidate(
          end: Int(end * Self.scale), start: Int(advance * Self.scale),
          stretch: stretch, stretchAfter: stretch, shrink: shrink, shrinkAfter: shrink, penalty: 0,
          isHyphen: false)
        let isLast = index == last
        if isLast {
          candidate.penalty = -Badness.infinite
        } else if trait & 0x80 != 0 {
          (candidate.penalty, candidate.isHyphen) = (costs.hyphen, true)
          candidate.end += try hyphens.width(before: offset)
        } else if hanging > 0 {
          if hanging == 0x3F, BreakTable.hangs(text[offset]) {
            // White space follows, so the line goes on to the opportunity behind it.
            index += 1
            continue
          }
          if isJustified, text[offset - 1] == 0x20 {
            var space = candidate.start - candidate.end
            if let breaker = hangingBreaker {
              space -= Int(breaker.hungWidth(at: index) * Self.scale)
            }
            stretch += space / 2
            if shrinksSpaces { shrink += space / 3 }
            (candidate.stretchAfter, candidate.shrinkAfter) = (stretch, shrink)
          }
        } else {
          let unit = text[offset - 1]
          if unit == 0x2D || unit == 0x2010 {
            (candidate.penalty, candidate.isHyphen) = (costs.hyphen, true)
          } else if unit >= 0x2E80, isJustified {
            stretch += gapStretch
            candidate.stretchAfter = stretch
          }
        }
        let number = Int32(truncatingIfNeeded: index)
        search.consider(candidate, number, isLast: isLast)
        if !search.isAlive {
          guard rescues, let before, search.rescue(before.candidate, before.index) else { break }
          search.consider(candidate, number, isLast: isLast)
          if !search.isAlive { break }
        }
        if rescues, candidate.penalty < Badness.infinite { before = (candidate, number) }
        index += 1
      }
    }
    work += index - start.next
  }
}

extension LineDemerits {
  init(_ costs: BreakCosts) {
    line = costs.line
    consecutiveHyphens = costs.consecutiveHyphens
    finalHyphen = costs.finalHyphen
    fitness = costs.fitness
    rivers = costs.rivers
    runt = costs.runt
  }
}

/// The widths of the hyphens that are drawn where lines end at soft hyphens, in 1/65536 point.
final class HyphenWidths {
  private let breaker: LineBreaker
  private var known: [ObjectIdentifier: Int] = [:]
  private var last: (range: TextRange, width: Int)?

  init(_ breaker: LineBreaker) { self.breaker = breaker }

  /// The width of the hyphen at a line's end.
  ///
  /// - Throws: `ShapingError`.
  func width(before end: Int) throws -> Int {
    if let last, last.range.start < end, end <= last.range.end { return last.width }
    let paragraph = breaker.paragraph
    guard let index = paragraph.run(at: end - 1) else { return 0 }
    let run = paragraph.runs[index]
    let key = ObjectIdentifier(run.origin)
    var width = known[key]
    if width == nil {
      let points = try breaker.shaped.shapeToken(breaker.hyphen(in: run.font), like: run)
        .reduce(0) { $0 + $1.width }
      width = Int(points * ParagraphBreaks.scale)
      known[key] = width
    }
    last = (run.textRange, width ?? 0)
    return width ?? 0
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The search for the breaks with the fewest demerits, by dynamic programming. The places where
/// lines may end (candidates) are considered one after the other. The best *ways* to each
/// candidate, the sequences of breaks that lead there, are kept as long as a line may still begin
/// there.
///
/// Source: Knuth and Plass, Breaking Paragraphs into Lines, Software: Practice and Experience 11,
/// 1981; TeX: The Program, §813-890. Integer arithmetic, order and the choice between ties are
/// TeX's.
///
/// - Complexity: O(candidates · active breaks), of which there are at most ``activeLimit``.
struct BreakSearch {
  /// A break at which a line may begin.
  struct ActiveBreak {
    /// The width of all text before the break; ``stretch`` and ``shrink`` are such sums, too.
    var start: Int
    var stretch: Int
    var shrink: Int
    /// The demerits of all lines before.
    var total: Int
    /// The index in ``ways``; -1 at the start.
    var way: Int32
    /// The number of lines before; -1 for a break that is given up.
    var lines: Int32
    var fitness: LineFitness
    var isHyphen: Bool
  }

  /// A break, and the one before it on the best way there.
  struct Way {
    var candidate: Int32
    var before: Int32
  }

  let measure: BreakMeasure
  let costs: LineDemerits
  /// A line whose stretch ratio, in 297ths, is at least this is too short.
  private let shortRatio: Int
  /// The breaks from which a line may still begin, those from `head` on. They are sorted by line
  /// number where the widths of lines differ, then by place.
  private(set) var active: [ActiveBreak] = []
  private(set) var head = 0
  /// The ways to all breaks that were ever active.
  private(set) var ways: [Way] = []
  /// The break that was given up last.
  private(set) var lastLost: ActiveBreak?
  /// The best ways to the present candidate.
  private var best = BestWays()
  /// Scratch memory: the next value of `active`, if the widths of lines differ.
  private var kept: [ActiveBreak] = []

  /// The greatest number of active breaks; beyond it the ones with the most demerits are dropped.
  /// English has about 20 of them, Chinese about two for each character of a line. Without a bound
  /// the time would grow with the square of the width.
  static let activeLimit = 256

  /// Begins at the start of a paragraph, or of one of its lines, given the sum of the widths
  /// before.
  ///
  /// - Parameter count: The approximate number of candidates.
  init(_ measure: BreakMeasure, _ costs: LineDemerits, start: Int = 0, count: Int = 0) {
    self.measure = measure
    self.costs = costs
    shortRatio = Badness.ratio(above: measure.tolerance)
    active.reserveCapacity(64)
    // The capacity is reserved at once, since growing a long array would copy it.
    ways.reserveCapacity(count)
    active.append(
      ActiveBreak(
        start: start, stretch: 0, shrink: 0, total: 0, way: -1, lines: 0, fitness: .decent,
        isHyphen: false))
  }

  /// Whether a line may still begin somewhere: if not, no way leads to the end.
  var isAlive: Bool { head < active.count }

  // MARK: - Candidates

  /// Considers the next place where a line may end.
  ///
  /// - Parameters:
  ///   - index: The number of the candidate, which ``breaks(to:)`` returns.
  ///   - isLast: Whether the candidate is the end of the paragraph.
  @inline(__always)
  mutating func consider(_ candidate: BreakCandidate, _ index: Int32, isLast: Bool = false) {
    if candidate.penalty >= Badness.infinite { return }
    if measure.firstWidths.isEmpty {
      considerUniform(candidate, isLast)
    } else {
      considerByLine(candidate, index, isLast)
    }
    if best.isEmpty { return }
    addBest(candidate, index)
    if head >= 1024 {
      active.removeFirst(head)
      head = 0
    }
  }

  /// Tries the lines from all active breaks, where all have the same width.
  @inline(__always)
  private mutating func considerUniform(_ candidate: BreakCandidate, _ isLast: Bool) {
    let mayStop = measure.isMonotone && candidate.penalty > -Badness.infinite && !isLast
    var index = head
    if mayStop, index < active.count, isTooShort(index, candidate) { return }
    var hasGaps = false
    while index < active.count {
      if mayStop, index > head, isTooShort(index, candidate) { break }
      let isOnly = index == head && index == active.count - 1
      switch assess(index, candidate, measure.width, isLast, isOnly: isOnly) {
      case .kept: break
      case .tooShort:
        // The lines from later breaks are shorter still.
        if mayStop { index = active.count }
      case .lost:
        lose(active[index])
        if index == head {
          head += 1
        } else {
          active[index].lines = -1
          hasGaps = true
        }
      }
      index += 1
    }
    if hasGaps {
      active.removeFirst(head)
      head = 0
      active.removeAll { $0.lines < 0 }
    }
  }

  /// Tries the lines from all active breaks, where the first lines have widths of their own.
  ///
  /// Active breaks stay sorted by line number: the new breaks at which a line ends come before the
  /// older breaks of the next number, as in TeX.
  private mutating func considerByLine(
    _ candidate: BreakCandidate, _ index: Int32, _ isLast: Bool
  ) {
    let count = active.count
    var next = head
    kept.removeAll(keepingCapacity: true)
    while next < count {
      let line = Int(active[next].lines)
      let isOwn = line < measure.firstWidths.count
      let width = isOwn ? measure.firstWidths[line] : measure.width
      repeat {
        let isOnly = kept.isEmpty && next == count - 1
        if assess(next, candidate, width, isLast, isOnly: isOnly) == .lost {
          lose(active[next])
        } else {
          kept.append(active[next])
        }
        next += 1
      } while next < count && (!isOwn || active[next].lines == line)
      if next < count, !best.isEmpty {
        swap(&active, &kept)
        addBest(candidate, index)
        swap(&active, &kept)
      }
    }
    swap(&active, &kept)
    head = 0
  }

  /// Records the break that was given up last: the best one, if several at one place were.
  private mutating func lose(_ lost: ActiveBreak) {
    if let last = lastLost, last.start == lost.start, last.total < lost.total { return }
    lastLost = lost
  }

  /// Whether a line is certainly shorter than the tolerance allows, found without a division.
  @inline(__always)
  private func isTooShort(_ index: Int, _ candidate: BreakCandidate) -> Bool {
    let short = measure.width &- (candidate.end &- active[index].start)
    if short < 0 || short > Badness.greatestExact || shortRatio == .max { return false }
    let room = measure.stretch &+ (candidate.stretch &- active[index].stretch)
    return room > 0 && room < 1 << 50 && short &* 297 >= shortRatio &* room
  }

  private enum Verdict {
    /// A line may still begin at the break.
    case kept
    /// A line may still begin at the break, but this line is shorter than the tolerance allows.
    case tooShort
    /// No line from the break can end at this candidate, or at a later one.
    case lost
  }

  /// Tries one line; if it is good enough, and better than the others so far that end at this
  /// candidate with its fitness, it is noted in `best`.
  ///
  /// - Parameter isOnly: Whether no other active break is left.
  @inline(__always)
  private mutating func assess(
    _ index: Int, _ candidate: BreakCandidate, _ width: Int, _ isLast: Bool, isOnly: Bool
  ) -> Verdict {
    let short = width &- (candidate.end &- active[index].start)
    let badness: Int
    let fitness: LineFitness
    if short >= 0 {
      badness =
        isLast && measure.fillsLastLine
        ? 0
        : Badness.of(
          short, room: measure.stretch &+ (candidate.stretch &- active[index].stretch))
      fitness = badness > 12 ? (badness > 99 ? .veryLoose : .loose) : .decent
    } else {
      let room = candidate.shrink &- active[index].shrink
      badness = 0 &- short > room ? Badness.infinite + 1 : Badness.of(0 &- short, room: room)
      fitness = badness > 12 ? .tight : .decent
    }
    var isOverfull = false
    let isKept: Bool
    if badness > Badness.infinite || candidate.penalty <= -Badness.infinite {
      if measure.allowsOverfull && isOnly && best.isEmpty {
        isOverfull = true
      } else if badness > measure.tolerance {
        return .lost
      }
      isKept = false
    } else {
      if badness > measure.tolerance { return short >= 0 ? .tooShort : .kept }
      isKept = true
    }
    var total = active[index].total
    if !isOverfull {
      total &+= costs.demerits(
        badness, fitness, after: active[index].fitness, active[index].isHyphen, candidate.penalty,
        isHyphen: candidate.isHyphen, isLast: isLast,
        isRunt: isLast && width &- short < measure.runtWidth)
    }
    best.note(total, fitness, before: active[index].way, lines: active[index].lines)
    return isKept ? .kept : .lost
  }

  // MARK: - Ways

  /// Makes the best ways to a candidate active, the loosest first; a way is left out if it has more
  /// demerits above the least than the next line could make up for.
  private mutating func addBest(_ candidate: BreakCandidate, _ index: Int32) {
    let most = best.least &+ costs.mostBetweenLines
    for rawValue in 0..<4 {
      let way = best[rawValue]
      guard way.total <= most, let fitness = LineFitness(rawValue: UInt8(rawValue)) else {
        continue
      }
      ways.append(Way(candidate: index, before: way.before))
      let added = ActiveBreak(
        start: candidate.start, stretch: candidate.stretchAfter, shrink: candidate.shrinkAfter,
        total: way.total, way: Int32(truncatingIfNeeded: ways.count - 1), lines: way.lines + 1,
        fitness: fitness, isHyphen: candidate.isHyphen)
      if active.count - head >= BreakSearch.activeLimit, !dropWorst(below: added) { continue }
      active.append(added)
    }
    best.reset()
  }

  /// Revives a search in which no line may begin any more: ends a line at the candidate before, so
  /// that it is as full as can be, however bad it is.
  ///
  /// - Returns: Whether there is such a line.
  mutating func rescue(_ candidate: BreakCandidate, _ index: Int32) -> Bool {
    guard !isAlive, let lost = lastLost else { return false }
    if lost.way >= 0, ways[Int(lost.way)].candidate >= index { return false }
    ways.append(Way(candidate: index, before: lost.way))
    active.append(
      ActiveBreak(
        start: candidate.start, stretch: candidate.stretchAfter, shrink: candidate.shrinkAfter,
        total: lost.total &+ 100_000_000, way: Int32(truncatingIfNeeded: ways.count - 1),
        lines: lost.lines + 1, fitness: .veryLoose, isHyphen: candidate.isHyphen))
    return true
  }

  /// Drops the active break with the most demerits.
  ///
  /// - Returns: Whether an active break had more demerits than the break that is to be added.
  private mutating func dropWorst(below added: ActiveBreak) -> Bool {
    var worst = head
    for index in head..<active.count where active[index].total > active[worst].total {
      worst = index
    }
    if active[worst].total <= added.total { return false }
    active.remove(at: worst)
    return true
  }

  /// The best break of those that are active, after the last candidate: the end of the best way.
  ///
  /// - Parameter lines: The number of lines that the way must have; nil for any.
  func end(lines: Int? = nil) -> ActiveBreak? {
    var found: ActiveBreak?
    for index in head..<active.count where lines.map({ $0 == active[index].lines }) ?? true {
      if active[index].total < found?.total ?? .max { found = active[index] }
    }
    return found
  }

  /// The numbers of the candidates on the way to a break, in order.
  func breaks(to end: ActiveBreak) -> [Int32] {
    var numbers: [Int32] = []
    numbers.reserveCapacity(Int(end.lines))
    var way = end.way
    while way >= 0 {
      numbers.append(ways[Int(way)].candidate)
      way = ways[Int(way)].before
    }
    numbers.reverse()
    return numbers
  }
}

/// The best ways to one candidate, one for each fitness of the line that ends there.
private struct BestWays {
  struct Way {
    var total: Int
    var before: Int32
    var lines: Int32
  }

  private var ways: [4 of Way] = .init(repeating: Way(total: .max, before: -1, lines: 0))
  /// The fewest demerits.
  private(set) var least = Int.max

  subscript(rawFitness: Int) -> Way { ways[rawFitness] }

  var isEmpty: Bool { least == .max }

  /// Drops all ways.
  @inline(__always)
  mutating func reset() {
    least = .max
    for index in 0..<4 { ways[index].total = .max }
  }

  /// Notes a way if none with its fitness is better; among equal ways the last one counts, as in
  /// TeX.
  @inline(__always)
  mutating func note(_ total: Int, _ fitness: LineFitness, before: Int32, lines: Int32) {
    let index = Int(fitness.rawValue)
    if total > ways[index].total { return }
    ways[index] = Way(total: total, before: before, lines: lines)
    least = min(least, total)
  }
}

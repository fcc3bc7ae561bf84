// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// The pieces of one line, in logical order.
///
/// A line may have hundreds of thousands of pieces: they are computed from the paragraph's runs, or
/// read from the line's own array, and only those that change are copied.
struct LinePieces {
  /// The runs of the paragraph; those that meet `range` begin at the index `first`.
  private let runs: [ShapedRun]
  private let first: Int
  private let range: TextRange
  /// The line's own pieces; `runs` is empty then.
  private let made: [LinePiece]
  /// The changed pieces, from the index `tailStart` on.
  private var tail: [LinePiece] = []
  private var tailStart: Int

  /// The pieces of a range of a paragraph, as it was shaped.
  init(_ paragraph: ShapedParagraph, _ range: TextRange) {
    runs = paragraph.runs
    self.range = range
    made = []
    if !range.isEmpty, let first = paragraph.run(at: range.start),
      let last = paragraph.run(at: range.end - 1)
    {
      self.first = first
      tailStart = last - first + 1
    } else {
      (first, tailStart) = (0, 0)
    }
  }

  /// The line's own pieces.
  init(_ made: [LinePiece]) {
    self.made = made
    (runs, first, range) = ([], 0, TextRange(0, 0))
    tailStart = made.count
  }

  var count: Int { tailStart + tail.count }

  subscript(index: Int) -> LinePiece {
    if index >= tailStart { return tail[index - tailStart] }
    return made.isEmpty ? LinePiece(runs[first + index], range) : made[index]
  }

  func level(at index: Int) -> UInt8 {
    if index >= tailStart { return tail[index - tailStart].level }
    return made.isEmpty ? runs[first + index].level : made[index].level
  }

  /// Sets the level of the white space at the line's end to the paragraph's. Source: UAX #9 L1.
  ///
  /// - Throws: `CancellationError`.
  mutating func levelTrailingSpace(
    from visibleEnd: Int, baseLevel: UInt8, _ cancellation: Cancellation
  ) throws {
    var start = count
    var first = count
    while start > 0 {
      let piece = self[start - 1]
      if piece.kind == .ellipsis || piece.tailBase != nil || piece.range.end <= visibleEnd { break }
      if start & 0x3FF == 0 { try cancellation.check() }
      start -= 1
      if piece.level != baseLevel { first = start }
    }
    // Most lines need no change.
    if first == count { return }
    var changed: [LinePiece] = []
    changed.reserveCapacity(count - first + 1)
    for index in first..<count {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      var piece = self[index]
      if piece.level != baseLevel {
        if piece.range.start < visibleEnd {
          changed.append(LinePiece(piece.run, TextRange(piece.range.start, visibleEnd)))
          piece = LinePiece(piece.run, TextRange(visibleEnd, piece.range.end))
        }
        piece.level = baseLevel
      }
      changed.append(piece)
    }
    (tail, tailStart) = (changed, first)
  }

  /// The widths that justification adds to the glyphs of a line.
  struct Expansions {
    /// The index of the piece to which the first list belongs; pieces before it are not stretched.
    fileprivate var start = 0
    /// The added widths by glyph for each piece from `start` on; empty if nothing is added.
    fileprivate var lists: [[Double]] = []

    subscript(index: Int) -> [Double] {
      index >= start && index - start < lists.count ? lists[index - start] : []
    }

    /// Releases all lists.
    ///
    /// - Throws: `CancellationError`.
    mutating func release(_ cancellation: Cancellation) throws { try lists.release(cancellation) }
  }

  /// Widens the pieces of a justified line, or makes them narrower.
  ///
  /// - Parameters:
  ///   - expansion: The points, or the share of spaces, as in ``LineRecord/expansion``.
  ///   - stages: How far each opportunity grows instead, if there are limits.
  /// - Throws: `CancellationError`.
  mutating func stretch(
    _ justification: Justification, by expansion: Double,
    stages: JustificationStages? = nil, _ cancellation: Cancellation
  ) throws -> Expansions {
    // Text before the last tab is not stretched.
    let firstStretched = try justification.firstStretched(self, cancellation)
    let start = min(firstStretched, tailStart)
    var expansions = Expansions(start: start)
    var widened: [LinePiece] = []
    expansions.lists.reserveCapacity(count - start)
    widened.reserveCapacity(count - start)
    for index in start..<count {
      if index & 0xFF == 0xFF { try cancellation.check() }
      var piece = self[index]
      var added: [Double] = []
      if index >= firstStretched {
        try justification.forEachOpportunity(in: piece, cancellation) { glyph, place in
          if added.isEmpty { added = [Double](repeating: 0, count: piece.glyphs.count) }
          let change =
            if let stages {
              stages.growth(place, piece.run, glyph)
            } else if expansion >= 0 {
              expansion
            } else {
              expansion * max(0, Double(piece.run.advance(at: glyph)) * piece.run.unit)
            }
          added[glyph - piece.glyphs.lowerBound] += change
          piece.width += change
        }
      }
      stages?.kashidas?.forEach(inPiece: index) { place in
        if added.isEmpty { added = [Double](repeating: 0, count: piece.glyphs.count) }
        added[place.glyph - piece.glyphs.lowerBound] += place.width
        piece.width += place.width
      }
      expansions.lists.append(added)
      widened.append(piece)
    }
    swap(&tail, &widened)
    tailStart = start
    try widened.release(cancellation)
    return expansions
  }

  /// The indices of the pieces from left to right; empty if they are already in that order.
  ///
  /// - Throws: `CancellationError`.
  func visualOrder(_ cancellation: Cancellation) throws -> [Int32] {
    var highest: UInt8 = 0
    var lowestOdd: UInt8 = .max
    let count = self.count
    for position in 0..<count {
      if position & 0xFFF == 0xFFF { try cancellation.check() }
      let level = level(at: position)
      highest = max(highest, level)
      if level & 1 == 1 { lowestOdd = min(lowestOdd, level) }
    }
    if highest < lowestOdd || count == 1 { return [] }
    var order: [Int32] = []
    order.reserveCapacity(count)
    for position in 0..<count {
      if position & 0xFFF == 0xFFF { try cancellation.check() }
      order.append(Int32(truncatingIfNeeded: position))
    }
    // Source: UAX #9 L2.
    var level = highest
    while level >= lowestOdd {
      var i = 0
      var polled = 0
      while i < count {
        if i - polled > 0xFFF {
          polled = i
          try cancellation.check()
        }
        if self.level(at: Int(order[i])) < level {
          i += 1
          continue
        }
        var end = i + 1
        while end < count && self.level(at: Int(order[end])) >= level {
          end += 1
          if end & 0xFFF == 0 { try cancellation.check() }
        }
        // Reverse the range in place, polling every 4,096 swaps.
        var (left, right) = (i, end - 1)
        while left < right {
          order.swapAt(left, right)
          left += 1
          right -= 1
          if left & 0xFFF == 0 { try cancellation.check() }
        }
        i = end
      }
      level -= 1
    }
    return order
  }

  /// Releases the changed pieces.
  ///
  /// - Throws: `CancellationError`.
  mutating func release(_ cancellation: Cancellation) throws {
    if tail.isEmpty { return }
    tailStart = 0
    try tail.release(cancellation)
  }
}

extension Sequence<LinePiece> {
  /// The sum of the widths up to an offset, in points, ellipses and hyphens included.
  ///
  /// - Throws: `CancellationError`.
  func width(upTo end: Int, _ cancellation: Cancellation) throws -> Double {
    var width = 0.0
    var count = 0
    for piece in self {
      count += 1
      if count & 0x3FF == 0 { try cancellation.check() }
      if piece.range.end <= end || piece.kind == .ellipsis || piece.kind == .hyphen {
        width += piece.width
      } else if piece.range.start < end {
        width += LinePiece(piece.run, TextRange(piece.range.start, end)).width
      }
    }
    return width
  }
}

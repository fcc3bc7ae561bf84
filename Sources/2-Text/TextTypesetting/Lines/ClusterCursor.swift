// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

/// An iterator over the shaped clusters of a paragraph in logical order, with the widths before
/// them.
struct ClusterCursor {
  struct Cluster {
    /// The text, in offsets of the paragraph.
    var range: TextRange
    /// The width between the cursor's start and this cluster, in points.
    var before: Double
    /// The width of the cluster, in points.
    var width: Double
  }

  private let paragraph: ShapedParagraph
  private var index: Int
  private var run: ShapedRun?
  private var position: Int
  /// The next glyph of the run in logical order.
  private var glyph = 0
  private var runBase = 0.0
  private var sum: Int64 = 0
  /// The rest of the cluster in which the cursor started.
  private var rest: Cluster?

  init(_ paragraph: ShapedParagraph, at offset: Int) {
    self.paragraph = paragraph
    position = offset
    index = paragraph.run(at: offset) ?? 0
    run = nil
    if index < paragraph.runs.count { open(paragraph.runs[index], at: offset) }
  }

  private mutating func open(_ run: ShapedRun, at offset: Int) {
    self.run = run
    position = max(offset, run.textRange.start)
    sum = 0
    let glyphs = run.glyphRange(for: TextRange(min(position, run.textRange.end), run.textRange.end))
    // Glyphs are in visual order: logical order goes down in a right-to-left run.
    glyph = run.isRightToLeft ? glyphs.upperBound - 1 : glyphs.lowerBound
    if position > run.textRange.start { openInsideCluster(of: run) }
  }

  /// Divides the cluster that holds the position, by code units, as `BreakTable` does.
  private mutating func openInsideCluster(of run: ShapedRun) {
    let step = run.isRightToLeft ? -1 : 1
    let isGlyph = glyph >= 0 && glyph < run.glyphCount
    let end = isGlyph ? run.cluster(at: glyph) : run.textRange.end
    var before = glyph - step
    guard end > position, before >= 0, before < run.glyphCount else { return }
    let start = run.cluster(at: before)
    var width: Int64 = 0
    while before >= 0, before < run.glyphCount, run.cluster(at: before) == start {
      width += Int64(run.advance(at: before))
      before -= step
    }
    rest = Cluster(
      range: TextRange(position, end), before: runBase,
      width: Double(width) * run.unit * Double(end - position) / Double(end - start))
  }

  /// Whether the rest of a cluster comes next.
  var isWithinCluster: Bool { rest != nil }

  /// The next cluster; text without glyphs counts as a cluster of width 0.
  mutating func next() -> Cluster? {
    if let cluster = rest {
      rest = nil
      position = cluster.range.end
      runBase += cluster.width
      return cluster
    }
    while let run {
      if position < run.textRange.end { return cluster(in: run) }
      runBase += Double(sum) * run.unit
      index += 1
      if index < paragraph.runs.count {
        open(paragraph.runs[index], at: position)
      } else {
        self.run = nil
      }
    }
    return nil
  }

  private mutating func cluster(in run: ShapedRun) -> Cluster {
    let step = run.isRightToLeft ? -1 : 1
    let start = position
    let before = runBase + Double(sum) * run.unit
    guard glyph >= 0 && glyph < run.glyphCount else {
      position = run.textRange.end
      return Cluster(range: TextRange(start, position), before: before, width: 0)
    }
    let first = run.cluster(at: glyph)
    if first > position {
      position = first
      return Cluster(range: TextRange(start, first), before: before, width: 0)
    }
    var width: Int64 = 0
    position = run.textRange.end
    while glyph >= 0 && glyph < run.glyphCount {
      let cluster = run.cluster(at: glyph)
      if cluster != first {
        position = max(cluster, start + 1)
        break
      }
      width += Int64(run.advance(at: glyph))
      glyph += step
    }
    sum += width
    return Cluster(
      range: TextRange(start, position), before: before, width: Double(width) * run.unit)
  }
}

extension ShapedRun {
  /// The first safe break after `offset` and below `limit`; `limit` if there is none.
  func nextSafeBreak(after offset: Int, upTo limit: Int) -> Int {
    let glyphs = glyphRange(for: TextRange(offset, max(offset, min(limit, textRange.end))))
    let indices =
      isRightToLeft
      ? stride(from: glyphs.upperBound - 1, through: glyphs.lowerBound, by: -1)
      : stride(from: glyphs.lowerBound, through: glyphs.upperBound - 1, by: 1)
    for i in indices where !flags(at: i).contains(.unsafeToBreak) {
      let cluster = cluster(at: i)
      if cluster > offset { return cluster }
    }
    return limit
  }

  /// The last safe break before `offset` and above `limit`; `limit` if there is none.
  func previousSafeBreak(before offset: Int, downTo limit: Int) -> Int {
    let glyphs = glyphRange(for: TextRange(min(limit, offset), offset))
    let indices =
      isRightToLeft
      ? stride(from: glyphs.lowerBound, through: glyphs.upperBound - 1, by: 1)
      : stride(from: glyphs.upperBound - 1, through: glyphs.lowerBound, by: -1)
    for i in indices where !flags(at: i).contains(.unsafeToBreak) {
      let cluster = cluster(at: i)
      if cluster < offset && cluster > limit { return cluster }
    }
    return limit
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
public import TextModel
import TextShaping

/// A small text beside the text of a layout: a ruby, an emphasis mark, or the marker of a list.
public struct TextAnnotation: Sendable {
  /// The text beside which the annotation stands, without its part on other lines, in code units of
  /// the whole text. For the marker of a list item, the text of the line.
  public let base: TextRange
  /// The ruby; `nil` for an emphasis mark or a marker.
  public let ruby: RubyText?
  /// The list item of a marker; `nil` for a ruby or an emphasis mark.
  public var list: TextList?
  /// The index of the line.
  public let line: Int
  /// The glyphs, from left to right in line space (``LayoutAxes``).
  public let runs: [LineRun]
}

extension TextLayout {
  /// The annotations in the order of the lines; on each line first the list marker, then the
  /// emphasis marks, then the rubies, each from the left. If a base is divided between lines, its
  /// ruby stands on the first of these lines.
  ///
  /// - Complexity: O(runs) if the text has rubies or emphasis marks.
  public var annotations: [TextAnnotation] {
    var result: [TextAnnotation] = []
    guard shaped.hasAnnotations else { return result }
    for line in records.indices {
      // Only a cancellation throws, and nothing cancels here.
      if let found = try? annotations(ofLine: line) { result += found }
    }
    return result
  }

  /// The marker, the emphasis marks and the rubies of a line.
  ///
  /// - Throws: `CancellationError`.
  package func annotations(
    ofLine index: Int, _ cancellation: Cancellation = .never
  ) throws -> [TextAnnotation] {
    guard shaped.hasAnnotations else { return [] }
    let found = try lineAnnotations(index, cancellation)
    return (try marker(ofLine: index, cancellation).map { [$0] } ?? []) + found.marks + found.rubies
  }

  /// Calls `body` for everything with glyphs on a line: the runs from left to right, then the
  /// annotations beside them.
  ///
  /// - Throws: `CancellationError`, and the errors of `body`.
  package func forEachDrawnRun(
    ofLine index: Int, _ cancellation: Cancellation = .never, _ body: (LineRun) throws -> Void
  ) throws {
    try forEachRun(ofLine: index, cancellation, body)
    for annotation in try annotations(ofLine: index, cancellation) {
      for run in annotation.runs { try body(run) }
    }
  }

  /// The rubies and the emphasis marks of a line.
  private func lineAnnotations(
    _ index: Int, _ cancellation: Cancellation
  ) throws -> LineAnnotations {
    let record = records[index]
    var found = LineAnnotations(
      line: index, baseline: record.baseline, edges: record.x...(record.x + max(0, record.width)),
      isVertical: container.writingMode.isVertical)
    try forEachRun(ofLine: index, cancellation) { found.measure($0) }
    try forEachRun(ofLine: index, cancellation) { run in
      try found.add(run, text.utf16, cancellation)
    }
    try found.finish(cancellation)
    return found
  }
}

/// The rubies and emphasis marks of one line, while its runs are passed from left to right.
struct LineAnnotations {
  let line: Int
  let baseline: Double
  /// The left and the right edge of the line's text, between which rubies stay.
  private let edges: ClosedRange<Double>
  let isVertical: Bool
  var marks: [TextAnnotation] = []
  private(set) var rubies: [TextAnnotation] = []
  /// The extents of emphasised runs by their em size: marks of one size stand at one height,
  /// whatever the fonts.
  private(set) var marked: [(size: Double, extents: AnnotationBase)] = []
  /// The base that the last run belongs to.
  private var open: OpenBase?

  /// A base of which some runs were passed.
  private struct OpenBase {
    let ruby: ShapedRuby
    var text: TextRange
    var left: Double
    var right: Double
    /// How far the ruby reaches beyond the left edge of the base, in points.
    let overhang: Double
    /// The width that justification adds after the last glyph. It lies between the base and its
    /// neighbour, so it does not belong to the base.
    var added: Double
    var extents: AnnotationBase
    /// Whether the base begins on this line.
    var startsHere: Bool
  }

  init(line: Int, baseline: Double, edges: ClosedRange<Double>, isVertical: Bool) {
    self.line = line
    self.baseline = baseline
    self.edges = edges
    self.isVertical = isVertical
  }

  /// Records the extents of an emphasised run; called for all runs before any is added.
  mutating func measure(_ run: LineRun) {
    guard run.kind == .text, run.run.annotations?.emphasis != nil else { return }
    let size = run.run.size
    if let index = marked.firstIndex(where: { $0.size == size }) {
      marked[index].extents.add(run.run, isVertical: isVertical)
    } else if marked.count < 64 {
      marked.append((size, AnnotationBase(run.run, isVertical: isVertical)))
    }
  }

  /// - Throws: `CancellationError`.
  mutating func add(
    _ run: LineRun, _ text: [UInt16], _ cancellation: Cancellation
  ) throws {
    let annotations = run.kind == .ellipsis || run.kind == .hyphen ? nil : run.run.annotations
    let ruby = annotations?.ruby
    if let open, open.ruby !== ruby { try finish(cancellation) }
    guard let annotations else { return }
    let extents = AnnotationBase(run.run, isVertical: isVertical)
    if let emphasis = annotations.emphasis, run.kind == .text {
      let all = marked.first { $0.size == run.run.size }?.extents ?? extents
      try addMarks(emphasis, run, text, all, ruby, cancellation)
    }
    guard let ruby else { return }
    let added = run.expansions.last ?? 0
    let startsHere = run.range.start - run.base <= ruby.base.start
    if var base = open {
      base.text = TextRange(
        min(base.text.start, run.range.start), max(base.text.end, run.range.end))
      base.right = run.maxX
      base.added = added
      base.extents.add(run.run, isVertical: isVertical)
      base.startsHere = base.startsHere || startsHere
      open = base
    } else {
      open = OpenBase(
        ruby: ruby, text: run.range, left: run.x, right: run.maxX,
        overhang: ruby.leftOverhang(annotations.room), added: added, extents: extents,
        startsHere: startsHere)
    }
  }

  /// Places the ruby of the last base.
  ///
  /// - Throws: `CancellationError`.
  mutating func finish(_ cancellation: Cancellation) throws {
    guard let base = open else { return }
    open = nil
    // If the base began on an earlier line, its ruby stands on that line.
    guard base.startsHere else { return }
    let (ruby, line) = (base.ruby, base.ruby.line)
    let width = base.right - base.left - base.added
    var x = base.left - base.overhang
    var gap = 0.0
    let space = width - line.width
    if space > 0 {
      let count = ruby.gaps.reduce(0) { $0 + $1.count }
      let spread = RubySpread(
        space, gaps: count, ruby.ruby.alignment, isRightToLeft: ruby.isRightToLeft, most: line.em)
      x += spread.before
      gap = spread.gap
    }
    let total = line.width + max(0, gap) * Double(ruby.gaps.reduce(0) { $0 + $1.count })
    // A ruby may overhang its neighbours, but not the edges of its line's text.
    x = max(edges.lowerBound, min(x, edges.upperBound - total))
    let y =
      ruby.ruby.position == .over
      ? baseline - base.extents.over - line.descent
      : baseline + base.extents.under + line.ascent
    var runs: [LineRun] = []
    for (index, run) in line.runs.enumerated() {
      try cancellation.check()
      var expansions: [Double] = []
      if gap > 0, !ruby.gaps[index].isEmpty {
        expansions = [Double](repeating: 0, count: run.glyphCount)
        for glyph in ruby.gaps[index] { expansions[glyph] = gap }
      }
      let made = LineRun(
        annotation: run, of: base.text.start, x: x, baseline: y, isVertical: isVertical,
        expansions: expansions)
      runs.append(made)
      x += made.width
    }
    rubies.append(
      TextAnnotation(base: base.text, ruby: ruby.ruby, line: self.line, runs: runs))
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
import TextFonts
public import TextModel
public import TextShaping

/// A glyph with its position in line space (``LayoutAxes``), which is the layout box of horizontal
/// text.
public struct PlacedGlyph: Hashable, Sendable {
  /// The glyph's number in its font.
  public var id: UInt16
  /// The index of the glyph in the shaped run.
  public var index: Int
  /// The first code unit of its cluster, in the whole text.
  package var cluster: Int
  /// The x of its origin: the pen plus the glyph's offset, in points.
  public var x: Double
  /// The y of its origin, in points, downwards. A glyph of an upright run is turned by 90°
  /// counterclockwise about its origin in line space, so that it stands upright in the box.
  public var y: Double
  /// The advance in points, letter and word spacing and justification included.
  public var advance: Double
}

/// Glyphs of one shaped run on one line, at one bidi level.
///
/// Runs of a line are in visual order, left to right. Coordinates are points in line space
/// (``LayoutAxes``), which is the layout box of horizontal text.
public struct LineRun: Sendable {
  /// The kind of text that the glyphs represent.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Characters of the text.
    case text
    /// A tab character: a width without glyphs.
    case tab
    /// An ellipsis or a token in place of text that is left out.
    case ellipsis
    /// The hyphen at which the line is broken, at a soft hyphen or within a word, and letters that
    /// the spelling adds there.
    case hyphen
    /// A U+0640 with which a letter is elongated where a line is justified. It lies within the
    /// advance of that letter, so that it does not move the runs after it.
    case kashida
    /// An attachment: a box without glyphs.
    case attachment
    /// A ruby or an emphasis mark beside the text; not among the runs of a line.
    case annotation

    /// The kind of a part of a shaped run.
    init(_ kind: ShapedRun.Kind) {
      self =
        switch kind {
        case .text: .text
        case .tab: .tab
        case .attachment: .attachment
        }
    }

    /// Whether the run has glyphs to be drawn.
    @inlinable package var hasGlyphs: Bool { self != .tab && self != .attachment }
  }

  /// The kind of text that the glyphs represent.
  public let kind: Kind
  /// The bidi level on this line; odd means right to left. Source: UAX #9 L1.
  public let level: UInt8
  /// The shaped run that holds the glyphs.
  public let run: ShapedRun
  /// The glyphs of ``run`` that are on this line; empty for tabs.
  public let glyphs: Range<Int>
  /// The text, in code units of the whole text.
  public let range: TextRange
  /// The left edge, in points: the position of the pen before the leftmost glyph.
  public let x: Double
  /// The y of the run's baseline, in points, downwards: that of the line, less the style's baseline
  /// offset. In vertical text, upright runs have the line's central baseline; turned runs have
  /// their alphabetic one, which lies below it.
  public let y: Double
  /// The extent along the line, in points.
  public let width: Double
  /// The widths that justification adds to the advance of each glyph of ``glyphs``, in points;
  /// empty if none.
  package let expansions: [Double]
  /// The start of the paragraph in the whole text, from which the run's clusters count.
  let base: Int

  /// - Parameters:
  ///   - x: The pen before the leftmost glyph.
  ///   - baseline: The baseline of the line.
  ///   - isVertical: Whether the text is vertical, so that the line's baseline is the central one.
  ///   - expansions: The width added to each glyph; empty for none.
  ///   - base: The start of the paragraph in the whole text.
  init(
    _ piece: consuming LinePiece, x: Double, baseline: Double, isVertical: Bool,
    expansions: [Double], base: Int
  ) {
    let base = piece.tailBase ?? base
    kind = piece.kind
    level = piece.level
    glyphs = piece.glyphs
    range = TextRange(piece.range.start + base, piece.range.end + base)
    self.x = x
    var y = baseline - piece.run.style.baselineOffset
    if isVertical, !piece.run.isUpright {
      let metrics = piece.run.font.metrics
      let scale = piece.run.size / Double(piece.run.font.unitsPerEm)
      y += (metrics.ascent + metrics.descent) / 2 * scale
    }
    self.y = y
    width = piece.width
    run = piece.run
    self.expansions = expansions
    self.base = base
  }

  /// A run of a ruby, an emphasis mark or a list's marker, beside a text.
  ///
  /// - Parameters:
  ///   - offset: The character of the text whose paint the run has.
  ///   - baseline: The run's own baseline, in vertical text the central one.
  init(
    annotation run: ShapedRun, of offset: Int, x: Double, baseline: Double, isVertical: Bool,
    expansions: [Double]
  ) {
    let glyphs = 0..<run.glyphCount
    let range = TextRange(offset, offset + 1)
    self.init(
      LinePiece(
        kind: .annotation, level: run.level, run: run, glyphs: glyphs, range: range,
        width: expansions.reduce(run.width, +)),
      x: x, baseline: baseline, isVertical: isVertical, expansions: expansions, base: 0)
  }

  /// The attachment that the run stands for; `nil` for a run of any other kind.
  public var attachment: TextAttachment? { run.attachment }

  /// The same glyphs of an ellipsis or token as a run of text, with offsets from the beginning of
  /// the token.
  var inToken: LineRun { LineRun(inToken: self) }

  private init(inToken run: LineRun) {
    kind = Kind(run.run.kind)
    (level, glyphs, x, y, width) = (run.level, run.glyphs, run.x, run.y, run.width)
    self.run = run.run
    expansions = run.expansions
    range = run.run.textRange
    base = 0
  }

  /// Whether the glyphs are in the reverse order of the shaped run: only true of white space at a
  /// line's end that takes the level of its paragraph.
  @inlinable package var isReversed: Bool { (level ^ run.level) & 1 == 1 }

  /// The map from the axes of a glyph, x to its right and y downwards from its origin, to line
  /// space.
  package func transform(of glyph: PlacedGlyph) -> AffineTransform {
    if !run.isUpright { return .translation(x: glyph.x, y: glyph.y) }
    return AffineTransform(a: 0, b: -run.horizontalScale, c: 1, d: 0, tx: glyph.x, ty: glyph.y)
  }

  /// The right edge.
  @inlinable package var maxX: Double { x + width }

  /// The index in ``run`` of the glyph at a visual position, counted from the left.
  @inlinable
  package func glyphIndex(_ place: Int) -> Int {
    isReversed ? glyphs.upperBound - 1 - place : glyphs.lowerBound + place
  }

  /// The first code unit of a glyph's cluster, in the whole text.
  ///
  /// - Parameter index: An index in ``glyphs``.
  package func cluster(at index: Int) -> Int {
    kind == .ellipsis || kind == .hyphen || kind == .annotation || kind == .kashida
      ? range.start : base + run.cluster(at: index)
  }

  /// The characters of a glyph's cluster, in code units of the whole text; `nil` for glyphs that
  /// stand for no characters of it: hyphens, kashidas, rubies and list markers.
  ///
  /// - Parameter index: An index in ``glyphs``.
  /// - Complexity: O(glyphs of the cluster).
  package func characters(at index: Int) -> TextRange? {
    guard kind == .text else { return nil }
    let start = cluster(at: index)
    // The clusters of a run from right to left fall.
    let step = run.level & 1 == 0 ? 1 : -1
    var next = index + step
    while glyphs.contains(next) {
      let cluster = cluster(at: next)
      if cluster > start { return TextRange(start, cluster) }
      next += step
    }
    return TextRange(start, max(start, range.end))
  }

  /// Calls `body` for each glyph from left to right.
  ///
  /// Positions are sums of integers in font units, scaled once, so that rounding does not
  /// accumulate.
  public func forEachGlyph<E: Error>(_ body: (PlacedGlyph) throws(E) -> Void) throws(E) {
    var pen: Int64 = 0
    var extra = 0.0
    let scale = run.scale
    for place in 0..<glyphs.count {
      let index = glyphIndex(place)
      let advance = run.advance(at: index)
      let offset = run.offset(at: index)
      let added = expansions.isEmpty ? 0 : expansions[index - glyphs.lowerBound]
      // The offsets of an upright run are in the axes of the page: y along the line, x across it.
      let (along, across) =
        run.isUpright
        ? (-Double(offset.y), -Double(offset.x)) : (Double(offset.x), -Double(offset.y))
      try body(
        PlacedGlyph(
          id: run.glyph(at: index), index: index, cluster: cluster(at: index),
          x: x + Double(pen) * run.unit + extra + along * scale, y: y + across * scale,
          advance: Double(advance) * run.unit + added))
      pen += Int64(advance)
      extra += added
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// The gaps that a horizontal band leaves to the glyphs of its line that cross it.
///
/// Each glyph has one gap, from the first to the last point of its outline within the band, with a
/// margin on both sides: an open bowl, too, is not entered. Glyphs of Chinese, Japanese and Korean,
/// which would be crossed all along, and colour glyphs have none. Source: CSS Text Decoration 4,
/// `text-decoration-skip-ink: auto`.
struct InkGaps {
  /// The gaps, in ascending order; they do not overlap.
  private(set) var gaps: [(left: Double, right: Double)] = []

  private struct Key: Hashable {
    var font: UInt32
    var glyph: UInt16
    /// The bits of the band's upper edge in font units.
    var top: UInt64
  }

  /// - Parameters:
  ///   - band: A rectangle in a space.
  ///   - margin: The width beside a glyph that stays free, too.
  init(
    _ band: Rect, margin: Double, onLine index: Int, of layout: TextLayout, in space: MarkSpace,
    _ cancellation: Cancellation
  ) throws {
    guard band.height > 0 else { return }
    var known: [Key: (left: Double, right: Double)] = [:]
    var outline = Path()
    var count = 0
    try layout.forEachRun(ofLine: index, cancellation) { run in
      guard run.kind.hasGlyphs, run.run.size > 0, !run.run.isUpright,
        !Self.isUnbroken(run.run.script)
      else { return }
      let font = run.run.font
      let unit = run.run.scale * space.scale
      let baseline = space.baseline(run.y)
      try run.forEachGlyph { glyph throws in
        count += 1
        if count & 0xFF == 0 { try cancellation.check() }
        if font.face.hasColorGlyphs, font.isColorGlyph(UInt32(glyph.id)) { return }
        let y = baseline + (glyph.y - run.y) * space.scale
        let top = (y - band.minY) / unit
        let key = Key(font: font.id, glyph: glyph.id, top: top.bitPattern)
        let crossing: (left: Double, right: Double)
        if let found = known[key] {
          crossing = found
        } else {
          font.paintedOutline(of: UInt32(glyph.id), into: &outline)
          crossing = outline.extent(between: (y - band.maxY) / unit, and: top)
          known[key] = crossing
        }
        guard crossing.left <= crossing.right else { return }
        let x = space.x(glyph.x)
        gaps.append(
          (x + crossing.left * unit - margin, x + crossing.right * unit + margin))
      }
    }
    merge()
  }

  private mutating func merge() {
    gaps.sort { $0.left < $1.left }
    var merged: [(left: Double, right: Double)] = []
    for gap in gaps {
      if let last = merged.last, gap.left <= last.right {
        merged[merged.count - 1].right = max(last.right, gap.right)
      } else {
        merged.append(gap)
      }
    }
    gaps = merged
  }

  /// The parts of a stretch that no gap covers, from left to right.
  func visible(from left: Double, to right: Double) -> [(left: Double, right: Double)] {
    var result: [(left: Double, right: Double)] = []
    var start = left
    var low = 0
    var high = gaps.count
    while low < high {
      let mid = (low + high) / 2
      if gaps[mid].right > left { high = mid } else { low = mid + 1 }
    }
    for gap in gaps[low...] {
      if gap.left >= right { break }
      if gap.left > start { result.append((start, gap.left)) }
      start = max(start, gap.right)
    }
    if start < right { result.append((start, right)) }
    return result
  }

  /// Whether lines run through the characters of a script.
  private static func isUnbroken(_ script: FontTag) -> Bool {
    switch script.value {
    case 0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x4861_6E67,  // Hani Hira Kana Hang
      0x426F_706F, 0x5969_6969, 0x5461_6E67, 0x4E73_6875:  // Bopo Yiii Tang Nshu
      true
    default: false
    }
  }
}

extension Path {
  /// The least and the greatest x of the outline between two heights; the least is greater if
  /// nothing is there.
  ///
  /// Curves are read as 12 lines each.
  fileprivate func extent(between low: Double, and high: Double) -> (left: Double, right: Double) {
    var (left, right) = (Double.infinity, -Double.infinity)
    func add(_ a: Point, _ b: Point) {
      guard max(a.y, b.y) > low, min(a.y, b.y) < high else { return }
      for y in [max(low, min(high, a.y)), max(low, min(high, b.y))] {
        let x = a.y == b.y ? a.x : a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
        (left, right) = (min(left, x), max(right, x))
      }
      if a.y == b.y { (left, right) = (min(left, b.x), max(right, b.x)) }
    }
    let steps = 12
    var (start, here) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let p):
        if here != start { add(here, start) }
        (start, here) = (p, p)
      case .line(let p):
        add(here, p)
        here = p
      case .quad(let c, let p):
        let a = here
        for i in 1...steps {
          let t = Double(i) / Double(steps)
          let s = 1 - t
          let next = Point(
            x: s * s * a.x + 2 * s * t * c.x + t * t * p.x,
            y: s * s * a.y + 2 * s * t * c.y + t * t * p.y)
          add(here, next)
          here = next
        }
      case .cubic(let c, let d, let p):
        let a = here
        for i in 1...steps {
          let t = Double(i) / Double(steps)
          let s = 1 - t
          let (e, f, g, h) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          let next = Point(
            x: e * a.x + f * c.x + g * d.x + h * p.x, y: e * a.y + f * c.y + g * d.y + h * p.y)
          add(here, next)
          here = next
        }
      case .close:
        if here != start { add(here, start) }
        here = start
      }
    }
    if here != start { add(here, start) }
    return (left, right)
  }
}

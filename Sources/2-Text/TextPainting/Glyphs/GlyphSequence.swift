// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextShaping
import TextTypesetting

/// A cursor over the glyphs of one run, from left to right, with the position of the pen.
///
/// The run is passed to each call rather than kept, which would cost a retain for each run drawn.
/// Positions are sums of the font's own integers, scaled once: they do not depend on where drawing
/// began.
struct GlyphSequence {
  /// The step to the next glyph on the right: 1, or -1 for glyphs stored from right to left.
  private let step: Int
  /// The pen at the run's left edge, in pixels from the grid's origin.
  private let startX: Double
  /// Pixels for one unit of an advance.
  private let unit: Double
  /// Quarters of a pixel from the grid's origin down to the baseline, plus one half.
  private let baseline: Double
  private let quarterBaseline: Int
  private let grid: PixelGrid

  /// The next glyph, an index in the shaped run.
  private(set) var index: Int
  /// The pen's distance from the run's left edge, in 1/64 font unit.
  private var pen: Int64 = 0
  /// The width that justification has added, in pixels.
  var added = 0.0

  init(_ lineRun: LineRun, startX: Double, startY: Double, grid: PixelGrid) {
    step = lineRun.isReversed ? -1 : 1
    index = lineRun.isReversed ? lineRun.glyphs.upperBound - 1 : lineRun.glyphs.lowerBound
    unit = lineRun.run.unit * grid.scale
    self.startX = startX
    baseline =
      grid.snapsBaselines ? Double(Self.floor(startY + 0.5)) * 4 + 0.5 : startY * 4 + 0.5
    quarterBaseline = Self.floor(baseline)
    self.grid = grid
  }

  /// The position of the next glyph; `nil` if it is beyond all pixels.
  func origin(in run: ShapedRun) -> GlyphOrigin? {
    let offset = run.offset(at: index)
    let fontUnit = unit * 64
    let x = startX + Double(pen) * unit + added + Double(offset.x) * fontUnit
    guard abs(x) < PixelGrid.far else { return nil }
    var quarterY = quarterBaseline
    if offset.y != 0 {
      let y = baseline - Double(offset.y) * fontUnit * 4
      guard abs(y) < PixelGrid.far else { return nil }
      quarterY = Self.floor(y)
    }
    return GlyphOrigin(quarterX: Self.floor(x * 4 + 0.5), quarterY: quarterY, grid: grid)
  }

  /// The index of a glyph some places after the next one.
  @inline(__always)
  func index(after places: Int) -> Int { index + places * step }

  mutating func advance(in run: ShapedRun) {
    pen += Int64(run.advance(at: index))
    index += step
  }

  /// Looks up the masks of the next glyphs, up to the first one that the table does not have.
  ///
  /// - Parameters:
  ///   - left: The number of glyphs left; reduced by those that were found.
  ///   - run: The run of the sequence.
  ///   - masks: Receives masks with ink.
  ///   - first: The number of masks that are there already.
  /// - Returns: The number of masks afterwards.
  @inline(never)
  mutating func find(
    _ left: inout Int, of run: ShapedRun, in table: GlyphMaskTable.Snapshot,
    into masks: inout MaskBatch.Masks, from first: Int
  ) -> Int {
    // Pointers to the run's columns, which live as long as the run.
    let n = run.glyphCount
    let (glyphs, offsets) = unsafe (run.glyphs, run.offsets)
    let (narrowAdvances, wideAdvances) = unsafe (run.narrowAdvances, run.wideAdvances)
    // Local copies, so that the loop keeps them in registers.
    let (startX, unit, step, added) = (startX, unit, step, added)
    let (baseline, quarterBaseline, fontUnit) = (baseline, quarterBaseline, unit * 64)
    let (gridX, gridY) = (grid.x, grid.y)
    var (index, pen, rest, count) = (index, pen, left, first)
    let last = index + (max(1, rest) - 1) * step
    precondition(index >= 0 && index < n && last >= 0 && last < n, "glyphs beyond the run")
    precondition(first >= 0, "masks before the first")
    while rest > 0, count < masks.count {
      var x = startX + Double(pen) * unit + added
      var quarterY = quarterBaseline
      var isVisible = true
      if let offsets = unsafe offsets {
        unsafe x += Double(offsets[2 &* index]) * fontUnit
        let up = unsafe offsets[2 &* index &+ 1]
        if up != 0 {
          let y = baseline - Double(up) * fontUnit * 4
          if abs(y) < PixelGrid.far { quarterY = Self.floor(y) } else { isVisible = false }
        }
      }
      if isVisible, abs(x) < PixelGrid.far {
        let quarterX = Self.floor(x * 4 + 0.5)
        let key = GlyphStrike.slotKey(
          glyph: UInt32(unsafe glyphs[index]), binX: quarterX & 3, binY: quarterY & 3)
        guard let mask = table.mask(for: key) else { break }
        // A mask without ink is overwritten by the next.
        masks[count] = unsafe PlacedMask(
          coverage: mask.coverage, stride: Int32(truncatingIfNeeded: mask.bytesPerRow),
          width: Int32(truncatingIfNeeded: mask.width),
          height: Int32(truncatingIfNeeded: mask.height),
          x: Int32(truncatingIfNeeded: gridX &+ quarterX >> 2 &+ mask.left),
          y: Int32(truncatingIfNeeded: gridY &+ quarterY >> 2 &+ mask.top))
        if mask.width > 0 { count &+= 1 }
      }
      if let narrow = unsafe narrowAdvances {
        unsafe pen &+= Int64(narrow[index]) &<< 6
      } else {
        unsafe pen &+= Int64(wideAdvances?[index] ?? 0)
      }
      index &+= step
      rest &-= 1
    }
    self.index = index
    self.pen = pen
    left = rest
    return count
  }

  /// The greatest integer not above a value between ±2^31.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    // Adding 1.5 × 2^52 rounds to the nearest integer and leaves it in the lowest bits.
    let magic = 6_755_399_441_055_744.0
    let sum = value + magic
    let nearest = Int(Int32(truncatingIfNeeded: sum.bitPattern))
    return sum - magic > value ? nearest &- 1 : nearest
  }
}

/// The device position of a glyph's origin: a pixel, and a quarter of a pixel within it.
struct GlyphOrigin {
  let x: Int
  let y: Int
  /// Quarters of a pixel to the right, 0 to 3.
  let binX: Int
  /// Quarters of a pixel downwards, 0 to 3.
  let binY: Int

  @inline(__always)
  init(quarterX: Int, quarterY: Int, grid: PixelGrid) {
    x = grid.x + quarterX >> 2
    y = grid.y + quarterY >> 2
    binX = quarterX & 3
    binY = quarterY & 3
  }
}

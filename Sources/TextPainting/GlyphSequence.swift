// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextShaping
import TextTypesetting

/// Glyphs of one run in one strike, from left to right, and the pen before the next of them.
///
/// Positions are sums of the font's own integers, scaled once: they do not depend on where drawing began.
@safe struct GlyphSequence {
  private let glyphs: UnsafePointer<UInt16>
  /// In font units, or else in 64ths of them: one of the two is there.
  private let narrowAdvances: UnsafePointer<Int16>?
  private let wideAdvances: UnsafePointer<Int32>?
  private let offsets: UnsafePointer<Int32>?
  private let step: Int
  /// The pen at the run's left edge, in pixels from the grid's origin.
  private let startX: Double
  /// Pixels for one unit of an advance.
  private let unit: Double
  /// Quarters of a pixel from the grid's origin down to the baseline, and a half.
  private let baseline: Double
  private let quarterBaseline: Int
  private let grid: PixelGrid

  /// The next glyph, an index in the shaped run.
  private(set) var index: Int
  /// How far the pen has moved, in units of advances.
  private var pen: Int64 = 0
  /// What justification has added, in pixels.
  var added = 0.0

  init(_ lineRun: LineRun, startX: Double, startY: Double, grid: PixelGrid) {
    let run = lineRun.run
    unsafe glyphs = unsafe run.glyphs
    unsafe narrowAdvances = unsafe run.narrowAdvances
    unsafe wideAdvances = unsafe run.wideAdvances
    unsafe offsets = unsafe run.offsets
    step = lineRun.isReversed ? -1 : 1
    index = lineRun.isReversed ? lineRun.glyphs.upperBound - 1 : lineRun.glyphs.lowerBound
    unit = run.unit * grid.scale
    self.startX = startX
    baseline = startY * 4 + 0.5
    quarterBaseline = Self.floor(baseline)
    self.grid = grid
  }

  /// The next glyph.
  var glyph: UInt32 { UInt32(unsafe glyphs[index]) }

  /// Where the next glyph goes; `nil` if that is out of sight.
  var origin: GlyphOrigin? {
    var x = startX + Double(pen) * unit + added
    var quarterY = quarterBaseline
    if let offsets = unsafe offsets {
      let fontUnit = unit * 64
      unsafe x += Double(offsets[2 * index]) * fontUnit
      let up = unsafe offsets[2 * index + 1]
      if up != 0 {
        let y = baseline - Double(up) * fontUnit * 4
        guard abs(y) < PixelGrid.far else { return nil }
        quarterY = Self.floor(y)
      }
    }
    guard abs(x) < PixelGrid.far else { return nil }
    return GlyphOrigin(quarterX: Self.floor(x * 4 + 0.5), quarterY: quarterY, grid: grid)
  }

  /// The index of a glyph some places after the next one.
  @inline(__always)
  func index(after places: Int) -> Int { index + places * step }

  /// Goes to the glyph after the next one.
  mutating func advance() {
    if let narrow = unsafe narrowAdvances {
      unsafe pen += Int64(narrow[index]) * 64
    } else if let wide = unsafe wideAdvances {
      unsafe pen += Int64(wide[index])
    }
    index += step
  }

  /// Finds the masks of the next glyphs, until one is not kept or there is no room.
  ///
  /// - Parameters:
  ///   - left: How many glyphs are left; those that were found are taken off.
  ///   - masks: Receives the masks.
  ///   - room: How many masks it takes.
  /// - Returns: How many masks were found; glyphs without ink give none.
  @inline(never)
  mutating func find(
    _ left: inout Int, in reader: GlyphStrike.Reader, into masks: UnsafeMutablePointer<PlacedMask>,
    room: Int
  ) -> Int {
    // In registers: a loop over memory of its own, without calls.
    let (glyphs, offsets) = unsafe (glyphs, offsets)
    let (narrowAdvances, wideAdvances) = unsafe (narrowAdvances, wideAdvances)
    let (startX, unit, step, added) = (startX, unit, step, added)
    let (baseline, quarterBaseline, fontUnit) = (baseline, quarterBaseline, unit * 64)
    let (gridX, gridY) = (grid.x, grid.y)
    var (index, pen, rest, count) = (index, pen, left, 0)
    while rest > 0, count < room {
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
        guard let mask = reader.mask(for: key) else { break }
        // Field by field: an initialiser from another module would be called, and empty all registers.
        let place = unsafe masks + count
        unsafe place.pointee.coverage = unsafe mask.coverage
        unsafe place.pointee.stride = Int32(truncatingIfNeeded: mask.bytesPerRow)
        unsafe place.pointee.width = Int32(truncatingIfNeeded: mask.width)
        unsafe place.pointee.height = Int32(truncatingIfNeeded: mask.height)
        unsafe place.pointee.x = Int32(
          truncatingIfNeeded: gridX &+ quarterX >> 2 &+ mask.left)
        unsafe place.pointee.y = Int32(truncatingIfNeeded: gridY &+ quarterY >> 2 &+ mask.top)
        // One without ink is written over by the next.
        if mask.width > 0 { count &+= 1 }
      }
      if let narrow = unsafe narrowAdvances {
        unsafe pen &+= Int64(narrow[index]) &<< 6
      } else {
        unsafe pen &+= Int64(wideAdvances.unsafelyUnwrapped[index])
      }
      index &+= step
      rest &-= 1
    }
    self.index = index
    self.pen = pen
    left = rest
    return count
  }

  /// The greatest whole number not above a value between ±2^31.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    // At this size a number has no room for halves: the sum is rounded to the nearest whole one, which stands in
    // its lowest bits.
    let magic = 6_755_399_441_055_744.0
    let sum = value + magic
    let nearest = Int(Int32(truncatingIfNeeded: sum.bitPattern))
    return sum - magic > value ? nearest &- 1 : nearest
  }
}

/// A glyph's origin on the device: a pixel, and a quarter in it.
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

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The break opportunities of a paragraph with the widths up to each.
///
/// A line from break `a` to break `b` is `trimmed[b] - advance[a]` wide when no tab lies in it and both ends
/// are safe; the white space that hangs at its end is `advance[b] - trimmed[b]`. Sums are exact within a run.
/// At an opportunity inside a cluster (`ShapedParagraph.isSafeToBreak(at:)` is false) the widths are estimates.
package struct BreakTable: Sendable {
  /// Where a new line may begin, ascending; the last one is the content's end.
  package private(set) var offsets: [Int32] = []
  /// The width of everything before, in points.
  package private(set) var advance: [Double] = []
  /// The same without the white space directly before.
  package private(set) var trimmed: [Double] = []
  /// Whether `trimmed` never falls, so that it can be searched by halving. Negative spacing may prevent it.
  package private(set) var isMonotone = true

  package init() {}

  /// The number of opportunities.
  @inlinable package var count: Int { offsets.count }

  /// Whether a code unit is white space that hangs at a line's end: breaking spaces and tabs.
  ///
  /// Source: CSS Text 3, 4.1.3, other space separators.
  @inlinable
  package static func hangs(_ unit: UInt16) -> Bool {
    if unit <= 0x20 { return unit == 0x20 || unit == 0x09 }
    if unit < 0x1680 { return false }
    return unit == 0x1680 || unit == 0x3000 || unit == 0x205F
      || (unit >= 0x2000 && unit <= 0x200A && unit != 0x2007)
  }

  /// Adds up the widths of shaped runs.
  ///
  /// - Complexity: O(glyphs + code units).
  init(
    runs: [ShapedRun], text: UnsafeBufferPointer<UInt16>, breaks: LineBreaks,
    cancellation: Cancellation
  ) throws {
    unsafe breaks.flags.withUnsafeBufferPointer { flags in
      var count = 1
      for i in 1..<max(flags.count - 1, 1) where unsafe flags[i] != 0 { count += 1 }
      offsets.reserveCapacity(count)
      advance.reserveCapacity(count)
      trimmed.reserveCapacity(count)
    }
    var base = 0.0
    var beforeSpace = 0.0
    for run in runs {
      try cancellation.check()
      unsafe add(run, base: base, beforeSpace: &beforeSpace, text: text, flags: breaks.flags)
      base += run.width
    }
    append(text.count, base, beforeSpace)
    var previous = -Double.infinity
    for width in trimmed {
      if width < previous { isMonotone = false }
      previous = width
    }
  }

  private mutating func append(_ offset: Int, _ width: Double, _ withoutSpace: Double) {
    offsets.append(Int32(offset))
    advance.append(width)
    trimmed.append(withoutSpace)
  }

  /// Adds the opportunities from a run's beginning up to, not including, its end.
  @unsafe
  private mutating func add(
    _ run: ShapedRun, base: Double, beforeSpace: inout Double, text: UnsafeBufferPointer<UInt16>,
    flags: [UInt8]
  ) {
    let n = run.glyphCount
    let rightToLeft = run.isRightToLeft
    let unit = run.unit
    let end = run.textRange.end
    var sum: Int64 = 0
    var offset = run.textRange.start
    var k = 0
    var clusterEnd = offset
    // Invisible characters at the beginning have no glyph of their own.
    if n > 0 { clusterEnd = unsafe run.uncheckedCluster(at: rightToLeft ? n - 1 : 0) }
    var clusterAdvance: Int64 = 0
    while true {
      let length = clusterEnd - offset
      var i = offset
      var hangs = length > 0
      while i < clusterEnd {
        if i > 0 && flags[i] != 0 {
          let part = i == offset ? 0 : clusterAdvance * Int64(i - offset) / Int64(length)
          let width = base + Double(sum + part) * unit
          append(i, width, i == offset ? beforeSpace : width)
        }
        if hangs, unsafe !BreakTable.hangs(text[i]) { hangs = false }
        i += 1
      }
      sum += clusterAdvance
      if length > 0 && !hangs { beforeSpace = base + Double(sum) * unit }
      offset = clusterEnd
      if k >= n {
        if offset >= end { break }
        clusterAdvance = 0
        clusterEnd = end
        continue
      }
      clusterAdvance = 0
      clusterEnd = end
      let cluster = unsafe run.uncheckedCluster(at: rightToLeft ? n - 1 - k : k)
      while k < n {
        let index = rightToLeft ? n - 1 - k : k
        let c = unsafe run.uncheckedCluster(at: index)
        if c != cluster {
          clusterEnd = c
          break
        }
        unsafe clusterAdvance += Int64(run.advances[index])
        k += 1
      }
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// The break opportunities of a paragraph with the widths up to each.
///
/// A line from break `a` to break `b` is `trimmed[b] - advance[a]` wide when no tab lies in it and both ends
/// are safe; the white space that hangs at its end is `advance[b] - trimmed[b]`. Sums are exact within a run.
/// At an opportunity inside a cluster (`ShapedParagraph.isSafeToBreak(at:)` is false) the widths are estimates.
package struct BreakTable: Sendable {
  /// Facts about a line that ends at an opportunity, in one byte.
  package struct LineEndTraits: Sendable {
    package let rawValue: UInt8

    /// The most code units that ``hangingCount`` can tell.
    package static let maximumHangingCount = 63

    init(hangingCount: Int, isUnsafe: Bool, isSoftHyphen: Bool) {
      rawValue =
        UInt8(truncatingIfNeeded: min(hangingCount, LineEndTraits.maximumHangingCount))
        | (isUnsafe ? 0x40 : 0) | (isSoftHyphen ? 0x80 : 0)
    }

    /// The white space directly before, in code units; ``maximumHangingCount`` stands for so many or more.
    @inlinable package var hangingCount: Int { Int(rawValue & 0x3F) }
    /// Whether glyphs change when a line ends here.
    @inlinable package var isUnsafe: Bool { rawValue & 0x40 != 0 }
    /// Whether a hyphen is drawn when a line ends here.
    @inlinable package var isSoftHyphen: Bool { rawValue & 0x80 != 0 }
    /// Below this a raw value is the count of white space alone: the line ends with the glyphs as they are.
    @inlinable package static var plainLimit: UInt8 { 0x3F }
  }

  private let block: Block?
  /// The number of opportunities.
  package private(set) var count = 0
  /// Whether `trimmed` never falls, so that it can be searched by halving. Negative spacing may prevent it.
  package private(set) var isMonotone = true

  /// Code units between two polls.
  private static let pollInterval = 1 << 12

  package init() { block = nil }

  /// Where a new line may begin, ascending; the last one is the content's end.
  package func offset(at index: Int) -> Int { unsafe Int(checked(index).offsets[index]) }

  /// The width of everything before an opportunity, in points.
  package func advance(at index: Int) -> Double { unsafe checked(index).advance[index] }

  /// The same without the white space directly before.
  package func trimmed(at index: Int) -> Double { unsafe checked(index).trimmed[index] }

  /// What a line that ends there has to know, besides its width.
  package func traits(at index: Int) -> LineEndTraits { unsafe checked(index).traits[index] }

  /// The bytes that the columns take.
  package var byteCount: Int { BreakTable.bytesPerBreak * (block?.capacity ?? 0) }

  /// The bytes that an opportunity takes.
  static let bytesPerBreak = 21

  private func checked(_ index: Int) -> Block {
    guard let block, index >= 0, index < count else {
      preconditionFailure("a break beyond the table")
    }
    return block
  }

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

  /// Reads the columns without checking each index: offsets, advance, trimmed, traits.
  @unsafe
  package func withColumns(
    _ body: (
      UnsafePointer<Int32>, UnsafePointer<Double>, UnsafePointer<Double>,
      UnsafePointer<LineEndTraits>
    ) throws -> Void
  ) rethrows {
    guard let block else { return }
    try withExtendedLifetime(block) {
      try unsafe body(block.offsets, block.advance, block.trimmed, block.traits)
    }
  }

  /// Adds up the widths of shaped runs.
  ///
  /// - Parameter takesShortCuts: Off in tests: short cuts change no number.
  /// - Complexity: O(glyphs + code units).
  init(
    runs: [ShapedRun], text: UnsafeBufferPointer<UInt16>, breaks: LineBreaks,
    cancellation: Cancellation, takesShortCuts: Bool = true
  ) throws {
    let capacity = try unsafe breaks.flags.withUnsafeBufferPointer { flags in
      var count = 1
      var start = 1
      while start < flags.count - 1 {
        if start > 1 { try cancellation.check() }
        let end = min(start + 1 << 16, flags.count - 1)
        while start < end {
          // Small sums, so that many are taken at once.
          let stop = min(start + 128, end)
          var some: UInt8 = 0
          for i in start..<stop { unsafe some &+= flags[i] == 0 ? 0 : 1 }
          count += Int(some)
          start = stop
        }
      }
      return count
    }
    let block = Block(capacity: capacity)
    self.block = block
    var base = 0.0
    var beforeSpace = 0.0
    try runs.forEachUnowned(cancellation) { run in
      try cancellation.check()
      if takesShortCuts,
        unsafe addWhole(
          run, to: block, base: base, beforeSpace: &beforeSpace, text: text, flags: breaks.flags)
      {
        base += run.width
        return
      }
      if takesShortCuts, !run.isRightToLeft, run.glyphCount > 0,
        try unsafe addForward(
          run, to: block, base: base, beforeSpace: &beforeSpace, text: text, flags: breaks.flags,
          cancellation)
      {
        base += run.width
        return
      }
      try unsafe add(
        run, to: block, base: base, beforeSpace: &beforeSpace, text: text, flags: breaks.flags,
        cancellation)
      base += run.width
    }
    unsafe append(text.count, base, beforeSpace, isSafe: true, text: text, to: block)
    var previous = -Double.infinity
    for i in 0..<count {
      if i & 0x3FFF == 0x3FFF { try cancellation.check() }
      let width = unsafe block.trimmed[i]
      if width < previous { isMonotone = false }
      previous = width
    }
  }

  @inline(__always)
  @unsafe
  private mutating func append(
    _ offset: Int, _ width: Double, _ withoutSpace: Double, isSafe: Bool,
    text: UnsafeBufferPointer<UInt16>, to block: Block
  ) {
    precondition(count < block.capacity, "more breaks than were counted")
    unsafe block.offsets[count] = Int32(truncatingIfNeeded: offset)
    unsafe block.advance[count] = width
    unsafe block.trimmed[count] = withoutSpace
    var first = offset
    let limit = max(0, offset - LineEndTraits.maximumHangingCount)
    while first > limit, BreakTable.hangs(unsafe text[first - 1]) { first -= 1 }
    let hyphen = unsafe offset > 0 && offset < text.count && text[offset - 1] == 0xAD
    unsafe block.traits[count] = LineEndTraits(
      hangingCount: offset - first, isUnsafe: !isSafe, isSoftHyphen: hyphen)
    count += 1
  }

  /// The longest run that ``addWhole(_:to:base:beforeSpace:text:flags:)`` looks at, in code units.
  private static let longestWhole = 64

  /// Does what ``add(_:to:base:beforeSpace:text:flags:_:)`` does for a short run without an opportunity inside, at whose
  /// end nothing hangs or of which all does: a word, or the spaces between two.
  ///
  /// - Returns: Whether it was such a run; if not, nothing was added.
  @unsafe
  private mutating func addWhole(
    _ run: ShapedRun, to block: Block, base: Double, beforeSpace: inout Double,
    text: UnsafeBufferPointer<UInt16>, flags: [UInt8]
  ) -> Bool {
    let (start, end) = (run.textRange.start, run.textRange.end)
    guard end > start, end - start <= BreakTable.longestWhole else { return false }
    let hangs = BreakTable.hangs(unsafe text[end - 1])
    let (isOpportunity, isWhole) = unsafe flags.withUnsafeBufferPointer { flags in
      for i in start + 1..<end {
        if unsafe flags[i] != 0 { return (false, false) }
        if hangs, unsafe !BreakTable.hangs(text[i - 1]) { return (false, false) }
      }
      return unsafe (start > 0 && flags[start] != 0, true)
    }
    guard isWhole else { return false }
    if isOpportunity {
      unsafe append(start, base, beforeSpace, isSafe: true, text: text, to: block)
    }
    if !hangs { beforeSpace = base + Double(run.totalAdvance) * run.unit }
    return true
  }

  /// Does what ``add(_:to:base:beforeSpace:text:flags:_:)`` does for a run from left to right that has no
  /// opportunity inside a cluster.
  ///
  /// - Returns: Whether it was such a run; if not, nothing was added.
  @unsafe
  private mutating func addForward(
    _ run: ShapedRun, to block: Block, base: Double, beforeSpace: inout Double,
    text: UnsafeBufferPointer<UInt16>, flags: [UInt8], _ cancellation: Cancellation
  ) throws -> Bool {
    let unit = run.unit
    let (start, end) = (run.textRange.start, run.textRange.end)
    let n = run.glyphCount
    let isIdentity = run.isIdentity
    let (countBefore, spaceBefore) = (count, beforeSpace)
    if start > 0 && flags[start] != 0 {
      unsafe append(start, base, beforeSpace, isSafe: true, text: text, to: block)
    }
    let isForward = try unsafe flags.withUnsafeBufferPointer { flags throws in
      var i = start
      var glyph = 0
      var sum: Int64 = 0
      var nextPoll = start + BreakTable.pollInterval
      while i < end {
        let from = i
        let stop = min(i + BreakTable.pollInterval, end)
        repeat { i += 1 } while unsafe i < stop && flags[i] == 0
        let isOpportunity = unsafe i < end && flags[i] != 0
        let relative = i - start
        var next = relative
        if !isIdentity {
          next = glyph
          while unsafe next < n && run.relativeCluster(at: next) < relative { next += 1 }
          if isOpportunity, unsafe next == n || run.relativeCluster(at: next) != relative {
            return false
          }
        }
        if next > glyph { sum &+= unsafe run.uncheckedAdvance(of: glyph..<next) }
        glyph = next
        // What hangs before the opportunity does not count.
        var visible = i
        while visible > from, BreakTable.hangs(unsafe text[visible - 1]) { visible -= 1 }
        if visible > from {
          var hanging: Int64 = 0
          var last = glyph - 1
          while last >= 0, unsafe run.relativeCluster(at: last) >= visible - start {
            unsafe hanging += Int64(run.uncheckedAdvance(at: last))
            last -= 1
          }
          beforeSpace = base + Double(sum - hanging) * unit
        }
        if isOpportunity {
          unsafe append(
            i, base + Double(sum) * unit, beforeSpace,
            isSafe: !run.isUnsafe(at: glyph), text: text, to: block)
        }
        if i >= nextPoll {
          nextPoll = i + BreakTable.pollInterval
          try cancellation.check()
        }
      }
      return true
    }
    if !isForward { (count, beforeSpace) = (countBefore, spaceBefore) }
    return isForward
  }

  /// Adds the opportunities from a run's beginning up to, not including, its end.
  @unsafe
  private mutating func add(
    _ run: ShapedRun, to block: Block, base: Double, beforeSpace: inout Double,
    text: UnsafeBufferPointer<UInt16>,
    flags: [UInt8], _ cancellation: Cancellation
  ) throws {
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
    // Whether the cluster that comes next may begin a line.
    var isSafe = n == 0
    var polled = offset
    while true {
      if offset - polled >= BreakTable.pollInterval {
        polled = offset
        try cancellation.check()
      }
      let length = clusterEnd - offset
      var i = offset
      var hangs = length > 0
      while i < clusterEnd {
        if i > 0 && flags[i] != 0 {
          let part = i == offset ? 0 : clusterAdvance * Int64(i - offset) / Int64(length)
          let width = base + Double(sum + part) * unit
          unsafe append(
            i, width, i == offset ? beforeSpace : width,
            isSafe: i == run.textRange.start || n == 0 || (isSafe && i == offset), text: text,
            to: block)
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
      let first = rightToLeft ? n - 1 - k : k
      let cluster = unsafe run.uncheckedCluster(at: first)
      unsafe isSafe = !run.isUnsafe(at: first)
      while k < n {
        let index = rightToLeft ? n - 1 - k : k
        let c = unsafe run.uncheckedCluster(at: index)
        if c != cluster {
          clusterEnd = c
          break
        }
        unsafe clusterAdvance += Int64(run.uncheckedAdvance(at: index))
        k += 1
      }
    }
  }
}

extension BreakTable {
  // @unchecked Sendable: the memory is written by `BreakTable.init` alone, before anybody else has the block.
  /// The memory of the four columns.
  @safe
  private final class Block: @unchecked Sendable {
    let capacity: Int
    let advance: UnsafeMutablePointer<Double>
    let trimmed: UnsafeMutablePointer<Double>
    let offsets: UnsafeMutablePointer<Int32>
    let traits: UnsafeMutablePointer<LineEndTraits>

    init(capacity: Int) {
      self.capacity = capacity
      let base = UnsafeMutableRawPointer.allocate(
        byteCount: BreakTable.bytesPerBreak * capacity, alignment: 8)
      unsafe advance = base.bindMemory(to: Double.self, capacity: capacity)
      unsafe trimmed = (base + 8 * capacity).bindMemory(to: Double.self, capacity: capacity)
      unsafe offsets = (base + 16 * capacity).bindMemory(to: Int32.self, capacity: capacity)
      unsafe traits = (base + 20 * capacity).bindMemory(to: LineEndTraits.self, capacity: capacity)
    }

    deinit { unsafe UnsafeMutableRawPointer(advance).deallocate() }
  }
}

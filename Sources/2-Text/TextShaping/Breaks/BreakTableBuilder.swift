// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextModel

extension BreakTable {
  /// Adds up the widths of a paragraph's runs up to each break opportunity.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(glyphs + code units).
  convenience init(
    runs: [ShapedRun], text: Span<UInt16>, breaks: LineBreaks, hasRuby: Bool = false,
    inlineParts: InlineParts? = nil, unbroken: UnbrokenSpans? = nil, phrases: PhraseBreaks? = nil,
    hanging: HangingMarks? = nil, cancellation: Cancellation
  ) throws {
    var builder = try BreakTableBuilder(flags: breaks.flags, cancellation)
    try builder.add(runs, text, inlineParts)
    builder.hasRuby = hasRuby
    try builder.finish(runs, text, hanging)
    self.init(builder, unbroken: unbroken, phrases: phrases)
  }

  /// The table of the columns of a builder.
  convenience init(
    _ builder: consuming BreakTableBuilder, changes: [HyphenChangeRow] = [],
    unbroken: UnbrokenSpans? = nil, phrases: PhraseBreaks? = nil
  ) {
    let isMonotone = builder.isMonotone
    self.init(
      builder.columns, isMonotone: isMonotone, changes: changes, unbroken: unbroken,
      phrases: phrases)
  }
}

/// The columns of a ``BreakTable`` while runs are added up.
struct BreakTableBuilder: ~Copyable {
  var columns: BreakColumns
  var isMonotone = true
  /// Whether some run trims closing brackets at the ends of lines.
  private(set) var trimsLineEnds = false
  /// Whether some run has a punctuation mark that is trimmed beside a mark of another run.
  private(set) var trimsRunEdges = false
  /// Whether some run has spaces between ideographs and letters or numbers.
  private(set) var hasAutospace = false

  /// Whether some run has a ruby.
  var hasRuby = false

  /// A flag for each code unit: not 0 if a line may begin before it.
  private let flags: [UInt8]
  let cancellation: Cancellation
  /// The width of the runs before the present one, in points.
  private(set) var base = 0.0
  /// The trimmed advance: the width of everything before the white space at the present end.
  var beforeSpace = 0.0
  var previousTrimmed = -Double.infinity

  /// Code units between two polls.
  static let pollInterval = 1 << 12

  init(flags: [UInt8], _ cancellation: Cancellation) throws {
    self.flags = flags
    self.cancellation = cancellation
    columns = BreakColumns(
      capacity: try BreakTableBuilder.opportunityCount(flags.span, cancellation))
  }

  /// The number of opportunities, the content's end included.
  private static func opportunityCount(
    _ flags: Span<UInt8>, _ cancellation: Cancellation
  ) throws -> Int {
    var count = 1
    var start = 1
    while start < flags.count - 1 {
      if start > 1 { try cancellation.check() }
      let end = min(start + 1 << 16, flags.count - 1)
      while start < end {
        // Sums of 8 bits let the compiler add many flags at once; 128 flags cannot overflow them.
        let stop = min(start + 128, end)
        let some = flags.extracting(start..<stop)
        var sum: UInt8 = 0
        for i in some.indices { sum &+= some[i] == 0 ? 0 : 1 }
        count += Int(sum)
        start = stop
      }
    }
    return count
  }

  /// Adds the opportunities of all runs of a paragraph.
  mutating func add(
    _ runs: [ShapedRun], _ text: Span<UInt16>, _ parts: InlineParts? = nil
  ) throws {
    if let parts { return try add(runs, text, around: parts) }
    // A local reference, so that each look at a flag is one load.
    let flags = self.flags
    try runs.forEachUncounted { run, _ in
      try cancellation.check()
      if try !addQuickly(run, text, flags.span) {
        try addClusters(run, text, flags.span)
      }
      end(run)
    }
  }

  /// Adds the opportunities of a paragraph with parts of an inline formatting context. White space
  /// before absent parts at a line's end is removed, so the trimmed advance does not include it. Nor
  /// does it include the edges behind that white space, which need not fit, except at the end of the
  /// paragraph. Source: Chromium.
  private mutating func add(
    _ runs: [ShapedRun], _ text: Span<UInt16>, around parts: InlineParts
  ) throws {
    let flags = self.flags
    // The width of the edges behind the white space at the present end.
    var edges = 0.0
    try runs.forEachUncounted { run, _ in
      try cancellation.check()
      let (start, row) = (run.textRange.start, columns.count)
      // A line may end in a soft hyphen that edges follow.
      defer {
        let end = parts.contentEnd(before: start)
        if columns.count > row, columns[row].offset == start, end > 0, end < start,
          text[end - 1] == 0xAD
        {
          columns.setHyphen(at: row)
        }
      }
      if run.kind == .attachment, parts.isAbsent(at: start) {
        if start > 0, flags[start] != 0 { append(start, base, beforeSpace, isSafe: true, text) }
        if base - beforeSpace < 1e-9 { beforeSpace += run.width } else { edges += run.width }
      } else {
        edges = 0
        if try !addQuickly(run, text, flags.span) { try addClusters(run, text, flags.span) }
      }
      end(run)
    }
    beforeSpace += max(0, edges)
  }

  /// Ends a run whose opportunities were added: the widths of the next run count from its end.
  @inline(__always)
  mutating func end(_ run: borrowing ShapedRun) {
    base += run.width
    if run.trimsLineEnds { trimsLineEnds = true }
    if !run.trimmedEdges.isEmpty { trimsRunEdges = true }
    if run.autospace != 0 { hasAutospace = true }
  }

  /// Adds the opportunity at the end of a paragraph.
  mutating func finish(
    _ runs: [ShapedRun], _ text: Span<UInt16>, _ hanging: HangingMarks? = nil
  ) throws {
    append(text.count, base, beforeSpace, isSafe: true, text)
    if trimsLineEnds { try trimLineEnds(runs, text) }
    if trimsRunEdges { try restoreRunEdges(runs) }
    if hasAutospace { try dropAutospace(runs, text) }
    if hasRuby { try dropOverhangs(runs) }
    if let hanging { try hang(hanging, runs, text) }
  }

  /// Subtracts the space between an ideograph and a letter or number from the trimmed advance at
  /// the opportunity between them.
  private mutating func dropAutospace(_ runs: [ShapedRun], _ text: Span<UInt16>) throws {
    var row = 0
    try runs.forEachUncounted { run, index in
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      if run.autospace == 0 { return }
      while row < columns.count, columns[row].offset <= run.textRange.start { row += 1 }
      while row < columns.count, columns[row].offset <= run.textRange.end {
        if row & 0xFFF == 0xFFF { try cancellation.check() }
        if run.hasAutospace(before: columns[row].offset, text) {
          columns.trimEnd(at: row, by: Double(run.autospace) * run.unit)
          if row > 0, columns[row].trimmed < columns[row - 1].trimmed { isMonotone = false }
        }
        row += 1
      }
    }
  }

  /// Widens a line that begins or ends with the base of a ruby by the room that the ruby otherwise
  /// takes from a neighbour, since no neighbour is on that line.
  private mutating func dropOverhangs(_ runs: [ShapedRun]) throws {
    var row = 0
    try runs.forEachUncounted { run, index in
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      guard let ruby = run.annotations?.ruby else { return }
      for (offset, width, isStart) in [
        (ruby.base.start, ruby.overhang.before, true), (ruby.base.end, ruby.overhang.after, false),
      ] {
        let isBound = offset == (isStart ? run.textRange.start : run.textRange.end)
        guard width > 0, isBound else { continue }
        while row < columns.count, columns[row].offset < offset { row += 1 }
        guard row < columns.count, columns[row].offset == offset else { continue }
        if isStart {
          columns.moveStart(at: row, by: -width)
        } else {
          columns.trimEnd(at: row, by: -width)
          if row + 1 < columns.count, columns[row + 1].trimmed < columns[row].trimmed {
            isMonotone = false
          }
        }
      }
    }
  }

  /// Restores the whole width of a punctuation mark that is trimmed beside a mark of another run,
  /// for lines that begin or end with the mark.
  private mutating func restoreRunEdges(_ runs: [ShapedRun]) throws {
    var row = 0
    try runs.forEachUncounted { run, index in
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      if run.trimmedEdges.isEmpty { return }
      let half = run.size / 2
      while row < columns.count, columns[row].offset < run.textRange.start { row += 1 }
      guard row < columns.count else { return }
      if run.trimmedEdges.contains(.start), columns[row].offset == run.textRange.start {
        columns.moveStart(at: row, by: -half)
      }
      guard run.trimmedEdges.contains(.end) else { return }
      while row < columns.count, columns[row].offset < run.textRange.end { row += 1 }
      guard row < columns.count, columns[row].offset == run.textRange.end else { return }
      columns.trimEnd(at: row, by: -half)
      if row + 1 < columns.count, columns[row + 1].trimmed < columns[row].trimmed {
        isMonotone = false
      }
    }
  }

  /// Subtracts half of a closing bracket from the trimmed advance at the opportunity behind it,
  /// which is then the least possible. Whether the bracket is trimmed is decided line by line.
  private mutating func trimLineEnds(_ runs: [ShapedRun], _ text: Span<UInt16>) throws {
    var row = 0
    try runs.forEachUncounted { run, index in
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      if !run.trimsLineEnds { return }
      while row < columns.count, columns[row].offset <= run.textRange.start { row += 1 }
      while row < columns.count, columns[row].offset <= run.textRange.end {
        let offset = columns[row].offset
        if row & 0xFFF == 0xFFF { try cancellation.check() }
        if columns[row].lineEnd.hangingCount == 0,
          run.trimsAtLineEnd(text[offset - 1], at: offset - 1)
        {
          columns.trimEnd(at: row, by: run.size / 2)
          if row > 0, columns[row].trimmed < columns[row - 1].trimmed { isMonotone = false }
        }
        row += 1
      }
    }
  }

  /// - Parameter hanging: The number of code units of white space directly before the opportunity,
  ///   if that is known.
  @inline(__always)
  mutating func append(
    _ offset: Int, _ width: Double, _ withoutSpace: Double, isSafe: Bool, _ text: Span<UInt16>,
    hanging: Int? = nil
  ) {
    if withoutSpace < previousTrimmed { isMonotone = false }
    previousTrimmed = withoutSpace
    let hyphen = offset > 0 && offset < text.count && text[offset - 1] == 0xAD
    // If white space follows, this count does not tell where the visible text of the line ends. The
    // greatest count makes the line breaker search for it.
    let hanging =
      offset < text.count && BreakTable.hangs(text[offset])
      ? BreakTable.LineEndTraits.maximumHangingCount : hanging
    columns.append(
      BreakColumns.Row(
        offset: offset, advance: width, trimmed: withoutSpace,
        lineEnd: BreakTable.LineEndTraits(
          hangingCount: hanging ?? BreakTableBuilder.hangingCount(text, before: offset),
          isUnsafe: !isSafe, endsInHyphen: hyphen)))
  }

  /// The code units of white space directly before an offset, at most the greatest number that a
  /// table holds.
  private static func hangingCount(_ text: Span<UInt16>, before offset: Int) -> Int {
    var first = offset
    let limit = max(0, offset - BreakTable.LineEndTraits.maximumHangingCount)
    while first > limit, BreakTable.hangs(text[first - 1]) { first -= 1 }
    return offset - first
  }

  // MARK: - Any run

  /// Adds the opportunities from a run's beginning up to, not including, its end, cluster by
  /// cluster.
  mutating func addClusters(
    _ run: ShapedRun, _ text: Span<UInt16>, _ flags: Span<UInt8>
  ) throws {
    let n = run.glyphCount
    let rightToLeft = run.isRightToLeft
    let unit = run.unit
    let end = run.textRange.end
    var sum: Int64 = 0
    var offset = run.textRange.start
    var k = 0
    var clusterEnd = offset
    // Invisible characters at the run's beginning may have no glyph, before the first cluster.
    if n > 0 { clusterEnd = run.cluster(at: rightToLeft ? n - 1 : 0) }
    var clusterAdvance: Int64 = 0
    // Whether a line may begin with the next cluster without changing a glyph.
    var isSafe = n == 0
    var polled = offset
    while true {
      if offset - polled >= BreakTableBuilder.pollInterval {
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
          append(
            i, width, i == offset ? beforeSpace : width,
            isSafe: i == run.textRange.start || n == 0 || (isSafe && i == offset), text)
        }
        if hangs, !BreakTable.hangs(text[i]) { hangs = false }
        i += 1
      }
      sum += clusterAdvance
      if length > 0 && !hangs { beforeSpace = base + Double(sum) * unit }
      offset = clusterEnd
      clusterAdvance = 0
      clusterEnd = end
      if k >= n {
        if offset >= end { break }
        continue
      }
      let first = rightToLeft ? n - 1 - k : k
      let cluster = run.cluster(at: first)
      isSafe = !run.isUnsafeToBreak(before: first)
      while k < n {
        let index = rightToLeft ? n - 1 - k : k
        let other = run.cluster(at: index)
        if other != cluster {
          clusterEnd = other
          break
        }
        clusterAdvance += Int64(run.advance(at: index))
        k += 1
      }
    }
  }
}

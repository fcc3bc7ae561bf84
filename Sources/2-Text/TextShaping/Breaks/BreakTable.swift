// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextAnalysis

/// The break opportunities of a paragraph with the widths up to each. Immutable.
///
/// A line from break `a` to break `b` is `trimmed[b] - advance[a]` points wide when no tab lies in
/// it and both ends are safe; the white space that hangs at its end is `advance[b] - trimmed[b]`
/// wide. Where a ruby overhangs the neighbours of its base, a line that begins or ends with the
/// base is wider by the overhang, which these columns include. Sums are exact within a run. At an
/// opportunity inside a cluster (`ShapedParagraph.isSafeToBreak(at:)` is false) the widths are
/// estimates.
package final class BreakTable: Sendable {
  /// Facts about a line that ends at an opportunity, in one byte.
  package struct LineEndTraits: Sendable {
    package let rawValue: UInt8

    /// The highest ``hangingCount``.
    package static let maximumHangingCount = 63

    init(hangingCount: Int, isUnsafe: Bool, endsInHyphen: Bool) {
      rawValue =
        UInt8(truncatingIfNeeded: min(hangingCount, LineEndTraits.maximumHangingCount))
        | (isUnsafe ? 0x40 : 0) | (endsInHyphen ? 0x80 : 0)
    }

    /// The white space directly before the opportunity, in code units. ``maximumHangingCount``
    /// stands for this many or more, and for any number where more white space follows the
    /// opportunity.
    @inlinable package var hangingCount: Int { Int(rawValue & 0x3F) }
    /// Whether glyphs change when a line ends here.
    @inlinable package var isUnsafe: Bool { rawValue & 0x40 != 0 }
    /// Whether a hyphen is drawn when a line ends here: at a soft hyphen, or at a point at which
    /// the paragraph's ``Hyphenation`` divides a word.
    @inlinable package var endsInHyphen: Bool { rawValue & 0x80 != 0 }
    /// A raw value below this is a count of white space without flags: the line ends with the
    /// glyphs as they are.
    @inlinable package static var plainLimit: UInt8 { 0x3F }
  }

  private let columns: BreakColumns
  /// Whether `trimmed` never falls, so that it can be searched by bisection. Negative spacing may
  /// prevent it.
  package let isMonotone: Bool
  /// The changes of spelling at some hyphens, in ascending order; most tables have none.
  private let changes: [HyphenChangeRow]
  /// The parts within which no line breaks, even where they overflow; most tables have none.
  package let unbroken: UnbrokenSpans?
  /// The opportunities inside phrases, if lines break between phrases; most tables have none.
  package let phrases: PhraseBreaks?

  package convenience init() { self.init(BreakColumns(capacity: 0), isMonotone: true) }

  init(
    _ columns: consuming BreakColumns, isMonotone: Bool, changes: [HyphenChangeRow] = [],
    unbroken: UnbrokenSpans? = nil, phrases: PhraseBreaks? = nil
  ) {
    self.unbroken = unbroken
    self.phrases = phrases
    self.columns = columns
    self.isMonotone = isMonotone
    self.changes = changes
  }

  package var count: Int { columns.count }

  /// The offset of an opportunity, at which a new line may begin. Offsets ascend; the last one is
  /// the content's end.
  package func offset(at index: Int) -> Int { columns[index].offset }

  /// The width of everything before an opportunity, in points.
  package func advance(at index: Int) -> Double { columns[index].advance }

  /// The width of everything before an opportunity without the white space directly before, in
  /// points.
  package func trimmed(at index: Int) -> Double { columns[index].trimmed }

  /// Facts about a line that ends at an opportunity.
  package func traits(at index: Int) -> LineEndTraits { columns[index].lineEnd }

  /// The change of spelling where the line ends at an opportunity; `nil` for most hyphens.
  ///
  /// - Complexity: O(log *n*) in the changes.
  package func change(at index: Int) -> HyphenChange? {
    if changes.isEmpty { return nil }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].row < index { low = middle + 1 } else { high = middle }
    }
    return low < changes.count && changes[low].row == index ? changes[low].change : nil
  }

  /// The bytes that the columns take.
  package var byteCount: Int {
    BreakTable.bytesPerBreak * columns.capacity + (phrases?.byteCount ?? 0)
  }

  /// The bytes that an opportunity takes.
  static let bytesPerBreak = BreakColumns.bytesPerRow

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

  /// Calls a function with pointers to the columns: offsets, advances, trimmed advances, traits.
  ///
  /// Not called for an empty table. Unsafe: the pointers are valid during the call, and unchecked.
  @unsafe
  package func withColumns(
    _ body: (
      UnsafePointer<Int32>, UnsafePointer<Double>, UnsafePointer<Double>,
      UnsafePointer<LineEndTraits>
    ) throws -> Void
  ) rethrows {
    if count == 0 { return }
    try unsafe body(columns.offsets, columns.advances, columns.trimmed, columns.lineEnds)
  }
}

/// A row of a ``BreakTable`` whose hyphen changes the spelling.
struct HyphenChangeRow: Sendable {
  var row: Int
  var change: HyphenChange
}

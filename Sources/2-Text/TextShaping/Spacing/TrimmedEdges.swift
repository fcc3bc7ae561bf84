// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The ends of a run at which a full-width punctuation mark gives up its blank half, since a mark
/// of the neighbouring run stands there: in another font, style or orientation.
///
/// A line that begins or ends there has no such neighbour, and shows the whole mark.
package struct TrimmedEdges: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let start = TrimmedEdges(rawValue: 1)
  package static let end = TrimmedEdges(rawValue: 2)

  /// These ends of a whole range, as far as a part of the range reaches them.
  @inline(__always)
  func of(_ part: Range<Int>, in whole: Range<Int>) -> TrimmedEdges {
    if isEmpty { return self }
    var edges = self
    if part.lowerBound > whole.lowerBound { edges.remove(.start) }
    if part.upperBound < whole.upperBound { edges.remove(.end) }
    return edges
  }
}

extension ShapedRun {
  /// The ends at which a part of the run is trimmed.
  ///
  /// - Parameter trimsEnd: Whether the part ends a line that has no room for the blank half of its
  ///   last punctuation mark.
  func trimmedEdges(
    of part: TextRange, _ trimsEnd: Bool, beginsLine: Bool, endsLine: Bool
  ) -> TrimmedEdges {
    var edges = trimmedEdges.of(part.range, in: textRange.range)
    if beginsLine { edges.remove(.start) }
    if endsLine { edges.remove(.end) }
    if trimsEnd { edges.insert(.end) }
    return edges
  }
}

extension ShapingJob {
  /// The ends of an item at which a punctuation mark gives up its blank half beside a mark of
  /// another item.
  ///
  /// Two marks are adjacent only if they have the same direction. The marks on both sides of a
  /// ruby's base are not, since the ruby may be wider than the base.
  ///
  /// Of a closing mark and an opening one in a larger size the closing one is trimmed. Source: CSS
  /// Text 4, 8.4.2. Chromium trims the opening one, whatever the sizes.
  func trimmedEdges(
    of item: borrowing ShapingItem, after previous: ItemExtent?, before next: ItemExtent?,
    _ text: Span<UInt16>, _ spans: [Itemizer.StyleSpan], _ bases: RubyBases?
  ) throws -> TrimmedEdges {
    let style = item.style.shared
    guard item.isUpright ? style.trimsColumns : style.trimsSpacing, item.kind == .text,
      item.extent.orientation != .combined, !item.isCursive
    else { return [] }
    var edges = TrimmedEdges()
    if let previous, PunctuationKind.mayOpen(text[item.start]),
      let other = try neighbor(
        previous, of: item, at: item.start, item.start - 1, text, spans, bases),
      try style.spacingTrim(item, scratch: scratch).trims(
        opening: text[item.start], after: other.kind, ofLargerSize: item.size > other.size)
    {
      edges.insert(.start)
    }
    if let next, PunctuationKind.mayClose(text[item.end - 1]),
      let other = try neighbor(next, of: item, at: item.end, item.end, text, spans, bases),
      try style.spacingTrim(item, scratch: scratch).trims(
        closing: text[item.end - 1], before: other.kind, ofLargerSize: other.size > item.size)
    {
      edges.insert(.end)
    }
    return edges
  }

  /// The class of a neighbouring item's code unit, and the size of its font; `nil` if the unit is
  /// no punctuation mark beside the item.
  private func neighbor(
    _ extent: ItemExtent, of item: borrowing ShapingItem, at bound: Int, _ unit: Int,
    _ text: Span<UInt16>, _ spans: [Itemizer.StyleSpan], _ bases: RubyBases?
  ) throws -> (kind: PunctuationKind, size: Double)? {
    guard extent.kind == .text, extent.orientation != .combined, extent.level == item.level,
      PunctuationKind(of: text[unit]) != .other, bases?.isBound(bound) != true
    else { return nil }
    let other = ShapingItem(extent, spans[Int(extent.span)].style)
    let trim = try other.style.shared.spacingTrim(other, scratch: scratch)
    return (trim.kindInFont(text[unit]), other.size)
  }
}

extension ShapingItem {
  /// The em size, in points.
  fileprivate var size: Double { style.style.storage.fields.size }
}

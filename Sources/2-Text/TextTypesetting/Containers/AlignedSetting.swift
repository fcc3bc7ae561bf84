// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextModel
import TextShaping

/// A text whose lines are set repeatedly until they lie where the container places them: in equal
/// columns, or in the middle or at the lower edge of a shape.
struct AlignedSetting {
  let result: Typesetter.Result

  /// How often the search interval is halved, until it is a thousandth as long.
  private static let halvings = 10

  /// - Returns: `nil` if one setting is enough.
  /// - Throws: ``TypesettingError``, `ShapingError`, or `CancellationError`.
  init?(
    _ shaped: ShapedText, in container: TextContainer, _ cancellation: Cancellation
  ) throws {
    if container.columnCount > 1, container.inlineRoom != nil,
      container.columns.isBalanced || container.blockRoom == nil
    {
      result = try Self.balanced(shaped, in: container, cancellation)
    } else if container.hasAreas, container.verticalAlignment != .top {
      let first = try Typesetter.set(shaped, in: container, from: 0, cancellation)
      result =
        try first.fits ? Self.moved(shaped, in: container, first, cancellation) ?? first : first
    } else {
      return nil
    }
  }

  /// The text in columns of the least height that holds the text.
  private static func balanced(
    _ shaped: ShapedText, in container: TextContainer, _ cancellation: Cancellation
  ) throws -> Typesetter.Result {
    let limit = container.blockRoom ?? .infinity
    // Set in one endless column, the text has the height of all columns together.
    var single = container
    single.columns = TextColumns(count: 1)
    let columns = ColumnFiller(container, isRightToLeft: false)
    let inset = (container.inlineExtent ?? 0) - (container.inlineRoom ?? 0)
    let extent = (columns.width ?? 0) + inset
    if container.writingMode.isVertical {
      (single.height, single.width) = (extent, container.hasAreas ? container.width : nil)
    } else {
      (single.width, single.height) = (extent, nil)
    }
    single.verticalAlignment = .top
    let all = try Typesetter.set(shaped, in: single, from: 0, cancellation)
    let total = all.size.height
    let tallest = all.records.reduce(0) { max($0, $1.height) }
    var (low, high) = (0.0, max(total, tallest))
    if limit < high { high = limit }
    var best: Typesetter.Result?
    low = min(high, max(0, total / Double(container.columnCount) - tallest))
    for _ in 0..<halvings + 6 where high - low > 0.25 {
      let middle = (low + high) / 2
      let probe = try Typesetter.set(
        shaped, in: container, from: 0, height: middle, cancellation)
      if probe.fits {
        (high, best) = (middle, probe)
      } else {
        low = middle
      }
    }
    return try best
      ?? Typesetter.set(shaped, in: container, from: 0, height: high, cancellation)
  }

  /// The text moved down as far as the vertical alignment demands. Each shift changes where lines
  /// break, so the right shift is found by a search.
  ///
  /// - Returns: `nil` if the container has no lower edge, or the text has to stay where it is.
  private static func moved(
    _ shaped: ShapedText, in container: TextContainer, _ first: Typesetter.Result,
    _ cancellation: Cancellation
  ) throws -> Typesetter.Result? {
    let insets = container.lineInsets(isRightToLeft: false)
    guard let bottom = container.blockRoom, let line = first.records.first else { return nil }
    let isAtEnd = container.verticalAlignment == .bottom
    var (low, high) = (first.blockStart(of: line) - insets.before, bottom)
    var best: Typesetter.Result?
    for _ in 0..<halvings where high - low > 0.25 {
      let middle = (low + high) / 2
      let probe = try Typesetter.set(shaped, in: container, from: middle, cancellation)
      guard probe.fits, let first = probe.records.first, let last = probe.records.last else {
        high = middle
        continue
      }
      let above = probe.blockStart(of: first) - insets.before
      let below = bottom - (probe.blockStart(of: last) + last.height - insets.before)
      if isAtEnd || above <= below {
        (low, best) = (middle, probe)
      } else {
        high = middle
      }
    }
    return best
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency
public import TextFonts
public import TextModel
public import TextShaping

/// A text through several containers: text that does not fit in one container goes on in the next.
///
/// Each container has a ``TextLayout`` of its own, which is drawn, hit and selected like any other;
/// all have the offsets of the one text. Immutable, and safe to share between threads.
///
/// ```swift
/// let flow = try TextFlow(text, through: [left, right])
/// for (layout, origin) in zip(flow.layouts, origins) { try canvas.draw(layout, at: origin) }
/// ```
public struct TextFlow: Sendable {
  /// The layouts, one for each container; without lines in those that the text does not reach.
  public let layouts: [TextLayout]

  /// Shapes a text and lays it out, on any thread.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - containers: The containers, in the order in which they are filled. All must have
  ///     horizontal lines, or all vertical lines. Only the last container may leave text out: the
  ///     ``TextContainer/truncation`` of the others is ignored. Scales and balanced columns are
  ///     ignored in all containers.
  ///   - fonts: The fonts for the text.
  ///   - cancellation: Polled as by ``TextLayout``.
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  public init(
    _ text: borrowing AttributedText, through containers: [TextContainer],
    fonts: borrowing FontCollection = .default, cancellation: Cancellation = .never
  ) throws {
    try self.init(
      ShapedText(
        text, fonts: fonts, isVertical: containers.first?.writingMode.isVertical ?? false,
        cancellation: cancellation),
      through: containers, cancellation: cancellation)
  }

  /// Lays out a shaped text, on any thread.
  ///
  /// - Throws: ``TypesettingError``, `ShapingError`, or `CancellationError`.
  public init(
    _ shaped: ShapedText, through containers: [TextContainer], cancellation: Cancellation = .never
  ) throws {
    var layouts: [TextLayout] = []
    var start = 0
    for (index, given) in containers.enumerated() {
      try cancellation.check()
      let isLast = index == containers.count - 1
      var container = given
      try container.checkDirection(of: shaped)
      if !isLast { container.truncation = .none }
      guard start < shaped.text.length || index == 0 else {
        layouts.append(TextLayout(shaped, in: container, from: start, .empty, continues: false))
        continue
      }
      let result = try Typesetter.set(
        shaped, in: container, from: 0, textStart: start, cancellation)
      let layout = TextLayout(shaped, in: container, from: start, result, continues: !isLast)
      layouts.append(layout)
      start = max(start, layout.leftOut.start)
    }
    self.layouts = layouts
  }

  /// Whether text is left out because the last container has no room for it, or because there is no
  /// container.
  public var isTruncated: Bool {
    guard let last = layouts.last else { return true }
    return last.isTruncated
  }

  /// The index of the layout that shows the character at an offset; `nil` if none does.
  ///
  /// - Complexity: O(containers).
  public func layoutIndex(containing offset: Int) -> Int? {
    layouts.firstIndex { layout in layout.visibleRanges.contains { $0.contains(offset) } }
  }
}

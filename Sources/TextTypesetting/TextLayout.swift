// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel
public import TextRuntime
public import TextShaping

/// A text laid out in lines: immutable, and safe to share between threads.
///
/// Coordinates are points in the layout box, whose origin is its upper left corner, y downwards.
/// Text offsets are UTF-16 code units of the whole text. A layout does not depend on the paint
/// styles.
public final class TextLayout: Sendable {
  /// The shaped text.
  public let shaped: ShapedText
  /// The container that the text is laid out in.
  public let container: TextContainer
  /// The size of the layout box: as wide as the container, or as the widest line if the container
  /// has no width; as high as the lines.
  public let size: Size
  /// Whether text is left out because the container limits lines or height.
  public let isTruncated: Bool
  let records: LineRecords
  let specials: SpecialLines

  /// The maximum number of lines; a text that needs more throws ``TypesettingError``.
  public static let maximumLineCount = 1 << 22

  /// Shapes a text and lays it out, on any thread.
  ///
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  public convenience init(
    _ text: borrowing AttributedText, in container: TextContainer = TextContainer(),
    fonts: borrowing FontCollection = .default, cancellation: Cancellation = .never
  ) throws {
    try self.init(
      ShapedText(text, fonts: fonts, cancellation: cancellation), in: container,
      cancellation: cancellation)
  }

  /// Lays out a shaped text, on any thread; only line ends that cut a ligature or the like are
  /// reshaped.
  ///
  /// - Throws: ``TypesettingError``, or `CancellationError`.
  public init(
    _ shaped: ShapedText, in container: TextContainer = TextContainer(),
    cancellation: Cancellation = .never
  ) throws {
    self.shaped = shaped
    self.container = container
    try cancellation.check()
    if let line = try SingleLine(shaped, in: container, cancellation) {
      size = line.size
      isTruncated = false
      records = LineRecords(only: line.record)
      specials = SpecialLines()
      return
    }
    let result = try Typesetter.set(shaped, in: container, cancellation: cancellation)
    size = result.size
    isTruncated = result.isTruncated
    records = result.records
    specials = result.specials
  }

  /// The text and its styles.
  public var text: AttributedText { shaped.text }

  /// The lines from the top, at least one.
  public var lines: LineFragments { LineFragments(layout: self) }

  /// The characters that no font has, in text order.
  public var missing: [MissingCharacter] { shaped.missing }

  /// The ranges in which a font's substitutions make more glyphs than HarfBuzz allows; drawn as far
  /// as they went.
  public var incompleteRanges: [TextRange] { shaped.incompleteRanges }

  /// The text that lies on the lines: all up to a truncation.
  public var visibleRange: TextRange {
    TextRange(0, isTruncated ? Int(records[records.count - 1].end) : shaped.text.length)
  }

  /// The smallest rectangle around all lines, without hanging white space.
  ///
  /// - Complexity: O(lines).
  public var usedRect: Rect {
    var left = Double.infinity
    var right = -Double.infinity
    for record in records {
      left = min(left, record.x)
      right = max(right, record.x + record.width)
    }
    return Rect(x: left, y: 0, width: max(0, right - left), height: size.height)
  }
}

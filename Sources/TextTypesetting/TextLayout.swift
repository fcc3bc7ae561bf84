// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel
public import TextRuntime
public import TextShaping

/// A text set in lines: immutable, and shared freely between threads.
///
/// Coordinates are points in the layout box, whose origin is its upper left corner, y downwards. Text
/// offsets are UTF-16 code units of the whole text. A layout does not depend on colours: what was shaped
/// and laid out serves any paint.
public final class TextLayout: Sendable {
  /// What was set.
  public let shaped: ShapedText
  /// What it was set in.
  public let container: TextContainer
  /// The size of the layout box: as wide as the container, or as the widest line where nothing bounds
  /// it; as high as the lines.
  public let size: Size
  /// Whether text was left out for want of lines or height.
  public let isTruncated: Bool
  let records: LineRecords
  let specials: SpecialLines

  /// The most lines of one layout: over it there is an error.
  public static let maximumLineCount = 1 << 22

  /// Shapes a text and sets it in lines.
  ///
  /// Any thread may call it.
  ///
  /// - Throws: `ShapingError`, ``TypesettingError``, or `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  public convenience init(
    _ text: borrowing AttributedText, in container: TextContainer = TextContainer(),
    fonts: borrowing FontCollection = .default, cancellation: Cancellation = .never
  ) throws {
    try self.init(
      ShapedText(text, fonts: fonts, cancellation: cancellation), in: container,
      cancellation: cancellation)
  }

  /// Sets a shaped text in lines; shaping is not done again but at line ends where it must.
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

  /// The lines from the top; there is at least one.
  public var lines: LineFragments { LineFragments(layout: self) }

  /// What no font could draw, in order.
  public var missing: [MissingCharacter] { shaped.missing }

  /// The text that is on some line, from the beginning.
  public var visibleRange: TextRange {
    TextRange(0, isTruncated ? Int(records[records.count - 1].end) : shaped.text.length)
  }

  /// The smallest rectangle around all lines, white space hanging at their ends left out.
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

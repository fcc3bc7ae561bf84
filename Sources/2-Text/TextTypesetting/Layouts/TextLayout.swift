// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemConcurrency
public import TextFonts
public import TextModel
public import TextShaping

/// A text laid out in lines: immutable, and safe to share between threads.
///
/// Coordinates are points in the layout box, whose origin is its upper left corner, y downwards;
/// those of runs and glyphs lie in line space, which vertical text turns (``axes``). Text offsets
/// are UTF-16 code units of the whole text. A layout does not depend on the paint styles.
public final class TextLayout: Sendable {
  /// The text and its styles. Paint and the contents of attachments may differ from those of the
  /// shaped text; see ``repainted(_:)``.
  public let text: AttributedText
  /// The shaped text, at the size given by ``scale``.
  public let shaped: ShapedText
  /// The container that the text is laid out in.
  public let container: TextContainer
  /// The size of the layout box.
  ///
  /// The box is as wide as the container or, if the container has no width, as the widest line with
  /// the insets. It is as high as the lines with the insets, or as the container if lines are
  /// aligned in its height or if it is lower than one line. In vertical text width and height are
  /// exchanged; if lines follow each other from the right, the box is as wide as a container that
  /// has a width.
  public var size: Size { axes.size(lineSpaceSize) }
  /// The size of the layout box in line space.
  package let lineSpaceSize: Size
  /// The factor by which the text is made smaller or larger to fit, a multiple of 1/64; 1 for full
  /// size. See ``TextContainer/minimumScale`` and ``TextContainer/maximumScale``.
  public let scale: Double
  /// Whether text is left out because the container limits lines or height.
  public let isTruncated: Bool
  /// Whether the container is lower than its one line, which is set all the same and cut off at the
  /// lower edge of the box; `false` for an empty text.
  public let isCutOff: Bool
  /// The start of the text on the first line: 0 except in a part of a ``TextFlow``.
  let textStart: Int
  /// The text that is left out after the lines; empty at the text's end if all is shown.
  let leftOut: TextRange
  let records: LineRecords
  let specials: SpecialLines
  /// The columns of lines, if the container has several.
  let columns: [LineColumn]
  /// The attachments that lines run beside, in the order of the text.
  let floats: [PlacedFloat]

  /// The maximum number of lines; a text that needs more throws ``TypesettingError``.
  package static let maximumLineCount = 1 << 22

  /// Shapes a text and lays it out, on any thread.
  ///
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  public convenience init(
    _ text: borrowing AttributedText, in container: TextContainer = TextContainer(),
    fonts: borrowing FontCollection = .default, cancellation: Cancellation = .never
  ) throws {
    try self.init(
      ShapedText(
        text, fonts: fonts, isVertical: container.writingMode.isVertical,
        cancellation: cancellation),
      in: container, cancellation: cancellation)
  }

  /// Lays out a shaped text, on any thread; only line ends that cut a ligature or the like are
  /// reshaped, and the whole text if the container lets it become smaller or larger to fit.
  ///
  /// - Throws: ``TypesettingError``, with `badContainer` if the text was shaped for lines of the
  ///   other direction; `FontError`, `ShapingError`, or `CancellationError`.
  public init(
    _ shaped: ShapedText, in container: TextContainer = TextContainer(),
    cancellation: Cancellation = .never
  ) throws {
    try container.checkDirection(of: shaped)
    text = shaped.text
    self.container = container
    try cancellation.check()
    if let line = try SingleLine(shaped, in: container, cancellation) {
      (self.shaped, scale) = (shaped, 1)
      lineSpaceSize = line.size
      (isTruncated, isCutOff) = (false, false)
      textStart = 0
      leftOut = TextRange(shaped.text.length, shaped.text.length)
      records = LineRecords(only: line.record)
      specials = SpecialLines()
      columns = []
      floats = []
      return
    }
    var result = try Typesetter.set(shaped, in: container, cancellation: cancellation)
    if !result.fits || container.maximumScale > 1,
      let other = try ScaledSetting(of: shaped, fits: result.fits, in: container, cancellation)
    {
      (self.shaped, scale) = (other.shaped, other.scale)
      result = other.result
    } else {
      (self.shaped, scale) = (shaped, 1)
    }
    lineSpaceSize = result.size
    textStart = 0
    isTruncated = result.isTruncated
    isCutOff = result.isCutOff
    leftOut = result.leftOut
    records = result.records
    specials = result.specials
    columns = result.columns
    floats = result.floats
  }

  private init(_ other: TextLayout, text: AttributedText) {
    self.text = text
    shaped = other.shaped
    container = other.container
    lineSpaceSize = other.lineSpaceSize
    isTruncated = other.isTruncated
    isCutOff = other.isCutOff
    records = other.records
    specials = other.specials
    columns = other.columns
    floats = other.floats
    (scale, textStart, leftOut) = (other.scale, other.textStart, other.leftOut)
  }

  /// A part of a text that goes on in another container.
  ///
  /// - Parameter continues: Whether the text that is left out here is shown in the next container.
  init(
    _ shaped: ShapedText, in container: TextContainer, from start: Int,
    _ result: Typesetter.Result, continues: Bool
  ) {
    (text, self.shaped, self.container, scale) = (shaped.text, shaped, container, 1)
    (lineSpaceSize, textStart) = (result.size, start)
    isTruncated = result.isTruncated && !continues
    isCutOff = result.isCutOff
    let end = result.records.isEmpty ? start : result.leftOut.start
    leftOut = TextRange(end, max(end, result.leftOut.end))
    (records, specials, columns) = (result.records, result.specials, result.columns)
    floats = result.floats
  }

  /// The same lines in another paint; nothing is shaped and no line is broken.
  ///
  /// - Parameter change: Changes the paint of a copy of the text.
  /// - Complexity: That of the change; lines and glyphs are shared.
  public func repainted(_ change: (inout TextPaint) throws -> Void) rethrows -> TextLayout {
    var paint = TextPaint(text: text)
    try change(&paint)
    return TextLayout(self, text: paint.text)
  }

  /// The same lines in the paint of a text, and with the contents of its attachments.
  ///
  /// - Returns: nil if the text also differs in characters, fonts, paragraphs, or the size and the
  ///   alignment of an attachment.
  /// - Complexity: O(*n*) in the text's length.
  public func repainted(as other: AttributedText) -> TextLayout? {
    guard text.utf16 == other.utf16, text.shaping == other.shaping,
      text.paragraphs == other.paragraphs, text.hasSameBoxes(as: other)
    else { return nil }
    return TextLayout(self, text: other)
  }

  /// The map from line space, in which lines run along x, to the layout box.
  public var axes: LayoutAxes {
    LayoutAxes(container.writingMode, blockExtent: lineSpaceSize.height)
  }

  /// The lines by their place.
  var places: LineIndex {
    LineIndex(
      records: records, columns: columns, isUpwards: container.writingMode == .verticalLR)
  }

  /// The lines in the order of the text. An empty text has one line, too; there is none if no line
  /// has room in a shape or between exclusions, or if the text does not reach this container of a
  /// ``TextFlow``.
  public var lines: LineFragments { LineFragments(layout: self) }

  /// The characters that no font has, in text order.
  public var missing: [MissingCharacter] { shaped.missing }

  /// The ranges in which a font's substitutions make more glyphs than HarfBuzz allows; drawn as far
  /// as they went.
  package var incompleteRanges: [TextRange] { shaped.incompleteRanges }

  /// The text that lies on the lines up to the first character that is left out.
  public var visibleRange: TextRange { TextRange(textStart, leftOut.start) }

  /// The smallest rectangle around all lines, without white space and punctuation that hang.
  ///
  /// - Complexity: O(lines).
  public var usedRect: Rect { axes.rect(usedLineRect) }

  /// The smallest rectangle around all lines in line space.
  package var usedLineRect: Rect {
    var left = Double.infinity
    var right = -Double.infinity
    for record in records {
      left = min(left, record.x)
      right = max(right, record.x + record.width)
    }
    guard var first = records.first, var last = records.last else { return .zero }
    if first.y > last.y { swap(&first, &last) }
    var (top, bottom) = (first.y, last.y + last.height)
    for column in columns {
      for index in [column.lines.first, column.lines.last].compactMap({ $0 }) {
        top = min(top, records[index].y)
        bottom = max(bottom, records[index].y + records[index].height)
      }
    }
    return Rect(x: left, y: top, width: max(0, right - left), height: bottom - top)
  }
}

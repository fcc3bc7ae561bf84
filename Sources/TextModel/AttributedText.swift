// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Text with its styles, as flat columns: text, shaping, paragraph, paint.
///
/// The text is held as UTF-16, the unit of ICU and HarfBuzz. Each column changes on its own, so a
/// stage reads only what it depends on: a new colour does not touch what was shaped. Copying is O(1).
///
/// It may be longer than ``TextLimits/textLength``; the stage that lays it out refuses it then.
public struct AttributedText: Hashable, Sendable {
  /// The code units.
  public private(set) var utf16: [UInt16]
  /// How each piece is shaped.
  public private(set) var shaping: RunColumn<ShapingStyle>
  /// The style of each paragraph, taken at its first character.
  public private(set) var paragraphs: RunColumn<ParagraphStyle>
  /// How each piece is painted.
  public private(set) var paint: RunColumn<PaintStyle>

  /// Creates a text in one style.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public init(_ string: String = "", style: TextStyle = .default) {
    self.init(utf16: Self.units(of: string), style: style)
  }

  /// Creates a text from UTF-16; a lone surrogate is read as U+FFFD by every stage.
  public init(utf16: [UInt16], style: TextStyle = .default) {
    self.utf16 = utf16
    shaping = RunColumn(style.shaping, length: utf16.count)
    paragraphs = RunColumn(style.paragraph, length: utf16.count)
    paint = RunColumn(style.paint, length: utf16.count)
  }

  /// Creates a text from columns that were built elsewhere.
  ///
  /// - Precondition: Every column has the length of `utf16`.
  package init(
    utf16: [UInt16], shaping: RunColumn<ShapingStyle>, paragraphs: RunColumn<ParagraphStyle>,
    paint: RunColumn<PaintStyle>
  ) {
    precondition(
      shaping.length == utf16.count && paragraphs.length == utf16.count
        && paint.length == utf16.count, "a column that does not cover its text")
    self.utf16 = utf16
    self.shaping = shaping
    self.paragraphs = paragraphs
    self.paint = paint
  }

  /// The number of UTF-16 code units.
  @inlinable public var length: Int { utf16.count }

  /// The range of the whole text.
  @inlinable public var range: TextRange { TextRange(0, utf16.count) }

  /// The text without its styles.
  public var string: String { String(decoding: utf16, as: UTF16.self) }

  /// Adds text in a style of its own.
  ///
  /// - Complexity: O(length of the added text), amortised.
  public mutating func append(_ string: String, style: TextStyle) {
    if utf16.isEmpty {
      self = AttributedText(string, style: style)
      return
    }
    let start = utf16.count
    Self.append(string, to: &utf16)
    let count = utf16.count - start
    shaping.append(style.shaping, count: count)
    paragraphs.append(style.paragraph, count: count)
    paint.append(style.paint, count: count)
  }

  /// Adds a text with its styles.
  ///
  /// - Complexity: O(length of the added text + its runs), amortised.
  public mutating func append(_ other: AttributedText) {
    if utf16.isEmpty {
      if !other.utf16.isEmpty { self = other }
      return
    }
    utf16 += other.utf16
    func add<Value>(_ column: RunColumn<Value>, to own: inout RunColumn<Value>) {
      for run in 0..<column.count {
        own.append(column.value(ofRun: run), count: column.range(of: run).count)
      }
    }
    add(other.shaping, to: &shaping)
    add(other.paragraphs, to: &paragraphs)
    add(other.paint, to: &paint)
  }

  /// A part of the text with its styles; the range is clamped to the text. An empty part takes the styles of what
  /// stands before it.
  ///
  /// - Complexity: O(length of the part + its runs).
  public subscript(range: TextRange) -> AttributedText {
    let range = range.clamped(to: self.range)
    return AttributedText(
      utf16: Array(utf16[range.range]), shaping: shaping.slice(range),
      paragraphs: paragraphs.slice(range), paint: paint.slice(range))
  }

  /// Changes how a range is shaped; the range is clamped to the text.
  public mutating func updateShaping(_ range: TextRange, _ change: (inout ShapingStyle) -> Void) {
    shaping.update(range, change)
  }

  /// Changes the paragraph style of a range; the range is clamped to the text.
  public mutating func updateParagraphs(
    _ range: TextRange, _ change: (inout ParagraphStyle) -> Void
  ) {
    paragraphs.update(range, change)
  }

  /// Changes how a range is painted; the range is clamped to the text.
  public mutating func updatePaint(_ range: TextRange, _ change: (inout PaintStyle) -> Void) {
    paint.update(range, change)
  }

  private static func units(of string: String) -> [UInt16] {
    // The standard library would write into the empty array that all share; ThreadSanitizer objects.
    if string.isEmpty { return [] }
    var string = string
    return string.withUTF8 { bytes in
      if unsafe isASCII(bytes) {
        return unsafe [UInt16](unsafeUninitializedCapacity: bytes.count) { out, count in
          count = bytes.count
          guard let to = out.baseAddress, let from = bytes.baseAddress else { return }
          for i in 0..<count { unsafe to[i] = UInt16(from[i]) }
        }
      }
      return unsafe Array(String(decoding: bytes, as: UTF8.self).utf16)
    }
  }

  private static func append(_ string: String, to units: inout [UInt16]) {
    if string.isEmpty { return }
    var string = string
    string.withUTF8 { bytes in
      if unsafe isASCII(bytes) {
        let start = units.count
        units.append(contentsOf: repeatElement(0, count: bytes.count))
        unsafe units.withUnsafeMutableBufferPointer { out in
          for i in 0..<bytes.count { unsafe out[start + i] = UInt16(bytes[i]) }
        }
      } else {
        unsafe units.append(contentsOf: String(decoding: bytes, as: UTF8.self).utf16)
      }
    }
  }

  /// Most text in tools is ASCII, for which widening is many times faster than transcoding.
  @inline(__always)
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var bits: UInt8 = 0
    for i in 0..<bytes.count { unsafe bits |= bytes[i] }
    return bits < 0x80
  }
}

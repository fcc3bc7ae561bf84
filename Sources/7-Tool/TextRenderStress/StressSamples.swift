// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import SystemConcurrency
internal import TextDefaultFonts
internal import TextFonts
internal import TextModel
internal import TextPainting
internal import TextTypesetting

/// The texts and sizes among which the storm chooses for its layers.
enum StressSamples {
  /// Short texts in many scripts, 12 points; the last one, ``slowText``, has two thousand
  /// characters and takes longest to lay out. Far longer ones are in ``longTexts``.
  static let texts: [AttributedText] = [
    "OK", "Settings", "Grüße aus Köln", "The quick brown fox jumps over the lazy dog.",
    "Прочитано 3 из 20", "Ενημέρωση", "مرحبا بالعالم", "שלום עולם, 42 items", "नमस्ते दुनिया",
    "日本語の文章を表示する",
    "Offline 👩‍🚀 👍🏽 🇪🇺", "office ffi waffle",
    String(repeating: "Lorem ipsum dolor sit amet, مرحبا بالعالم 日本語 👍🏽. ", count: 40),
  ].map { string in
    var style = TextStyle.default
    style.shaping.size = 12
    return AttributedText(string, style: style)
  }

  /// The index of the longest text in ``texts``.
  static var slowText: Int { texts.count - 1 }

  /// Whether an index for ``text(_:)`` is one of ``longTexts``.
  static func isLong(_ text: Int) -> Bool { text > slowText }

  /// Paragraphs of up to a megabyte, one for each of ``longPieces``; empty until
  /// ``prepareLongTexts(kilobytes:)`` is called.
  static let longTexts = Mutex<[AttributedText]>([])

  /// The strings of which long paragraphs consist, repeated, with names for the report.
  static let longPieces: [(name: String, piece: String)] = [
    ("Latin", "The quick brown fox jumps over the lazy dog. "),
    ("Arabic", "مرحبا بالعالم هذا نص طويل جدا "), ("Emoji", "👩‍🚀👍🏽🇪🇺❤️🧑‍🧑‍🧒 "),
    ("Brackets", "([{(a"),
  ]

  /// A paragraph of about `kilobytes` KiB in UTF-8.
  static func paragraph(_ piece: String, kilobytes: Int) -> AttributedText {
    AttributedText(String(repeating: piece, count: max(1, kilobytes * 1024 / piece.utf8.count)))
  }

  /// The paragraphs of ``longPieces`` with their names.
  static func longParagraphs(kilobytes: Int) -> [(name: String, value: AttributedText)] {
    longPieces.map { ($0.name, paragraph($0.piece, kilobytes: kilobytes)) }
  }

  static func prepareLongTexts(kilobytes: Int) {
    let made = longPieces.map { paragraph($0.piece, kilobytes: kilobytes) }
    longTexts.withLock { $0 = made }
  }

  /// The text with an index: into ``texts``, and above ``slowText`` into ``longTexts``.
  static func text(_ index: Int) -> AttributedText {
    index <= slowText ? texts[index] : longTexts.withLock { $0[index - slowText - 1] }
  }

  /// The required outcome of a display at a size.
  enum ExpectedOutcome: Sendable {
    case drawn
    case cleared
    case refused
  }

  /// Sizes in points; the first ``drawableCount`` can be drawn.
  static let sizes: [(size: Size, expected: ExpectedOutcome)] = [
    (Size(width: 64, height: 20), .drawn), (Size(width: 96, height: 22), .drawn),
    (Size(width: 40, height: 40), .drawn), (Size(width: 120, height: 17), .drawn),
    (Size(width: 33.5, height: 21.25), .drawn),
    (Size(width: 0, height: 20), .cleared), (Size(width: 64, height: 0.1), .cleared),
    (Size(width: .infinity, height: 20), .refused), (Size(width: .nan, height: 20), .refused),
    (Size(width: 64, height: .infinity), .refused), (Size(width: 1e9, height: 20), .refused),
    (Size(width: 20_000, height: 4), .refused),
  ]

  /// The number of leading ``sizes`` that can be drawn.
  static let drawableCount = 5

  /// Lays out and draws a text on the calling thread.
  static func draw(
    _ text: Int, _ size: Size, into context: inout GraphicsContext, _ cancellation: Cancellation
  ) throws -> TextLayout {
    let layout = try TextLayout(
      self.text(text), in: TextContainer(width: size.width, height: size.height), fonts: .embedded,
      cancellation: cancellation)
    try context.draw(layout, at: .zero, cancellation: cancellation)
    return layout
  }
}

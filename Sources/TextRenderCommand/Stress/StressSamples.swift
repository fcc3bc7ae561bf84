// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextDefaultFonts
internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextPainting
internal import TextRuntime
internal import TextTypesetting

/// The texts and sizes of a storm.
enum StressSamples {
  /// Short and long, in many scripts; the last is the slow one. What is longer is in ``longTexts``.
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

  static var slowText: Int { texts.count - 1 }

  /// Whether a text is one of those that take as long as a hundred others.
  static func isLong(_ text: Int) -> Bool { text > slowText }

  /// Paragraphs of a megabyte each, or of a small part of that in a small run.
  static let longTexts = Mutex<[AttributedText]>([])

  /// What long paragraphs are made of.
  static let longPieces: [(name: String, piece: String)] = [
    ("Latin", "The quick brown fox jumps over the lazy dog. "),
    ("Arabic", "مرحبا بالعالم هذا نص طويل جدا "), ("Emoji", "👩‍🚀👍🏽🇪🇺❤️🧑‍🧑‍🧒 "),
    ("Brackets", "([{(a"),
  ]

  /// A paragraph of about so many bytes in UTF-8.
  static func paragraph(_ piece: String, kilobytes: Int) -> AttributedText {
    AttributedText(String(repeating: piece, count: max(1, kilobytes * 1024 / piece.utf8.count)))
  }

  /// Makes the long paragraphs.
  static func prepareLongTexts(kilobytes: Int) {
    let made = longPieces.map { paragraph($0.piece, kilobytes: kilobytes) }
    longTexts.withLock { $0 = made }
  }

  static func text(_ index: Int) -> AttributedText {
    index <= slowText ? texts[index] : longTexts.withLock { $0[index - slowText - 1] }
  }

  /// What must become of a display of a size.
  enum Fate: Sendable {
    case drawn
    case cleared
    case refused
  }

  /// Sizes in points; the first ``drawableCount`` can be drawn.
  static let sizes: [(size: Size, fate: Fate)] = [
    (Size(width: 64, height: 20), .drawn), (Size(width: 96, height: 18), .drawn),
    (Size(width: 40, height: 40), .drawn), (Size(width: 120, height: 16), .drawn),
    (Size(width: 33.5, height: 21.25), .drawn),
    (Size(width: 0, height: 20), .cleared), (Size(width: 64, height: 0.1), .cleared),
    (Size(width: -1, height: 20), .refused), (Size(width: .nan, height: 20), .refused),
    (Size(width: 64, height: .infinity), .refused), (Size(width: 1e9, height: 20), .refused),
    (Size(width: 20_000, height: 4), .refused),
  ]

  static let drawableCount = 5

  /// What is drawn for a text at a size, on whatever thread.
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

/// What decides the pixels of a display.
struct StressPicture: Hashable, Sendable {
  var text: Int
  var width: Double
  var height: Double
  var scale: Double
  var isOpaque: Bool

  /// The pixels as they must be, drawn on the caller.
  func reference(_ pool: BitmapPool) throws -> UInt64 {
    let size = Size(width: width, height: height)
    guard let pixels = size.pixels(scale: scale) else { return 0 }
    var context = try GraphicsContext(
      pixels: pixels, scale: scale, background: isOpaque ? .white : nil, pool: pool)
    _ = try StressSamples.draw(text, size, into: &context, .never)
    return Self.digest(of: context.makeBitmap())
  }

  /// A number that stands for all pixels of a picture.
  static func digest(of bitmap: Bitmap) -> UInt64 {
    unsafe bitmap.withUnsafeBytes { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for y in 0..<bitmap.height {
        let row = y * bitmap.bytesPerRow
        for x in 0..<bitmap.width {
          let pixel = unsafe bytes.loadUnaligned(fromByteOffset: row + 4 * x, as: UInt32.self)
          hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01B3
        }
      }
      return hash
    }
  }

  /// Whether no pixel lets anything through.
  static func isOpaque(_ bitmap: Bitmap) -> Bool {
    (0..<bitmap.height).allSatisfy { y in
      (0..<bitmap.width).allSatisfy { bitmap.pixel(x: $0, y: y) >> 24 == 255 }
    }
  }
}

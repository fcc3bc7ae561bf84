// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

/// Texts and pictures that several tests draw.
enum PaintingSample {
  /// Several scripts, sizes, colours, decorations and emoji, wrapped at a width.
  static func mixed(width: Double = 260) throws -> TextLayout {
    var text = AttributedText(
      "Quick brown foxes, ", style: TextStyle(size: 17))
    text.append(
      "большие шрифты ", style: TextStyle(size: 23.5, color: Color(red: 0.8, green: 0, blue: 0)))
    text.append("مرحبا بالعالم ", style: TextStyle(size: 20))
    text.append(
      "नमस्ते ", style: TextStyle(size: 18, color: Color(red: 0, green: 0.4, blue: 0, alpha: 0.5)))
    text.append("漢字かな 👩‍🚀😀 ", style: TextStyle(size: 16))
    var decorated = TextStyle(size: 19)
    decorated.paint.underline = TextDecoration()
    decorated.paint.strikethrough = TextDecoration(color: Color(red: 0, green: 0, blue: 1))
    decorated.paint.background = TextBackground(Color(red: 1, green: 1, blue: 0, alpha: 0.5))
    text.append("decorated text, and a tail", style: decorated)
    return try TextLayout(text, in: TextContainer(width: width), fonts: BundledFonts.collection)
  }

  /// A layout drawn with caches of its own.
  static func draw(
    _ layout: TextLayout, scale: Double = 1, maskBytes: Int = 16 << 20, colorBytes: Int = 16 << 20,
    options: TextDrawingOptions = TextDrawingOptions()
  ) throws -> Bitmap {
    try draw(
      layout, scale: scale, masks: GlyphMaskCache(capacity: maskBytes),
      colors: ColorGlyphCache(capacity: colorBytes), options: options)
  }

  static func draw(
    _ layout: TextLayout, scale: Double = 1, masks: GlyphMaskCache, colors: ColorGlyphCache,
    options: TextDrawingOptions = TextDrawingOptions()
  ) throws -> Bitmap {
    var context = try GraphicsContext(size: layout.size, scale: scale)
    try context.draw(
      layout, at: .zero, masks: masks, colors: colors, options: options, cancellation: .never)
    return context.makeBitmap()
  }
}

extension Bitmap {
  /// Whether any pixel has ink.
  var hasInk: Bool { allPixels.contains { $0 != 0 } }

  /// The number of pixels with ink.
  var inkCount: Int { allPixels.count { $0 != 0 } }
}

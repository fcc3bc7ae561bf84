// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

/// A token with styles of its own, painted over a cut text.
@Suite struct TruncationTokenPaintingTests {
  private let size = Size(width: 160, height: 24)

  private func layout(
    _ truncation: TextContainer.Truncation, _ change: (inout TextStyle) -> Void
  ) throws -> TextLayout {
    var style = TextStyle(size: 16)
    change(&style)
    return try TextLayout(
      AttributedText(
        "Black text that goes on, and on, to its end", style: TextStyle(size: 16)),
      in: TextContainer(
        width: size.width, maximumLines: 1, truncation: truncation,
        token: AttributedText(" more ", style: style)), fonts: BundledFonts.collection)
  }

  private func picture(_ layout: TextLayout, turned: Bool = false) throws -> Bitmap {
    var context = try GraphicsContext(size: size, scale: 2, background: .white)
    // Half a turn is drawn by the other painter.
    if turned {
      context.concatenate(.translation(x: size.width, y: size.height))
      context.concatenate(AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
    }
    try context.draw(layout)
    return context.makeBitmap()
  }

  /// Whether a pixel is a tint of red, and one of grey that is not white.
  private func inks(_ bitmap: Bitmap, x: Range<Int>) -> (red: Int, grey: Int) {
    var count = (red: 0, grey: 0)
    for y in 0..<bitmap.height {
      for x in x.clamped(to: 0..<bitmap.width) {
        let pixel = bitmap.rgba(x, y).map { Int($0) }
        if pixel[0] > pixel[1] + 40 { count.red += 1 }
        if pixel[0] < 200 && abs(pixel[0] - pixel[1]) < 8 { count.grey += 1 }
      }
    }
    return count
  }

  @Test func aTokenHasItsOwnColour() throws {
    for truncation in [TextContainer.Truncation.start, .middle, .end] {
      for turned in [false, true] {
        let cut = try layout(truncation) { $0.paint.color = .red }
        let token = try #require(cut.tokenRect)
        var (left, right) = (Int(token.minX * 2), Int(token.maxX * 2))
        if turned { (left, right) = (Int(size.width) * 2 - right, Int(size.width) * 2 - left) }
        let image = try picture(cut, turned: turned)
        let inside = inks(image, x: left + 1..<right - 1)
        #expect(inside.red > 100 && inside.grey == 0, "\(truncation) \(inside)")
        let all = inks(image, x: 0..<image.width)
        #expect(all.red - inside.red < 4 && all.grey > 200, "\(truncation) \(all)")
      }
    }
  }

  @Test func decorationsOfATokenAreItsOwn() throws {
    for turned in [false, true] {
      let cut = try layout(.middle) {
        $0.paint.background = TextBackground(.red)
        $0.paint.underline = TextDecoration()
      }
      let token = try #require(cut.tokenRect)
      let image = try picture(cut, turned: turned)
      let area = Int(token.width * 2) * Int(token.height * 2)
      let all = inks(image, x: 0..<image.width)
      #expect(all.red > area / 2 && all.red <= area + 200)
    }
    let cut = try layout(.end) { $0.paint.background = TextBackground(.red) }
    let ink = try cut.inkBounds()
    let token = try #require(cut.tokenRect)
    #expect(abs(ink.maxX - token.maxX) < 0.01 && ink.height >= token.height - 0.01)
  }

  @Test func anInvisibleTokenHasNoInk() throws {
    let shown = try layout(.end) { _ in }
    let hidden = try layout(.end) { $0.paint.color = .clear }
    #expect(try hidden.inkBounds().maxX < shown.inkBounds().maxX - 20)
  }

  @Test func modesAndContainersLookRight() throws {
    let long =
      "The quick brown fox jumps over the lazy dog. שלום עולם. 敏捷的棕色狐狸。 And the very end."
    var layouts: [TextLayout] = []
    func show(_ container: TextContainer, _ text: String = long) throws {
      layouts.append(
        try TextLayout(
          AttributedText(text, style: TextStyle(size: 16)), in: container,
          fonts: BundledFonts.collection))
    }
    for mode in TextContainer.Truncation.allCases {
      try show(TextContainer(width: 300, maximumLines: 2, truncation: mode))
    }
    var red = TextStyle(size: 16)
    red.paint.color = .red
    red.paint.underline = TextDecoration()
    let token = AttributedText(" … read more ", style: red)
    try show(TextContainer(width: 300, maximumLines: 2, truncation: .middle, token: token))
    try show(
      TextContainer(width: 260, maximumLines: 1, truncation: .middle),
      "שלום עולם טוב מאוד לכם\nplain English end")
    try show(
      TextContainer(width: 160, maximumLines: 1, truncation: .start),
      "مرحبا بالعالم هذا نص طويل للاختبار والنهاية هنا")
    try show(
      TextContainer(
        width: 300, insets: EdgeInsets(top: 4, leading: 30, bottom: 12, trailing: 60)),
      "Insets of 4, 30, 12 and 60 points around lines")
    for alignment in TextContainer.VerticalAlignment.allCases {
      try show(
        TextContainer(width: 300, height: 34, verticalAlignment: alignment), "xoXo \(alignment)")
    }
    try show(
      TextContainer(width: 300, maximumLines: 1, minimumScale: 0.3),
      "A line that is made smaller until it fits into its width")
    var context = try GraphicsContext(
      size: Size(width: 320, height: 600), scale: 2, background: .white)
    var y = 4.0
    for cut in layouts {
      try context.fill(
        Path(rect: Rect(x: 10, y: y, width: cut.size.width, height: cut.size.height)),
        with: Color(red: 0.93, green: 0.95, blue: 1))
      try context.draw(cut, at: Point(x: 10, y: y))
      y += cut.size.height + 6
    }
    let picture = context.makeBitmap()
    #expect(GoldenImage.mismatch(picture, named: "truncation", tolerance: 1) == nil)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Synchronization
import SystemConcurrency
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Each kind of paint") struct RichPaintTests {
  @Test("Tiles are like the whole", arguments: [1.0, 1.5])
  func tiles(scale: Double) throws {
    for change in RichPaintSample.changes {
      let name = change.name
      let layout = try RichPaintSample.paragraph(change.apply)
      let whole = try RichPaintSample.draw(layout, scale: scale)
      var differing = 0
      for (x, y) in [(0, 0), (61, 17), (97, 54), (13, 90)] {
        var context = try GraphicsContext(
          pixels: PixelSize(width: 70, height: 41), scale: scale)
        context.transform = AffineTransform(
          a: scale, b: 0, c: 0, d: scale, tx: -Double(x), ty: -Double(y))
        try context.draw(layout, at: Point(x: 20, y: 20))
        let tile = context.makeBitmap()
        for row in 0..<min(41, whole.height - y) {
          for column in 0..<min(70, whole.width - x)
          where tile.pixel(x: column, y: row) != whole.pixel(x: x + column, y: y + row) {
            differing += 1
          }
        }
      }
      #expect(differing == 0, "\(name)")
    }
  }

  @Test("A turned picture has the ink of an upright one")
  func turned() throws {
    for change in RichPaintSample.changes {
      let name = change.name
      let layout = try RichPaintSample.paragraph(change.apply)
      let upright = try RichPaintSample.draw(layout)
      let (w, h) = (upright.width, upright.height)
      var context = try GraphicsContext(pixels: PixelSize(width: h, height: w))
      // A quarter turn.
      context.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: Double(h), ty: 0)
      try context.draw(layout, at: Point(x: 20, y: 20))
      let turned = context.makeBitmap()
      var (a, b) = (0, 0)
      for y in 0..<h { for x in 0..<w { a += upright.alpha(x, y) } }
      for y in 0..<w { for x in 0..<h { b += turned.alpha(x, y) } }
      // The grid moves edges to whole pixels.
      #expect(abs(Double(a - b)) < 0.12 * Double(a), "\(name): \(a) \(b)")
    }
  }

  @Test("No pixel lies outside the ink bounds", arguments: [1.0, 2.5])
  func inkBounds(scale: Double) throws {
    for change in RichPaintSample.changes {
      let name = change.name
      let layout = try RichPaintSample.paragraph(change.apply)
      let frame = try RichPaintSample.draw(layout, scale: scale, margin: 20).inkFrame
      let ink = try layout.inkBounds(scale: scale).offsetBy(dx: 20, dy: 20)
      #expect(Double(frame.x) >= ink.minX * scale - 1e-6, "\(name)")
      #expect(Double(frame.y) >= ink.minY * scale - 1e-6, "\(name)")
      #expect(Double(frame.maxX) <= ink.maxX * scale + 1e-6, "\(name)")
      #expect(Double(frame.maxY) <= ink.maxY * scale + 1e-6, "\(name)")
      let blur = name == "shadows" ? 8.0 : 2.0
      #expect(Double(frame.maxX) >= ink.maxX * scale - blur * scale, "\(name)")
      #expect(Double(frame.maxY) >= ink.maxY * scale - blur * scale, "\(name)")
      let exact = try layout.inkBounds().offsetBy(dx: 20, dy: 20)
      #expect(abs(exact.maxX - ink.maxX) < 3 && abs(exact.minY - ink.minY) < 3, "\(name)")
    }
  }

  @Test("A token has each kind of paint, within the ink bounds")
  func tokens() throws {
    func layout(_ change: (inout PaintStyle) -> Void) throws -> TextLayout {
      var style = TextStyle(size: 16)
      change(&style.paint)
      return try TextLayout(
        AttributedText("Plain text that goes on, and on, to its end", style: TextStyle(size: 16)),
        in: TextContainer(
          width: 200, maximumLines: 1, token: AttributedText(" gap ", style: style)),
        fonts: BundledFonts.collection)
    }
    let plain = try RichPaintSample.draw(layout { _ in })
    for change in RichPaintSample.changes {
      var style = PaintStyle()
      change.apply(&style)
      // Blocks are boxes of whole lines, not of tokens.
      if style.background?.shape.extent == .block || style.border?.shape.extent == .block {
        continue
      }
      let token = try layout(change.apply)
      #expect(token.isTruncated)
      let picture = try RichPaintSample.draw(token)
      #expect(picture != plain, "\(change.name)")
      let (frame, ink) = (picture.inkFrame, try token.inkBounds(scale: 1).offsetBy(dx: 20, dy: 20))
      #expect(Double(frame.x) >= ink.minX && Double(frame.maxX) <= ink.maxX, "\(change.name)")
      #expect(Double(frame.y) >= ink.minY && Double(frame.maxY) <= ink.maxY, "\(change.name)")
    }
  }

  @Test("Each kind changes the picture, and no two are alike")
  func different() throws {
    var pictures: [Bitmap] = [try RichPaintSample.draw(RichPaintSample.paragraph { _ in })]
    for change in RichPaintSample.changes {
      let name = change.name
      let picture = try RichPaintSample.draw(RichPaintSample.paragraph(change.apply))
      #expect(!pictures.contains(picture), "\(name)")
      pictures.append(picture)
    }
  }

  @Test("Passes go over all lines: a background lies under the line before, a border over it")
  func order() throws {
    var style = TextStyle(size: 20)
    style.paragraph.lineHeight = .multiple(0.4)
    var text = AttributedText("ggg\nHHH", style: style)
    text.updatePaint(TextRange(4, 7)) { $0.background = TextBackground(RichPaintSample.yellow) }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let bare = try TextLayout(
      AttributedText("ggg", style: TextStyle(size: 20)), fonts: BundledFonts.collection)
    #expect(bare.lines.count == 1 && layout.lines.count == 2)
    let picture = try RichPaintSample.draw(layout)
    let frame = layout.lines[1].frame
    var dark = 0
    for y in Int(frame.minY) + 20..<Int(frame.minY) + 24 {
      for x in 20..<40 where picture.pixel(x: x, y: y) & 0xFF < 64 { dark += 1 }
    }
    #expect(dark > 0)
    #expect(PaintPass.allCases.first == .blockBackgrounds && PaintPass.allCases.last == .borders)
    #expect(PaintKinds().passes == [.glyphs])
  }

  @Test("Hostile numbers draw something or nothing, in bounded time")
  func hostile() throws {
    let numbers = [Double.nan, .infinity, -.infinity, -5, 0, 1e-9, 1e9, -1e9, 1e300]
    for n in numbers {
      var styles: [(inout PaintStyle) -> Void] = []
      for style in TextDecoration.Style.allCases {
        styles.append {
          $0.underline = TextDecoration(style: style, thickness: n, skipsInk: true)
          $0.overline = TextDecoration(style: style, offset: n)
        }
        styles.append { $0.border = TextBorder(width: n, style: style) }
      }
      let shape = TextBoxShape(cornerRadius: n, insets: EdgeInsets(n), joinsLines: true)
      styles += [
        {
          $0.background = TextBackground(.black, shape: shape)
          $0.border = TextBorder(width: 2, style: .dashed, shape: shape)
        },
        { $0.background = TextBackground(.black, cornerRadius: n) },
        {
          $0.shadows = [
            TextShadow(color: .black, offset: Point(x: n, y: 1), blurRadius: 1),
            TextShadow(color: .black, offset: Point(x: 0, y: n), blurRadius: 1, isInner: true),
          ]
        },
        { $0.shadows = [TextShadow(color: .black, blurRadius: min(n, 1e3))] },
      ]
      let stroked = try RichPaintSample.line("gA") { $0.stroke = TextStroke(width: n) }
      for layout in try [stroked]
        + styles.map({ try RichPaintSample.paragraph(width: 80, size: 9, $0) })
      {
        _ = try RichPaintSample.draw(layout, margin: 4)
        let ink = try layout.inkBounds(scale: 2)
        #expect(ink.width.isFinite && ink.height.isFinite)
        #expect(try layout.inkBounds().maxX.isFinite)
        var context = try GraphicsContext(size: Size(width: 90, height: 60))
        context.transform = AffineTransform(a: 0.9, b: 0.3, c: -0.3, d: 0.9, tx: 9, ty: 0)
        try context.draw(layout)
        try layout.forEachPaintedElement { _ in }
      }
    }
  }

  @Test("Numbers that say nothing count as absent")
  func absent() throws {
    let plain = try RichPaintSample.draw(RichPaintSample.line("gap") { _ in })
    let changes: [(inout PaintStyle) -> Void] = [
      { $0.stroke = TextStroke(width: .nan) }, { $0.stroke = TextStroke(width: -1) },
      { $0.border = TextBorder(width: 0) }, { $0.border = TextBorder(width: .infinity) },
      { $0.background = TextBackground(.clear, cornerRadius: 3) },
      { $0.shadows = [TextShadow(color: .clear, blurRadius: 3)] },
      { $0.shadows = [TextShadow(color: .black, offset: Point(x: 9e9, y: 0))] },
      {
        $0.background = TextBackground(
          .black, shape: TextBoxShape(cornerRadius: 1, insets: EdgeInsets(500)))
      },
    ]
    for (index, change) in changes.enumerated() {
      #expect(try RichPaintSample.draw(RichPaintSample.line("gap", change)) == plain, "\(index)")
    }
    let underlined = try RichPaintSample.draw(
      RichPaintSample.line("gap") { $0.underline = TextDecoration() })
    for thickness in [Double.nan, -3, 0, .infinity] {
      let picture = try RichPaintSample.draw(
        RichPaintSample.line("gap") {
          $0.underline = TextDecoration(thickness: thickness, offset: .nan)
        })
      #expect(picture == underlined)
    }
  }

  @Test("A drawing with shadows can be called off, at each of them")
  func cancellation() throws {
    let layout = try RichPaintSample.paragraph {
      $0.shadows = [TextShadow](repeating: TextShadow(color: .black), count: 16)
    }
    // Called off half-way, it leaves no layer: what is drawn afterwards is seen.
    var polls = 0
    for last in [5, 30, 70] {
      let count = Atomic(0)
      let half = CancellationFlag(poll: { flag in
        if count.wrappingAdd(1, ordering: .relaxed).newValue == last { flag.set() }
      })
      var context = try GraphicsContext(size: layout.size)
      #expect(throws: CancellationError.self) {
        try context.draw(layout, cancellation: Cancellation(flag: half))
      }
      try context.fill(Rect(width: 4, height: 4), with: RichPaintSample.red)
      #expect(context.makeBitmap().pixel(x: 1, y: 1) == 0xFF00_00FF)
      polls = count.load(ordering: .relaxed)
    }
    #expect(polls == 70)
    let flag = CancellationFlag()
    flag.set()
    var context = try GraphicsContext(size: layout.size)
    #expect(throws: CancellationError.self) {
      try context.draw(layout, cancellation: Cancellation(flag: flag))
    }
  }
}

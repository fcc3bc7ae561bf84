// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import TextDefaultFonts

/// One text, and how it is laid out and drawn: through the public API, stage by stage.
struct SampleItem {
  var text: AttributedText
  var container = TextContainer()
  var size: Size?
  var scale = 2.0
  var background: Color?

  func layout() throws -> TextLayout { try TextLayout(text, in: container, fonts: .embedded) }

  func draw(_ layout: TextLayout, format: PixelFormat = .rgba8) throws -> Bitmap {
    var context = try GraphicsContext(
      size: size ?? layout.size, scale: scale, format: format, background: background)
    try context.draw(layout)
    return context.makeBitmap()
  }
}

/// Texts of one kind, as in the workload of the same kind.
struct Sample {
  var items: [SampleItem]

  /// Lays all out and draws them, so that fonts are open and glyphs known.
  func warm() throws -> Int {
    var lines = 0
    for item in items {
      let layout = try item.layout()
      lines += layout.lines.count
      _ = try item.draw(layout)
    }
    return lines
  }

  func layouts() -> [TextLayout] { items.compactMap { try? $0.layout() } }

  func layOut() -> Int {
    items.reduce(0) { $0 + ((try? $1.layout())?.lines.count ?? 0) }
  }

  func draw(_ layouts: [TextLayout], format: PixelFormat = .rgba8) -> Int {
    var bytes = 0
    for (item, layout) in zip(items, layouts) {
      bytes += (try? item.draw(layout, format: format))?.byteCount ?? 0
    }
    return bytes
  }

  // MARK: - The workloads

  /// W1: one line each, bitmaps of one size.
  static func labels(_ texts: Texts) -> Sample {
    var texts = texts
    let style = TextStyle(family: "Noto Sans", size: 13)
    return Sample(
      items: (0..<200).map { _ in
        SampleItem(
          text: AttributedText(texts.sentence(of: 4), style: style),
          container: TextContainer(width: 200), size: Size(width: 200, height: 24))
      })
  }

  /// W1 with words that were never seen.
  static func newWords(_ texts: Texts) -> Sample {
    var texts = texts
    let style = TextStyle(family: "Noto Sans", size: 13)
    return Sample(
      items: (0..<200).map { _ in
        let words = (0..<4).map { _ in texts.newWord() }.joined(separator: " ")
        return SampleItem(
          text: AttributedText(words, style: style), container: TextContainer(width: 200),
          size: Size(width: 200, height: 24))
      })
  }

  /// W2: a title and a body of several styles, cut at four lines.
  static func cells(_ texts: Texts) -> Sample {
    var texts = texts
    let title = TextStyle(family: "Noto Sans", size: 17, weight: 700)
    let body = TextStyle(family: "Noto Sans", size: 14)
    var underlined = body
    underlined.paint.underline = TextDecoration()
    let styles = [
      body, TextStyle(family: "Noto Sans", size: 14, weight: 700),
      TextStyle(family: "Noto Sans", size: 14, slant: .italic),
      TextStyle(family: "Noto Sans", size: 14, color: Color(hex: "#c02020") ?? .black), underlined,
    ]
    return Sample(
      items: (0..<40).map { _ in
        var text = AttributedText(texts.sentence(of: 4) + "\n", style: title)
        for run in 0..<7 {
          text.append(
            texts.sentence(of: 2 + texts.number(below: 5)) + " ",
            style: run % 2 == 0 ? body : styles[texts.number(below: styles.count)])
        }
        return SampleItem(
          text: text,
          container: TextContainer(width: 320, maximumLines: 4, truncation: .end),
          background: .white)
      })
  }

  /// W3: many scripts, fallback, both directions.
  static func multilingual(_ texts: Texts) -> Sample {
    var texts = texts
    let style = TextStyle(family: "Noto Sans", size: 15)
    return Sample(
      items: (0..<16).map { _ in
        SampleItem(
          text: AttributedText(texts.multilingual(pieces: 12), style: style),
          container: TextContainer(width: 360), background: .white)
      })
  }

  /// W4: a text of many paragraphs.
  static func document(_ texts: Texts) -> Sample {
    var texts = texts
    let style = TextStyle(family: "Noto Sans", size: 14)
    return Sample(items: [
      SampleItem(
        text: AttributedText(texts.document(bytes: 60_000), style: style),
        container: TextContainer(width: 600), background: .white)
    ])
  }

  /// W6: every glyph is drawn for the first time, large.
  static func headlines(_ texts: Texts) -> Sample {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    var items: [SampleItem] = []
    for n in 0..<8 {
      let style = TextStyle(
        family: n % 2 == 0 ? "Noto Sans" : "Noto Serif", size: 88 + 2 * Double(n))
      let text = String(letters[(7 * n)..<min(7 * n + 12, letters.count)])
      items.append(SampleItem(text: AttributedText(text, style: style), scale: 1))
    }
    let ideographs = TextStyle(family: "Noto Sans CJK JP", size: 96)
    items.append(
      SampleItem(text: AttributedText("東京都港区人間自由平等", style: ideographs), scale: 1))
    return Sample(items: items)
  }

  /// A tile from nothing: a document, the paragraphs seen, the pixels.
  static func firstTile(of item: SampleItem) -> Int {
    var document = TextDocument(item.text, width: 600, fonts: .embedded)
    let index = document.paragraphIndex(containing: item.text.length / 2)
    guard let band = try? document.layOut(around: index, from: 0, to: 512),
      var context = try? GraphicsContext(
        size: Size(width: 512, height: 512), scale: 2, background: .white)
    else { return 0 }
    try? context.draw(band, at: Point(x: 0, y: -document.y(ofParagraph: index)))
    return context.makeBitmap().byteCount + band.fragments.count
  }

  /// A tile out of the middle of a whole layout.
  static func tile(of layout: TextLayout) -> Int {
    guard
      var context = try? GraphicsContext(
        size: Size(width: 512, height: 512), scale: 2, background: .white)
    else { return 0 }
    try? context.draw(layout, at: Point(x: 0, y: -(layout.size.height / 2).rounded()))
    return context.makeBitmap().byteCount
  }
}

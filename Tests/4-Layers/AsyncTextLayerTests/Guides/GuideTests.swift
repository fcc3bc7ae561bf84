// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import AsyncTextLayer
import CanvasGeometry
import Dispatch
import LayerModel
import SystemConcurrency
import Testing
import TextDefaultFonts
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// Runs the code of the guides.
@Suite("Guides: the code", .timeLimit(.minutes(30)))
@MainActor
struct GuideTests {
  private func makeLabel(_ string: String) -> TextLayer {
    let label = TextLayer()
    label.fonts = .embedded
    label.string = string
    return label
  }

  @Test("A label in a list")
  func labelInAList() async throws {
    let cells = (0..<2).map { _ in MessageCell(scale: 2) }
    let messages = ["First message", "Second message"].map { AttributedText($0) }
    var y = 0.0
    for (cell, message) in zip(cells, messages) {
      cell.label.fonts = .embedded
      cell.show(message, isOnScreen: false)
      #expect(cell.label.displayPriority == .near)
      y += try await place(cell, y: y, width: 200)
    }
    #expect(cells[1].label.frame.minY == cells[0].label.frame.maxY)
    let screen = ListScreen()
    let following = Task { await screen.follow(cells[0]) }
    screen.fill(cells, with: messages.reversed())
    try await until {
      !screen.pictures.isEmpty && cells.allSatisfy { $0.label.contents != nil }
    }
    following.cancel()
    #expect(cells.map { $0.label.string } == ["Second message", "First message"])
    #expect(screen.pictures.last?.image.format == .alpha8)
    #expect(screen.pictures.last?.tint == .black)
  }

  @Test("S-138: a label of a layer wraps its text anew when it is resized")
  func s138_labelsOfLayers() throws {
    let root = Layer()
    let label = makeCaption(
      "A label that forwards its text, its colour and its font to a layer", in: root)
    #expect(root.sublayers.first === label.layer)
    label.layer.fonts = .embedded
    label.textColor = .blue
    var counts: [Int] = []
    for width in [400.0, 200, 100] {
      label.frame = Rect(x: 5, y: 5, width: width, height: 200)
      label.layer.displayAndWait()
      let layout = try #require(label.layer.layOutNow())
      counts.append(layout.lines.count)
      #expect(label.layer.contents?.width == Int(2 * width))
      for line in layout.lines.dropLast() { #expect(abs(line.frame.maxX - width) <= 1) }
    }
    #expect(counts[0] == 1 && counts[0] < counts[1] && counts[1] < counts[2])
    mark("colour", in: label)
    #expect(label.layer.text.paint.values.map { $0.underline != nil } == [false, true, false])
    #expect(label.layer.text.paint.values.first?.color == .blue)
    #expect(label.textColor == .blue && label.layer.text.shaping.values[0].size == 12)
  }

  @Test("Rendering on a server")
  func renderingOnAServer() async throws {
    let service = PictureService()
    let png = try await service.png(of: "Hello", width: 200)
    #expect(png.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    let card = try await service.card("A title that may be long")
    #expect(card.image.pixelSize == PixelSize(width: 800, height: 400))
    #expect(await service.picture(of: "a", scale: 1) == "complete")
    #expect(await service.picture(of: "a\u{10FFFD}", scale: 1).hasPrefix("no glyph"))
    #expect(await service.picture(of: "a", scale: 100_000) == "the picture is too large")
    let lines = try await service.lines(["One", "Two", "Three"])
    #expect(lines.count == 3 && lines[0].width < lines[2].width)
    let image = try await completion { continuation in
      _ = render(AttributedText("Hello")) { continuation.resume(returning: $0) }
    }
    #expect(image.width > 10)
  }

  @Test("Fonts and fallback")
  func fontsAndFallback() throws {
    #expect(fonts.map(\.includesSystemFonts) == [true, false, true])
    let brand = try collection(brandFont: BundledFonts.path("LiberationMono-Regular.ttf"))
    let layout = try TextLayout(AttributedText("a"), fonts: brand)
    #expect(layout.shaped.paragraphs[0].runs[0].font.face === brand.given[0].face)
    let title = title()
    let serif = try TextLayout(title, fonts: .embedded)
    var plain = title.shaping.values[0]
    #expect(plain.features == [FontFeature("smcp")] && plain.size == 24)
    plain.features = []
    var style = TextStyle.default
    style.shaping = plain
    let large = try TextLayout(AttributedText(title.string, style: style), fonts: .embedded)
    #expect(serif.size.width != large.size.width, "small capitals have widths of their own")
    #expect(
      languages().map { $0.shaping.values[0].language } == ["ja", "zh-Hans", "zh-Hant", "ko"])
    #expect(try charactersWithoutGlyph(in: "a\u{10FFFD}", fonts: .embedded) == ["\u{10FFFD}"])
  }

  @Test("Cancellation and priorities")
  func cancellationAndPriorities() async throws {
    let renderer = TextRenderer(fonts: .embedded)
    #expect(await preview(of: AttributedText("Hello"), renderer: renderer) != nil)
    let long = AttributedText(String(repeating: "many words ", count: 20_000))
    let task = Task { await preview(of: long, renderer: renderer) }
    task.cancel()
    #expect(await task.value == nil)
    let (urgent, background) = renderers()
    #expect(urgent.priority == .visible && background.priority == .idle)

    let labels = (0..<3).map { index in
      let label = makeLabel("label")
      label.frame = Rect(x: 0, y: Double(index) * 100, width: 50, height: 20)
      label.display()
      return label
    }
    didScroll(
      labels, visible: Rect(width: 100, height: 100),
      ahead: Rect(x: 0, y: 100, width: 100, height: 100))
    #expect(labels.prefix(2).map(\.displayPriority) == [.visible, .near])
    #expect(labels.map(\.isDisplaying) == [true, true, false])
    #expect(labels[2].needsDisplay)
    didScroll(labels, visible: Rect(width: 100, height: 300), ahead: .zero)
    #expect(labels[2].isDisplaying && labels[2].displayPriority == .visible)

    let editor = makeEditorLayer(for: renderer.fonts)
    #expect(editor.supersedePolicy == .progressive && editor.displayDeadline == .seconds(1))
    #expect(editor.contentIdentity == ContentIdentity(renderer.fonts))

    let chart = BarChart()
    chart.values = [5, 10]
    let layer = AsyncLayer()
    layer.displayDelegate = chart
    layer.bounds = Rect(width: 20, height: 10)
    layer.displayAndWait()
    #expect(layer.contents?.pixel(x: 5, y: 2) == 0)
    #expect(layer.contents?.pixel(x: 5, y: 7) == 0xFF00_0000)
    #expect(layer.contents?.pixel(x: 15, y: 2) == 0xFF00_0000)
  }

  @Test("Measuring and hit testing")
  func measuringAndHitTesting() async throws {
    let label = makeLabel("Press this link, please")
    try await fit(label, in: 100)
    #expect(label.bounds.width <= 100 && label.bounds.height > 30)
    #expect(offset(of: .zero, in: label) == nil)
    let size = try await size(of: label.text, in: TextContainer(width: 100))
    #expect(size.height.rounded(.up) == label.bounds.height)
    label.displayAndWait()
    #expect(offset(of: Point(x: 1, y: 5), in: label) == 0)
    let rectangles = select("this link", in: label)
    let first = try #require(rectangles.first)
    let inside = Point(x: first.minX + 1, y: first.minY + 5)
    let links = [TextRange(6, 15): "a link"]
    #expect(link(at: inside, in: label, links: links) == "a link")
    #expect(link(at: Point(x: 1, y: 5), in: label, links: links) == nil)
    let layout = try #require(label.layOutNow())
    #expect(caret(after: TextPosition(0), in: layout).minX == 0)
  }

  @Test("Long documents")
  func longDocuments() async throws {
    let text = AttributedText(
      (0..<2000).map { "Paragraph \($0) has some words in it.\n" }.joined())
    var view = DocumentView(text, size: Size(width: 200, height: 100))
    let start = try view.picture(scale: 1)
    #expect(start.pixelSize == PixelSize(width: 200, height: 100))
    #expect(try view.offset(at: .zero) == 0)
    view.type("New ", at: 0)
    #expect(try view.picture(scale: 1) != start)
    #expect(view.document.length == text.length + 4)
    view.resize(width: 150)
    let target = view.document.textRange(ofParagraph: 1500).start
    try view.jump(to: target)
    #expect(try view.offset(at: .zero) == target)
    #expect(!view.document.isFullyMeasured)

    let pages = DocumentPages(view.document)
    let before = pages.document.height
    pages.top = 20_000
    let layer = AsyncLayer()
    layer.displayDelegate = pages
    layer.bounds = Rect(width: 150, height: 100)
    layer.displayAndWait()
    #expect(layer.contents != nil)
    #expect(pages.document.height != before, "heights became known on the lane")
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import BoxTrees
import CanvasDrawing
import CanvasGeometry
import ImageLoading
import LayerModel
import SystemConcurrency
import SystemLanes
import Testing
import TextModel
import TextShaping
import TextTestSupport
import TextTypesetting

@testable import TextLayers

/// Labels in boxes.
@Suite("Text layers in boxes", .timeLimit(.minutes(30)))
@MainActor
struct TextLayerBoxTests {
  private static let long = "A sentence that is wrapped, twice at least, to fit its width."

  private func label(_ string: String, size: Double = 16) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.fontSize = size
    layer.string = string
    return layer
  }

  /// The text laid out by itself.
  private func typeset(
    _ label: TextLayer, width: Double?, height: Double? = nil
  ) throws -> TextLayout {
    try TextLayout(
      label.text, in: TextContainer(width: width, height: height), fonts: BundledFonts.collection)
  }

  private func card(_ width: Double, _ layout: BoxLayout, _ sublayers: [Layer]) -> Layer {
    let card = Layer()
    card.bounds.size = Size(width: width, height: 400)
    card.layout = layout
    card.sublayers = sublayers
    return card
  }

  @Test("A column of labels: each as high as its lines in the width of the card")
  func column() throws {
    let (title, text, last) = (label("Title", size: 24), label(Self.long), label("End"))
    let card = card(160, BoxLayout(.column, gap: 8, padding: 10), [title, text, last])
    card.layoutIfNeeded()
    let heights = try [title, text, last].map { try typeset($0, width: 140).size.height }
    #expect(heights[1] > 2 * heights[2])
    #expect(title.frame == Rect(x: 10, y: 10, width: 140, height: heights[0]))
    #expect(text.frame == Rect(x: 10, y: 18 + heights[0], width: 140, height: heights[1]))
    #expect(last.frame.minY == 26 + heights[0] + heights[1])
    // In a row they are as wide as their words.
    card.layout = BoxLayout(.row, align: .baseline)
    title.string = "Big"
    card.layoutIfNeeded()
    let free = try typeset(title, width: nil)
    #expect(abs(title.frame.width - free.usedRect.width) < 0.01)
    let small = try typeset(last, width: nil)
    #expect(
      abs(last.frame.minY - (free.lines[0].baseline - small.lines[0].baseline)) < 0.01)
  }

  @Test("Each change of a text that has another size lays the card out; paint does not")
  func changes() async {
    let (text, other) = (label(Self.long), label("Other"))
    let card = card(160, BoxLayout(.column, align: .start), [text, other])
    _ = await moves(of: other) {}
    #expect(await moves(of: other) { text.string += " And more words, for one more line or two." })
    #expect(await moves(of: other) { text.fontSize = 30 })
    #expect(await moves(of: other) { text.environment.textScale = 2 })
    #expect(await moves(of: other) { text.maximumLines = 1 })
    #expect(await moves(of: other) { text.insets = EdgeInsets(5) })
    #expect(await moves(of: other) { text.isWrapped = false } == false)
    #expect(await moves(of: other) { text.maximumLines = 0 } == false)
    #expect(await moves(of: other) { text.isWrapped = true })
    #expect(
      await moves(of: other) {
        text.text = AttributedText("Prepared elsewhere", style: text.style)
      })
    // A moved label would be put back by a layout.
    text.frame.origin.x = 77
    text.foregroundColor = .red
    text.environment.colors = [.red: .blue]
    text.setNeedsDisplay()
    await DisplayCoordinator.main.drain()
    try? await until { !text.isDisplaying }
    await DisplayCoordinator.main.drain()
    #expect(text.frame.minX == 77)
    text.string = "Another"
    await DisplayCoordinator.main.drain()
    #expect(text.frame.minX == 0 && card.layoutError == nil)
  }

  /// Whether a layer has another y after the turn with some changes.
  private func moves(of layer: Layer, after change: () -> Void) async -> Bool {
    let y = layer.frame.minY
    change()
    await DisplayCoordinator.main.drain()
    return layer.frame.minY != y
  }

  @Test("The environment's scale of text counts")
  func textScale() throws {
    let (text, big) = (label("Some words"), label("Some words", size: 32))
    text.environment.textScale = 2
    let card = card(300, BoxLayout(.column, align: .start), [text, big])
    card.layoutIfNeeded()
    #expect(text.frame.size == big.frame.size && text.frame.height > 30)
  }

  @Test("Lines that are cut off, and minimumScale, act in the box that results")
  func truncation() async throws {
    let text = label(Self.long)
    text.layoutItem?.height = 25
    let small = label("Unbreakable")
    small.isWrapped = false
    small.minimumScale = 0.25
    small.layoutItem?.width = 40
    let root = card(160, BoxLayout(.column, align: .start), [text, small])
    root.layoutIfNeeded()
    for label in [text, small] { label.displayAndWait() }
    let layout = try #require(text.layOutNow())
    #expect(text.frame.height == 25 && layout.lines.count == 1 && layout.isTruncated)
    let shrunk = try #require(small.layOutNow())
    #expect(small.frame.width == 40 && shrunk.scale < 1 && !shrunk.isTruncated)
    root.sublayers = []
  }

  @Test("Padding and border of a label: its text is set in the room that is left")
  func padding() throws {
    for (string, isRightToLeft) in [
      ("Some words here", false), ("\u{05E9}\u{05DC}\u{05D5}\u{05DD}", true),
    ] {
      let text = label(string)
      text.layout = BoxLayout(.row, padding: BoxSides(top: 4, right: 20, bottom: 6, left: 10))
      let card = card(300, BoxLayout(.column, align: .start), [text])
      card.layoutIfNeeded()
      let bare = try typeset(text, width: nil)
      #expect(abs(text.frame.width - bare.usedRect.width - 30) < 0.01)
      #expect(abs(text.frame.height - bare.size.height - 10) < 0.01)
      text.displayAndWait()
      let layout = try #require(text.layOutNow())
      #expect(layout.lines.count == 1 && !layout.isTruncated)
      #expect(abs(layout.usedRect.minX - 10) < 0.01 && abs(layout.usedRect.minY - 4) < 0.01)
      #expect(layout.shaped.paragraphs[0].baseLevel & 1 == (isRightToLeft ? 1 : 0))
      // Without the layout there is no padding.
      (text as Layer).layout = nil
      card.layoutIfNeeded()
      text.displayAndWait()
      #expect(abs(text.frame.width - bare.usedRect.width) < 0.01)
      #expect(abs((text.layOutNow()?.usedRect.minX ?? -1)) < 0.01)
    }
  }

  @Test("A label alone has padding, and measures itself with it")
  func paddingAlone() async throws {
    let text = label("Some words here")
    let free = try await text.size(thatFits: .zero)
    text.layout = BoxLayout(.row, padding: 10)
    let padded = try await text.size(thatFits: .zero)
    #expect(padded == Size(width: free.width + 20, height: free.height + 20))
    text.bounds.size = padded
    text.layoutIfNeeded()
    text.displayAndWait()
    let layout = try #require(text.layOutNow())
    #expect(layout.lines.count == 1 && abs(layout.usedRect.minX - 10) < 0.01)
    // The lines of the text have the name `layout` here, its box where one is set.
    let lines: TextLayout? = text.layout
    #expect(lines != nil && (text as Layer).layout?.padding.top == 10)
  }

  @Test("What size(thatFits:) measured on a lane is used: the turn shapes nothing")
  func measuredBefore() async throws {
    let text = label(String(repeating: Self.long + " ", count: 40))
    let lanes = RenderLanes(count: 1) { _ in }
    let measured = TextLayer(coordinator: DisplayCoordinator(lanes: lanes))
    measured.fonts = BundledFonts.collection
    measured.text = text.text
    measured.layout = BoxLayout(.row)
    let size = Task { try await measured.size(thatFits: Size(width: 200, height: 0)) }
    try await until { lanes.waitingCount == 1 }
    lanes.step()
    let found = try await size.value
    #expect(found.width <= 200 && found.height > 500)
    measured.bounds.size = found
    measured.layoutIfNeeded()
    let cache = measured.makeBoxContent(cancellation: .never) as? TextBox
    // The shaped text is the one of the lane: cancelled work would have to shape again.
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: Never.self) {
      _ = try (measured.makeBoxContent(cancellation: Cancellation(flag: flag)) as? TextBox)?
        .minContentWidth
    }
    let height = try #require(try cache?.measure(width: found.width).height)
    #expect((0..<1).contains(found.height - height))
  }

  @Test("Cancelling the task of a measured card ends it")
  func cancelled() async throws {
    let text = label(Self.long)
    let card = card(100, BoxLayout(.row), [text])
    let task = Task { try await card.size(thatFits: .zero) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A text that cannot be shaped counts as empty, and says why")
  func unshapeable() {
    let text = label("Words")
    text.fontSize = -4
    let next = label("Next")
    let card = card(100, BoxLayout(.column), [text, next])
    card.layoutIfNeeded()
    #expect(next.layoutError == nil && card.layoutError == nil)
    #expect(text.layoutError is ShapingError && next.frame.minY == 0)
  }

  @Test("A late picture of unknown size lays the card out once, one of known size does not")
  func latePictures() async throws {
    for size in [nil, Size(width: 30, height: 30)] {
      let loader = LabelImageTests.HeldLoader()
      let text = TextLayer(
        LabelImageTests.text(["a"], size: size), fonts: BundledFonts.collection)
      text.imageStore = LabelImageTests.store(loader)
      let next = label("Next")
      let card = card(200, BoxLayout(.column, align: .start), [text, next])
      let counted = Counted()
      card.addSublayer(counted)
      card.layoutIfNeeded()
      let (before, y) = (counted.measurings, next.frame.minY)
      try await loader.answer(
        "a", .success(LabelImageTests.png(60, 80, .red)))
      try await until { text.contents != nil && !text.isDisplaying && !text.needsDisplay }
      await DisplayCoordinator.main.drain()
      if size == nil {
        try await until { counted.measurings > before }
        #expect(counted.measurings == before + 1)
        #expect(next.frame.minY > y)
      } else {
        #expect(counted.measurings == before && next.frame.minY == y)
      }
    }
  }

  /// A layer that counts how often its boxes are found.
  private final class Counted: Layer {
    var measurings = 0
    override func makeBoxContent(cancellation: Cancellation) -> (any BoxContent)? {
      measurings += 1
      return nil
    }
  }
}

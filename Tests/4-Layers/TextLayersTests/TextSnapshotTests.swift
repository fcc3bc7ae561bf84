// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextModel
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import TextLayers
@testable import TextTypesetting

@Suite("TextSnapshot")
struct TextSnapshotTests {
  private static let red = Color(red: 1, green: 0, blue: 0)

  private func snapshot(
    _ text: AttributedText, hasCache: Bool = false, isOpaque: Bool = false
  ) -> TextSnapshot {
    let fonts = BundledFonts.collection
    return TextSnapshot(
      text, fonts: fonts, cache: hasCache ? LayoutCache(text: text, fonts: fonts) : nil,
      container: TextContainer(width: 100), isOpaque: isOpaque, contentIdentity: nil, metrics: nil)
  }

  private func draw(_ snapshot: TextSnapshot, _ cancellation: Cancellation = .never) throws {
    var context = try GraphicsContext(size: Size(width: 100, height: 40), scale: 1)
    _ = try snapshot.display(&context, Size(width: 100, height: 40), cancellation)
  }

  @Test("Lines in the colour of the text need no colours of their own; others do")
  func decorations() throws {
    let lines: [(TextDecoration?, PixelFormat)] = [
      (nil, .alpha8), (TextDecoration(), .alpha8), (TextDecoration(color: .black), .alpha8),
      (TextDecoration(color: Self.red), .rgba8),
    ]
    for (line, format) in lines {
      var underlined = TextStyle.default
      underlined.paint.underline = line
      var struck = TextStyle.default
      struck.paint.strikethrough = line
      for style in [underlined, struck] {
        let snapshot = snapshot(AttributedText("a", style: style))
        #expect(try snapshot.choosePixelFormat(.never) == format)
      }
    }
    #expect(try snapshot(AttributedText("a"), isOpaque: true).choosePixelFormat(.never) == .rgba8)
  }

  @Test("The layout is kept if the text has a cache, otherwise once it was asked for")
  func keptLayout() throws {
    let plain = snapshot(AttributedText("short"))
    try draw(plain)
    #expect(plain.keptLayout == nil)
    let layout = try #require(plain.layOutNow())
    #expect(plain.layOutNow() === layout && plain.keptLayout === layout)
    #expect(layout.text.string == "short" && layout.container == plain.container)

    let cached = snapshot(AttributedText("short"), hasCache: true)
    try draw(cached)
    let kept = try #require(cached.keptLayout)
    #expect(cached.layOutNow() === kept)
  }

  @Test("The layout made for the choice of a format is the one that is drawn")
  func chosenLayout() throws {
    let metrics = DisplayMetrics()
    metrics.isEnabled = true
    let snapshot = TextSnapshot(
      AttributedText("once"), fonts: BundledFonts.collection, cache: nil,
      container: TextContainer(width: 100), isOpaque: false, contentIdentity: nil, metrics: metrics)
    _ = try snapshot.choosePixelFormat(.never)
    try draw(snapshot)
    #expect(metrics.histogram(.layout).count == 1)
    #expect(metrics.histogram(.shaping).count == 1)
  }

  @Test("Laying out and drawing both poll the cancellation")
  func polls() throws {
    let text = AttributedText(String(repeating: "many words ", count: 100))
    let snapshot = snapshot(text, hasCache: true)
    let polls = Mutex(0)
    let counting = Cancellation(poll: { polls.withLock { $0 += 1 } })
    _ = try snapshot.choosePixelFormat(counting)
    let layoutPolls = polls.withLock { $0 }
    #expect(layoutPolls > 0)
    try draw(snapshot, counting)
    #expect(polls.withLock { $0 } > layoutPolls)
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) { try draw(snapshot, Cancellation(flag: flag)) }
  }

  @Test("A short text counts nothing for the release queue, a long one its characters")
  func byteCount() {
    #expect(snapshot(AttributedText(String(repeating: "a", count: 128))).byteCount == 0)
    let long = AttributedText(String(repeating: "a", count: 1000))
    #expect(snapshot(long, hasCache: true).byteCount > 16_000)
  }
}

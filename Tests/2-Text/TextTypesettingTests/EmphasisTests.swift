// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Marks beside characters, in the sizes of `RubyTests`. Source: CSS Text Decoration 4, 3.
@Suite("Emphasis marks") struct EmphasisTests {
  private func layout(
    _ string: String, _ mark: EmphasisMark, language: String = "ja",
    mode: WritingMode = .horizontal,
    ruby: RubyText? = nil
  ) throws -> TextLayout {
    var style = ShapingStyle(size: 1000, language: language)
    style.emphasis = mark
    var text = AttributedText(string, style: TextStyle(shaping: style))
    text[ruby: text.range] = ruby
    var container = TextContainer()
    container.writingMode = mode
    return try TextLayout(text, in: container, fonts: Fixture.fonts)
  }

  private func middles(_ layout: TextLayout) -> [Double] {
    layout.annotations.filter { $0.ruby == nil }.map { mark in
      (mark.runs[0].x + (mark.runs.last?.maxX ?? 0)) / 2
    }
  }

  @Test("A mark stands in the middle of each character, but not of spaces and punctuation")
  func places() throws {
    let marked = try layout("漢 字、か", EmphasisMark(.string("か")))
    // The space is 260 wide in Noto Sans, to which it belongs.
    let space = marked.carets(inLine: 0)[2].x - 1000
    let expected = [500, 1500 + space, 3500 + space]
    #expect(zip(middles(marked), expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(middles(marked).count == 3)
    #expect(marked.annotations.map(\.base.start) == [0, 2, 4])
    #expect(marked.annotations[0].runs[0].run.size == 500)
    // As high as a ruby.
    // The descent is that of Noto Sans.
    #expect(marked.lines[0].baseline == 1380 && marked.lines[0].height == 1380 + 293)
    #expect(marked.annotations[0].runs[0].y == 1380 - 880 - 60)
    #expect(middles(try layout("-#(A)…", EmphasisMark(.dot))).count == 2)
    #expect(try layout("漢", EmphasisMark(.string(""))).annotations.isEmpty)
  }

  @Test("Marks of one size stand at one height, whatever the fonts")
  func heights() throws {
    let marked = try layout("漢A", EmphasisMark(.string("か")))
    #expect(marked.annotations.allSatisfy { abs($0.runs[0].y - 440) < 1e-6 })
    #expect(marked.annotations.count == 2)
  }

  @Test("Each letter of a ligature and each cluster of several characters has one mark")
  func clusters() throws {
    #expect(middles(try layout("e\u{301}x", EmphasisMark(.dot))).count == 2)
    let ligature = try layout("ffi", EmphasisMark(.dot), language: "")
    let width = ligature.lines[0].width
    #expect(middles(ligature).count == 3)
    #expect(abs((middles(ligature).reduce(0, +)) / 3 - width / 2) < width / 10)
  }

  @Test("The side: below in Chinese, at the right of vertical lines")
  func sides() throws {
    let dot = EmphasisMark(.string("か"))
    #expect(try layout("漢", dot, language: "zh-Hant").lines[0].baseline == 1160)
    #expect(try layout("漢", dot, language: "zh-Hant").annotations[0].runs[0].y == 1160 + 120 + 440)
    let over = EmphasisMark(.string("か"), position: .over)
    #expect(try layout("漢", over, language: "zh").lines[0].baseline == 1380)
    let down = try layout("漢", dot, language: "zh", mode: .verticalRL)
    let place = down.axes.point(Point(x: 0, y: down.annotations[0].runs[0].y)).x
    #expect(place - down.lines[0].baseline == 750)
    #expect(down.annotations[0].runs[0].run.isUpright)
    #expect(abs(middles(down)[0] - 500) < 1e-6)
  }

  @Test("Marks stand outside of a ruby at the same side, and in the middle of spread characters")
  func withRuby() throws {
    let dot = EmphasisMark(.string("か"))
    let same = try layout("東京", dot, ruby: RubyText("とうきょう"))
    #expect(same.lines[0].baseline == 880 + 500 + 500)
    #expect(same.annotations[0].runs[0].y == same.lines[0].baseline - 880 - 500 - 60)
    // The characters begin at 125 and 1375.
    #expect(zip(middles(same), [625.0, 1875]).allSatisfy { abs($0 - $1) < 1e-6 })
    let other = try layout("東京", dot, ruby: RubyText("とう", position: .under))
    #expect(other.lines[0].baseline == 1380 && other.lines[0].height == 1380 + 620)
  }

  @Test("A form that no font has becomes a bullet")
  func missingForm() throws {
    let layout = try layout("漢", EmphasisMark(.sesame))
    #expect(layout.annotations[0].runs[0].run.glyph(at: 0) != 0)
    #expect(layout.missing.isEmpty)
  }

  @Test(
    "Words",
    arguments: [
      ("filled dot", EmphasisMark(.dot)), ("open", EmphasisMark(.circle, isFilled: false)),
      ("sesame open under", EmphasisMark(.sesame, isFilled: false, position: .under)),
      ("double-circle", EmphasisMark(.doubleCircle)),
      ("★ over", EmphasisMark(.string("★"), position: .over)),
    ])
  func words(text: String, mark: EmphasisMark) throws {
    #expect(EmphasisMark(words: text) == mark)
    #expect(EmphasisMark(words: mark.words) == mark)
  }

  @Test(
    "No words",
    arguments: ["", "over", "filled open", "dot circle", "filled x", "ab", "x over under"])
  func noWords(text: String) { #expect(EmphasisMark(words: text) == nil) }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping

@testable import CanvasGeometry
@testable import TextTypesetting

/// The markers of lists.
@Suite struct ListMarkerTests {
  private func text(_ string: String, _ list: TextList, indent: Double = 5000) -> AttributedText {
    Fixture.text(string) { style in
      style.list = list
      style.startIndent = indent
    }
  }

  private func layout(
    _ text: AttributedText, width: Double? = 20_000,
    _ change: (inout TextContainer) -> Void = { _ in }
  ) throws -> TextLayout {
    var container = TextContainer(width: width)
    change(&container)
    return try TextLayout(text, in: container, fonts: Fixture.fonts)
  }

  @Test("A marker ends before the text, on its baseline, and takes no room")
  func place() throws {
    let list = TextList(.counter(.decimal), number: 12, gap: 300)
    let layout = try layout(text("item", list))
    let plain = try self.layout(Fixture.text("item") { $0.startIndent = 5000 })
    #expect(layout.lines.map(\.frame) == plain.lines.map(\.frame))
    let marker = try #require(layout.annotations.first)
    #expect(layout.annotations.count == 1 && marker.list == list && marker.line == 0)
    let width = try Fixture.width("12.")
    let run = try #require(marker.runs.first)
    #expect(near(run.x, 5000 - 300 - width, 1e-3) && near(run.width, width, 1e-3))
    #expect(run.y == layout.lines[0].baseline)
    #expect(layout.lines[0].runs.count == 1 && layout.text.string == "item")
    #expect(layout.size == plain.size)
  }

  @Test("Each item has one, at its first line alone, also an empty one")
  func items() throws {
    var text = self.text("one and one and one\n\n\u{2028}three\n", TextList(.counter(.decimal)))
    text.numberLists()
    let layout = try layout(text, width: 9000)
    #expect(layout.lines.count > 5)
    let labels = layout.annotations.map { $0.list?.label }
    #expect(labels == ["1.", "2.", "3."])
    let lines = layout.annotations.map { layout.lines[$0.line].range.start }
    #expect(lines == [0, 20, 21])
    // The empty line after the last terminator is no item yet.
    #expect(layout.lines.last?.range.isEmpty == true)
  }

  @Test("From right to left the marker stands at the right")
  func rightToLeft() throws {
    let layout = try layout(text("שלום", TextList(.counter(.decimal), number: 3, gap: 200)))
    let marker = try #require(layout.annotations.first)
    let line = layout.lines[0].frame
    #expect(line.maxX == 15_000)
    #expect(near(marker.runs[0].x, 15_200, 1e-3))
    #expect(marker.runs.reduce(0) { $0 + $1.width } > 0)
  }

  @Test("A marker is in the first character's font, or one that has its signs")
  func fonts() throws {
    var text = self.text("अब", TextList(.counter(.devanagari), number: 42))
    text.updateShaping(text.range) { $0.size = 500 }
    let run = try #require(try layout(text).annotations.first?.runs.first)
    #expect(run.run.style.size == 500 && run.glyphs.count == 2)
    #expect(run.run.font == (try layout(text)).lines[0].runs[0].run.font)
  }

  @Test("In vertical lines it stands above", arguments: [WritingMode.verticalRL, .verticalLR])
  func vertical(mode: WritingMode) throws {
    let layout = try layout(text("項目", TextList(.counter(.cjkDecimal), gap: 100)), width: 9000) {
      $0.height = 20_000
      $0.writingMode = mode
    }
    let marker = try #require(layout.annotations.first)
    #expect(marker.runs[0].x < 5000 && layout.lines[0].frame.minY == 5000)
    #expect(near(marker.runs[0].x + marker.runs.reduce(0) { $0 + $1.width }, 4900, 1e-3))
  }

  @Test("A document's items have markers, and no marker is an error")
  func otherMarkers() throws {
    var document = TextDocument(
      text("a\nb\n", TextList(.text("→"), gap: -50)), width: 9000, fonts: Fixture.fonts)
    let band = try document.layOut(from: 0, to: 10_000)
    #expect(band.fragments.flatMap { $0.layout.annotations }.count >= 2)
    let none = try layout(text("a", TextList(.text(""))))
    #expect(none.annotations.isEmpty)
    for gap in [Double.nan, .infinity, 1e9] {
      let error = #expect(throws: TypesettingError.self) {
        try self.layout(self.text("a", TextList(.disc, gap: gap)))
      }
      #expect(error?.property == "list.gap")
    }
    let lines = try layout(text("a", TextList(.text("x\ny\u{202E}z"))))
    #expect(lines.lines.count == 1 && lines.annotations.count == 1)
  }
}

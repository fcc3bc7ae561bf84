// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Raised and lowered letters. The bundled fonts say in `OS/2`: 600 of 1000, 350 up, 75 down.
@Suite struct ScriptPositionTests {
  private func text(_ position: ScriptPosition, _ string: String = "x2y") -> AttributedText {
    var text = Fixture.text(string)
    text.updateShaping(TextRange(1, 2)) { $0.scriptPosition = position }
    return text
  }

  private func layout(
    _ text: AttributedText, _ fonts: FontCollection = Fixture.fonts, width: Double? = nil
  ) throws -> TextLayout {
    try TextLayout(text, in: TextContainer(width: width), fonts: fonts)
  }

  @Test func sizesAndPlaces() throws {
    for (position, shift) in [(ScriptPosition.superscript, 350.0), (.subscript, -75)] {
      let layout = try layout(text(position))
      let runs = layout.lines[0].runs
      #expect(runs.count == 3)
      #expect(runs.map(\.run.style.size) == [1000, 600, 1000])
      #expect(near(runs[1].y, layout.lines[0].baseline - shift))
      #expect(near(runs[1].width, 0.6 * (try Fixture.width("2"))))
      // The line grows by what the small letters reach beyond the others.
      #expect(near(layout.lines[0].baseline, max(1069, 0.6 * 1069 + shift)))
      #expect(near(layout.size.height, max(1069, 641.4 + shift) + max(293, 175.8 - shift)))
    }
    let plain = try layout(text(.normal))
    #expect(plain.lines[0].runs.count == 1)
  }

  @Test("A fallback font is small by the first font, and an offset is added")
  func fallback() throws {
    var text = text(.superscript, "x漢y")
    text.updateShaping(TextRange(1, 2)) { $0.baselineOffset = 40 }
    let layout = try layout(text)
    let run = layout.lines[0].runs[1]
    #expect(run.run.style.size == 600 && near(run.y, layout.lines[0].baseline - 390))
  }

  @Test("What is shaped again at the end of a line is small once")
  func brokenWord() throws {
    var text = Fixture.text("ffiffiffiffi")
    text.updateShaping(TextRange(0, 12)) { $0.scriptPosition = .superscript }
    let layout = try layout(text, width: 900)
    #expect(layout.lines.count > 1)
    for line in layout.lines {
      #expect(line.runs.allSatisfy { $0.run.style.size == 600 })
      #expect(line.width <= 900.001)
    }
  }

  @Test("A font that says nothing, or nonsense, has the usual numbers")
  func otherFonts() throws {
    for (size, offset, expected) in [
      (0, 0, (650.0, 480.0)), (700, 200, (700, 200)), (2000, 100, (650, 480)),
      (700, 5000, (700, 480)), (0xFFFF, 3, (650, 480)),
    ] {
      var font = try PatchedFont("NotoSans-Regular.ttf")
      font.set(size, in: "OS/2", at: 20)
      font.set(offset, in: "OS/2", at: 24)
      let fonts = try FontCollection(
        given: [FontSource(FontFile(data: font.bytes))], includesSystemFonts: false)
      let layout = try layout(text(.superscript), fonts)
      let run = layout.lines[0].runs[1]
      #expect(run.run.style.size == expected.0, "\(size) \(offset)")
      #expect(near(layout.lines[0].baseline - run.y, expected.1))
    }
  }

  @Test("The edges of ideographs are those of BASE")
  func ideographicEdges() throws {
    var font = try PatchedFont("NotoSans-Regular.ttf")
    // ideo -150, idtp 830 for hani.
    let table: [UInt8] = [
      0, 1, 0, 0, 0, 8, 0, 0,  // version, HorizAxis, no VertAxis
      0, 4, 0, 14,  // tags, scripts
      0, 2, 0x69, 0x64, 0x65, 0x6F, 0x69, 0x64, 0x74, 0x70,  // ideo idtp
      0, 1, 0x68, 0x61, 0x6E, 0x69, 0, 8,  // hani
      0, 6, 0, 0, 0, 0,  // BaseValues, no default, none of languages
      0, 0, 0, 2, 0, 8, 0, 12,  // two coordinates
      0, 1, 0xFF, 0x6A, 0, 1, 0x03, 0x3E,  // -150, 830
    ]
    font.replace("GDEF", by: "BASE", with: table)
    let file = try FontFile(data: font.bytes)
    let metrics = try file.face().font().metrics
    #expect(metrics.ideographicBottom == -150 && metrics.ideographicTop == 830)
    let fonts = try FontCollection(given: [FontSource(file)], includesSystemFonts: false)
    var container = TextContainer()
    container.trim = TextBoxTrim(over: .ideographic, under: .ideographic)
    let layout = try TextLayout(Fixture.text("Hx"), in: container, fonts: fonts)
    #expect(near(layout.size.height, 980) && near(layout.lines[0].baseline, 830))
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Lines as wide as their characters with the space between them. The right numbers are products:
/// an ideograph is 1 em wide.
@Suite("Lines of spaced letters") struct SpacedLineTests {
  private static let sizes = [9.0, 10, 12, 13.5, 14, 15, 16, 17, 18, 20, 24, 30, 33.3, 40, 72, 250]
  private static let spacings = [0.1, 0.5, 1, 1.3, 2, 3, 4, 7, -0.7, 1.0 / 3]
  private static let ideographs = "處理封存之後列印位元組總計與其他的設定項目"

  private static func text(
    _ string: String, size: Double, letter: Double = 0, word: Double = 0,
    alignment: TextAlignment = .start
  ) -> AttributedText {
    var shaping = ShapingStyle(size: size)
    (shaping.letterSpacing, shaping.wordSpacing) = (letter, word)
    return AttributedText(
      string, style: TextStyle(shaping: shaping, paragraph: ParagraphStyle(alignment: alignment)))
  }

  private static func starts(_ layout: TextLayout) -> [Int] { layout.lines.map(\.range.start) }

  @Test("A line holds the characters that fit exactly", arguments: sizes, spacings)
  func exactly(size: Double, spacing: Double) throws {
    let length = Self.ideographs.utf16.count
    for count in [2, 3, 5, 7, 8, 10] {
      let width = Double(count) * (size + spacing)
      let due = Array(stride(from: 0, to: length, by: count))
      for alignment in [TextAlignment.start, .justify] {
        let text = Self.text(Self.ideographs, size: size, letter: spacing, alignment: alignment)
        for mode in WritingMode.allCases {
          var container =
            mode.isVertical ? TextContainer(height: width) : TextContainer(width: width)
          container.writingMode = mode
          let layout = try TextLayout(text, in: container, fonts: Fixture.fonts)
          #expect(Self.starts(layout) == due, "\(count) \(alignment) \(mode)")
          for line in layout.lines {
            #expect(
              near(line.inlineExtent, Double(line.range.count) * (size + spacing), 1.0 / 64))
          }
        }
      }
      // Half a point less has one character less.
      let narrow = try TextLayout(
        Self.text(Self.ideographs, size: size, letter: spacing),
        in: TextContainer(width: width - 0.5), fonts: Fixture.fonts)
      #expect(narrow.lines[0].range.end == count - 1)
      // Nothing is cut from a line that fits.
      let one = try TextLayout(
        Self.text(String(Self.ideographs.prefix(count)), size: size, letter: spacing),
        in: TextContainer(width: width, maximumLines: 1), fonts: Fixture.fonts)
      #expect(!one.isTruncated && one.lines[0].range.end == count)
      let unwrapped = try TextLayout(
        Self.text(String(Self.ideographs.prefix(count)), size: size, letter: spacing),
        in: TextContainer(width: width, isWrapped: false), fonts: Fixture.fonts)
      #expect(!unwrapped.isTruncated)
    }
  }

  @Test("Rounding does not add up", arguments: [12.0, 24, 33.3], [0.1, 1.3, -0.7])
  func longLines(size: Double, spacing: Double) throws {
    for count in [500, 5000] {
      let string = String(repeating: "永", count: count)
      let text = Self.text(string, size: size, letter: spacing)
      let width = Double(count) * (size + spacing)
      let layout = try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
      #expect(layout.lines.count == 1)
      #expect(near(layout.lines[0].width, width, 1.0 / 64))
      let words = Self.text(
        String(repeating: "永 ", count: count), size: size, letter: spacing, word: spacing)
      let natural = try TextLayout(words, in: TextContainer(), fonts: Fixture.fonts)
      let again = try TextLayout(
        words, in: TextContainer(width: natural.size.width), fonts: Fixture.fonts)
      #expect(again.lines.count == 1)
    }
  }

  @Test("Spaces of words fit exactly, too", arguments: sizes, spacings)
  func words(size: Double, spacing: Double) throws {
    let word = try Fixture.width("一", size: size)
    let space = try Fixture.width("一 一", size: size) - 2 * word
    for count in [2, 3, 8] {
      let text = Self.text(
        String(repeating: "一 ", count: 4 * count), size: size, word: spacing)
      let width = Double(count) * word + Double(count - 1) * (space + spacing)
      let layout = try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
      #expect(Self.starts(layout) == [0, 2 * count, 4 * count, 6 * count])
    }
  }

  @Test("A text fits the width that it wants", arguments: sizes, spacings)
  func wanted(size: Double, spacing: Double) throws {
    for string in ["Words with space", "שלום לכולם", "漢字かな交じり", "नमस्ते दुनिया", "سلام دنیا"] {
      let text = Self.text(string, size: size, letter: spacing, word: spacing)
      let shaped = try ShapedText(text, fonts: Fixture.fonts)
      let widths = try ContentWidths(shaped)
      for places in [1.0, 1e2, 1e4] {
        // The exact width, and this width rounded up to two and to four decimal places.
        let printed =
          places == 1 ? widths.greatest : (widths.greatest * places).rounded(.up) / places
        let layout = try TextLayout(text, in: TextContainer(width: printed), fonts: Fixture.fonts)
        #expect(layout.lines.count == 1, "\(string) \(printed)")
      }
      let printed = (widths.greatest * 1e4).rounded() / 1e4
      #expect(
        try TextLayout(text, in: TextContainer(width: printed), fonts: Fixture.fonts).lines.count
          == 1)
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextShaping

@testable import TextTypesetting

/// Decimal stops: the place of the text that lies at the stop is known by reading the number.
@Suite struct DecimalTabTests {
  /// The offset in a text after a tab that lies at the stop; the caret there is at 9000.
  private func place(
    _ string: String, _ language: String = "", _ change: (inout TextContainer) -> Void = { _ in }
  ) throws -> [Int] {
    var paragraph = ParagraphStyle.default
    paragraph.tabStops = [TabStop(position: 9000, alignment: .decimal)]
    let style = TextStyle(
      shaping: ShapingStyle(size: 1000, language: language), paragraph: paragraph)
    var container = TextContainer()
    change(&container)
    let layout = try TextLayout(
      AttributedText("\t" + string, style: style), in: container, fonts: Fixture.fonts)
    return layout.carets(inLine: 0).filter { near($0.x, 9000) }.map { $0.offset - 1 }
  }

  /// `|` is before the decimal sign, or behind the digits of a whole number.
  @Test(arguments: [
    ("en", "1,234|.50"), ("en", "9|.95"), ("en", "1,234,567|.8"), ("en", "1,234,567|"),
    ("en", "12,34,567|.5"), ("en", "12,34,567|"), ("en", "|.5"), ("en", "1,5"), ("en", "0|,123"),
    ("de", "1.234|,50"), ("de", "9|,95"), ("de", "1.234.567|,8"), ("de", "1.234|"),
    ("de", "9|.95"), ("fr", "1\u{202F}234|,50"), ("fr", "1 234 567|,5"), ("sv", "1\u{A0}234|"),
    ("de-CH", "1’234|.50"), ("de-CH", "1'234|.50"), ("es-MX", "1,234|.5"), ("es", "1.234|,5"),
    ("", "1,234|.50"), ("", "1.234|,50"), ("", "1,234,567|"), ("", "1.234.567|,8"),
    ("", "9|.95"), ("en", "1.234|,50"), ("de", "1,234|.50"),
    ("en", "$1,234|.50"), ("en", "$1,234|"), ("en", "12|%"), ("en", "12|.5%"), ("de", "1.234| €"),
    ("de", "3|,99 €"), ("en", "(1,234|)"), ("en", "(1,234|.50)"), ("en", "−5|"), ("en", "-5|.25"),
    ("de", "9|,– €"), ("en", "5| kg"), ("en", "Rs.500|"), ("en", "no number|"), ("en", "A4 paper|"),
    ("en", "2 for 3|.50"), ("ja", "１，２３４|．５"), ("hi", "१,२३४|.५"),
  ])
  func places(language: String, text: String) throws {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let plain = parts.joined()
    let expected = text == "1,5" ? 1 : parts[0].utf16.count
    #expect(try place(plain, language).contains(expected), "\(language): \(text)")
  }

  @Test func verticalLines() throws {
    for mode in [WritingMode.verticalRL, .verticalLR] {
      #expect(try place("1,234.50", "en") { $0.writingMode = mode }.contains(5))
      #expect(try place("１，２３４．５", "ja") { $0.writingMode = mode }.contains(5))
    }
  }

  private func rightToLeft(_ string: String, _ language: String) throws -> TextLayout {
    var paragraph = ParagraphStyle.default
    paragraph.direction = .rightToLeft
    paragraph.tabStops = [TabStop(position: 9000, alignment: .decimal)]
    let style = TextStyle(
      shaping: ShapingStyle(size: 1000, language: language), paragraph: paragraph)
    return try TextLayout(
      AttributedText("\t" + string, style: style), in: TextContainer(width: 20_000),
      fonts: Fixture.fonts)
  }

  /// Numbers read from left to right in any line: the fraction lies at the right of the stop, 9000
  /// from the right edge of 20,000, the whole part at its left.
  @Test(arguments: [
    ("١٬٢٣٤٫٥", "ar", 5), ("1,234.50", "he", 5), ("1,234", "he", 5), ("٩٫٩٥", "fa", 1),
    ("12 ₪", "he", 2), ("(1,234)", "he", 6),
  ])
  func rightToLeftLines(text: String, language: String, place: Int) throws {
    let layout = try rightToLeft(text, language)
    // The left edge of the sign, or the right edge of the last digit.
    let units = Array(text.utf16)
    let isSign =
      units[min(place, units.count - 1)] == 0x2E || units[min(place, units.count - 1)] == 0x66B
    let offset = isSign ? place + 1 : place
    var edge = Double.nan
    for run in layout.lines[0].runs {
      run.forEachGlyph {
        if $0.cluster == offset { edge = isSign ? $0.x : $0.x + $0.advance }
      }
    }
    #expect(near(edge, 11_000), "\(text): \(edge)")
  }

  /// A line breaks where its text really ends, behind the fraction.
  @Test func theTextBehindTheStopCounts() throws {
    let fraction = try Fixture.width(".25 apples")
    for (room, lines) in [(fraction + 1, 1), (fraction - 1, 2)] {
      var paragraph = ParagraphStyle.default
      paragraph.tabStops = [TabStop(position: 9000, alignment: .decimal)]
      let layout = try TextLayout(
        AttributedText("\t1.25 apples", style: Fixture.style(paragraph)),
        in: TextContainer(width: 9000 + room), fonts: Fixture.fonts)
      #expect(layout.lines.count == lines)
      #expect(layout.lines.allSatisfy { $0.width <= 9000 + room })
    }
  }

  /// Source: CLDR 44.
  @Test func languages() {
    for (language, sign) in [
      ("en", DecimalSign.point), ("en-GB", .point), ("zh", .point), ("he", .point), ("de", .comma),
      ("de-AT", .comma), ("de-CH", .point), ("es-ES", .comma), ("es-US", .point), ("pt-BR", .comma),
      ("sr-Latn-RS", .comma), ("", .unknown), ("und", .unknown), ("ar", .unknown),
      ("es-419", .point), ("es-BR", .point), ("lo", .comma), ("rw", .comma),
    ] {
      #expect(DecimalSign(language: language) == sign, "\(language)")
    }
  }
}

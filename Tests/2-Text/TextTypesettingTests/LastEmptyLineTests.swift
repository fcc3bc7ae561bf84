// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping

@testable import TextTypesetting

/// The empty line after a terminator at the end of a text lies where a letter would that is typed
/// there: each layout is compared with that of the text with the letter.
@Suite struct LastEmptyLineTests {
  private struct Setting: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout ParagraphStyle, inout TextContainer) -> Void

    init(
      _ name: String,
      _ change: @escaping @Sendable (inout ParagraphStyle, inout TextContainer) -> Void
    ) { (testDescription, self.change) = (name, change) }
  }

  private static let settings: [Setting] = [
    Setting("plain") { _, _ in },
    Setting("indents") { style, _ in
      (style.firstLineIndent, style.startIndent, style.endIndent) = (700, 300, 200)
    },
    Setting("spacing") { style, _ in
      (style.spacingBefore, style.spacingAfter, style.lineSpacing) = (170, 90, 40)
    },
    Setting("line height") { style, _ in style.lineHeight = .relative(toSize: 2) },
    Setting("strut") { style, _ in style.strut = LineStrut(ShapingStyle(size: 1600)) },
    Setting("low strut") { style, _ in style.strut = LineStrut(ShapingStyle(size: 300)) },
    Setting("forced strut") { style, _ in
      style.strut = LineStrut(ShapingStyle(size: 400), isForced: true)
    },
    Setting("columns") { _, container in
      container.height = 1500
      container.columns = TextColumns(count: 3, gap: 100)
    },
    Setting("an exclusion at the left") { _, container in
      container.exclusions = [Exclusion(Rect(x: 0, y: 0, width: 1000, height: 9000))]
    },
    Setting("an exclusion at the right") { _, container in
      container.exclusions = [Exclusion(Rect(x: 8000, y: 1400, width: 2000, height: 9000))]
    },
    Setting("no height") { _, container in container.height = 0 },
    Setting("a height of one line") { _, container in container.height = 1500 },
    Setting("a height of two lines") { _, container in container.height = 2724 },
    Setting("nearly a height of two lines") { _, container in container.height = 2720 },
    Setting("one line") { _, container in container.maximumLines = 1 },
    Setting("two lines") { _, container in container.maximumLines = 2 },
    Setting("no wrapping") { _, container in container.isWrapped = false },
    Setting("trimmed") { _, container in
      container.trim = TextBoxTrim(over: .cap, under: .alphabetic)
    },
  ]

  /// Where a line of no width lies in the place of one: its share of the free space on the left side.
  private func place(of line: LineFragment, share: Double) -> Double {
    line.frame.minX + line.width * share
  }

  @Test(arguments: settings)
  private func asIfALetterWereTyped(_ setting: Setting) throws {
    for (terminator, alignment, last, direction) in combinations() {
      var style = ParagraphStyle.default
      (style.alignment, style.lastLineAlignment, style.direction) = (alignment, last, direction)
      var container = TextContainer(width: 10_000)
      container.truncation = .none
      setting.change(&style, &container)
      let isRightToLeft = direction == .rightToLeft
      let text = AttributedText(
        "a" + terminator, style: Fixture.style(style))
      var typed = text
      typed.append("b", style: Fixture.style(style))
      let (found, expected) = (
        try TextLayout(text, in: container, fonts: Fixture.fonts),
        try TextLayout(typed, in: container, fonts: Fixture.fonts)
      )
      let what =
        "\(terminator.unicodeScalars) \(alignment) \(String(describing: last)) \(direction)"
      #expect(found.lines.count == expected.lines.count, "\(what)")
      guard let line = found.lines.last, let other = expected.lines.last, line.index == 1,
        other.index == 1
      else { continue }
      #expect(line.width == 0 && line.range == TextRange(text.length, text.length), "\(what)")
      let share: Double =
        switch last ?? alignment {
        case .left: 0
        case .right: 1
        case .center: 0.5
        case .start, .justify: isRightToLeft ? 1 : 0
        case .end: isRightToLeft ? 0 : 1
        }
      #expect(near(place(of: line, share: 0), place(of: other, share: share)), "\(what)")
      #expect(near(line.frame.minY, other.frame.minY), "\(what)")
      #expect(near(line.height, other.height), "\(what)")
      #expect(near(line.baseline, other.baseline), "\(what)")
      #expect(found.size.height == expected.size.height, "\(what)")
      #expect(line.baseLevel == other.baseLevel, "\(what)")
    }
  }

  private func combinations() -> [(String, TextAlignment, TextAlignment?, TextDirection)] {
    var all: [(String, TextAlignment, TextAlignment?, TextDirection)] = []
    for terminator in ["\n", "\r\n", "\u{2029}", "\u{2028}"] {
      for alignment in [TextAlignment.start, .end, .left, .right, .center, .justify] {
        for last in [nil, TextAlignment.end, .center] {
          for direction in [TextDirection.leftToRight, .rightToLeft] {
            all.append((terminator, alignment, last, direction))
          }
        }
      }
    }
    return all
  }

  /// The style of the terminator counts: of Noto Sans, 1362 of 1000 high with the baseline at 1069.
  @Test(arguments: [500.0, 2000])
  func theStyleOfTheTerminator(size: Double) throws {
    var text = Fixture.text("a")
    text.append("\n", style: Fixture.style(size: size))
    let lines = try TextLayout(text, fonts: Fixture.fonts).lines
    #expect(lines.count == 2)
    #expect(near(lines[1].height, 1.362 * size))
    #expect(near(lines[1].baseline - lines[1].frame.minY, 1.069 * size))
    #expect(near(lines[1].frame.minY, lines[0].frame.maxY))
  }

  /// After a line separator the paragraph goes on: with its direction, which its text gives.
  @Test func directionOfTheText() throws {
    let layout = try Fixture.layout("א\u{2028}", width: 5000)
    #expect(layout.lines[1].baseLevel == 1 && near(layout.lines[1].frame.minX, 5000))
    // A new paragraph without a text runs from left to right.
    let next = try Fixture.layout("א\n", width: 5000)
    #expect(next.lines[1].baseLevel == 0 && near(next.lines[1].frame.minX, 0))
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping

@testable import TextTypesetting

/// Which letters of a line are elongated where several could be, and where the glyphs of it lie: each
/// group ends at the right edge of its letter, and is as wide as the letter has grown.
@Suite struct KashidaGlyphTests {
  /// U+0640.
  private static func tatweel() throws -> Double { try Fixture.width("ـ") }

  /// The layout of a line that is wider than its text by so many tatweels, as a paragraph behind another.
  private static func layout(_ line: String, _ tatweels: Double) throws -> TextLayout {
    let width = try Fixture.width(line) + tatweels * (try tatweel())
    let text = Fixture.text("ء\n\(line) ءءءءءءءءءءءءءءءءءءءءءءءءء") {
      $0.alignment = .justify
      $0.justification = JustificationLimits(kashida: 10)
    }
    return try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
  }

  /// The offsets of the letters that are elongated in the line, with the number of glyphs of each.
  private static func groups(_ layout: TextLayout) -> [Int: [LineRun]] {
    Dictionary(grouping: layout.lines[1].runs.filter { $0.kind == .kashida }) {
      $0.range.start - 2
    }
  }

  @Test(arguments: [
    ("سلم بيت", 4.0, [1: 2, 6: 2]), ("سلم بيت", 5, [1: 3, 6: 3]), ("سلم بيت", 2, [1: 1, 6: 1]),
    ("بيت بيت بيت", 3, [2: 1, 6: 1, 10: 1]), ("بيت بيت بيت", 2, [6: 1, 10: 1]),
    ("بيت بيت بيت", 6, [2: 2, 6: 2, 10: 2]), ("سَلَم بَيت", 4, [2: 2, 9: 2]),
    ("بيت دار بيت", 4, [2: 2, 10: 2]),
  ])
  func glyphs(_ line: String, _ tatweels: Double, _ expected: [Int: Int]) throws {
    let layout = try Self.layout(line, tatweels)
    let t = try Self.tatweel()
    let groups = Self.groups(layout)
    #expect(groups.mapValues(\.count) == expected)
    let carets = layout.carets(inLine: 1)
    let grown = tatweels * t / Double(expected.count)
    for (offset, runs) in groups {
      let edge = try #require(carets.first { $0.offset == offset + 2 }).x
      #expect(near(runs.map(\.maxX).max() ?? 0, edge, 1e-3), "\(offset)")
      #expect(near(runs.map(\.x).min() ?? 0, edge - grown, 1e-3), "\(offset)")
      #expect(runs.allSatisfy { $0.range.isEmpty && $0.y == layout.lines[1].baseline })
    }
  }

  /// The best place of the line has all where there is room for one, by the ranks of Kashida.rank.
  @Test(arguments: [
    // Behind seen (2) before final dal (3), alef (4), and so on; marks are no letters.
    ("سل بد", 1), ("بد سل", 4), ("سَل بد", 2), ("بد سَل", 5), ("بد با", 1), ("با بد", 4),
    ("با بو", 1),
    ("بو با", 4), ("بو بم", 1), ("بم بو", 4),
    // A medial beh before reh (5) before waw (6), with a mark on either.
    ("مبر بو", 1), ("بو مبر", 4), ("مبَر بو", 1), ("بو مبَر", 4), ("مَبر بو", 2),
    // A dal ends its part of the word, whatever follows.
    ("بدب بم", 1), ("بم بدب", 4), ("بوب بم", 1), ("بابو بم", 1),
    // No place behind dal, before hamza, or in lam-alef.
    ("دا بم", 4), ("بم لا", 1), ("بم دا", 1),
  ])
  func bestPlace(_ line: String, _ offset: Int) throws {
    #expect(Self.groups(try Self.layout(line, 1)).mapValues(\.count) == [offset: 1], "\(line)")
  }
}

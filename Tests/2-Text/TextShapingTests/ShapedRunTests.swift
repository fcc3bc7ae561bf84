// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextAnalysis
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Whatever form a run keeps its glyphs in, they are those it was made of.
@Suite struct ShapedRunTests {
  private struct Glyph: Equatable {
    var id: UInt16
    var advance: Int32
    var cluster: Int
    var flags: UInt8
  }

  private func run(_ given: [Glyph], length: Int, level: UInt8 = 0) throws -> ShapedRun {
    let glyphs = ShapedGlyphs()
    for glyph in given {
      glyphs.append(
        glyph: glyph.id, advance: glyph.advance, cluster: glyph.cluster, flags: glyph.flags)
    }
    let fonts = FontCollection.embedded
    let font = try fonts.cascade(for: FontDescriptor(), language: "").primary
    return try ShapedRun(
      kind: .text, origin: RunOrigin(font: font, style: ShapingStyle(), fonts: fonts),
      script: ScriptRuns.latin, level: level,
      textRange: TextRange(5, 5 + length), glyphs: glyphs)
  }

  private func expectSame(_ given: [Glyph], length: Int, level: UInt8 = 0) throws {
    let run = try run(given, length: length, level: level)
    let found = (0..<run.glyphCount).map {
      Glyph(
        id: run.glyph(at: $0), advance: run.advance(at: $0), cluster: run.cluster(at: $0) - 5,
        flags: run.flags(at: $0).rawValue)
    }
    #expect(found == given)
    #expect(run.totalAdvance == given.reduce(0) { $0 + Int64($1.advance) })
    for i in stride(from: 0, through: given.count, by: given.count / 600 * 997 + 1) {
      let sum = given[..<i].reduce(0) { $0 + Int64($1.advance) }
      #expect(run.advance(of: 0..<i) == sum)
    }
    // A cluster's first glyph in logical order tells whether text may be cut before it.
    for (i, glyph) in given.enumerated().suffix(700) where level == 0 && glyph.cluster > 0 {
      if i > 0, given[i - 1].cluster == glyph.cluster { continue }
      #expect(run.isSafeToBreak(at: 5 + glyph.cluster) == (glyph.flags == 0))
      #expect(run.glyphRange(for: TextRange(5, 5 + glyph.cluster)) == 0..<i)
    }
  }

  private func row(_ count: Int, cluster: (Int) -> Int = { $0 }) -> [Glyph] {
    (0..<count).map {
      Glyph(
        id: UInt16(truncatingIfNeeded: $0 &* 40_503), advance: Int32($0 % 700) * 64,
        cluster: cluster($0), flags: $0 % 5 == 3 ? 1 : 0)
    }
  }

  @Test func advancesOfAnySize() throws {
    for extreme: Int32 in [
      32_767 * 64, 32_768 * 64, -32_768 * 64, -32_769 * 64, 1, -1, 63, 64, .max, .min,
    ] {
      for place in [0, 7, 8, 20] {
        var glyphs = row(21)
        glyphs[place].advance = extreme
        try expectSame(glyphs, length: 21)
      }
    }
  }

  @Test func clustersOfAnyOrder() throws {
    for count in [1, 7, 8, 9, 600] {
      try expectSame(row(count), length: count)
      // Ligatures: a step of two here and there.
      try expectSame(row(count) { $0 + $0 / 3 }, length: 2 * count)
      // Ahead by 255, and by 256.
      try expectSame(row(count) { $0 < count / 2 ? $0 : $0 + 255 }, length: count + 256)
      try expectSame(row(count) { $0 < count / 2 ? $0 : $0 + 256 }, length: count + 256)
      // Marks: several glyphs of one cluster, so that clusters fall behind.
      try expectSame(row(count) { $0 / 2 }, length: count)
      try expectSame(row(count) { $0 / 2 * 2 }, length: count + 1)
      // From right to left.
      try expectSame(row(count) { count - 1 - $0 }, length: count, level: 1)
      try expectSame(row(count) { 2 * (count - 1 - $0) }, length: 2 * count, level: 1)
    }
    try expectSame(row(65_535), length: 65_535)
    try expectSame(row(65_534) { $0 + 1 }, length: 65_535)
  }

  @Test func flagsInAnyNumber() throws {
    for count in 1...40 {
      for pattern in 0..<4 {
        var glyphs = row(count)
        for i in 0..<count {
          glyphs[i].flags = [0, 1, UInt8(i & 1), i == count - 1 ? 1 : 0][pattern]
        }
        try expectSame(glyphs, length: count)
      }
    }
  }

  @Test func runsTakeFourBytesAGlyph() throws {
    let plain = (0..<800).map { Glyph(id: 7, advance: 64 * 500, cluster: $0, flags: 0) }
    #expect(try run(plain, length: 800).byteCount == 3200)
    var kerned = plain
    kerned[3].flags = 1
    #expect(try run(kerned, length: 800).byteCount == 3300)
    let ligatures = plain.map {
      Glyph(id: 7, advance: $0.advance, cluster: $0.cluster + $0.cluster / 100, flags: 0)
    }
    #expect(try run(ligatures, length: 900).byteCount == 4000)
    var spaced = plain
    for i in 0..<800 { spaced[i].advance += 1 }
    #expect(try run(spaced, length: 800).byteCount == 4800)
  }

  @Test func charactersAreCopiedAsBytesWhereTheyFit() {
    for units: [UInt16] in [[0x61, 0xFF, 0x20], [0x61, 0x100, 0x20], []] {
      let copy = ParagraphCharacters(copying: units.span)
      #expect(copy.isBytes == (units != [0x61, 0x100, 0x20]))
      let found = copy.withUnits(units.count) { span in span.indices.map { span[$0] } }
      #expect(found == units)
      for i in units.indices { #expect(copy.unit(at: i) == units[i]) }
      for i in units.indices {
        var other = units
        other[i] ^= 0x2000
        let begins = copy.begin(with: other.span)
        #expect(!begins)
      }
      let begins = copy.begin(with: units.span)
      #expect(begins)
    }
  }
}

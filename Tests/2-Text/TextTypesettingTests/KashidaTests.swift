// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Joined letters that are elongated in justified lines. Places count letters from the right.
@Suite struct KashidaTests {
  /// U+0640.
  private static func tatweel() throws -> Double { try Fixture.width("ـ") }

  private static func layout(
    _ line: String, slack: Double, _ limits: JustificationLimits, rest: String = " ءءءءءءءءءءءء",
    fonts: FontCollection = Fixture.fonts
  ) throws -> TextLayout {
    let width = try TextLayout(Fixture.text(line), fonts: fonts).lines[0].width + slack
    let text = Fixture.text(line + rest) {
      $0.alignment = .justify
      $0.justification = limits
    }
    return try TextLayout(text, in: TextContainer(width: width), fonts: fonts)
  }

  /// How far each caret of the first line has moved to the left.
  private static func moves(
    _ line: String, slack: Double, _ limits: JustificationLimits,
    fonts: FontCollection = Fixture.fonts
  ) throws -> [Double] {
    let layout = try layout(line, slack: slack, limits, fonts: fonts)
    let plain = try TextLayout(Fixture.text(line), fonts: fonts)
    let right = plain.lines[0].width
    return zip(plain.carets(inLine: 0), layout.carets(inLine: 0)).map {
      (right - $0.x, (layout.size.width - $1.x))
    }.map { ($1 - $0) }
  }

  private func expect(_ moves: [Double], _ expected: [Double], _ what: String = "") {
    for (a, b) in zip(moves, expected) { #expect(near(a, b, 1e-3), "\(what) \(moves) \(expected)") }
  }

  @Test func theBestPlaceComesFirst() throws {
    let t = try Self.tatweel()
    let limits = JustificationLimits(kashida: 10)
    // Behind seen, rank 2; the place before the final teh of the other word has rank 7.
    try expect(
      Self.moves("سلم بيت", slack: 1.5 * t, limits),
      [0, 0, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5].map { $0 * t })
    // There is enough for both: they share it.
    try expect(
      Self.moves("سلم بيت", slack: 4 * t, limits), [0, 0, 2, 2, 2, 2, 2, 4].map { $0 * t })
    // Of equal ranks the later word comes first.
    try expect(
      Self.moves("بيت بيت", slack: t, limits), [0, 0, 0, 0, 0, 0, 0, 1].map { $0 * t })
  }

  @Test func oneOfAWord() throws {
    let t = try Self.tatweel()
    // Behind both seens it could be: the last counts.
    try expect(
      Self.moves("سسل", slack: 2 * t, JustificationLimits(kashida: 10)), [0, 0, 0, 2 * t])
  }

  @Test func otherStages() throws {
    let t = try Self.tatweel()
    // Less than a glyph goes to the space.
    try expect(
      Self.moves("سلم بيت", slack: t / 2, JustificationLimits(kashida: 10)),
      [0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5].map { $0 * t })
    // Beyond the limit, too: of two words 2 t, the other t to the space.
    let limit = JustificationLimits(kashida: t / 1000)
    try expect(
      Self.moves("سلم بيت", slack: 3 * t, limit), [0, 0, 1, 1, 2, 2, 2, 3].map { $0 * t })
    // Spaces with a limit come first.
    let spaces = JustificationLimits(spaces: 0.5, kashida: 10)
    let half = 130.0
    try expect(
      Self.moves("سلم بيت", slack: half + t, spaces),
      [0, 0, t, t, half + t, half + t, half + t, half + t])
    // Strict lines stay shorter by less than a glyph.
    let strict = JustificationLimits(spaces: 0, kashida: 10, isStrict: true)
    let layout = try Self.layout("سلم بيت", slack: t / 2, strict)
    #expect(near(layout.lines[0].width, layout.size.width - t / 2))
    // Off.
    let off = try Self.layout("سلم بيت", slack: 3 * t, JustificationLimits())
    #expect(!off.lines[0].runs.contains { $0.kind == .kashida })
  }

  @Test func strictLinesAreTheSameTwice() throws {
    let t = try Self.tatweel()
    let strict = JustificationLimits(spaces: 0.1, kashida: t / 1000, isStrict: true)
    for slack in [0.5 * t, t, 1.7 * t, 2 * t, 9 * t] {
      let line = try Self.layout("سلم بيت", slack: slack, strict).lines[0]
      let sum = line.runs.filter { $0.kind != .kashida }.reduce(0) { $0 + $1.width }
      // The space at the end hangs.
      #expect(near(sum - 260, line.width, 1e-3), "\(slack)")
    }
  }

  @Test func glyphs() throws {
    let t = try Self.tatweel()
    let layout = try Self.layout("سلم", slack: 2.5 * t, JustificationLimits(kashida: 10))
    let line = layout.lines[0]
    let kashidas = line.runs.filter { $0.kind == .kashida }
    #expect(kashidas.count == 3)
    // From the edge of the lam, which is 2.5 t wider, to the seen.
    let carets = layout.carets(inLine: 0).map(\.x)
    #expect(near(kashidas.last?.maxX ?? 0, carets[1], 1e-3))
    #expect(near(kashidas.first?.x ?? 0, carets[1] - 2.5 * t, 1e-3))
    for (a, b) in zip(kashidas, kashidas.dropFirst()) { #expect(near(b.x - a.x, 0.75 * t, 1e-3)) }
    #expect(kashidas.allSatisfy { $0.range == TextRange(1, 1) && $0.y == line.baseline })
    // A hit on them is one on the lam.
    let middle = Point(x: carets[1] - t, y: line.baseline - 10)
    #expect(layout.grapheme(at: middle) == TextRange(1, 2))
    #expect(layout.rectangles(for: TextRange(0, 3)).count == 1)
  }

  @Test func marksStayOverTheirLetters() throws {
    let t = try Self.tatweel()
    let limits = JustificationLimits(kashida: 10)
    try expect(
      Self.moves("سَلَم", slack: 2 * t, limits), [0, 0, 2 * t, 2 * t])
    let layout = try Self.layout("سَلَم", slack: 2 * t, limits)
    let plain = try Fixture.layout("سَلَم")
    func xs(_ layout: TextLayout) -> [Double] {
      var xs: [Double] = []
      for run in layout.lines[0].runs where run.kind == .text {
        run.forEachGlyph { if $0.cluster < 5 { xs.append(layout.size.width - $0.x) } }
      }
      return xs.reversed()
    }
    // Of the seen and its mark none, of the other letters and marks all.
    let moved = zip(xs(layout), xs(plain)).map { $0 - $1 }
    #expect(moved.filter { near($0, 0, 1e-3) }.count == 2, "\(moved)")
    #expect(moved.filter { near($0, 2 * t, 1e-3) }.count == 3, "\(moved)")
  }

  @Test func otherDirections() throws {
    let limits = JustificationLimits(kashida: 10)
    let t = try Self.tatweel()
    // Arabic in a line from left to right: its width grows, and Latin letters do not.
    let layout = try Self.layout("ab سلم", slack: 2 * t, limits, rest: " wwwwwwwwwwww")
    #expect(layout.lines[0].runs.contains { $0.kind == .kashida })
    #expect(near(layout.lines[0].width, layout.size.width))
    let latin = try Self.layout("ab cd", slack: 2 * t, limits, rest: " wwwwwwwwwwww")
    #expect(!latin.lines[0].runs.contains { $0.kind == .kashida })
    #expect(near(latin.lines[0].width, latin.size.width))
  }

  @Test func syriac() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSansSyriac-Regular.ttf"])
    let layout = try Self.layout(
      "ܫܠܡܐ", slack: 2000, JustificationLimits(kashida: 10), rest: " ܐܐܐܐܐܐܐܐܐܐ", fonts: fonts)
    #expect(layout.lines[0].runs.contains { $0.kind == .kashida })
  }

  // MARK: - Bad input

  @Test func aFontWithoutTatweel() throws {
    let font = try BundledFonts.face("NotoSansArabic-Regular.ttf").font()
    var groups: [UInt8] = []
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    var count = 0
    for character in [0x20...0x20, 0x621...0x63A, 0x641...0x64A].joined() {
      guard let scalar = Unicode.Scalar(UInt32(character)), let glyph = font.glyph(for: scalar)
      else { continue }
      groups += number(character, 4) + number(character, 4) + number(Int(glyph), 4)
      count += 1
    }
    var cmap = number(0, 2) + number(1, 2) + number(3, 2) + number(10, 2) + number(12, 4)
    cmap += number(12, 2) + number(0, 2) + number(16 + groups.count, 4) + number(0, 4)
    cmap += number(count, 4) + groups
    var patched = try PatchedFont("NotoSansArabic-Regular.ttf")
    patched.replace("cmap", with: cmap)
    let file = try FontFile(data: patched.bytes)
    let fonts = try FontCollection(given: [FontSource(file)], includesSystemFonts: false)
    let t = try Self.tatweel()
    let limits = JustificationLimits(kashida: 10)
    // The space takes it.
    try expect(
      Self.moves("سلم بيت", slack: 3 * t, limits, fonts: fonts),
      [0, 0, 0, 0, 3, 3, 3, 3].map { $0 * t })
  }

  @Test func hostileLines() throws {
    let limits = JustificationLimits(kashida: 1000)
    for line in ["ـ", "ـــ", "بـ", "سـسـ", "\u{64E}\u{64E}", "س\u{64E}", "لا", "س\u{200D}", "١٢"] {
      for slack in [0.001, 1000, 1e7] {
        let layout = try Self.layout(line, slack: slack, limits, rest: " " + line)
        #expect(layout.lines.allSatisfy { $0.width <= layout.size.width + 1e-3 }, "\(line)")
        for run in layout.lines[0].runs { #expect(run.x.isFinite && run.width.isFinite) }
      }
    }
    // At most so many glyphs for each letter, however wide the line is.
    let wide = try Self.layout("سلم", slack: 1e7, limits)
    #expect(wide.lines[0].runs.filter { $0.kind == .kashida }.count <= 64)
    let long = String(repeating: "سلمسلمسلم", count: 2000)
    let layout = try Self.layout(long, slack: 5000, limits)
    #expect(near(layout.lines[0].width, layout.size.width))
  }
}

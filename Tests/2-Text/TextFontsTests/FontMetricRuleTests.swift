// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import TextFonts

/// Which numbers of a font's tables are its measures, and what stands in for those that make no sense.
/// Noto Sans with 1000 units per em, an x of 536 and an H of 714, and numbers of the test's own.
@Suite struct FontMetricRuleTests {
  private func metrics(_ change: (inout PatchedFont) -> Void) throws -> FontMetrics {
    var font = try PatchedFont("NotoSans-Regular.ttf")
    for (offset, value) in [4: 900, 6: -300, 8: 40] { font.set(value, in: "hhea", at: offset) }
    for (offset, value) in [
      0: 4, 12: 620, 16: 150, 20: 600, 24: 400, 26: 70, 28: 330, 62: 0x40, 68: 800, 70: -200,
      72: 90,
      74: 1000, 76: 250, 86: 500, 88: 700,
    ] { font.set(value, in: "OS/2", at: offset) }
    for (offset, value) in [8: -100, 10: 60] { font.set(value, in: "post", at: offset) }
    change(&font)
    return try FontFile(data: font.bytes).face().font().metrics
  }

  private func lines(_ change: (inout PatchedFont) -> Void) throws -> [Double] {
    let metrics = try metrics(change)
    return [metrics.ascent, metrics.descent, metrics.lineGap]
  }

  @Test func heightsOfLines() throws {
    #expect(try lines { _ in } == [900, -300, 40])
    // USE_TYPO_METRICS, bit 7, alone and with others.
    #expect(try lines { $0.set(0x80, in: "OS/2", at: 62) } == [800, -200, 90])
    #expect(try lines { $0.set(0xC0, in: "OS/2", at: 62) } == [800, -200, 90])
    #expect(try lines { $0.set(0x100, in: "OS/2", at: 62) } == [900, -300, 40])
    // One of the two is enough.
    #expect(try lines { $0.set(0, in: "hhea", at: 4) } == [0, -300, 40])
    #expect(try lines { $0.set(0, in: "hhea", at: 6) } == [900, 0, 40])
    // Some store the depth as a positive number, or a gap that is none.
    #expect(try lines { $0.set(300, in: "hhea", at: 6) } == [900, -300, 40])
    #expect(try lines { $0.set(-40, in: "hhea", at: 8) } == [900, -300, 0])
  }

  @Test func heightsWhereTheFirstTableHasNone() throws {
    func others(_ change: (inout PatchedFont) -> Void) throws -> [Double] {
      try lines {
        for offset in [4, 6] { $0.set(0, in: "hhea", at: offset) }
        change(&$0)
      }
    }
    #expect(try others { _ in } == [800, -200, 90])
    #expect(try others { $0.set(0, in: "OS/2", at: 68) } == [0, -200, 90])
    #expect(try others { $0.set(0, in: "OS/2", at: 70) } == [800, 0, 90])
    func none(_ change: (inout PatchedFont) -> Void) throws -> [Double] {
      try others {
        for offset in [68, 70] { $0.set(0, in: "OS/2", at: offset) }
        change(&$0)
      }
    }
    // Then `usWinAscent` and `usWinDescent` of OS/2 count, which have no sign.
    #expect(try none { _ in } == [1000, -250, 0])
    #expect(try none { $0.set(40_000, in: "OS/2", at: 74) } == [40_000, -250, 0])
    let last = try none { for offset in [74, 76] { $0.set(0, in: "OS/2", at: offset) } }
    #expect(last == [800, -200, 0])
  }

  @Test func heightsOfLetters() throws {
    func heights(_ change: (inout PatchedFont) -> Void) throws -> [Double] {
      let metrics = try metrics(change)
      return [metrics.xHeight, metrics.capHeight]
    }
    #expect(try heights { _ in } == [500, 700])
    #expect(try heights { $0.set(2, in: "OS/2", at: 0) } == [500, 700])
    // Before version 2 the table has none.
    #expect(try heights { $0.set(1, in: "OS/2", at: 0) } == [536, 714])
    #expect(try heights { $0.set(0, in: "OS/2", at: 86) } == [536, 700])
    #expect(try heights { $0.set(-5, in: "OS/2", at: 88) } == [500, 714])
  }

  @Test(arguments: [
    // Thickness, upper edge, and the centre of the line.
    (60, -100, 60.0, -130.0), (500, -100, 500, -350), (501, -100, 50, -125), (0, -100, 50, -125),
    (-1, -100, 50, -125), (1, -100, 1, -100.5), (60, 0, 60, -100), (60, -1000, 60, -1030),
    (60, 1000, 60, 970), (60, -1001, 60, -100), (60, 1001, 60, -100),
  ])
  func underlines(_ size: Int, _ top: Int, _ thickness: Double, _ position: Double) throws {
    let metrics = try metrics {
      $0.set(top, in: "post", at: 8)
      $0.set(size, in: "post", at: 10)
    }
    #expect(metrics.underlineThickness == thickness && metrics.underlinePosition == position)
  }

  @Test(arguments: [
    (70, 330, 70.0, 330.0), (500, 330, 500, 330), (501, 330, 60, 330), (0, 330, 60, 330),
    // Over half of the x, of 500.
    (70, 0, 70, 285), (70, -1, 70, 285), (70, 1, 70, 1), (70, 1000, 70, 1000), (70, 1001, 70, 285),
  ])
  func strikes(_ size: Int, _ top: Int, _ thickness: Double, _ position: Double) throws {
    let metrics = try metrics {
      $0.set(size, in: "OS/2", at: 26)
      $0.set(top, in: "OS/2", at: 28)
    }
    #expect(metrics.strikeoutThickness == thickness && metrics.strikeoutPosition == position)
  }

  @Test(arguments: [
    (600, 400, 600.0, 400.0, 400.0), (1000, 1000, 1000, 1000, 1000), (1, -1000, 1, -1000, -1000),
    // Without a size nothing counts; without a place there is one of its own.
    (0, 400, 650, 480, 140), (-1, 400, 650, 480, 140), (1001, 400, 650, 480, 140),
    (600, 1001, 600, 480, 140), (600, -1001, 600, 480, 140), (600, 0, 600, 0, 0),
  ])
  func smallLetters(
    _ size: Int, _ offset: Int, _ em: Double, _ up: Double, _ down: Double
  ) throws {
    let metrics = try metrics {
      for at in [12, 20] { $0.set(size, in: "OS/2", at: at) }
      for at in [16, 24] { $0.set(offset, in: "OS/2", at: at) }
    }
    #expect(metrics.superscriptSize == em && metrics.superscriptOffset == up)
    #expect(metrics.subscriptSize == em && metrics.subscriptOffset == -down)
    // Each has its own.
    let both = try self.metrics { _ in }
    #expect(both.superscriptSize == 600 && both.superscriptOffset == 400)
    #expect(both.subscriptSize == 620 && both.subscriptOffset == -150)
  }

  /// The part of the em above the baseline: 800 and 200 are one em, 900 and 300 are more.
  @Test func emBoxes() throws {
    #expect(try metrics { _ in }.emAscent == 800)
    #expect(try metrics { $0.set(200, in: "OS/2", at: 70) }.emAscent == 800)
    #expect(try metrics { $0.set(-800, in: "OS/2", at: 70) }.emAscent == 500)
    // Without, those of lines.
    #expect(try metrics { $0.set(0, in: "OS/2", at: 68) }.emAscent == 750)
    #expect(try metrics { $0.set(-1, in: "OS/2", at: 68) }.emAscent == 750)
    // Without a table BASE, the ideographs' box is 0.12 em below.
    let metrics = try metrics { _ in }
    #expect(metrics.ideographicBottom == -120 && metrics.ideographicTop == 880)
  }

  /// A table of the first Macintosh version, which ends before the heights of lines.
  @Test func aShortTable() throws {
    let metrics = try metrics {
      $0.replace("OS/2", with: [UInt8](repeating: 1, count: 68))
      for offset in [4, 6] { $0.set(0, in: "hhea", at: offset) }
    }
    #expect([metrics.ascent, metrics.descent, metrics.lineGap] == [800, -200, 40])
    #expect(metrics.strikeoutThickness == 60)
    #expect(metrics.superscriptSize == 650 && metrics.superscriptOffset == 480)
    #expect(metrics.emAscent == 800)
  }
}

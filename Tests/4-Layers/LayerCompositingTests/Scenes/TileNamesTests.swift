// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import LayerCompositing
import Testing

struct TileNamesTests {
  private func name(_ pattern: String, _ column: Int, _ row: Int, _ level: Int = 0) throws
    -> String?
  {
    try TileNames(pattern).name(of: Tile(column: column, row: row, level: level))
  }

  @Test func columnThenRow() throws {
    #expect(try name("Snowman_%02d_%02d.jpg", 3, 0) == "Snowman_03_00.jpg")
    #expect(try name("Snowman_%02i_%02i.jpg", 7, 112) == "Snowman_07_112.jpg")
    #expect(try name("a/%d,%04d", 12, 5) == "a/12,0005")
    #expect(try name("100%%/%d%%%d", 1, 2) == "100%/1%2")
    #expect(try name("é%02d😀%02d", 1, 2) == "é01😀02")
    #expect(try name("%09d%d", 1, .max) == "0000000019223372036854775807")
  }

  @Test func levels() throws {
    #expect(try name("z%d/%02d_%02d.png", 3, 4, 2) == "z2/03_04.png")
    #expect(try name("z%d/%02d_%02d.png", 3, 4) == "z0/03_04.png")
    #expect(try name("Snowman_%02d_%02d.jpg", 3, 4, 1) == "Snowman_L1_03_04.jpg")
    #expect(try name("t/Snowman_%02d_%02d.jpg", 3, 4, 12) == "t/Snowman_L12_03_04.jpg")
    // Nothing ends with an underscore here.
    #expect(try name("%02d_%02d.jpg", 3, 4, 1) == nil)
    #expect(try name("a-%02d_%02d.jpg", 3, 4, 1) == nil)
    for pattern in ["Snowman_%02d_%02d.jpg", "%d/%d/%d"] {
      #expect(try name(pattern, 3, 4, -1) == nil)
      #expect(try name(pattern, -3, 4) == nil && name(pattern, 3, -4) == nil)
    }
  }

  @Test(arguments: [
    "%s_%02d", "%n%n", "%99999d_%d", "%*d_%d", "%2d_%2d", "%00d_%d", "%0", "%", "%d_%d%", "%0x1_%d",
    "%02d %", "%ld_%d", "%1$d_%2$d", "%05", "%é_%d", "\u{0}%d%d", "", "a", "%d", "%d_%d_%d_%d",
    "../%d_%d", "a/../%d_%d", "..", "%d/../%d",
  ])
  func hostilePatterns(pattern: String) {
    let error = #expect(throws: ImageError.self) { try TileNames(pattern) }
    #expect(error?.code == .badPattern && error?.message.hasSuffix(".") == true)
  }

  @Test func aLongPattern() throws {
    #expect(throws: ImageError.self) {
      try TileNames(String(repeating: "a", count: 4093) + "%d%d")
    }
    #expect(try name(String(repeating: "a", count: 4092) + "%d%d", 1, 2)?.utf8.count == 4094)
    #expect(try name("..a/%d_..%d", 1, 2) == "..a/1_..2")
  }
}

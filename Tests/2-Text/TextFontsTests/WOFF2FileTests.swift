// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import Testing
import TextModel
import TextTestSupport

@testable import TextFonts

/// Files of WOFF2 that fonttools packed (`Scripts/build/test-fonts`): outlines, places and advances
/// are in the forms of WOFF2.
struct WOFF2FileTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    try #require(try ScopedFile(BundledFonts.testPath(name)).open().contents(limit: 1 << 20))
  }

  private func error(_ data: [UInt8]) -> FontError? {
    do {
      _ = try FontFile(data: data).face()
      return nil
    } catch {
      return error
    }
  }

  /// Compares all that is read of two faces.
  private func expectSame(_ face: FontFace, _ other: FontFace, _ name: String) {
    #expect(face.names == other.names && face.traits == other.traits, "\(name)")
    #expect(face.glyphCount == other.glyphCount && face.axes == other.axes, "\(name)")
    var heaviest: [FontVariation] = []
    for axis in face.axes { heaviest.append(FontVariation(tag: axis.tag, value: axis.maximum)) }
    for variations in [[], heaviest] {
      let (font, expected) = (face.font(variations: variations), other.font(variations: variations))
      for glyph in 0..<UInt32(face.glyphCount) {
        #expect(font.outline(of: glyph) == expected.outline(of: glyph), "\(name) \(glyph)")
        #expect(font.freeTypeOutline(of: glyph) == expected.freeTypeOutline(of: glyph))
        #expect(font.advance(of: glyph) == expected.advance(of: glyph), "\(name) \(glyph)")
        let box = font.extents(of: glyph)
        let expectedBox = expected.extents(of: glyph)
        #expect(box?.minX == expectedBox?.minX && box?.maxY == expectedBox?.maxY)
      }
    }
  }

  @Test func aPackedFontIsTheFont() throws {
    for (name, original) in [
      ("ColorPaints", BundledFonts.testPath("ColorPaints.ttf")),
      ("ColorLayers", BundledFonts.testPath("ColorLayers.ttf")),
      // Outlines of other outlines, instructions, marks.
      ("NotoSansThai-Regular", BundledFonts.path("NotoSansThai-Regular.ttf")),
    ] {
      let packed = try bytes("\(name).woff2")
      let file = try FontFile(path: original)
      #expect(packed.count < file.byteCount)
      expectSame(try FontFile(data: packed).face(), try file.face(), name)
    }
  }

  @Test func aPackedCollectionHasItsFaces() throws {
    let file = try FontFile(data: try bytes("Collection.woff2"))
    #expect(file.faceCount == 2)
    for (index, name) in ["ColorLayers.ttf", "VerticalForms.ttf"].enumerated() {
      expectSame(
        try file.face(at: index), try FontFile(path: BundledFonts.testPath(name)).face(), name)
    }
    // Equal tables stand in the file once.
    let apart = try ["ColorLayers.ttf", "VerticalForms.ttf"].map {
      try FontFile(path: BundledFonts.testPath($0)).byteCount
    }
    #expect(file.byteCount < apart.reduce(0, +))
  }

  /// Each kind of point has the sizes of the table in the standard (5.2).
  @Test func pointsAreReadAsTheStandardHasThem() throws {
    /// One glyph of a contour of one point.
    func glyph(_ flag: UInt8, _ distances: [UInt8]) -> [UInt8]? {
      var packed: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0]
      let parts: [[UInt8]] = [
        [0, 1], [1], [flag], distances + [0], [], [0, 0, 0, 0], [],
      ]
      for part in parts { packed.append32(UInt32(part.count)) }
      for part in parts { packed += part }
      return WOFF2Glyphs(ByteCursor(packed, 0..<packed.count), mostBytes: 1000)?.outlines
    }
    func point(_ flag: UInt8, _ distances: [UInt8]) -> [Int]? {
      glyph(flag, distances).map {
        // The box of a single point is the point.
        [
          Int(Int16(bitPattern: UInt16($0[2]) << 8 | UInt16($0[3]))),
          Int(Int16(bitPattern: UInt16($0[4]) << 8 | UInt16($0[5]))),
        ]
      }
    }
    #expect(point(0, [5]) == [0, -5])
    #expect(point(9, [5]) == [0, 4 * 256 + 5])
    #expect(point(10, [5]) == [-5, 0])
    #expect(point(19, [7]) == [4 * 256 + 7, 0])
    // Flags 20, 34 and 83 of the standard's table: -1 and -1; -1 - 0 and -1 - 48 … 63.
    #expect(point(20, [0x00]) == [-1, -1])
    #expect(point(23, [0xF2]) == [16, 3])
    #expect(point(83, [0xFF]) == [64, 64])
    #expect(point(84, [9, 8]) == [-10, -9])
    #expect(point(119, [255, 255]) == [768, 768])
    #expect(point(120, [1, 0x23, 0x45]) == [-0x12, -0x345])
    #expect(point(123, [0xFF, 0xFF, 0xFF]) == [4095, 4095])
    #expect(point(127, [0x12, 0x34, 0x56, 0x78]) == [0x1234, 0x5678])
    // More than 16 bits; bytes are missing.
    #expect(point(127, [0x80, 0x00, 0, 0]) == nil)
    #expect(point(127, [1]) == nil)
    // The top bit says that the point is off the curve.
    #expect(try #require(glyph(9, [5]))[14] & 1 == 1)
    #expect(try #require(glyph(0x89, [5]))[14] & 1 == 0)
  }

  @Test func damagedFilesAreRefused() throws {
    for name in ["NotoSansThai-Regular.woff2", "ColorPaints.woff2", "Collection.woff2"] {
      let packed = try bytes(name)
      #expect(error(packed) == nil)
      for count in [4, 47, 60, packed.count / 2, packed.count - 1] {
        let error = error(Array(packed.prefix(count)))
        #expect(error?.code == .malformed && error?.message.contains("WOFF2") == true)
      }
      var random = SeededGenerator(seed: 7)
      for _ in 0..<300 {
        var damaged = packed
        for _ in 0..<2 {
          damaged[Int.random(in: 0..<200, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        if let message = error(damaged)?.message { #expect(!message.isEmpty) }
      }
    }
    // The first table is 4 GiB; the directory names more tables than it has; a number has zeros
    // before it.
    let packed = try bytes("ColorLayers.woff2")
    func changed(_ place: Int, _ bytes: [UInt8]) -> FontError? {
      var damaged = packed
      damaged.replaceSubrange(place..<(place + bytes.count), with: bytes)
      return error(damaged)
    }
    #expect(changed(49, [0x8F, 0xFF, 0xFF, 0xFF, 0x7F])?.code == .tooLarge)
    #expect(changed(12, [0xFF, 0xFF])?.message.contains("list of tables") == true)
    #expect(changed(49, [0x80])?.message.contains("list of tables") == true)
    #expect(changed(8, [0, 0, 0, 1])?.message.contains("header") == true)
    // Two tables of one name.
    var second = 49
    while packed[second] & 0x80 != 0 { second += 1 }
    let repeated = changed(second + 1, [packed[48]])
    #expect(repeated?.message.contains("contradict") == true, "\(repeated?.message ?? "")")
  }

  /// A small file cannot ask for much memory: the sizes of all tables are bounded together.
  @Test func sizesAreBoundedTogether() throws {
    var file: [UInt8] = Array("wOF2".utf8)
    file.append32(0x0001_0000)
    file.append32(48 + 3 * 6)
    file.append16(3)
    file += [UInt8](repeating: 0, count: 34)
    // Three tables of 256 MiB each.
    for index: UInt8 in 0..<3 { file += [index, 0x81, 0x80, 0x80, 0x80, 0x00] }
    #expect(TextLimits.fontFileBytes == 512 << 20)
    #expect(error(file)?.code == .tooLarge)
    // One of 16 MiB, of which 3 bytes are packed.
    var small = Array(file[..<48]) + [0, 0x88, 0x80, 0x80, 0x00, 1, 2, 3]
    small.set32(UInt32(small.count), at: 8)
    small[13] = 1
    small.set32(3, at: 20)
    #expect(error(small)?.message.contains("100 times its size") == true)
  }
}

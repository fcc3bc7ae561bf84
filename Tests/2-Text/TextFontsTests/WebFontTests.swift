// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImageDeflate
import Testing
import TextTestSupport

@testable import TextFonts

/// Files of WOFF, which the tests pack themselves.
struct WebFontTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let blob = try FontFile(path: BundledFonts.path(name)).blob
    return blob.copy(0..<blob.count)
  }

  private func error(_ data: [UInt8]) -> FontError? {
    do {
      _ = try FontFile(data: data).face()
      return nil
    } catch {
      return error
    }
  }

  /// The tables of a font, packed; each begins where the last one ends.
  private func packed(_ font: [UInt8]) -> [UInt8] {
    func number(_ start: Int, _ length: Int) -> Int {
      font[start..<start + length].reduce(0) { $0 << 8 | Int($1) }
    }
    func bytes(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let count = number(4, 2)
    var (directory, contents): ([UInt8], [UInt8]) = ([], [])
    for table in 0..<count {
      let record = 12 + 16 * table
      let whole = Array(font[number(record + 8, 4)...].prefix(number(record + 12, 4)))
      var length = compressBound(uLong(whole.count))
      var part = [UInt8](repeating: 0, count: Int(length))
      _ = unsafe compress(&part, &length, whole, uLong(whole.count))
      part = Int(length) < whole.count ? Array(part.prefix(Int(length))) : whole
      directory += font[record..<record + 4]
      directory += bytes(44 + 20 * count + contents.count, 4)
      directory += bytes(part.count, 4) + bytes(whole.count, 4) + font[record + 4..<record + 8]
      contents += part + [UInt8](repeating: 0, count: -part.count & 3)
    }
    let size = 44 + directory.count + contents.count
    let head = Array("wOFF".utf8) + font[0..<4] + bytes(size, 4) + bytes(count, 2) + bytes(0, 2)
    return head + bytes(font.count, 4) + [UInt8](repeating: 0, count: 24) + directory + contents
  }

  @Test func aPackedFontIsTheFont() throws {
    for name in ["NotoSansThai-Regular.ttf", "NotoSansCJK-Common.otf"] {
      let font = try bytes(name)
      let packed = packed(font)
      #expect(packed.count < font.count)
      let face = try FontFile(data: packed).face()
      let other = try FontFile(data: font).face()
      #expect(face.names == other.names && face.traits == other.traits)
      #expect(face.glyphCount == other.glyphCount)
      for glyph in 0..<UInt32(40) {
        #expect(face.font().outline(of: glyph) == other.font().outline(of: glyph))
      }
    }
  }

  @Test func damagedFilesAreRefused() throws {
    let packed = packed(try bytes("NotoSansThai-Regular.ttf"))
    #expect(error(packed) == nil)
    for count in [4, 43, 60, packed.count / 2, packed.count - 1] {
      #expect(error(Array(packed.prefix(count)))?.code == .malformed, "\(count) bytes")
    }
    func changed(_ offset: Int, _ bytes: [UInt8]) -> FontError? {
      var damaged = packed
      damaged.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return error(damaged)
    }
    // The second table begins within the first one, one ends past the file, one is larger than said.
    #expect(changed(44 + 20 + 4, Array(packed[48..<52]))?.message.contains("overlap") == true)
    #expect(changed(48, [0x7F, 0xFF, 0xFF, 0xFF])?.code == .malformed)
    #expect(changed(44 + 12, [0x7F, 0xFF, 0xFF, 0xFF])?.code == .tooLarge)
    let count = Int(packed[13])
    #expect(changed(44 + 20 * count + 8, [0xFF, 0xFF, 0xFF])?.code == .malformed)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var damaged = packed
      for _ in 0..<4 {
        damaged[Int.random(in: 0..<2000, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = error(damaged)
    }
  }
}

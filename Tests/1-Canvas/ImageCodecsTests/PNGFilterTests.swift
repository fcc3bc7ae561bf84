// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasDrawing
@testable import ImageCodecs

/// The choice of filters for the rows of a PNG.
struct PNGFilterTests {
  /// A picture of opaque pixels.
  private func picture(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> (UInt8, UInt8, UInt8)
  ) throws -> Bitmap {
    var buffer = try BitmapBuffer(width: width, height: height)
    let stride = buffer.bytesPerRow
    buffer.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let (r, g, b) = color(x, y)
          (bytes[y * stride + 4 * x], bytes[y * stride + 4 * x + 1]) = (r, g)
          (bytes[y * stride + 4 * x + 2], bytes[y * stride + 4 * x + 3]) = (b, 255)
        }
      }
    }
    return buffer.freeze()
  }

  private func noise(_ x: Int, _ y: Int) -> Int { (x * 7919 + y * 104_729 + x * y * 31) % 7 }

  private func photograph() throws -> Bitmap {
    try picture(300, 200) { x, y in
      let value = 60 + x / 3 + y / 4
      return (
        UInt8(value + noise(x, y)), UInt8(value + noise(y, x)), UInt8(200 - y / 2 + noise(x, 2 * y))
      )
    }
  }

  @Test func aPhotographIsFilteredAndSurvives() throws {
    let picture = try photograph()
    let rows = PNGRows(picture, reducesColor: true)
    #expect(rows.smoothRows.count == 200 && rows.smoothRows.allSatisfy(\.self))
    let png = try picture.pngData()
    #expect(try Bitmap(png: png) == picture)
    // Stored plainly it takes 180,000 bytes; packed without filters 132,000 and more.
    #expect(png.count < 110_000, "\(png.count)")
  }

  @Test func flatColorsAndSharpEdgesAreNot() throws {
    let flat = try picture(300, 40) { x, y in
      (x / 3 + y) % 5 == 0 ? (UInt8(x & 255), 9, UInt8(y)) : (255, 255, 255)
    }
    #expect(PNGRows(flat, reducesColor: true).smoothRows.allSatisfy { !$0 })
    #expect(try Bitmap(png: flat.pngData()) == flat)
    // The indexes of a palette are no amounts.
    let few = try picture(300, 40) { x, _ in (UInt8(x / 2), 0, 7) }
    #expect(PNGRows(few, reducesColor: true).smoothRows.allSatisfy { !$0 })
  }

  /// Rows that repeat the one before, shifted, are smaller without filters.
  @Test func aGradientThatRepeatsItselfIsNot() throws {
    let gradient = try picture(600, 600) { x, y in
      let t = (x + y) * 255 / 1200
      return (UInt8(t), UInt8(80 + t / 3), UInt8((x + y) * 40 / 1200))
    }
    let rows = PNGRows(gradient, reducesColor: false)
    let png = try gradient.pngData(options: PNGOptions(reducesColor: false))
    #expect(try Bitmap(png: png) == gradient)
    #expect(rows.height == 600 && png.count < 40_000, "\(png.count)")
  }

  @Test func theSampleIsTheMiddleOfTheLongestSmoothRun() {
    #expect(PNGRows.sample(of: [false, false]) == nil)
    #expect(PNGRows.sample(of: [true, false, true, true, false]) == 2..<4)
    #expect(PNGRows.sample(of: [Bool](repeating: true, count: 100)) == 18..<82)
  }
}

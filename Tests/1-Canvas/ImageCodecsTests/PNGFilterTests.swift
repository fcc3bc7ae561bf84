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
    try PixelPicture.make(width, height) { x, y in
      let (r, g, b) = color(x, y)
      return [r, g, b, 255]
    }
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

  /// The filters of all rows of a file, as another program reads them: zlib unpacks its stream.
  private func filters(of png: [UInt8], _ picture: Bitmap) throws -> [UInt8] {
    let rows = try Inflated.bytes(of: PNGChunk.data(of: "IDAT", in: png))
    let rowBytes = rows.count / picture.height
    #expect(rowBytes * picture.height == rows.count)
    return stride(from: 0, to: rows.count, by: rowBytes).map { rows[$0] }
  }

  @Test func aPhotographIsFilteredAndSurvives() throws {
    let picture = try photograph()
    let png = try picture.pngData()
    #expect(try Bitmap(png: png) == picture)
    // Stored plainly it takes 180,000 bytes; packed without filters 132,000 and more.
    #expect(png.count < 110_000, "\(png.count)")
    // Among the filters are those of text, none and up, and others.
    #expect(try Set(filters(of: png, picture)).contains { $0 != 0 && $0 != 2 })
  }

  @Test func flatColorsAndSharpEdgesAreFilteredAsText() throws {
    // Rows 10 to 39 are as the one above; the others have nothing in common with theirs.
    let flat = try picture(300, 40) { x, y in
      let band = min(y, 10)
      return (x / 3 + band * band) % 5 == 0 ? (UInt8(x & 255), 9, UInt8(band)) : (255, 255, 255)
    }
    let png = try flat.pngData()
    #expect(try Bitmap(png: png) == flat)
    let filters = try filters(of: png, flat)
    #expect(filters[11...].allSatisfy { $0 == 2 } && filters.allSatisfy { $0 == 0 || $0 == 2 })
    #expect(filters[0] == 0)
  }

  @Test func aPaletteIsNotFiltered() throws {
    // The indexes of a palette are no amounts.
    let few = try picture(300, 40) { x, _ in (UInt8(x / 2), 0, 7) }
    let png = try few.pngData()
    #expect(try Bitmap(png: png) == few && png[25] == 3)
    #expect(try filters(of: png, few).allSatisfy { $0 == 0 })
  }

  /// Rows that repeat the one before, shifted, are smaller with the filters of text.
  @Test func aGradientThatRepeatsItselfIsNot() throws {
    let gradient = try picture(600, 600) { x, y in
      let t = (x + y) * 255 / 1200
      return (UInt8(t), UInt8(80 + t / 3), UInt8((x + y) * 40 / 1200))
    }
    let png = try gradient.pngData(options: PNGOptions(reducesColor: false))
    #expect(try Bitmap(png: png) == gradient)
    #expect(png.count < 40_000, "\(png.count)")
    #expect(try filters(of: png, gradient).allSatisfy { $0 == 0 || $0 == 2 })
  }

  @Test func theSampleIsTheMiddleOfTheLongestSmoothRun() {
    #expect(PNGEncoder.sample(of: [false, false], rowBytes: 100) == nil)
    #expect(PNGEncoder.sample(of: [true, false, true, true, false], rowBytes: 100) == 2..<4)
    let all = [Bool](repeating: true, count: 100)
    #expect(PNGEncoder.sample(of: all, rowBytes: 4_096) == 42..<58)
    #expect(PNGEncoder.sample(of: all, rowBytes: 30_000) == 49..<51)
    #expect(PNGEncoder.sample(of: all, rowBytes: 70_000) == 49..<50)
  }
}

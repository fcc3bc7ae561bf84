// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import Testing
import TextTestSupport

/// PNG files with bytes changed at random: each is read or refused.
@Suite struct DamagedPNGTests {
  private func pictures() throws -> [[UInt8]] {
    var files: [[UInt8]] = []
    for (format, options) in [
      (PixelFormat.rgba8, PNGOptions()), (.rgba8, PNGOptions(level: 0, reducesColor: false)),
      (.alpha8, PNGOptions()),
    ] {
      var context = try GraphicsContext(pixels: PixelSize(width: 37, height: 23), format: format)
      for i in 0..<9 {
        let part = Double(i) / 9
        try context.fill(
          Rect(x: part * 30, y: part * 20, width: 7.5, height: 6.25),
          with: Color(red: Double(part), green: 0.5, blue: 1 - Double(part), alpha: 0.75))
      }
      files.append(try context.makeBitmap().pngData(options: options))
    }
    return files
  }

  @Test func readsOrRefuses() throws {
    var random = SeededGenerator(seed: 11)
    let files = try pictures()
    var (read, refused) = (0, 0)
    for _ in 0..<1500 {
      var file = files[Int.random(in: 0..<files.count, using: &random)]
      if Int.random(in: 0..<8, using: &random) == 0 {
        file.removeLast(Int.random(in: 0...file.count, using: &random))
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !file.isEmpty {
        // Mostly in the header, whose numbers say how much memory is taken.
        let reach = Bool.random(using: &random) ? min(40, file.count) : file.count
        file[Int.random(in: 0..<reach, using: &random)] =
          [0, 1, 3, 4, 16, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      do throws(GraphicsError) {
        let bitmap = try Bitmap(png: file)
        #expect(bitmap.width > 0 && bitmap.height > 0)
        read += 1
      } catch {
        #expect([.badPNG, .tooLarge, .allocationFailed].contains(error.code), "\(error)")
        refused += 1
      }
    }
    #expect(read > 100)
    #expect(refused > 500)
  }
}

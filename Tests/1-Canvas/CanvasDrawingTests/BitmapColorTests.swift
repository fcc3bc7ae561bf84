// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry

@Suite("Colours of a bitmap's pixels")
struct BitmapColorTests {
  private func bitmap(_ bytes: [UInt8], _ format: PixelFormat) throws -> Bitmap {
    var buffer = try BitmapBuffer(
      width: bytes.count / format.bytesPerPixel, height: 1, format: format)
    buffer.withUnsafeMutableBytes { target in
      for (index, byte) in bytes.enumerated() { target[index] = byte }
    }
    return buffer.freeze()
  }

  @Test("Premultiplied components are divided by alpha")
  func straight() throws {
    let bitmap = try bitmap([255, 0, 51, 255, 51, 102, 0, 102, 0, 0, 0, 0], .rgba8)
    #expect(bitmap.color(x: 0, y: 0) == Color(red: 1, green: 0, blue: 0.2))
    #expect(bitmap.color(x: 1, y: 0) == Color(red: 0.5, green: 1, blue: 0, alpha: 0.4))
    #expect(bitmap.color(x: 2, y: 0) == .clear)
  }

  @Test("Coverage is the alpha of black")
  func coverage() throws {
    let bitmap = try bitmap([0, 51], .alpha8)
    #expect(bitmap.color(x: 1, y: 0) == Color(white: 0, alpha: 0.2))
  }
}

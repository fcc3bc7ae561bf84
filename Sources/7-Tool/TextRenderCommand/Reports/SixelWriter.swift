// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing

/// A picture as DEC sixels: bands of six rows, with one pass for each colour of a band.
///
/// Colours are reduced to a 6×6×6 cube, on a white background.
enum SixelWriter {
  /// Returns the escape sequence that shows the picture.
  static func sequence(for image: Bitmap) -> [UInt8] {
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)".utf8)
    for color in 0..<216 {
      let (r, g, b) = (color / 36 * 20, color / 6 % 6 * 20, color % 6 * 20)
      bytes += Array("#\(color);2;\(r);\(g);\(b)".utf8)
    }
    var band = [UInt8](repeating: 0, count: image.width * 6)
    var top = 0
    while top < image.height {
      let rows = min(6, image.height - top)
      var used = [Bool](repeating: false, count: 216)
      for y in 0..<rows {
        for x in 0..<image.width {
          let color = index(of: image.pixel(x: x, y: top + y))
          band[y * image.width + x] = UInt8(color)
          used[color] = true
        }
      }
      for color in 0..<216 where used[color] {
        bytes += Array("#\(color)".utf8)
        append(band, width: image.width, rows: rows, color: UInt8(color), to: &bytes)
        bytes.append(UInt8(ascii: "$"))
      }
      bytes.append(UInt8(ascii: "-"))
      top += 6
    }
    bytes += Array("\u{1B}\\\n".utf8)
    return bytes
  }

  /// The nearest colour of the cube to a premultiplied pixel over white.
  private static func index(of pixel: UInt32) -> Int {
    let rest = 255 - Int(pixel >> 24)
    func step(_ shift: UInt32) -> Int {
      (min(255, Int(pixel >> shift & 255) + rest) * 5 + 127) / 255
    }
    return step(0) * 36 + step(8) * 6 + step(16)
  }

  /// Appends the pixels of one colour in a band, run-length encoded.
  private static func append(
    _ band: [UInt8], width: Int, rows: Int, color: UInt8, to bytes: inout [UInt8]
  ) {
    var last: UInt8 = 0
    var count = 0
    func flush() {
      if count > 3 {
        bytes += Array("!\(count)".utf8)
        bytes.append(last)
      } else {
        for _ in 0..<count { bytes.append(last) }
      }
    }
    for x in 0..<width {
      var bits: UInt8 = 0
      for y in 0..<rows where band[y * width + x] == color { bits |= 1 << UInt8(y) }
      let letter = 63 + bits
      if letter == last {
        count += 1
      } else {
        flush()
        last = letter
        count = 1
      }
    }
    // Empty columns at the right end are omitted.
    if last != 63 { flush() }
  }
}

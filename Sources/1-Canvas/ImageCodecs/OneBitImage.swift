// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
package import CanvasDrawing
import CanvasGeometry
package import SystemConcurrency

/// How the pixels of a picture become black and white.
package struct OneBitOptions: Hashable, Sendable {
  /// The grey levels that are shown by patterns of black and white pixels.
  package enum Dither: String, CaseIterable, Sendable {
    /// None: a pixel is white from the threshold on. Text and lines are as sharp as can be.
    case none
    /// A pattern of 8 by 8 pixels, the same everywhere (Bayer): flat areas look even, and what does
    /// not change keeps its pixels.
    case ordered
    /// The error of a pixel is passed on to its neighbours (Floyd and Steinberg): photographs keep
    /// most of their shapes.
    case floydSteinberg = "floyd-steinberg"
  }

  package var dither: Dither
  /// The least brightness of a white pixel, from 0 to 1, where black is 0 and white 1.
  package var threshold: Double

  package init(dither: Dither = .none, threshold: Double = 0.5) {
    (self.dither, self.threshold) = (dither, threshold)
  }
}

/// A picture of black and white pixels, as receipts, labels and electronic paper show it. As PNG it
/// is packed with one bit a pixel, since it has no other colours.
///
/// Colours lie upon white. Their brightness is 0.299 R + 0.587 G + 0.114 B of the stored numbers
/// (ITU-R BT.601), which printers and other programs take for grey, too.
struct OneBitImage {
  let size: PixelSize
  /// A byte for each pixel, row by row: 0 is black, 255 white.
  private let pixels: [UInt8]

  /// Turns straight RGBA pixels into black and white.
  ///
  /// - Parameters:
  ///   - size: The columns and rows, not empty.
  ///   - poll: Called every 32,768 pixels.
  ///   - row: Writes the pixels of a row.
  /// - Throws: What `poll` throws.
  /// - Complexity: O(pixels).
  init<E: Error>(
    size: PixelSize, _ options: OneBitOptions, poll: () throws(E) -> Void,
    row: (_ y: Int, _ target: inout MutableSpan<UInt8>) -> Void
  ) throws(E) {
    self.size = size
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.width * size.height)
    var straight = [UInt8](repeating: 0, count: 4 * size.width)
    var levels = Levels(width: size.width, options)
    let rowsBetweenPolls = 1 + (1 << 15) / max(1, size.width)
    for y in 0..<size.height {
      if y % rowsBetweenPolls == 0 { try poll() }
      var span = straight.mutableSpan
      row(y, &span)
      levels.append(straight.span, y, to: &pixels)
    }
    self.pixels = pixels
  }

  /// The brightness of a straight RGBA pixel upon white, 0 to 255.
  static func brightness(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> Int {
    // Shares of 65,536, whose sum is that number.
    let gray = (Int(red) * 19595 + Int(green) * 38470 + Int(blue) * 7471 + 0x8000) >> 16
    return alpha == 255 ? gray : (gray * Int(alpha) + 255 * (255 - Int(alpha)) + 127) / 255
  }

  /// A PBM file: rows of bits, 1 for black, each padded to whole bytes (Netpbm, PBM, `P4`).
  var pbm: [UInt8] {
    var file = Array("P4\n\(size.width) \(size.height)\n".utf8)
    file.reserveCapacity(file.count + (size.width + 7) / 8 * size.height)
    for y in 0..<size.height {
      let row = y * size.width
      for x in stride(from: 0, to: size.width, by: 8) {
        var byte: UInt8 = 0
        for bit in 0..<min(8, size.width - x) where pixels[row + x + bit] == 0 {
          byte |= 0x80 >> UInt8(bit)
        }
        file.append(byte)
      }
    }
    return file
  }
}

extension Bitmap {
  /// The image in black and white, opaque.
  ///
  /// - Throws: `GraphicsError` with `allocationFailed`, `CancellationError`.
  /// - Complexity: O(pixels).
  package func blackAndWhite(
    _ options: OneBitOptions, _ cancellation: Cancellation = .never
  ) throws -> Bitmap {
    try OneBitImage(self, options, cancellation).bitmap()
  }
}

extension OneBitImage {
  /// The picture as RGBA.
  ///
  /// - Throws: `GraphicsError` with `allocationFailed`.
  func bitmap() throws(GraphicsError) -> Bitmap {
    var buffer = try BitmapBuffer(width: size.width, height: size.height, pool: .shared)
    let perRow = buffer.bytesPerRow / 4
    buffer.withMutablePixels { target in
      for y in 0..<size.height {
        for x in 0..<size.width {
          target[y * perRow + x] = pixels[y * size.width + x] == 0 ? 0xFF00_0000 : 0xFFFF_FFFF
        }
      }
    }
    return buffer.freeze()
  }

  /// Turns a bitmap into black and white.
  init(
    _ image: Bitmap, _ options: OneBitOptions, _ cancellation: Cancellation
  ) throws {
    try self.init(
      size: image.pixelSize, options,
      poll: { () throws(any Error) in try cancellation.check() },
      row: { y, target in
        image.copyStraightPixels(
          in: PixelRect(x: 0, y: y, width: image.width, height: 1), to: &target, at: 0)
      })
  }
}

/// The choice of black or white for the pixels of one row after the other.
private struct Levels {
  private let options: OneBitOptions
  private let width: Int
  /// The least brightness of white, in 255ths.
  private let least: Int
  /// What the pixels of the next row get of the errors above them, in sixteenths, with a place more
  /// at both ends.
  private var errors: [Int]

  init(width: Int, _ options: OneBitOptions) {
    (self.width, self.options) = (width, options)
    least = Int((min(max(options.threshold, 0), 1) * 255).rounded(.up))
    errors = [Int](repeating: 0, count: options.dither == .floydSteinberg ? width + 2 : 0)
  }

  /// Adds the pixels of a row, which are straight RGBA.
  mutating func append(_ row: Span<UInt8>, _ y: Int, to pixels: inout [UInt8]) {
    func brightness(_ x: Int) -> Int {
      OneBitImage.brightness(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3])
    }
    switch options.dither {
    case .none:
      for x in 0..<width { pixels.append(brightness(x) >= least ? 255 : 0) }
    case .ordered:
      // The threshold is the middle of those of the pattern. Black stays black, and white white.
      for x in 0..<width {
        let step = Self.bayer[(y & 7) * 8 + x & 7]
        let limit = (2 * step + 1) * 255 + (least - 128) * 128
        pixels.append(brightness(x) * 128 >= min(max(limit, 128), 255 * 128) ? 255 : 0)
      }
    case .floydSteinberg:
      var (right, aboveRight) = (0, 0)
      for x in 0..<width {
        let value = brightness(x) + (errors[x + 1] + right) / 16
        let level = min(max(value, 0), 255)
        let isWhite = level >= least
        pixels.append(isWhite ? 255 : 0)
        let error = level - (isWhite ? 255 : 0)
        // Seven sixteenths go to the right; three, five and one to the row below.
        right = 7 * error
        errors[x] += 3 * error
        errors[x + 1] = aboveRight + 5 * error
        aboveRight = error
      }
      errors[0] = 0
    }
  }

  /// The order in which the pixels of a square become white (Bayer 1973).
  private static let bayer: [Int] = {
    var pattern = [0]
    for side in [1, 2, 4] {
      var larger = [Int](repeating: 0, count: 4 * side * side)
      for y in 0..<side {
        for x in 0..<side {
          let value = 4 * pattern[y * side + x]
          larger[y * 2 * side + x] = value
          larger[y * 2 * side + x + side] = value + 2
          larger[(y + side) * 2 * side + x] = value + 3
          larger[(y + side) * 2 * side + x + side] = value + 1
        }
      }
      pattern = larger
    }
    return pattern
  }()
}

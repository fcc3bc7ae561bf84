// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
package import HostViews
internal import LayerCompositing

/// The bytes of a picture that goes to viewers; all numbers are little-endian.
///
/// | bytes | hold |
/// |---|---|
/// | 0 | the version, 1 |
/// | 1 | the form: 1 for raw pixels, 2 for PNG |
/// | 2–3 | the number of rectangles, n |
/// | 4–7, 8–11 | the width and the height of the picture, in pixels |
/// | 12–15 | 1 if the picture is whole, else 0 |
/// | 16–23 | the time that it shows, a `Float64` in seconds |
/// | 24–31 | device pixels per point, a `Float64` |
/// | 32–39 | the sequence of the frame |
/// | 40… | n times x, y, width, height, 4 bytes each |
/// | … | the pixels of each rectangle row by row, R, G, B, A, not premultiplied; or a PNG file |
package struct FrameMessage: Sendable {
  /// The version of the form of messages.
  package static let version: UInt8 = 1
  /// The bytes before the rectangles.
  package static let headerSize = 40

  package let update: ViewerState.Update
  /// The whole picture as PNG; `nil` for raw pixels.
  private let png: [UInt8]?

  /// Creates the message of raw pixels.
  package init(_ update: ViewerState.Update) { (self.update, png) = (update, nil) }

  /// Creates the message of a PNG file.
  ///
  /// - Parameters:
  ///   - update: A whole picture.
  ///   - png: The file.
  package init(_ update: ViewerState.Update, png: [UInt8]) {
    (self.update, self.png) = (update, png)
  }

  /// The size, in bytes.
  package var byteCount: Int {
    Self.headerSize + 16 * update.region.rectangles.count
      + (png?.count ?? update.region.pixelCount * 4)
  }

  /// Writes the message.
  ///
  /// - Parameter bytes: Exactly ``byteCount`` bytes.
  /// - Complexity: O(pixels of the rectangles): copies where they are opaque.
  package func write(to bytes: inout MutableSpan<UInt8>) {
    precondition(bytes.count == byteCount)
    let (frame, rectangles) = (update.frame, update.region.rectangles)
    bytes[0] = Self.version
    bytes[1] = png == nil ? 1 : 2
    Self.put(UInt16(rectangles.count), at: 2, of: &bytes)
    Self.put(UInt32(frame.image.width), at: 4, of: &bytes)
    Self.put(UInt32(frame.image.height), at: 8, of: &bytes)
    Self.put(UInt32(update.isWhole ? 1 : 0), at: 12, of: &bytes)
    Self.put(frame.time.bitPattern, at: 16, of: &bytes)
    Self.put(frame.scale.bitPattern, at: 24, of: &bytes)
    Self.put(UInt64(max(0, frame.sequence)), at: 32, of: &bytes)
    var at = Self.headerSize
    for area in rectangles {
      for value in [area.x, area.y, area.width, area.height] {
        Self.put(UInt32(value), at: at, of: &bytes)
        at += 4
      }
    }
    if let png {
      for byte in png {
        bytes[at] = byte
        at += 1
      }
      return
    }
    for area in rectangles {
      frame.image.copyStraightPixels(in: area, to: &bytes, at: at)
      at += area.width * area.height * 4
    }
  }

  private static func put<Number: FixedWidthInteger & UnsignedInteger>(
    _ number: Number, at offset: Int, of bytes: inout MutableSpan<UInt8>
  ) {
    for i in 0..<MemoryLayout<Number>.size {
      bytes[offset + i] = UInt8(truncatingIfNeeded: number >> Number(8 * i))
    }
  }
}

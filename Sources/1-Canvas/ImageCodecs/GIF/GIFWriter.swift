// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

/// A writer of animated GIFs, piece by piece: no more than one frame is in memory.
///
/// Delays are hundredths of a second; their rounding does not add up over a film.
///
/// Source: GIF89a specification; the application extension `NETSCAPE2.0`.
package struct GIFWriter: Sendable {
  private let frameCount: Int
  private let rate: Double
  private let loops: Int
  /// The number of frames so far.
  private var count = 0

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames, above 0.
  ///   - rate: Frames a second, finite and above 0.
  ///   - loops: How often the film is shown, up to 65,536; 0 for ever.
  package init(frameCount: Int, framesPerSecond rate: Double, loops: Int = 0) {
    precondition(frameCount > 0 && rate > 0 && rate.isFinite && (0...1 << 16).contains(loops))
    self.frameCount = frameCount
    self.rate = rate
    self.loops = loops
  }

  /// Returns the bytes of the next frame, after those of the header if it is the first, and before
  /// the end of the file if it is the last.
  ///
  /// - Precondition: Fewer than all frames are written, and all are of one size.
  /// - Complexity: O(bytes).
  package mutating func bytes(of frame: GIFFrame) -> [UInt8] {
    precondition(count < frameCount, "more frames than were announced")
    var bytes: [UInt8] = []
    if count == 0 { appendHeader(frame, to: &bytes) }
    appendControl(frame, to: &bytes)
    bytes.append(0x2C)
    for value in [frame.area.x, frame.area.y, frame.area.width, frame.area.height] {
      Self.append16(value, to: &bytes)
    }
    // A palette of this frame, of 2^depth colours, follows.
    bytes.append(0x80 | UInt8(frame.depth - 1))
    for i in 0..<1 << frame.depth {
      let color = i < frame.colors.count ? frame.colors[i] : 0
      for shift in [0, 8, 16] as [UInt32] { bytes.append(UInt8(color >> shift & 255)) }
    }
    bytes += frame.data
    count += 1
    if count == frameCount { bytes.append(0x3B) }
    return bytes
  }

  private func appendHeader(_ frame: GIFFrame, to bytes: inout [UInt8]) {
    bytes += Array("GIF89a".utf8)
    Self.append16(frame.canvasWidth, to: &bytes)
    Self.append16(frame.canvasHeight, to: &bytes)
    // The flags stand for 8 bits a channel and no palette for all frames.
    bytes += [0x70, 0, 0]
    // The extension counts repetitions: a film without it is shown once.
    guard loops != 1 else { return }
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    Self.append16(max(0, loops - 1), to: &bytes)
    bytes.append(0)
  }

  private func appendControl(_ frame: GIFFrame, to bytes: inout [UInt8]) {
    // Disposal 1 keeps the frame; 2 clears its rectangle before the next frame.
    let disposal: UInt8 = frame.isOpaque ? 1 : 2
    bytes += [0x21, 0xF9, 4, disposal << 2 | 1]
    let delay = FrameDelay.centiseconds(frame: count, framesPerSecond: rate)
    Self.append16(Int(delay), to: &bytes)
    bytes += [UInt8(frame.colors.count), 0]
  }

  /// Appends a number of two bytes, the lowest first.
  private static func append16(_ value: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }
}

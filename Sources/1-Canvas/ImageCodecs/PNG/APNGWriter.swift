// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing

/// One frame of an APNG, packed: the part of the image that differs from the frame before.
///
/// A frame depends only on its image and the previous one, so frames are packed on many threads and
/// written in order.
package struct APNGFrame: Sendable {
  /// The size of the whole image.
  let canvasWidth: Int
  let canvasHeight: Int
  /// The part of the image that is stored.
  package let area: PixelRect
  /// Whether pixels are stored as RGB, without opacity.
  let isOpaque: Bool
  /// The rows, filtered and packed.
  let data: [UInt8]

  /// Packs a frame.
  ///
  /// An unchanged frame stores its first pixel, so that a film has as many frames as it has times.
  ///
  /// - Parameters:
  ///   - image: The image, `rgba8`.
  ///   - previous: The image of the frame before, of the same size; `nil` for the first frame.
  ///   - isOpaque: Whether opacity is left out; the same for all frames of a film.
  ///   - level: The level of compression, 0 to 9.
  /// - Throws: `badSize` for images of two sizes, `allocationFailed`.
  /// - Complexity: O(pixels).
  package init(
    _ image: Bitmap, after previous: Bitmap?, isOpaque: Bool, level: Int = 5
  ) throws(GraphicsError) {
    precondition(image.format == .rgba8, "frames of a film are RGBA")
    (canvasWidth, canvasHeight) = (image.width, image.height)
    self.isOpaque = isOpaque
    area = try Self.changes(of: image, since: previous)
    guard let png = image.encodedPNG(in: area, choice: isOpaque ? .opaque : .kept, level: level)
    else {
      throw GraphicsError(.allocationFailed, "No memory to pack a frame as PNG.")
    }
    data = PNGChunk.data(of: "IDAT", in: png)
  }

  /// The part of an image that a film stores: all of the first image, otherwise what differs from
  /// the previous image, at least one pixel.
  ///
  /// - Throws: `badSize` for images of two sizes.
  static func changes(
    of image: Bitmap, since previous: Bitmap?
  ) throws(GraphicsError) -> PixelRect {
    guard let previous else { return PixelRect(width: image.width, height: image.height) }
    guard image.pixelSize == previous.pixelSize, image.format == previous.format else {
      throw GraphicsError(.badSize, "The frames of a film differ in size.")
    }
    let changes = image.difference(from: previous)
    return changes.isEmpty ? PixelRect(width: 1, height: 1) : changes
  }
}

/// A writer of animated PNGs, piece by piece: no more than one frame is in memory.
///
/// Frames are placed without blending (`APNG_BLEND_OP_SOURCE`) and stay (`APNG_DISPOSE_OP_NONE`).
/// Programs that read PNG but not APNG show the first frame.
///
/// Source: PNG specification, third edition, sections 4.9 and 11.3.4: `acTL`, `fcTL`, `fdAT`.
package struct APNGWriter: Sendable {
  private let frameCount: Int
  private let delay: FrameDelay
  private let loops: Int
  /// The number of frames so far.
  private var count = 0
  /// The number of the next chunk of the animation.
  private var sequence: UInt32 = 0

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames, above 0 and below 2³⁰.
  ///   - delay: The time that each frame is shown.
  ///   - loops: How often the film is shown; 0 for ever.
  package init(frameCount: Int, delay: FrameDelay, loops: Int = 0) {
    precondition((1..<1 << 30).contains(frameCount) && (0..<1 << 31).contains(loops))
    self.frameCount = frameCount
    self.delay = delay
    self.loops = loops
  }

  /// Returns the bytes of the next frame, after those of the header if it is the first, and before
  /// the end of the file if it is the last.
  ///
  /// - Precondition: Fewer than all frames are written, and all are of one size and form.
  /// - Complexity: O(bytes).
  package mutating func bytes(of frame: APNGFrame) -> [UInt8] {
    precondition(count < frameCount, "more frames than were announced")
    var bytes: [UInt8] = []
    if count == 0 { appendHeader(frame, to: &bytes) }
    appendControl(frame.area, to: &bytes)
    if count == 0 {
      PNGChunk.append("IDAT", frame.data, to: &bytes)
    } else {
      PNGChunk.append("fdAT", nextNumber(), frame.data, to: &bytes)
    }
    count += 1
    if count == frameCount { PNGChunk.append("IEND", to: &bytes) }
    return bytes
  }

  private func appendHeader(_ frame: APNGFrame, to bytes: inout [UInt8]) {
    bytes += PNGChunk.signature
    var header: [UInt8] = []
    PNGChunk.append32(UInt32(frame.canvasWidth), to: &header)
    PNGChunk.append32(UInt32(frame.canvasHeight), to: &header)
    // The header has 8 bits a channel, RGB or RGBA, no interlace.
    header += [8, frame.isOpaque ? 2 : 6, 0, 0, 0]
    PNGChunk.append("IHDR", header, to: &bytes)
    var control: [UInt8] = []
    PNGChunk.append32(UInt32(frameCount), to: &control)
    PNGChunk.append32(UInt32(loops), to: &control)
    PNGChunk.append("acTL", control, to: &bytes)
  }

  private mutating func appendControl(_ area: PixelRect, to bytes: inout [UInt8]) {
    var control = nextNumber()
    for value in [area.width, area.height, area.x, area.y] {
      PNGChunk.append32(UInt32(value), to: &control)
    }
    PNGChunk.append16(delay.numerator, to: &control)
    PNGChunk.append16(delay.denominator, to: &control)
    // The frame stays (dispose 0) and replaces the pixels that it covers (blend 0).
    control += [0, 0]
    PNGChunk.append("fcTL", control, to: &bytes)
  }

  private mutating func nextNumber() -> [UInt8] {
    var bytes: [UInt8] = []
    PNGChunk.append32(sequence, to: &bytes)
    sequence += 1
    return bytes
  }
}

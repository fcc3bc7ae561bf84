// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry

/// The packing of a picture ends at each of its polls.
@Suite("Cancelled packing", .serialized)
struct CancelledPackingTests {
  /// A photograph-like picture without opacity.
  private static func picture(side: Int) throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: side, height: side), background: .white)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let place = Rect(
        x: Double.random(in: 0..<Double(side), using: &generator),
        y: Double.random(in: 0..<Double(side), using: &generator),
        width: Double(side) / 9, height: Double(side) / 7)
      let color = Color(
        red: .random(in: 0...1, using: &generator), green: .random(in: 0...1, using: &generator),
        blue: 0.5, alpha: 0.7)
      try context.fill(Path(ellipseIn: place), with: color)
    }
    return context.makeBitmap()
  }

  @Test("A PNG that is cancelled at any poll is none")
  func png() throws {
    let picture = try Self.picture(side: 256)
    let whole = try picture.pngData(options: PNGOptions())
    var ended = 0
    let count = try CancelledPoll.each { poll in
      let bytes = try picture.pngData(options: PNGOptions(), cancellation: poll.cancellation)
      if bytes == nil { ended += 1 } else { #expect(bytes == whole) }
    }
    #expect(ended == count && count > 1, "\(ended) of \(count)")
  }

  #if JPEG
    @Test("A JPEG that is cancelled at any poll is none, and says so")
    func jpeg() throws {
      let picture = try Self.picture(side: 512)
      let whole = try JPEGWriter().data(of: picture)
      var ended = 0
      let count = CancelledPoll.each { poll in
        do throws(ImageError) {
          let bytes = try JPEGWriter().data(of: picture, cancellation: poll.cancellation)
          #expect(bytes == whole)
        } catch {
          ended += 1
          #expect(error.code == .cancelled, "\(error)")
        }
      }
      #expect(ended == count && count == 8, "\(ended) of \(count)")
    }
  #endif

  #if WebP
    @Test("A WebP that is cancelled at any poll is none, and says so", arguments: [false, true])
    func webP(isLossless: Bool) throws {
      let picture = try Self.picture(side: 128)
      let writer = WebPWriter(isLossless: isLossless)
      let whole = try writer.data(of: picture)
      var ended = 0
      let count = CancelledPoll.each { poll in
        do throws(ImageError) {
          let bytes = try writer.data(of: picture, cancellation: poll.cancellation)
          #expect(bytes == whole)
        } catch {
          ended += 1
          #expect(error.code == .cancelled, "\(error)")
        }
      }
      #expect(ended == count && count >= 4, "\(ended) of \(count)")
    }
  #endif

  #if DEBUG
    // Debug builds are many times slower: they only show that there are polls at all.
    private static let (side, limit) = (512, 0.1)
  #else
    private static let (side, limit) = (2000, 0.01)
  #endif

  @Test("Polls of a PNG are not far from each other")
  func gapsOfPNG() throws {
    let picture = try Self.picture(side: Self.side)
    let lasting = try PollGaps.lasting(limit: Self.limit) {
      _ = try picture.pngData(options: PNGOptions(), cancellation: $0)
    }
    #expect(lasting < Self.limit)
  }

  #if JPEG
    @Test("Polls of a JPEG are not far from each other", arguments: [75, 90])
    func gapsOfJPEG(quality: Int) throws {
      let picture = try Self.picture(side: Self.side)
      let lasting = try PollGaps.lasting(limit: Self.limit) {
        _ = try JPEGWriter(quality: quality).data(of: picture, cancellation: $0)
      }
      #expect(lasting < Self.limit)
    }
  #endif

  #if WebP
    @Test("Polls of a lossy WebP are not far from each other")
    func gapsOfWebP() throws {
      let picture = try Self.picture(side: Self.side)
      let lasting = try PollGaps.lasting(limit: Self.limit) {
        _ = try WebPWriter().data(of: picture, cancellation: $0)
      }
      // A step of libwebp is a row of macroblocks.
      #expect(lasting < 10 * Self.limit)
    }
  #endif
}

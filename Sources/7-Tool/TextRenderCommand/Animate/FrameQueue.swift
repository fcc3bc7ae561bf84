// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import ImageCodecs
internal import SystemLanes

/// A frame of a film, packed for the file.
enum PackedFrame: Sendable {
  case apng(APNGFrame)
  case gif(GIFFrame)
  case png([UInt8])
  case bitmap(Bitmap)
}

/// The frames of a film: drawn on lanes, packed on lanes, each with the frame before as a second
/// input, and taken in order by one thread that may block.
///
/// At most two frames per lane, and two more, are in memory.
struct FrameQueue {
  /// The number of frames.
  let count: Int
  let lanes: RenderLanes
  /// Draws a frame, from 0.
  let draw: @Sendable (Int) throws -> Bitmap
  /// Packs a picture, given the picture before, which is `nil` for the first frame.
  let pack: @Sendable (_ image: Bitmap, _ previous: Bitmap?) throws -> PackedFrame

  /// Draws and packs all frames, and passes each to a closure in order, on the calling thread.
  ///
  /// The error of the earliest frame is thrown, on any number of lanes. Not to be called on a lane.
  func run(_ take: (Int, PackedFrame) throws -> Void) throws {
    let drawn = OrderedWork<Bitmap>(on: lanes)
    let packed = OrderedWork<PackedFrame>(on: lanes)
    var begun = 0
    var previous: Bitmap?
    for frame in 0..<count {
      while begun < min(count, frame + 2 * lanes.count + 1) {
        drawn.submit { [draw, begun] _ in try draw(begun) }
        begun += 1
      }
      while packed.count <= lanes.count {
        do {
          guard let image = try drawn.waitForNext() else { break }
          packed.submit { [pack, previous] _ in try pack(image, previous) }
          previous = image
        } catch {
          // The error is thrown when its frame is taken, so that earlier errors come first.
          packed.submit { _ in throw error }
        }
      }
      if let next = try packed.waitForNext() { try take(frame, next) }
    }
  }
}

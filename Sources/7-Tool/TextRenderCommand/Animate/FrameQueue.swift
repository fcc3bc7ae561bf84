// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemLanes
internal import ImageCodecs
internal import AsyncDisplay
internal import Dispatch
internal import CanvasDrawing
internal import SystemConcurrency

/// A frame of a film, packed for the file.
enum PackedFrame: Sendable {
  case apng(APNGFrame)
  case gif(GIFFrame)
  case file([UInt8])
  case picture(Bitmap)
}

/// The work on the frames of a film: drawn and packed on lanes, taken in order by one thread that
/// may block.
///
/// A frame is one job of a lane, its packing another one as soon as the frame before is drawn. No
/// more than two frames for each lane and two others are in memory.
final class FrameQueue: Sendable {
  /// A picture that is drawn, with the number of packings that still wait for it.
  private struct Drawn {
    let image: Bitmap
    var uses: Int
  }

  private struct State {
    var drawn: [Int: Drawn] = [:]
    var packed: [Int: Result<PackedFrame, any Error>] = [:]
    var isCancelled = false

    /// Takes the pictures of a frame, and of the one before, if both are drawn.
    mutating func takePair(_ frame: Int) -> (Int, Bitmap, Bitmap?)? {
      guard let image = drawn[frame]?.image else { return nil }
      if frame == 0 {
        release(0)
        return (0, image, nil)
      }
      guard let previous = drawn[frame - 1]?.image else { return nil }
      release(frame - 1)
      release(frame)
      return (frame, image, previous)
    }

    private mutating func release(_ frame: Int) {
      drawn[frame]?.uses -= 1
      if drawn[frame]?.uses == 0 { drawn[frame] = nil }
    }
  }

  private let count: Int
  private let lanes: RenderLanes
  private let comparesFrames: Bool
  private let draw: @Sendable (Int) throws -> Bitmap
  private let pack: @Sendable (Bitmap, Bitmap?) throws -> PackedFrame
  private let state = Mutex(State())
  /// Signalled for each frame that is packed or has failed.
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - count: The number of frames.
  ///   - lanes: The lanes on which the work runs.
  ///   - comparesFrames: Whether packing needs the frame before; it is `nil` otherwise.
  ///   - draw: Draws a frame, from 0.
  ///   - pack: Packs a picture, given the one before.
  init(
    count: Int, lanes: RenderLanes, comparesFrames: Bool,
    draw: @escaping @Sendable (Int) throws -> Bitmap,
    pack: @escaping @Sendable (_ image: Bitmap, _ previous: Bitmap?) throws -> PackedFrame
  ) {
    self.count = count
    self.lanes = lanes
    self.comparesFrames = comparesFrames
    self.draw = draw
    self.pack = pack
  }

  /// The frames that may be ahead of the one that is taken next, itself included.
  static func window(_ lanes: RenderLanes) -> Int { 2 * lanes.count + 1 }

  /// Draws and packs all frames, and passes each to a closure in order, on the calling thread.
  ///
  /// The error of the earliest frame is thrown, on any number of lanes. To be called once, not on a
  /// lane.
  func run(_ take: (Int, PackedFrame) throws -> Void) throws {
    defer {
      state.withLock { state in
        state.isCancelled = true
        (state.drawn, state.packed) = ([:], [:])
      }
    }
    let window = Self.window(lanes)
    for frame in 0..<min(window, count) { submit(frame) }
    for frame in 0..<count {
      try take(frame, try next(frame).get())
      if frame + window < count { submit(frame + window) }
    }
  }

  private func next(_ frame: Int) -> Result<PackedFrame, any Error> {
    while true {
      if let result = state.withLock({ $0.packed.removeValue(forKey: frame) }) { return result }
      arrival.wait()
    }
  }

  // MARK: - On a lane

  private func submit(_ frame: Int) {
    lanes.run { [self] in
      if state.withLock({ $0.isCancelled }) { return }
      do {
        let image = try draw(frame)
        if comparesFrames {
          for pair in put(image, frame) { submitPacking(pair.0, pair.1, pair.2) }
        } else {
          deliver(.success(try pack(image, nil)), frame)
        }
      } catch {
        deliver(.failure(error), frame)
      }
    }
  }

  /// Adds a picture.
  ///
  /// - Returns: The frames that can be packed now.
  private func put(_ image: Bitmap, _ frame: Int) -> [(Int, Bitmap, Bitmap?)] {
    state.withLock { state in
      if state.isCancelled { return [] }
      // Used to pack the frame itself and the next one.
      state.drawn[frame] = Drawn(image: image, uses: frame + 1 < count ? 2 : 1)
      return [frame, frame + 1].compactMap { state.takePair($0) }
    }
  }

  private func submitPacking(_ frame: Int, _ image: Bitmap, _ previous: Bitmap?) {
    lanes.run { [self] in
      if state.withLock({ $0.isCancelled }) { return }
      deliver(Result { try pack(image, previous) }, frame)
    }
  }

  private func deliver(_ result: Result<PackedFrame, any Error>, _ frame: Int) {
    state.withLock { state in
      if !state.isCancelled { state.packed[frame] = result }
    }
    arrival.signal()
  }
}

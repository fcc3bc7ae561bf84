// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Frames at even distances: frame k is at `start + k / framesPerSecond`, from k = 1 on.
///
/// Each time is computed from the start, so that errors do not add up. A plain value.
struct FramePhase {
  /// The start, in seconds.
  let start: Double
  /// The frames a second, from 1 to 240.
  let framesPerSecond: Int
  /// The first frame that has not passed.
  private(set) var next = 1

  /// The most frames that are counted: a `Double` is exact up to this number.
  private static let mostFrames = 0x1p53

  init(start: Double, framesPerSecond: Int) {
    (self.start, self.framesPerSecond) = (start, framesPerSecond)
  }

  /// The seconds between two frames.
  var duration: Double { 1 / Double(framesPerSecond) }

  /// The time of a frame, in seconds.
  func time(of frame: Int) -> Double { start + Double(frame) / Double(framesPerSecond) }

  /// Takes the newest frame that a time has reached, or the next one if it has reached none.
  ///
  /// - Returns: The frame, and how many before it were not taken.
  mutating func takeFrame(at now: Double) -> (frame: Int, skipped: Int) {
    let first = next
    let frame = max(first, frame(at: now))
    next = frame + 1
    return (frame, frame - first)
  }

  /// Leaves out the frames that a time has reached.
  mutating func skipFrames(to now: Double) { next = max(next, frame(at: now) + 1) }

  private func frame(at now: Double) -> Int {
    let elapsed = ((now - start) * Double(framesPerSecond)).rounded(.down)
    // A NaN from the clock ends here, too: comparisons with it are false.
    guard elapsed > 0 else { return time(of: 1) <= now ? 1 : 0 }
    let frame = Int(min(elapsed, Self.mostFrames))
    // The number may be one too small or too large, since the product is rounded.
    if time(of: frame + 1) <= now { return frame + 1 }
    return frame > 0 && time(of: frame) > now ? frame - 1 : frame
  }
}

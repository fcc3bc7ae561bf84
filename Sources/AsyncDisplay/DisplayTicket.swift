// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TextGraphics
import TextModel

/// One accepted display: its snapshot, its drawing, the switch that cancels it, and in the end its result.
// @unchecked Sendable: `generation` is written on the commit queue, before a lane can take the ticket from its seat.
// `picture`, `payload`, `failure`, `error` and `times` are written by the one lane that draws, before it says through
// `fate` that it has, and touched only after that, on the commit queue.
final class DisplayTicket: CancellationFlag, @unchecked Sendable {
  private enum Fate {
    static var open: UInt8 { 0 }
    static var drawn: UInt8 { 1 }
    static var calledOff: UInt8 { 2 }
  }

  let task: AnyDisplayTask
  /// Which of two came first: that the drawing ended, or that the display was called off.
  private let fate = Atomic<UInt8>(Fate.open)
  /// The generation that the request raised the owner to.
  var generation: UInt64 = 0
  let size: Size
  let scale: Double
  let pixels: PixelSize
  let background: Color?
  /// How pixels are kept; `nil` lets the task choose.
  let format: PixelFormat?
  /// What was drawn.
  var picture: Bitmap?
  /// What the drawing returned.
  var payload: DrawnPayload?
  /// How the drawing ended without a picture.
  var failure: DisplayCycle.Machine.Failure?
  /// Why nothing was drawn.
  var error: (any Error)?
  /// `nil` if nothing is measured.
  let times: DisplayTimes?

  init(
    _ task: consuming AnyDisplayTask, _ request: borrowing DisplayRequest, pixels: PixelSize,
    times: DisplayTimes?
  ) {
    self.task = task
    size = request.size
    scale = request.scale
    self.pixels = pixels
    background = request.background
    format = request.format
    self.times = times
  }

  /// Whether the drawing has ended, and the result waits for its commit step.
  @inline(__always)
  var isDrawn: Bool { fate.load(ordering: .acquiring) == Fate.drawn }

  /// The drawing has ended; on a lane.
  ///
  /// - Returns: Whether the result waits for its commit step. Then the commit queue may take it at once.
  @inline(__always)
  func endDrawing() -> Bool {
    fate.exchange(Fate.drawn, ordering: .acquiringAndReleasing) == Fate.open
  }

  /// Has a drawing that is under way stop at its next poll.
  ///
  /// - Returns: Whether the drawing had ended, and the result is given up.
  func callOff(_ metrics: DisplayMetrics) -> Bool {
    if metrics.isEnabled, let times, times.calledOff.load(ordering: .relaxed) == 0 {
      times.calledOff.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    }
    set()
    return fate.exchange(Fate.calledOff, ordering: .acquiringAndReleasing) == Fate.drawn
  }

  /// Keeps what was drawn.
  @inline(__always)
  func keep(_ picture: consuming DisplayOwner.Picture) {
    self.picture = picture.bitmap
    payload = picture.payload
  }

  /// Takes what was drawn, to be shown.
  func takeContents() -> DisplayContents? {
    guard let picture = picture.take(), let payload = payload.take() else { return nil }
    return DisplayContents(
      image: picture, size: size, scale: scale, generation: generation, drawnPayload: payload)
  }

  /// The bytes of the bitmap, as far as back-pressure is concerned.
  var byteCount: Int { Self.byteCount(pixels) }

  /// The bytes of a bitmap, as far as back-pressure is concerned.
  static func byteCount(_ pixels: PixelSize) -> Int { pixels.width * pixels.height * 4 }
}

/// When one display came how far, in nanoseconds; 0 where it has not come yet.
// @unchecked Sendable: `started` and `drawn` are written and read as `DisplayTicket.picture` is.
final class DisplayTimes: @unchecked Sendable {
  /// When it was accepted.
  let accepted: UInt64
  /// When the drawing began.
  var started: UInt64 = 0
  /// When the drawing ended.
  var drawn: UInt64 = 0
  /// When it was called off while it was being drawn.
  let calledOff = Atomic<UInt64>(0)

  init(accepted: UInt64) { self.accepted = accepted }
}

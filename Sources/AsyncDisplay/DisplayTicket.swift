// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TextGraphics
import TextModel

/// One accepted display: its snapshot, its drawing, the switch that cancels it, and in the end its result.
// @unchecked Sendable: `generation` is written under the owner's lock, before anybody else knows the ticket.
// `picture`, `payload`, `error` and `times` are written by the one lane that draws, before it hands the ticket
// over under the owner's lock (`DisplayOwner.finish`), and touched only after that, on the commit queue.
final class DisplayTicket: CancellationFlag, @unchecked Sendable {
  let task: AnyDisplayTask
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

  /// Has a drawing that is under way stop at its next poll.
  func callOff(_ metrics: DisplayMetrics) {
    if metrics.isEnabled, let times, times.calledOff.load(ordering: .relaxed) == 0 {
      times.calledOff.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    }
    set()
  }

  /// The bytes of the bitmap, as far as back-pressure is concerned.
  var byteCount: Int { pixels.width * pixels.height * 4 }
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

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TextGraphics
import TextModel

/// One accepted display: its snapshot, its drawing, the switch that cancels it, and in the end its result.
// @unchecked Sendable: `generation` is written under the owner's lock, before anybody else knows the ticket.
// `picture`, `payload`, `error` and the times are written by the one lane that draws, before it hands the ticket
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
  /// When it was accepted, in nanoseconds; 0 if nothing is measured.
  let acceptedAt: UInt64
  /// What was drawn.
  var picture: Bitmap?
  /// What the drawing returned.
  var payload: DrawnPayload?
  /// Why nothing was drawn.
  var error: DisplayError?
  /// When it was called off while it was being drawn, in nanoseconds; 0 if it was not, or nothing is measured.
  let calledOffAt = Atomic<UInt64>(0)
  /// When the drawing began, in nanoseconds; 0 if nothing is measured.
  var startedAt: UInt64 = 0
  /// When the drawing ended, in nanoseconds; 0 if nothing is measured.
  var drawnAt: UInt64 = 0

  init(
    _ task: consuming AnyDisplayTask, _ request: borrowing DisplayRequest, pixels: PixelSize,
    acceptedAt: UInt64
  ) {
    self.task = task
    size = request.size
    scale = request.scale
    self.pixels = pixels
    background = request.background
    format = request.format
    self.acceptedAt = acceptedAt
  }

  /// Has a drawing that is under way stop at its next poll.
  func callOff(_ metrics: DisplayMetrics) {
    if metrics.isEnabled, calledOffAt.load(ordering: .relaxed) == 0 {
      calledOffAt.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    }
    set()
  }

  /// The bytes of the bitmap, as far as back-pressure is concerned.
  var byteCount: Int { pixels.width * pixels.height * 4 }
}

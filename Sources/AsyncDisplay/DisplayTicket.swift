// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel

/// One accepted display: its snapshot, its drawing, and the switch that cancels it.
final class DisplayTicket: Sendable {
  let flag = CancellationFlag()
  let draw: AnyDisplayTask.Drawing
  let didDisplay: (@Sendable (AnyObject?, DisplayOutcome) -> Void)?
  let size: Size
  let scale: Double
  let pixels: PixelSize
  let background: Color?
  /// When it was accepted, in nanoseconds; 0 if nothing is measured.
  let acceptedAt: UInt64

  init(
    draw: @escaping AnyDisplayTask.Drawing, request: DisplayRequest, pixels: PixelSize,
    acceptedAt: UInt64
  ) {
    self.draw = draw
    didDisplay = request.task?.didDisplay
    size = request.size
    scale = request.scale
    self.pixels = pixels
    background = request.background
    self.acceptedAt = acceptedAt
  }

  /// The bytes of the bitmap, as far as back-pressure is concerned.
  var byteCount: Int { pixels.width * pixels.height * 4 }
}

/// What a ticket of the state machine carries.
struct DisplayWork: Sendable {
  let ticket: DisplayTicket
  /// What the drawing made; set when it has ended.
  var result: Result?
  /// When the drawing ended.
  var drawnAt: UInt64 = 0

  enum Result: Sendable {
    case drawn(Bitmap, DrawnPayload)
    case nothing
  }

  init(_ ticket: DisplayTicket) { self.ticket = ticket }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TextGraphics
import TextModel

/// A display that a lane (or, for a synchronous one, the commit queue) is drawing, step by step.
///
/// Three steps with a cancel check before each: draw, freeze the bitmap, hand over the result. The fourth
/// check is the commit step's.
package struct RunningDisplay: ~Copyable {
  private enum Step {
    case draw
    case freeze
    case handOver
  }

  private let owner: DisplayOwner
  private let ticket: DisplayTicket
  private let isInline: Bool
  private var step = Step.draw
  private var context: GraphicsContext?
  private var payload: DrawnPayload?
  private var bitmap: Bitmap?
  private var failure: DisplayOwner.Machine.Failure?
  private var startedAt: UInt64 = 0

  /// - Parameter isInline: Whether the caller commits the result itself.
  init(_ ticket: DisplayTicket, owner: DisplayOwner, isInline: Bool = false) {
    self.owner = owner
    self.isInline = isInline
    self.ticket = ticket
  }

  /// Draws to the end.
  package consuming func run() {
    while advance() {}
  }

  /// Takes the next step.
  ///
  /// - Returns: Whether there is another.
  package mutating func advance() -> Bool {
    switch step {
    case .draw:
      step = .freeze
      // Check 1: before anything is drawn.
      if ticket.flag.isSet { return giveUp() }
      draw()
      return true
    case .freeze:
      step = .handOver
      // Check 2: before the bitmap is made.
      if ticket.flag.isSet { return giveUp() }
      if let context = context.take(), failure == nil { bitmap = context.makeBitmap() }
      return true
    case .handOver:
      // Check 3: before the result is handed over.
      if ticket.flag.isSet { return giveUp() }
      handOver()
      return false
    }
  }

  private mutating func draw() {
    if owner.coordinator.metrics.isEnabled {
      startedAt = DispatchTime.now().uptimeNanoseconds
      if ticket.acceptedAt != 0 {
        owner.coordinator.metrics.record(.waiting, nanoseconds: startedAt &- ticket.acceptedAt)
      }
    }
    do {
      let cancellation = Cancellation(flag: ticket.flag)
      let format = try ticket.format ?? ticket.task.choosePixelFormat(cancellation)
      var context = try GraphicsContext(
        pixels: ticket.pixels, scale: ticket.scale, format: format, background: ticket.background,
        pool: owner.coordinator.pool, cancellation: cancellation)
      payload = try ticket.task.draw(&context, ticket.size, cancellation)
      self.context = consume context
    } catch {
      failure = note(error)
    }
    if startedAt != 0 {
      owner.coordinator.metrics.record(
        .drawing, nanoseconds: DispatchTime.now().uptimeNanoseconds &- startedAt)
    }
  }

  private mutating func handOver() {
    if let bitmap = bitmap.take(), let payload = payload.take() {
      ticket.result = .drawn(bitmap, payload)
    }
    if startedAt != 0 { ticket.drawnAt = DispatchTime.now().uptimeNanoseconds }
    owner.finish(ticket, failure: failure, isInline: isInline)
  }

  /// Ends without a result: the outcome was told when the display was cancelled.
  private mutating func giveUp() -> Bool {
    context = nil
    bitmap = nil
    payload = nil
    owner.finish(ticket, failure: .cancelled, isInline: isInline)
    return false
  }

  private func note(_ error: any Error) -> DisplayOwner.Machine.Failure {
    switch error {
    case is CancellationError: return .cancelled
    case let error as DisplayError: ticket.result = .failed(error)
    case let error as GraphicsError:
      let code: DisplayError.Code =
        switch error.code {
        case .allocationFailed: .allocationFailed
        case .badSize, .tooLarge: .badSize
        default: .drawingFailed
        }
      ticket.result = .failed(DisplayError(code, underlyingDescription: error.description))
    default:
      let description = String(describing: error)
      ticket.result = .failed(DisplayError(.drawingFailed, underlyingDescription: description))
    }
    return .failed
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency

/// The drawing of one ticket in two steps: draw and freeze the bitmap, then end.
///
/// A cancellation check precedes the drawing, the freezing and the end; the fourth check is the
/// commit's.
enum DrawingRun {
  /// The end of a drawing.
  enum Result {
    case picture(Bitmap, DrawnPayload)
    case failed(DisplayError)
    case cancelled(DisplayCancellation)
  }

  case ready
  case drawn(Result)
  case ended(Result)
  /// The result was taken.
  case taken

  /// The result, after the last step.
  var result: Result? {
    if case .ended(let result) = self { return result }
    return nil
  }

  /// Whether the last step was taken.
  var isEnded: Bool {
    if case .ended = self { return true }
    return false
  }

  /// Returns the run after the next step of a ticket.
  consuming func stepped(_ ticket: DisplayTicket) -> DrawingRun {
    switch self {
    case .ready: return .drawn(Self.draw(ticket))
    case .drawn(let result): return .ended(ticket.isSet ? .cancelled(.requested) : result)
    case .ended, .taken: preconditionFailure("a drawing that has ended is stepped")
    }
  }

  private static func draw(_ ticket: DisplayTicket) -> Result {
    if ticket.isSet || ticket.owner.isDropped { return .cancelled(.requested) }
    if ticket.owner.environment.isClosed { return .cancelled(.shutdown) }
    guard let body = ticket.task?.body else { preconditionFailure("an ended ticket is drawn") }
    let cancellation = Cancellation(flag: ticket)
    do {
      let format = try ticket.format ?? body.choosePixelFormat(cancellation)
      let picture = try BlankPicture(
        ticket.pixels, format: format, background: ticket.background,
        pool: ticket.owner.services.pool,
        cancellation: cancellation)
      var context = GraphicsContext(picture, scale: ticket.scale)
      context.cancellation = cancellation
      let payload = try body.draw(&context, ticket.size, cancellation)
      if ticket.isSet { return .cancelled(.requested) }
      return .picture(context.makeBitmap(), payload.resolved(body))
    } catch {
      return result(of: error)
    }
  }

  private static func result(of error: any Error) -> Result {
    switch error {
    case is CancellationError: return .cancelled(.byTask)
    case let error as DisplayError: return .failed(error)
    case let error as GraphicsError:
      let code: DisplayError.Code =
        switch error.code {
        case .allocationFailed: .allocationFailed
        case .badSize, .tooLarge: .badSize
        default: .drawingFailed
        }
      return .failed(DisplayError(code, underlying: error))
    default: return .failed(DisplayError(.drawingFailed, underlying: error))
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime

/// The drawing of one ticket in three steps: draw, freeze the bitmap, report the result.
///
/// A cancellation check precedes each step; the fourth check is the commit's.
struct DrawingRun: ~Copyable {
  /// The end of a drawing.
  enum Result {
    case picture(Bitmap, DrawnPayload)
    case failed(DisplayError)
    case cancelled(DisplayCancellation)
  }

  private enum Stage: ~Copyable {
    case begun
    case drawn(GraphicsContext, DrawnPayload)
    case ended(Result)
    /// The result was taken.
    case taken
  }

  private var stage = Stage.begun

  /// Takes the next step.
  ///
  /// - Returns: Whether there is another.
  mutating func step(_ ticket: DisplayTicket) -> Bool {
    switch exchange(&stage, with: .taken) {
    case .begun:
      stage = Self.draw(ticket)
      return true
    case .drawn(let context, let payload):
      if ticket.isSet {
        stage = .ended(.cancelled(.requested))
      } else {
        stage = .ended(.picture(context.makeBitmap(), payload))
      }
      return true
    case .ended(let result):
      if ticket.isSet {
        stage = .ended(.cancelled(.requested))
      } else {
        stage = .ended(result)
      }
      return false
    case .taken: preconditionFailure("a drawing that has ended is stepped")
    }
  }

  /// Takes the result, after the last step.
  mutating func takeResult() -> Result? {
    if case .ended(let result) = exchange(&stage, with: .taken) { return result }
    return nil
  }

  private static func draw(_ ticket: DisplayTicket) -> Stage {
    if ticket.isSet || ticket.owner.isDropped { return .ended(.cancelled(.requested)) }
    if ticket.owner.isClosed { return .ended(.cancelled(.shutdown)) }
    guard let body = ticket.task?.body else { preconditionFailure("an ended ticket is drawn") }
    let cancellation = Cancellation(flag: ticket)
    do {
      let format = try ticket.format ?? body.choosePixelFormat(cancellation)
      let picture = try BlankPicture(
        ticket.pixels, format: format, background: ticket.background,
        pool: ticket.owner.services.pool,
        cancellation: cancellation)
      var context = GraphicsContext(picture, scale: ticket.scale)
      let payload = try body.draw(&context, ticket.size, cancellation)
      return .drawn(context, payload.resolved(body))
    } catch {
      return .ended(result(of: error))
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
      return .failed(DisplayError(code, underlyingDescription: error.description))
    default:
      let description = String(describing: error)
      return .failed(DisplayError(.drawingFailed, underlyingDescription: description))
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency

extension DisplayTicket {
  /// Draws the bitmap and freezes it, on a lane or the commit queue.
  ///
  /// A cancellation check precedes the drawing, the freezing and the end (``step()``); the fourth
  /// check is the commit's.
  func draw() -> Result {
    if isSet || cycle.isDropped { return .none(.cancelled(.requested)) }
    if cycle.loop.isClosed { return .none(.cancelled(.shutdown)) }
    guard let body = task?.body else { preconditionFailure("an ended ticket is drawn") }
    let cancellation = Cancellation(flag: self)
    do {
      let bitmap = try BlankBitmap(
        pixels, format: format ?? body.choosePixelFormat(cancellation), background: background,
        pool: cycle.loop.pool, cancellation: cancellation)
      var context = GraphicsContext(bitmap, scale: scale)
      context.cancellation = cancellation
      let payload = try body.display(&context, size, cancellation)
      if isSet { return .none(.cancelled(.requested)) }
      return .picture(context.makeBitmap(), payload)
    } catch {
      return .none(Self.outcome(of: error))
    }
  }

  private static func outcome(of error: any Error) -> DisplayOutcome {
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

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency

/// The work of one display: a callback before it, the drawing, and a callback after it.
///
/// A client makes a new task for each display. The drawing runs on a render lane (or, for a
/// synchronous display, on the commit queue) and must use nothing but the immutable snapshot that
/// it captured. The callbacks run on the commit queue. The callback after the display runs exactly
/// once if the one before it ran, possibly while a cancelled drawing is still unwinding on its
/// lane.
public struct DisplayTask<Payload: Sendable>: Sendable {
  /// A drawing: fills the context, polls the cancellation between units of work, and returns the
  /// value that is published together with the bitmap.
  public typealias Drawing =
    @Sendable (_ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation) throws
    ->
    Payload

  /// The identity of the content; needed for ``SupersedePolicy/progressive`` only.
  public var contentIdentity: ContentIdentity?
  /// Whether the task is cached or so small that it should be drawn at once, on the commit queue.
  public var isTrivial = false
  /// The approximate memory of a payload in bytes, for the bound of the release queue; 1 KiB if
  /// `nil`.
  public var payloadByteCount: (@Sendable (Payload) -> Int)?
  /// Chooses the pixel format if the client leaves it open; runs just before the drawing, on the
  /// same thread. `nil` chooses `rgba8`.
  public var choosePixelFormat: (@Sendable (_ cancellation: Cancellation) throws -> PixelFormat)?
  /// Called before the display, with its client, or with `nil` if the client is gone.
  package var willDisplay: (@Sendable (AnyObject?) -> Void)?
  package var display: Drawing?
  package var didDisplay: (@Sendable (AnyObject?, DisplayOutcome) -> Void)?

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - contentIdentity: The identity of the content, for `progressive`.
  ///   - willDisplay: Runs on the commit queue before the drawing is queued.
  ///   - display: Draws, on a lane; `nil` clears the contents.
  ///   - didDisplay: Runs on the commit queue when the display has ended, also if its client is
  ///     gone.
  public init(
    contentIdentity: ContentIdentity? = nil, willDisplay: (@Sendable () -> Void)? = nil,
    display: Drawing?, didDisplay: (@Sendable (DisplayOutcome) -> Void)? = nil
  ) {
    self.init(contentIdentity: contentIdentity, display: display)
    if let willDisplay { self.willDisplay = { _ in willDisplay() } }
    if let didDisplay { self.didDisplay = { _, outcome in didDisplay(outcome) } }
  }

  /// Creates a task without callbacks.
  ///
  /// - Parameters:
  ///   - contentIdentity: The identity of the content, for `progressive`.
  ///   - display: Draws, on a lane; `nil` clears the contents.
  public init(contentIdentity: ContentIdentity? = nil, display: Drawing?) {
    self.contentIdentity = contentIdentity
    self.display = display
  }
}

/// A display task whose payload type is erased.
public struct AnyDisplayTask: Sendable {
  let body: any DisplayTaskBody
  /// Whether there is anything to draw; otherwise the contents are cleared.
  let draws: Bool
  /// Whether the task has a callback after the display.
  let hasDidDisplay: Bool
  package var isTrivial: Bool

  /// Erases the payload type of a task.
  public init<Payload>(_ task: DisplayTask<Payload>) {
    isTrivial = task.isTrivial
    draws = task.display != nil
    hasDidDisplay = task.didDisplay != nil
    body = ErasedTask(task)
  }

  /// Creates a task from one object, without callbacks.
  package init(_ body: any DisplayTaskBody, isTrivial: Bool) {
    self.isTrivial = isTrivial
    draws = true
    hasDidDisplay = false
    self.body = body
  }

  var contentIdentity: ContentIdentity? { body.contentIdentity }

  func willDisplay(_ client: AnyObject?) { body.willDisplay(client) }

  func didDisplay(_ client: AnyObject?, _ outcome: DisplayOutcome) {
    if hasDidDisplay { body.didDisplay(client, outcome) }
  }
}

/// A display task behind one reference.
package protocol DisplayTaskBody: AnyObject, Sendable {
  /// The identity of the content; needed for `progressive` only.
  var contentIdentity: ContentIdentity? { get }
  /// Runs on the commit queue before the drawing is queued.
  func willDisplay(_ client: AnyObject?)
  /// Chooses the pixel format where the client leaves it open, just before `display`.
  func choosePixelFormat(_ cancellation: Cancellation) throws -> PixelFormat
  /// Draws, on a lane, and returns what is published together with the bitmap.
  func display(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload
  /// Runs on the commit queue when the display has ended.
  func didDisplay(_ client: AnyObject?, _ outcome: DisplayOutcome)
}

private final class ErasedTask<Payload: Sendable>: DisplayTaskBody {
  private let task: DisplayTask<Payload>

  init(_ task: DisplayTask<Payload>) { self.task = task }

  var contentIdentity: ContentIdentity? { task.contentIdentity }

  func willDisplay(_ client: AnyObject?) { task.willDisplay?(client) }

  func choosePixelFormat(_ cancellation: Cancellation) throws -> PixelFormat {
    try task.choosePixelFormat?(cancellation) ?? .rgba8
  }

  func display(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    guard let display = task.display else { preconditionFailure("a task without a drawing") }
    let payload = try display(&context, size, cancellation)
    let byteCount =
      Payload.self == Void.self ? 0 : task.payloadByteCount?(payload) ?? 1024
    return DrawnPayload(payload, byteCount: byteCount)
  }

  func didDisplay(_ client: AnyObject?, _ outcome: DisplayOutcome) {
    task.didDisplay?(client, outcome)
  }
}

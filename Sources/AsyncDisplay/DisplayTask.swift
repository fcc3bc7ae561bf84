// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel
public import TextRuntime

/// One display: what to do before, how to draw, and what to do after.
///
/// An owner hands out a fresh task for each display. `display` runs on a render lane (or, for a
/// synchronous display, on the commit queue) and must use only what it captured: an immutable snapshot.
/// The other two run on the commit queue. `didDisplay` runs exactly once if `willDisplay` ran; it may
/// run while a cancelled `display` is still unwinding on its lane.
public struct DisplayTask<Payload: Sendable>: Sendable {
  /// The drawing: it fills the context, polls the cancellation between units of work, and returns
  /// what is to be published together with the bitmap.
  public typealias Drawing =
    @Sendable (_ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation) throws
    ->
    Payload

  /// What the task shows; needed for ``SupersedePolicy/progressive`` only.
  public var contentIdentity: ContentIdentity?
  /// Whether the task is cached or so small that it should be displayed at once, on the commit queue.
  public var isTrivial = false
  /// How many bytes a payload holds, for the bound of the release queue; `nil` counts as 1 KiB.
  public var payloadByteCount: (@Sendable (Payload) -> Int)?
  /// Chooses how the pixels are kept, where the owner leaves that open: it runs where `display` does, just
  /// before it. `nil` chooses `rgba8`.
  public var choosePixelFormat: (@Sendable (_ cancellation: Cancellation) throws -> PixelFormat)?
  package var willDisplay: (@Sendable (AnyObject?) -> Void)?
  package var display: Drawing?
  package var didDisplay: (@Sendable (AnyObject?, DisplayOutcome) -> Void)?

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - contentIdentity: What the task shows, for `progressive`.
  ///   - willBegin: Runs on the commit queue before the drawing is queued.
  ///   - display: Draws, on a lane; `nil` clears the contents.
  ///   - didEnd: Runs on the commit queue when the display has ended, also if its owner is gone.
  public init(
    contentIdentity: ContentIdentity? = nil, willBegin: (@Sendable () -> Void)? = nil,
    display: Drawing?, didEnd: (@Sendable (DisplayOutcome) -> Void)? = nil
  ) {
    self.contentIdentity = contentIdentity
    self.display = display
    if let willBegin { willDisplay = { _ in willBegin() } }
    if let didEnd { didDisplay = { _, outcome in didEnd(outcome) } }
  }

  /// Creates a task that only draws.
  ///
  /// - Parameters:
  ///   - contentIdentity: What the task shows, for `progressive`.
  ///   - display: Draws, on a lane; `nil` clears the contents.
  public init(contentIdentity: ContentIdentity? = nil, display: Drawing?) {
    self.contentIdentity = contentIdentity
    self.display = display
  }

  package init(
    contentIdentity: ContentIdentity?, ownerWillDisplay: (@Sendable (AnyObject?) -> Void)?,
    display: Drawing?, ownerDidDisplay: (@Sendable (AnyObject?, DisplayOutcome) -> Void)?
  ) {
    self.contentIdentity = contentIdentity
    willDisplay = ownerWillDisplay
    self.display = display
    didDisplay = ownerDidDisplay
  }
}

/// A display task whose payload type is hidden.
public struct AnyDisplayTask: Sendable {
  let body: any DisplayTaskBody
  /// Whether there is anything to draw; otherwise the contents are cleared.
  let draws: Bool
  /// Whether somebody wants to know how the display ends.
  let isToldEnds: Bool
  package var isTrivial: Bool

  /// Hides the payload type of a task.
  public init<Payload>(_ task: DisplayTask<Payload>) {
    isTrivial = task.isTrivial
    draws = task.display != nil
    isToldEnds = task.didDisplay != nil
    body = TaskBody(task)
  }

  /// A task that is one object.
  package init(_ body: any DisplayTaskBody, isTrivial: Bool) {
    self.isTrivial = isTrivial
    draws = true
    isToldEnds = false
    self.body = body
  }

  var contentIdentity: ContentIdentity? { body.contentIdentity }

  func willDisplay(_ owner: AnyObject?) { body.willDisplay(owner) }

  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome) {
    body.didDisplay(owner, outcome)
  }
}

/// A task behind one reference: it is handed on several times for each display.
///
/// Cancellations are lent to it, until the call ends.
package protocol DisplayTaskBody: AnyObject, Sendable {
  /// What the task shows; needed for `progressive` only.
  var contentIdentity: ContentIdentity? { get }
  /// Runs on the commit queue before the drawing is queued.
  func willDisplay(_ owner: AnyObject?)
  /// Chooses how the pixels are kept, where the owner leaves that open, just before `draw`.
  func choosePixelFormat(_ cancellation: Cancellation) throws -> PixelFormat
  /// Draws, on a lane.
  func draw(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload
  /// Runs on the commit queue when the display has ended, if the task is told ends.
  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome)
}

private final class TaskBody<Payload: Sendable>: DisplayTaskBody {
  private let task: DisplayTask<Payload>
  /// The drawing apart: one that is never `nil` is called without being counted.
  private let drawing: DisplayTask<Payload>.Drawing

  init(_ task: DisplayTask<Payload>) {
    self.task = task
    drawing = task.display ?? { _, _, _ in preconditionFailure("there is nothing to draw") }
  }

  var contentIdentity: ContentIdentity? { task.contentIdentity }

  func willDisplay(_ owner: AnyObject?) { task.willDisplay?(owner) }

  func choosePixelFormat(_ cancellation: Cancellation) throws -> PixelFormat {
    try task.choosePixelFormat?(cancellation) ?? .rgba8
  }

  func draw(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    let payload = try drawing(&context, size, cancellation)
    let byteCount =
      Payload.self == Void.self ? 0 : task.payloadByteCount?(payload) ?? 1024
    return DrawnPayload(payload, byteCount: byteCount)
  }

  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome) {
    task.didDisplay?(owner, outcome)
  }
}

/// What was published: the bitmap and all that belongs to it, from one snapshot.
public struct DisplayContents: Sendable {
  /// The picture.
  public let image: Bitmap
  /// What the drawing returned.
  public var payload: any Sendable { drawnPayload.value }
  /// The size that was drawn, in points.
  public let size: Size
  /// Device pixels per point.
  public let scale: Double
  /// The generation of the display.
  public let generation: UInt64
  package let drawnPayload: DrawnPayload

  /// Lets go of a picture that nobody has kept.
  consuming func giveUp() {
    var image: Bitmap? = image
    _ = consume self
    Bitmap.giveUp(&image)
  }
}

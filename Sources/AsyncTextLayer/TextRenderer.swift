// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import Dispatch
public import TextFonts
public import TextGraphics
public import TextModel
import TextPainting
import TextRuntime
import TextShaping
public import TextTypesetting

/// Lays text out and draws it on render lanes, for programs without layers: servers, tools, tests.
///
/// A value that any thread may share. Cancelling the task that awaits a result cancels the work, which then
/// throws `CancellationError`.
///
/// ```swift
/// let renderer = TextRenderer(fonts: .default)
/// let picture = try await renderer.render(text, in: TextContainer(width: 600), scale: 2)
/// try picture.image.write(to: "hello.png")
/// ```
public struct TextRenderer: Sendable {
  /// The fonts that texts are shaped with.
  public let fonts: FontCollection
  /// Where the work runs.
  public let lanes: RenderLanes
  /// The queue on which completion handlers are called.
  public let commitQueue: DispatchQueue
  /// The band in which the work waits for a lane.
  public var priority = DisplayPriority.visible
  /// Where the memory of pictures comes from.
  public var pool = BitmapPool.shared
  /// Set by those who step the lanes themselves: how handlers are called, instead of on ``commitQueue``.
  private var deliver: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - fonts: The fonts that texts are shaped with.
  ///   - lanes: Where the work runs.
  ///   - commitQueue: The queue on which completion handlers are called; results of `async` calls go
  ///     to their callers, wherever these run.
  public init(
    fonts: FontCollection = .default, lanes: RenderLanes = .shared,
    commitQueue: DispatchQueue = .main
  ) {
    self.fonts = fonts
    self.lanes = lanes
    self.commitQueue = commitQueue
  }

  /// Creates a renderer on a lane that the caller steps; handlers are called where it does.
  package init(fonts: FontCollection, steppedLanes lanes: RenderLanes) {
    self.init(fonts: fonts, lanes: lanes)
    deliver = { $0() }
  }

  /// Lays a text out and draws it.
  ///
  /// - Parameters:
  ///   - text: The text and its styles.
  ///   - container: What it is set in.
  ///   - options: How the layout becomes a picture.
  /// - Throws: `ShapingError`, `TypesettingError`, `GraphicsError`, or `CancellationError`.
  public func render(
    _ text: AttributedText, in container: TextContainer = TextContainer(), options: RenderOptions
  ) async throws -> RenderedText {
    let (fonts, pool) = (fonts, pool)
    return try await run { cancellation in
      try Self.render(
        text, in: container, options: options, fonts: fonts, pool: pool, cancellation: cancellation)
    }
  }

  /// Lays a text out and draws it: the picture is the layout box.
  ///
  /// - Parameters:
  ///   - text: The text and its styles.
  ///   - container: What it is set in.
  ///   - scale: Device pixels per point.
  ///   - background: What lies behind the text; clear if `nil`.
  /// - Throws: `ShapingError`, `TypesettingError`, `GraphicsError`, or `CancellationError`.
  public func render(
    _ text: AttributedText, in container: TextContainer = TextContainer(), scale: Double = 1,
    background: Color? = nil
  ) async throws -> RenderedText {
    try await render(
      text, in: container, options: RenderOptions(scale: scale, background: background))
  }

  /// Lays a string in one style out and draws it: the picture is the layout box.
  ///
  /// - Throws: `ShapingError`, `TypesettingError`, `GraphicsError`, or `CancellationError`.
  public func render(
    _ string: String, style: TextStyle = .default, in container: TextContainer = TextContainer(),
    scale: Double = 1, background: Color? = nil
  ) async throws -> RenderedText {
    try await render(
      AttributedText(string, style: style), in: container,
      options: RenderOptions(scale: scale, background: background))
  }

  /// Draws a layout that was made before.
  ///
  /// - Throws: `GraphicsError`, or `CancellationError`.
  public func render(
    _ layout: TextLayout, options: RenderOptions = RenderOptions()
  ) async throws -> RenderedText {
    let pool = pool
    return try await run { cancellation in
      try Self.draw(layout, options: options, pool: pool, cancellation: cancellation)
    }
  }

  /// Lays a text out without drawing it.
  ///
  /// - Throws: `ShapingError`, `TypesettingError`, or `CancellationError`.
  public func layout(
    _ text: AttributedText, in container: TextContainer = TextContainer()
  ) async throws -> TextLayout {
    let fonts = fonts
    return try await run { cancellation in
      try TextLayout(text, in: container, fonts: fonts, cancellation: cancellation)
    }
  }

  /// Lays a text out and draws it; a handler is told the result on ``commitQueue``.
  ///
  /// The handler is called exactly once. What it is told: `ShapingError`, `TypesettingError`,
  /// `GraphicsError`, or `CancellationError` where it failed.
  ///
  /// - Returns: A handle to call the rendering off; it need not be kept.
  @discardableResult
  public func render(
    _ text: AttributedText, in container: TextContainer = TextContainer(),
    options: RenderOptions = RenderOptions(),
    completion: @escaping @Sendable (Result<RenderedText, any Error>) -> Void
  ) -> RenderTicket {
    let (fonts, pool) = (fonts, pool)
    return start(completion) { cancellation in
      try Self.render(
        text, in: container, options: options, fonts: fonts, pool: pool, cancellation: cancellation)
    }
  }

  /// Draws a layout that was made before; a handler is told the result on ``commitQueue``, once.
  @discardableResult
  public func render(
    _ layout: TextLayout, options: RenderOptions = RenderOptions(),
    completion: @escaping @Sendable (Result<RenderedText, any Error>) -> Void
  ) -> RenderTicket {
    let pool = pool
    return start(completion) { cancellation in
      try Self.draw(layout, options: options, pool: pool, cancellation: cancellation)
    }
  }

  /// Lays a text out without drawing it; a handler is told the result on ``commitQueue``, once.
  @discardableResult
  public func layout(
    _ text: AttributedText, in container: TextContainer = TextContainer(),
    completion: @escaping @Sendable (Result<TextLayout, any Error>) -> Void
  ) -> RenderTicket {
    let fonts = fonts
    return start(completion) { cancellation in
      try TextLayout(text, in: container, fonts: fonts, cancellation: cancellation)
    }
  }

  private static func render(
    _ text: AttributedText, in container: TextContainer, options: RenderOptions,
    fonts: FontCollection, pool: BitmapPool, cancellation: Cancellation
  ) throws -> RenderedText {
    let layout = try TextLayout(text, in: container, fonts: fonts, cancellation: cancellation)
    return try draw(layout, options: options, pool: pool, cancellation: cancellation)
  }

  private static func draw(
    _ layout: TextLayout, options: RenderOptions, pool: BitmapPool, cancellation: Cancellation
  ) throws -> RenderedText {
    let (size, origin) = options.frame(for: layout.size)
    let picture = try BlankPicture(
      GraphicsContext.pixels(of: size, scale: options.scale), format: options.format,
      background: options.background, pool: LentPool(pool), cancellation: cancellation)
    var context = GraphicsContext(picture, scale: options.scale)
    if let clip = options.clip { try context.clip(to: clip) }
    try context.draw(layout, at: origin, cancellation: cancellation)
    return RenderedText(
      image: context.makeBitmap(), layout: layout, origin: origin, scale: options.scale)
  }

  private func start<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ work: @escaping @Sendable (Cancellation) throws -> Value
  ) -> RenderTicket {
    let (queue, deliver) = (commitQueue, deliver)
    let job = RenderJob(work) { result in
      if let deliver {
        deliver { completion(result) }
      } else {
        queue.async { completion(result) }
      }
    }
    let laneJob = job.makeLaneJob(priority)
    lanes.submit(laneJob)
    return RenderTicket { [lanes] in job.cancel(laneJob, on: lanes) }
  }

  /// Runs work on a lane for the task that calls.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws -> Value {
    let (lanes, priority) = (lanes, priority)
    let box = JobBox<Value>(on: lanes)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let job = RenderJob(work) { continuation.resume(with: $0) }
        let laneJob = job.makeLaneJob(priority)
        if box.hold(job, laneJob) {
          lanes.submit(laneJob)
        } else {
          job.cancel()
        }
      }
    } onCancel: {
      box.cancel()
    }
  }
}

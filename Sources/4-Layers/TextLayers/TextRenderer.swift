// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import Dispatch
public import ImageLoading
package import SystemConcurrency
public import SystemLanes
public import TextFonts
public import TextModel
import TextPainting
import TextShaping
public import TextTypesetting

/// Lays text out and draws it on render lanes, without a layer: for servers, tools and tests.
///
/// A renderer is a value that any thread may use. An `async` call is cancelled together with the
/// task that makes it, and then throws `CancellationError`.
///
/// ```swift
/// let renderer = TextRenderer(fonts: .default)
/// let picture = try await renderer.render(text, in: TextContainer(width: 600), scale: 2)
/// try await picture.image.write(to: "hello.png", on: .shared)
/// ```
public struct TextRenderer: Sendable {
  /// The fonts with which texts are shaped.
  public let fonts: FontCollection
  /// The lanes on which the work runs.
  public let lanes: RenderLanes
  /// The queue on which completion handlers are called. `async` calls do not use it.
  package let completionQueue: DispatchQueue
  /// How soon the work gets a lane.
  public var priority = LanePriority.visible
  /// The pool that the memory of pictures comes from.
  public var pool = BitmapPool.shared
  /// The source of the images in texts, which are loaded before a text is laid out.
  public var imageStore = ImageStore.shared
  /// Calls completion handlers in place of ``completionQueue``; set if the caller steps the lanes.
  private var deliver: (@Sendable (@escaping @Sendable () -> Void) -> Void)?

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - fonts: The fonts with which texts are shaped.
  ///   - lanes: The lanes on which the work runs.
  ///   - completionQueue: The queue on which completion handlers are called.
  public init(
    fonts: FontCollection = .default, lanes: RenderLanes = .shared,
    completionQueue: DispatchQueue = .main
  ) {
    self.fonts = fonts
    self.lanes = lanes
    self.completionQueue = completionQueue
  }

  /// Creates a renderer for lanes that the caller steps; completion handlers run inside a step.
  package init(fonts: FontCollection, steppedLanes lanes: RenderLanes) {
    self.init(fonts: fonts, lanes: lanes)
    deliver = { $0() }
  }

  // MARK: Asynchronous functions

  /// Lays a text out and draws it.
  ///
  /// - Parameters:
  ///   - text: The text and its styles.
  ///   - container: The box in which the text is laid out.
  ///   - options: The parameters of the picture.
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, `GraphicsError`, or
  ///   `CancellationError`.
  public nonisolated(nonsending) func render(
    _ text: AttributedText, in container: TextContainer = TextContainer(), options: RenderOptions
  ) async throws -> RenderedText {
    guard needsImages(text, container) else {
      return try await renderLoaded(text, in: container, options: options)
    }
    let (text, container, failedImages) = try await loadImages(of: text, container)
    var result = try await renderLoaded(text, in: container, options: options)
    result.failedImages = failedImages
    return result
  }

  /// Lays a text out whose images are there, and draws it.
  private nonisolated(nonsending) func renderLoaded(
    _ text: AttributedText, in container: TextContainer, options: RenderOptions
  ) async throws -> RenderedText {
    let (fonts, pool) = (fonts, pool)
    return try await run { cancellation in
      try Self.render(
        text, in: container, options: options, fonts: fonts, pool: pool, cancellation: cancellation)
    }
  }

  /// Lays a text out and draws a picture of its layout box.
  ///
  /// - Parameters:
  ///   - text: The text and its styles.
  ///   - container: The box in which the text is laid out.
  ///   - scale: The number of device pixels per point.
  ///   - background: The colour behind the text; clear if `nil`.
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, `GraphicsError`, or
  ///   `CancellationError`.
  public nonisolated(nonsending) func render(
    _ text: AttributedText, in container: TextContainer = TextContainer(), scale: Double = 1,
    background: Color? = nil
  ) async throws -> RenderedText {
    try await render(
      text, in: container, options: RenderOptions(scale: scale, background: background))
  }

  /// Lays a string out in one style and draws a picture of its layout box.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, `GraphicsError`, or
  ///   `CancellationError`.
  public nonisolated(nonsending) func render(
    _ string: String, style: TextStyle = .default, in container: TextContainer = TextContainer(),
    scale: Double = 1, background: Color? = nil
  ) async throws -> RenderedText {
    try await render(
      AttributedText(string, style: style), in: container,
      options: RenderOptions(scale: scale, background: background))
  }

  /// Draws an existing layout.
  ///
  /// - Throws: `GraphicsError` or `CancellationError`.
  public nonisolated(nonsending) func render(
    _ layout: TextLayout, options: RenderOptions = RenderOptions()
  ) async throws -> RenderedText {
    let pool = pool
    return try await run { cancellation in
      try Self.draw(layout, options: options, pool: pool, cancellation: cancellation)
    }
  }

  /// Lays a text out without drawing it.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  public nonisolated(nonsending) func layout(
    _ text: AttributedText, in container: TextContainer = TextContainer()
  ) async throws -> TextLayout {
    let fonts = fonts
    var (text, container) = (text, container)
    if needsImages(text, container) {
      (text, container, _) = try await loadImages(of: text, container)
    }
    return try await run { [text, container] cancellation in
      try TextLayout(text, in: container, fonts: fonts, cancellation: cancellation)
    }
  }

  // MARK: Functions with a completion handler

  /// Lays a text out, draws it, and passes the result to a handler on the completion queue.
  ///
  /// The handler is called exactly once, with the picture or with `FontError`, `ShapingError`,
  /// `TypesettingError`, `GraphicsError` or `CancellationError`.
  ///
  /// - Returns: A handle that cancels the rendering; it may be dropped.
  @discardableResult
  public func render(
    _ text: AttributedText, in container: TextContainer = TextContainer(),
    options: RenderOptions = RenderOptions(),
    completion: @escaping @Sendable (Result<RenderedText, any Error>) -> Void
  ) -> RenderHandle {
    if needsImages(text, container) {
      return startTask(completion) { try await $0.render(text, in: container, options: options) }
    }
    let (fonts, pool) = (fonts, pool)
    return start(completion) { cancellation in
      try Self.render(
        text, in: container, options: options, fonts: fonts, pool: pool, cancellation: cancellation)
    }
  }

  /// Draws an existing layout and passes the result to a handler on the completion queue, once.
  ///
  /// - Returns: A handle that cancels the rendering; it may be dropped.
  @discardableResult
  public func render(
    _ layout: TextLayout, options: RenderOptions = RenderOptions(),
    completion: @escaping @Sendable (Result<RenderedText, any Error>) -> Void
  ) -> RenderHandle {
    let pool = pool
    return start(completion) { cancellation in
      try Self.draw(layout, options: options, pool: pool, cancellation: cancellation)
    }
  }

  /// Lays a text out and passes the result to a handler on the completion queue, once.
  ///
  /// - Returns: A handle that cancels the layout; it may be dropped.
  @discardableResult
  public func layout(
    _ text: AttributedText, in container: TextContainer = TextContainer(),
    completion: @escaping @Sendable (Result<TextLayout, any Error>) -> Void
  ) -> RenderHandle {
    if needsImages(text, container) {
      return startTask(completion) { try await $0.layout(text, in: container) }
    }
    let fonts = fonts
    return start(completion) { cancellation in
      try TextLayout(text, in: container, fonts: fonts, cancellation: cancellation)
    }
  }

  // MARK: Work

  static func render(
    _ text: AttributedText, in container: TextContainer, options: RenderOptions,
    fonts: FontCollection, pool: BitmapPool, cancellation: Cancellation
  ) throws -> RenderedText {
    let layout = try TextLayout(text, in: container, fonts: fonts, cancellation: cancellation)
    return try draw(layout, options: options, pool: pool, cancellation: cancellation)
  }

  /// Draws a layout on the calling thread.
  ///
  /// - Throws: `GraphicsError` or `CancellationError`.
  package static func draw(
    _ layout: TextLayout, options: RenderOptions, pool: BitmapPool = .shared,
    cancellation: Cancellation = .never
  ) throws -> RenderedText {
    let (size, origin) = options.frame(for: layout.size)
    let bitmap = try BlankBitmap(
      GraphicsContext.pixels(of: size, scale: options.scale), format: options.format,
      background: options.background, pool: pool, cancellation: cancellation)
    var context = GraphicsContext(bitmap, scale: options.scale)
    context.cancellation = cancellation
    if let clip = options.clip { try context.clip(to: clip) }
    try context.draw(
      layout, at: origin, options: options.drawing, cancellation: cancellation)
    return RenderedText(
      image: context.makeBitmap(), layout: layout, origin: origin, scale: options.scale)
  }

  /// Runs an asynchronous function and passes the result to a handler, once.
  private func startTask<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ work: @escaping @Sendable (TextRenderer) async throws -> Value
  ) -> RenderHandle {
    let queue = completionQueue
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await work(self)) } catch { result = .failure(error) }
      queue.async { completion(result) }
    }
    return RenderHandle { task.cancel() }
  }

  private func start<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ work: @escaping @Sendable (Cancellation) throws -> Value
  ) -> RenderHandle {
    let (queue, deliver) = (completionQueue, deliver)
    let job = RenderJob(on: lanes, work)
    job.start(priority: priority) { result in
      if let deliver {
        deliver { completion(result) }
      } else {
        queue.async { completion(result) }
      }
    }
    return RenderHandle { job.cancel() }
  }

  /// Runs work on a lane and returns its result; cancelled together with the calling task.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws -> Value
  ) async throws -> Value {
    try await lanes.perform(priority: priority, work)
  }
}

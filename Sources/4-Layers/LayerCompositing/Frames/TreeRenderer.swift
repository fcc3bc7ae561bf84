// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import SystemConcurrency
public import SystemLanes

/// Composes trees of layers on render lanes, without a main actor: for servers, tools and tests.
///
/// A renderer is a value that any thread may use. A picture is painted in bands by all lanes that
/// are free; no lane waits for another. An `async` call is cancelled together with the task that
/// makes it, and then throws `CancellationError`.
///
/// ```swift
/// let renderer = TreeRenderer()
/// let frame = try await renderer.render(tree)
/// try await frame.image.write(to: "card.png")
/// ```
public struct TreeRenderer: Sendable {
  /// The lanes on which the work runs.
  package let lanes: RenderLanes
  /// How soon the work gets a lane.
  public var priority = LanePriority.visible

  /// Creates a renderer.
  ///
  /// - Parameter lanes: The lanes on which the work runs.
  public init(lanes: RenderLanes = .shared) {
    self.lanes = lanes
  }

  /// Composes a tree from nothing.
  ///
  /// The same tree gives the same bytes on any number of lanes.
  ///
  /// - Parameters:
  ///   - tree: The layers, the size in points and the scale.
  ///   - reporting: Whether the frame has a ``Frame/report`` of its layers.
  /// - Throws: `GraphicsError`, an error that the drawing of contents threw, or
  ///   `CancellationError`.
  public nonisolated(nonsending) func render(
    _ tree: RenderTree, reporting: Bool = false
  ) async throws -> Frame {
    try await job(of: tree, reporting: reporting).value(priority: priority)
  }

  /// Makes a tree and composes it, both on lanes: texts of the tree are shaped there, and boxes are
  /// laid out.
  ///
  /// - Parameters:
  ///   - reporting: Whether the frame has a ``Frame/report`` of its layers.
  ///   - make: Makes the tree; it passes the cancellation on, or polls it.
  /// - Throws: What `make` throws, and as ``render(_:reporting:)``.
  public nonisolated(nonsending) func render(
    reporting: Bool = false, making make: @escaping @Sendable (Cancellation) throws -> RenderTree
  ) async throws -> Frame {
    try await job(reporting: reporting, making: make).value(priority: priority)
  }

  /// The composition of a tree: planned by the first lane that is free, painted by all lanes that
  /// are free.
  func job(of tree: RenderTree, reporting: Bool = false) -> RenderJob<Frame> {
    job(reporting: reporting) { _ in tree }
  }

  private func job(
    reporting: Bool, making make: @escaping @Sendable (Cancellation) throws -> RenderTree
  ) -> RenderJob<Frame> {
    RenderJob(on: lanes) { job, cancellation in
      let painting = try Compositor.job(
        of: make(cancellation), reporting: reporting, cancellation: cancellation)
      return try job.share(among: painting.bandCount) {
        painting.run() ? try painting.frame() : nil
      }
    }
  }

  /// Composes a tree from nothing on the calling thread.
  ///
  /// - Parameters:
  ///   - tree: The layers, the size in points and the scale.
  ///   - reporting: Whether the frame has a ``Frame/report`` of its layers.
  /// - Throws: `GraphicsError`, or an error that the drawing of contents threw.
  public func renderNow(_ tree: RenderTree, reporting: Bool = false) throws -> Frame {
    try Compositor.frame(of: tree, reporting: reporting)
  }

  /// Composes a tree from nothing on the calling thread, with the help of the lanes that are free
  /// where the picture has several bands; a small picture starts no thread.
  ///
  /// Blocks until the lanes have painted the bands that they took. Not to be called on a lane.
  ///
  /// - Throws: `GraphicsError`, or an error that the drawing of contents threw.
  @available(*, noasync)
  package func renderAndWait(_ tree: RenderTree, reporting: Bool = false) throws -> Frame {
    let painting = try Compositor.job(of: tree, reporting: reporting)
    let isPainted = DispatchSemaphore(value: 0)
    for _ in 1..<max(1, min(lanes.count, painting.bandCount)) {
      lanes.run(priority: priority) { if painting.run() { isPainted.signal() } }
    }
    if !painting.run() { isPainted.wait() }
    return try painting.frame()
  }
}

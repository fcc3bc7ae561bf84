// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemLanes
import AsyncDisplay

/// Composes trees of layers on render lanes, without a main actor: for servers, tools and tests.
///
/// A renderer is a value that any thread may use. A picture is painted in bands by all lanes that
/// are free; no lane waits for another. An `async` call is cancelled together with the task that
/// makes it, and then throws `CancellationError`.
///
/// ```swift
/// let renderer = SceneRenderer()
/// let frame = try await renderer.render(tree)
/// try await frame.image.write(to: "card.png")
/// ```
public struct SceneRenderer: Sendable {
  /// The lanes on which the work runs.
  public let lanes: RenderLanes
  /// The priority band in which the work waits for a lane.
  public var priority = DisplayPriority.visible

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
  /// - Throws: `GraphicsError`, an error of contents that draw themselves, or `CancellationError`.
  public func render(_ tree: RenderTree) async throws -> Frame {
    let painting = FramePainting(of: tree, on: lanes, priority: priority)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { painting.start($0) }
    } onCancel: {
      painting.cancel()
    }
  }

  /// Composes a tree from nothing on the calling thread.
  ///
  /// - Throws: `GraphicsError`, or an error of contents that draw themselves.
  public func renderNow(_ tree: RenderTree) throws -> Frame { try Compositor.frame(of: tree) }
}

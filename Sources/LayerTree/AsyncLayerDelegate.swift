// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay

/// Provides what an asynchronous layer displays.
@MainActor
public protocol AsyncLayerDelegate: AnyObject {
  /// What the drawing returns besides the picture; `Void` if nothing.
  associatedtype Payload: Sendable

  /// Hands out a fresh task for one display of the layer; `nil` clears its contents.
  ///
  /// The task's drawing runs on a render lane and must use only what it captured: take a snapshot of
  /// what it needs here, on the main queue.
  func displayTask(for layer: AsyncLayer) -> DisplayTask<Payload>?

  /// Tells that new contents are shown, or that they were cleared (`nil`).
  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?)
}

extension AsyncLayerDelegate {
  /// Does nothing.
  public func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {}
}

extension DisplayTask {
  /// Creates the task of a layer.
  ///
  /// - Parameters:
  ///   - contentIdentity: What the task shows, for `progressive`.
  ///   - willDisplay: Runs on the main queue before the drawing is queued.
  ///   - display: Draws, on a lane; `nil` clears the contents.
  ///   - didDisplay: Runs on the main queue when the display has ended: finished if the contents are now
  ///     what was asked for. It runs exactly once if `willDisplay` ran and the layer still lives.
  public init(
    contentIdentity: ContentIdentity? = nil,
    willDisplay: (@MainActor (_ layer: AsyncLayer) -> Void)? = nil, display: Drawing?,
    didDisplay: (@MainActor (_ layer: AsyncLayer, _ finished: Bool) -> Void)? = nil
  ) {
    self.init(
      contentIdentity: contentIdentity, ownerWillDisplay: nil, display: display,
      ownerDidDisplay: nil)
    if let will = willDisplay {
      self.willDisplay = { owner in
        let layer = owner as? AsyncLayer
        MainActor.assumeIsolated { if let layer { will(layer) } }
      }
    }
    if let did = didDisplay {
      self.didDisplay = { owner, outcome in
        let layer = owner as? AsyncLayer
        MainActor.assumeIsolated { if let layer { did(layer, outcome.isFinished) } }
      }
    }
  }
}

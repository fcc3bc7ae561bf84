// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay

/// The source of an asynchronous layer's display tasks.
///
/// A type that only observes a layer conforms to ``AsyncLayerObserver`` instead.
@MainActor
public protocol AsyncLayerDelegate: AnyObject {
  /// The type of the value that the drawing returns besides the bitmap; `Void` for none.
  associatedtype Payload: Sendable = Void

  /// Returns a new task for one display of the layer, or `nil` to clear its contents.
  ///
  /// The task's drawing runs on a render lane and may use only what it captured, so the snapshot of
  /// the state to draw is taken here, on the main queue.
  func displayTask(for layer: AsyncLayer) -> DisplayTask<Payload>?

  /// Called after new contents are shown, or with `nil` after the contents were cleared.
  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?)

  /// Called when a display has ended, however it ended; after ``layer(_:didCommit:)`` if its result
  /// is shown. A failed display has its error in the outcome, and the old contents stay.
  func layer(_ layer: AsyncLayer, didDisplay outcome: DisplayOutcome)
}

/// A delegate that observes a layer which draws itself, such as a text layer, and has no tasks.
///
/// A plain layer with such a delegate is cleared when it is displayed.
@MainActor
public protocol AsyncLayerObserver: AsyncLayerDelegate where Payload == Void {}

extension AsyncLayerObserver {
  /// Provides no task.
  public func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? { nil }
}

extension AsyncLayerDelegate {
  /// Does nothing.
  public func layer(_ layer: AsyncLayer, didDisplay outcome: DisplayOutcome) {}

  /// Does nothing.
  public func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {}
}

extension DisplayTask {
  /// Creates the task of a layer.
  ///
  /// - Parameters:
  ///   - contentIdentity: The identity of what is drawn, for the policy `progressive`.
  ///   - willDisplay: Runs on the main queue before the drawing is queued.
  ///   - display: Draws, on a lane; `nil` clears the contents.
  ///   - didDisplay: Runs on the main queue when the display has ended; `finished` says whether the
  ///     layer now shows its result. If `willDisplay` ran, `didDisplay` runs exactly once, unless
  ///     the layer was deallocated.
  public init(
    contentIdentity: ContentIdentity? = nil,
    willDisplay: (@MainActor (_ layer: AsyncLayer) -> Void)? = nil, display: Drawing?,
    didDisplay: (@MainActor (_ layer: AsyncLayer, _ finished: Bool) -> Void)? = nil
  ) {
    self.init(contentIdentity: contentIdentity, display: display)
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

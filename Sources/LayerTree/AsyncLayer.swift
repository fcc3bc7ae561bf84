// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import TextGraphics

/// A layer whose contents are drawn on render lanes and committed on the main queue.
@MainActor
open class AsyncLayer: Layer {
  /// Provides the display tasks.
  public weak var delegate: (any AsyncLayerDelegate)?
  /// Whether drawing runs on a lane; otherwise it runs on the main queue, inside `display()`.
  open var displaysAsynchronously = true
  /// What a newer display does to one that is being drawn.
  public var supersedePolicy = SupersedePolicy.latestOnly
  /// What is shown while the next contents are drawn.
  public var contentsPolicy = ContentsPolicy.keepOld
  /// What `contentsPolicy` `placeholder` shows.
  public var placeholder: Bitmap?
  /// The band in which displays wait for a lane; may change while one waits.
  public var displayPriority = DisplayPriority.visible
  /// How long a display may take; then it fails and the old contents are kept.
  public var displayDeadline: Duration?
  /// While suspended nothing is displayed or committed; the first resume displays once if needed.
  public var isDisplaySuspended = false

  /// Hands out the task of the next display. Asks the delegate; subclasses may override it.
  open func makeDisplayTask() -> AnyDisplayTask? {
    guard let delegate else { return nil }
    return task(of: delegate)
  }

  private func task<D: AsyncLayerDelegate>(of delegate: D) -> AnyDisplayTask? {
    delegate.displayTask(for: self).map { AnyDisplayTask($0) }
  }

  /// Called when new contents are shown, before `didDisplay` of their task, or when they were cleared
  /// (`nil`). Overriders call `super`.
  open func didCommit(_ contents: DisplayContents?) {
    delegate?.layer(self, didCommit: contents)
  }

  /// Displays at once, on the main queue, if a display is needed or under way, and returns when done.
  public func displayAndWait() {}

  /// Calls a display off; the layer still needs display.
  public func cancelDisplay() {}
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency
internal import SystemLanes

/// Work that fills all lanes, or threads of its own, until it is stopped.
struct NeighbourLoad: Sendable {
  /// The name in the report's figures, such as `frames` in `frames.perSecond`.
  let name: String
  private let start: @Sendable (_ lanes: RenderLanes, _ load: LoadUnderWay) -> Void

  /// Creates a load.
  ///
  /// - Parameters:
  ///   - name: The name in the report's figures.
  ///   - start: Begins the work, sets with ``LoadUnderWay/onEnd(_:)`` how it is ended, and calls
  ///     ``LoadUnderWay/count()`` for each piece that is done. Called on the thread of the run,
  ///     which is not the main thread.
  init(
    _ name: String,
    _ start: @escaping @Sendable (_ lanes: RenderLanes, _ load: LoadUnderWay) -> Void
  ) {
    (self.name, self.start) = (name, start)
  }

  /// Begins the work on lanes.
  ///
  /// - Returns: Work that goes on until it is ended.
  func begin(on lanes: RenderLanes) -> LoadUnderWay {
    let load = LoadUnderWay()
    start(lanes, load)
    return load
  }
}

/// Work that goes on until it is ended, and how many pieces of it were done.
final class LoadUnderWay: Sendable {
  private let state = Mutex<(count: Int, end: (@Sendable () -> Void)?)>((0, nil))

  /// The pieces of work done so far.
  var doneCount: Int { state.withLock { $0.count } }

  /// Adds a finished piece of work to ``doneCount``.
  func count() { state.withLock { $0.count += 1 } }

  /// Sets the closure that ends the work and waits for pieces under way; ``end()`` calls it.
  func onEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.end = body } }

  /// Ends the work and waits for what is under way; not to be called on the main queue.
  func end() { state.withLock { $0.end.take() }?() }
}

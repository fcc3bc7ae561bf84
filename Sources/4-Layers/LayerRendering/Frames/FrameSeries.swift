// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes

extension SceneRenderer {
  /// The frames of a tree at points in time, in their order: a film.
  ///
  /// ```swift
  /// let times = (0..<60).map { Double($0) / 30 }
  /// for try await frame in SceneRenderer().frames(of: tree, at: times) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - tree: The layers with their animations; its own time is not used.
  ///   - times: In seconds of the tree, in any order.
  public func frames(of tree: RenderTree, at times: [Double]) -> FrameSeries {
    FrameSeries(renderer: self, tree: tree, times: times)
  }
}

/// The frames of a tree at points in time, as ``SceneRenderer/frames(of:at:)`` gives them.
///
/// Each is composed from nothing: it has the bytes of the same frame alone. As many frames as there
/// are lanes are composed ahead of the one that is awaited, no more, so that a slow loop bounds the
/// memory. A loop that is left, and a task that is cancelled, end the work.
public struct FrameSeries: AsyncSequence, Sendable {
  fileprivate let renderer: SceneRenderer
  fileprivate let tree: RenderTree
  fileprivate let times: [Double]

  /// Begins the series.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(FramesAhead(self)) }

  /// The frames that are still to come.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let ahead: FramesAhead

    fileprivate init(_ ahead: FramesAhead) { self.ahead = ahead }

    /// The next frame; `nil` after the last one, and after an error.
    ///
    /// - Throws: As ``SceneRenderer/render(_:)``.
    public mutating func next() async throws -> Frame? { try await ahead.next() }
  }
}

/// Frames that are composed ahead. Its end cancels them.
private final class FramesAhead {
  private let series: FrameSeries
  /// The number of times that have been taken.
  private var taken = 0
  /// The frames under way, in their order.
  private var tasks: [Task<Frame, any Error>] = []

  init(_ series: FrameSeries) { self.series = series }

  deinit { stop() }

  func next() async throws -> Frame? {
    while tasks.count <= series.renderer.lanes.count, taken < series.times.count {
      var tree = series.tree
      tree.time = series.times[taken]
      taken += 1
      // Run here up to where the frame is queued: tasks by themselves would queue in any order, and
      // the frame that is awaited would wait for later ones.
      let task = Task.immediate { [renderer = series.renderer, tree] in
        try await renderer.render(tree)
      }
      tasks.append(task)
    }
    if tasks.isEmpty { return nil }
    let task = tasks.removeFirst()
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch {
      stop()
      throw error
    }
  }

  private func stop() {
    for task in tasks { task.cancel() }
    tasks = []
    taken = series.times.count
  }
}

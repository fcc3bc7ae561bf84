// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes

extension TreeRenderer {
  /// The frames of a tree at points in time, in their order: a film.
  ///
  /// ```swift
  /// let times = (0..<60).map { Double($0) / 30 }
  /// for try await frame in TreeRenderer().frames(of: tree, at: times) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - tree: The layers with their animations; its own time is not used.
  ///   - times: In seconds of the tree, in any order.
  public func frames(of tree: RenderTree, at times: [Double]) -> FrameSeries {
    FrameSeries(renderer: self, tree: tree, times: times)
  }
}

/// The frames of a tree at points in time, as ``TreeRenderer/frames(of:at:)`` gives them.
///
/// Each frame is composed from nothing, so its bytes do not depend on the others. At most as many
/// frames as there are lanes are composed ahead of the one that is awaited, so memory is bounded if
/// the loop is slow. Leaving the loop, or cancelling the task, ends the work.
public struct FrameSeries: AsyncSequence, Sendable {
  fileprivate let renderer: TreeRenderer
  fileprivate let tree: RenderTree
  fileprivate let times: [Double]

  /// Begins the series.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// The frames that are still to come.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let series: FrameSeries
    /// The frames that are composed ahead; releasing this object cancels them.
    private let frames: OrderedWork<Frame>
    /// The times whose frames were not begun.
    private var times: ArraySlice<Double>

    fileprivate init(_ series: FrameSeries) {
      self.series = series
      let renderer = series.renderer
      frames = OrderedWork(on: renderer.lanes, priority: renderer.priority)
      times = series.times[...]
    }

    /// The next frame; `nil` after the last one, and after an error.
    ///
    /// - Throws: As ``TreeRenderer/render(_:reporting:)``.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Frame? {
      while frames.count <= series.renderer.lanes.count, let time = times.popFirst() {
        var tree = series.tree
        tree.time = time
        frames.submit(series.renderer.job(of: tree))
      }
      do {
        return try await frames.next()
      } catch {
        times = []
        throw error
      }
    }
  }
}

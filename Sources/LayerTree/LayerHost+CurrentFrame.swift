// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

/// A call of ``LayerHost/currentFrame()`` that waits.
typealias FrameWaiter = CheckedContinuation<Frame, any Error>

extension LayerHost {
  /// Composes the tree once more, at the clock's time, and returns its frame: what a still of a tree
  /// shows whose motion is paused.
  ///
  /// Unlike ``settledFrame()`` it does not wait for displays. Of a suspended host it returns when
  /// that is resumed.
  ///
  /// - Throws: The error of the frame; `CancellationError` if the host is closed.
  public func currentFrame() async throws -> Frame {
    if loop.isClosed { throw CancellationError() }
    return try await withCheckedThrowingContinuation { waiter in
      currentFrameWaiters.next.append(waiter)
      treeChanged()
    }
  }

  /// Notes that a tree that was taken after the calls is being composed.
  func beginCurrentFrame() {
    currentFrameWaiters.underWay += currentFrameWaiters.next
    currentFrameWaiters.next = []
  }

  /// Returns from the calls that waited for a frame.
  ///
  /// - Parameter result: `nil` if no pixel differs from the frame before.
  func finishCurrentFrame(_ result: Result<Frame?, any Error>) {
    let waiters = currentFrameWaiters.underWay
    currentFrameWaiters.underWay = []
    for waiter in waiters {
      switch result {
      case .failure(let error): waiter.resume(throwing: error)
      case .success(let new):
        if let frame = frame ?? new {
          waiter.resume(returning: frame)
        } else {
          waiter.resume(throwing: CancellationError())
        }
      }
    }
  }

  /// Ends all calls.
  func endCurrentFrameWaiters() {
    beginCurrentFrame()
    finishCurrentFrame(.failure(CancellationError()))
  }
}

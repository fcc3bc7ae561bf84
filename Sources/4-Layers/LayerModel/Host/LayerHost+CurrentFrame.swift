// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
public import LayerCompositing

/// The calls of ``LayerHost/currentFrame()`` that wait, by the tree that each of them gets.
struct CurrentFrameWaiters {
  typealias Waiter = CheckedContinuation<Frame, any Error>

  /// The calls whose tree is not taken yet.
  private var asked: [UInt64: Waiter] = [:]
  /// The calls for the tree that waits for the end of the frame under way.
  private var kept: [UInt64: Waiter] = [:]
  /// The calls for the tree that is being composed.
  private var composing: [UInt64: Waiter] = [:]
  private var lastID: UInt64 = 0

  mutating func makeID() -> UInt64 {
    lastID += 1
    return lastID
  }

  mutating func add(_ waiter: Waiter, _ id: UInt64) { asked[id] = waiter }

  /// Takes a waiter out, to be ended.
  mutating func remove(_ id: UInt64) -> Waiter? {
    asked.removeValue(forKey: id) ?? kept.removeValue(forKey: id)
      ?? composing.removeValue(forKey: id)
  }

  /// Takes all waiters out, to be ended.
  mutating func removeAll() -> [Waiter] {
    defer { (asked, kept, composing) = ([:], [:], [:]) }
    return Array(asked.values) + Array(kept.values) + Array(composing.values)
  }

  /// Moves waiters as an effect of the frame loop moves their tree.
  mutating func follow(_ effect: FrameLoop.Effect) {
    switch effect {
    case .none, .schedule: break
    case .compose: move(\.asked, to: \.composing)
    case .keep: move(\.asked, to: \.kept)
    case .composeKept: move(\.kept, to: \.composing)
    case .drop: move(\.kept, to: \.asked)
    }
  }

  private mutating func move(
    _ from: WritableKeyPath<Self, [UInt64: Waiter]>, to: WritableKeyPath<Self, [UInt64: Waiter]>
  ) {
    self[keyPath: to].merge(self[keyPath: from]) { old, _ in old }
    self[keyPath: from] = [:]
  }

  /// Takes the waiters of the frame that has ended out, to be ended.
  mutating func removeComposed() -> [Waiter] {
    defer { composing = [:] }
    return Array(composing.values)
  }
}

extension LayerHost {
  /// Composes the tree at the present time of the clock, and returns the frame, also while motion
  /// is paused. All changes made before the call are in it.
  ///
  /// Unlike ``settledFrame()`` it does not wait for displays. If the host is suspended, it returns
  /// after the host is resumed.
  ///
  /// - Throws: The error of the frame; `CancellationError` when the task is cancelled or the host
  ///   is closed.
  public func currentFrame() async throws -> Frame {
    if loop.isClosed { throw CancellationError() }
    let id = currentFrameWaiters.makeID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        if Task.isCancelled { return waiter.resume(throwing: CancellationError()) }
        currentFrameWaiters.add(waiter, id)
        treeChanged()
      }
    } onCancel: {
      DisplayCoordinator.main.enqueue {
        MainActor.assumeIsolated {
          self.currentFrameWaiters.remove(id)?.resume(throwing: CancellationError())
        }
      }
    }
  }

  /// Returns from the calls that waited for a frame.
  ///
  /// - Parameter result: `nil` if no pixel differs from the frame before.
  func finishCurrentFrame(_ result: Result<Frame?, any Error>) {
    for waiter in currentFrameWaiters.removeComposed() {
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
  func cancelCurrentFrames() {
    for waiter in currentFrameWaiters.removeAll() { waiter.resume(throwing: CancellationError()) }
  }
}

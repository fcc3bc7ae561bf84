// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerRendering
import TextRuntime

/// Composes the frames of one host on lanes, one frame at a time.
///
/// A frame is planned on one lane and painted in bands by all that are free. No lane waits for
/// another: the one that paints the last band hands the frame over.
final class FrameComposer: Sendable {
  /// The frame; `nil` if no pixel differs from the last one.
  typealias Completion = @Sendable (Result<Frame?, any Error>) -> Void

  private let lanes: RenderLanes
  /// Taken out by the lane that plans or ends a frame, since code of contents runs meanwhile.
  private let history = Mutex(FrameHistory())

  init(on lanes: RenderLanes) { self.lanes = lanes }

  /// Composes a tree. The frame before must have ended.
  ///
  /// - Parameter completion: Called once, on a lane.
  func compose(_ tree: RenderTree, completion: @escaping Completion) {
    lanes.run { self.plan(tree, completion) }
  }

  private func plan(_ tree: RenderTree, _ completion: @escaping Completion) {
    let planned: Result<FrameJob?, any Error> = withHistory { try $0.begin(tree) }
    switch planned {
    case .failure(let error): completion(.failure(error))
    case .success(nil): completion(.success(nil))
    case .success(let job?):
      for _ in 1..<max(1, min(lanes.count, job.bandCount)) {
        lanes.run { self.paint(job, completion) }
      }
      paint(job, completion)
    }
  }

  private func paint(_ job: FrameJob, _ completion: Completion) {
    guard job.run() else { return }
    completion(withHistory { try $0.finish(job) })
  }

  private func withHistory<Value>(
    _ body: (inout FrameHistory) throws -> Value
  ) -> Result<Value, any Error> {
    var taken = history.withLock { exchange(&$0, with: FrameHistory()) }
    let result = Result { try body(&taken) }
    let changed = taken
    history.withLock { $0 = changed }
    return result
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The executor of an actor that computes for milliseconds: a serial queue with a thread of its own
/// while it has work, in place of the few threads that all tasks of a program share.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates an executor.
  ///
  /// - Parameter label: The label of the queue.
  package init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The block keeps the executor alive until the job has run.
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

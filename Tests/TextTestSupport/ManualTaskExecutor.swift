// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The executor of asynchronous functions that a test steps, so that `shutdown()` and `drain()`
/// proceed at chosen moments and on the test's thread.
package final class ManualTaskExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  package init() {}

  /// Whether no job is queued.
  package var isEmpty: Bool { jobs.withLock { $0.isEmpty } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the first job that is queued, up to its next suspension.
  ///
  /// - Returns: `false` if none was queued.
  package func step() -> Bool {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }
}

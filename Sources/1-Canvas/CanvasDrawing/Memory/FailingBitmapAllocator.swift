// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// An allocator for tests that fails on request.
package final class FailingBitmapAllocator: BitmapAllocator {
  private struct Plan {
    var remaining: Int?
    var outstanding = 0
  }

  private let plan: Mutex<Plan>
  private let base: any BitmapAllocator

  /// Creates an allocator.
  ///
  /// - Parameters:
  ///   - successes: The number of requests to meet before all fail; `nil` lets all succeed.
  ///   - base: The source of memory.
  package init(
    failingAfter successes: Int? = nil, base: any BitmapAllocator = SystemBitmapAllocator()
  ) {
    plan = Mutex(Plan(remaining: successes))
    self.base = base
  }

  /// The number of requests to meet before all fail; `nil` lets all succeed.
  package var remainingSuccesses: Int? {
    get { plan.withLock { $0.remaining } }
    set { plan.withLock { $0.remaining = newValue } }
  }

  /// The number of blocks that were taken and not returned.
  package var outstanding: Int { plan.withLock { $0.outstanding } }

  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    let isAllowed = plan.withLock { plan in
      guard let n = plan.remaining else { return true }
      plan.remaining = max(0, n - 1)
      return n > 0
    }
    guard isAllowed, let memory = unsafe base.allocate(byteCount: byteCount) else { return nil }
    plan.withLock { $0.outstanding += 1 }
    return unsafe memory
  }

  package func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    plan.withLock { $0.outstanding -= 1 }
    unsafe base.deallocate(memory, byteCount: byteCount)
  }
}

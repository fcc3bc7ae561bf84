// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the memory of bitmaps comes from. It may run out, and says so.
public protocol BitmapAllocator: Sendable {
  /// Takes memory whose address is a multiple of 64.
  ///
  /// - Parameter byteCount: At least 1.
  /// - Returns: `nil` if there is none. The content is undefined.
  func allocate(byteCount: Int) -> UnsafeMutableRawPointer?

  /// As ``allocate(byteCount:)``, with all bytes 0. Without an implementation the memory is taken and cleared; an
  /// allocator that knows its memory to be clear need not touch it.
  func allocateClear(byteCount: Int) -> UnsafeMutableRawPointer?

  /// Gives back what ``allocate(byteCount:)`` or ``allocateClear(byteCount:)`` returned, with the same count. Any
  /// thread may call it.
  func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int)
}

extension BitmapAllocator {
  /// Takes memory and clears it.
  public func allocateClear(byteCount: Int) -> UnsafeMutableRawPointer? {
    guard let memory = unsafe allocate(byteCount: byteCount) else { return nil }
    unsafe memset(memory, 0, byteCount)
    return unsafe memory
  }
}

/// The allocator of the C library.
public struct SystemBitmapAllocator: BitmapAllocator {
  /// Creates an allocator.
  public init() {}

  /// Takes memory whose address is a multiple of 64, or returns `nil`.
  public func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    var memory: UnsafeMutableRawPointer?
    return unsafe posix_memalign(&memory, 64, byteCount) == 0 ? memory : nil
  }

  /// Gives memory back.
  public func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe free(memory)
  }
}

/// An allocator that runs out of memory when a test tells it to.
public final class FailingBitmapAllocator: BitmapAllocator {
  private struct Plan {
    var remaining: Int?
    var outstanding = 0
  }

  private let plan: Mutex<Plan>
  private let base: any BitmapAllocator

  /// Creates an allocator.
  ///
  /// - Parameters:
  ///   - successes: How many more requests are met before all fail; `nil` lets all succeed.
  ///   - base: Where the memory comes from.
  public init(
    failingAfter successes: Int? = nil, base: any BitmapAllocator = SystemBitmapAllocator()
  ) {
    plan = Mutex(Plan(remaining: successes))
    self.base = base
  }

  /// How many more requests are met before all fail; `nil` lets all succeed.
  public var remainingSuccesses: Int? {
    get { plan.withLock { $0.remaining } }
    set { plan.withLock { $0.remaining = newValue } }
  }

  /// How many pieces of memory are out.
  public var outstanding: Int { plan.withLock { $0.outstanding } }

  /// Takes memory, or returns `nil` when the plan says so.
  public func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    let allowed = plan.withLock { plan in
      guard let n = plan.remaining else { return true }
      plan.remaining = max(0, n - 1)
      return n > 0
    }
    guard allowed, let memory = unsafe base.allocate(byteCount: byteCount) else { return nil }
    plan.withLock { $0.outstanding += 1 }
    return unsafe memory
  }

  /// Gives memory back.
  public func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    plan.withLock { $0.outstanding -= 1 }
    unsafe base.deallocate(memory, byteCount: byteCount)
  }
}

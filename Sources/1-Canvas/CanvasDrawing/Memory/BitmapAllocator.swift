// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A source of bitmap memory, which may fail. Any thread may call it.
package protocol BitmapAllocator: Sendable {
  /// Takes memory at an address that is a multiple of 64.
  ///
  /// - Parameter byteCount: The size of the memory, at least 1 byte.
  /// - Returns: Memory of undefined content; `nil` if there is none.
  func allocate(byteCount: Int) -> UnsafeMutableRawPointer?

  /// Takes memory whose bytes are all 0, otherwise as ``allocate(byteCount:)``. The default
  /// implementation clears what `allocate` returns; an allocator of fresh pages need not touch
  /// them.
  func allocateClear(byteCount: Int) -> UnsafeMutableRawPointer?

  /// Returns memory of ``allocate(byteCount:)`` or ``allocateClear(byteCount:)``, with the same
  /// count.
  func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int)
}

extension BitmapAllocator {
  /// Takes memory and clears it.
  package func allocateClear(byteCount: Int) -> UnsafeMutableRawPointer? {
    guard let memory = unsafe allocate(byteCount: byteCount) else { return nil }
    return unsafe memset(memory, 0, byteCount)  // C call on the whole block
  }
}

/// The allocator of the C library.
package struct SystemBitmapAllocator: BitmapAllocator {
  /// Creates an allocator.
  package init() {}

  /// Takes memory at an address that is a multiple of 64; `nil` if there is none.
  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    var memory: UnsafeMutableRawPointer?
    return unsafe posix_memalign(&memory, 64, byteCount) == 0 ? memory : nil  // C call
  }

  /// Frees memory that ``allocate(byteCount:)`` returned.
  package func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe free(memory)  // C call: `allocate` got the memory from `posix_memalign`
  }
}

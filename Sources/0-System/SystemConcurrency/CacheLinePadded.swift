// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A value padded by 64 bytes on either side, so that it shares no cache line with its neighbours.
///
/// Prevents false sharing: writes to the value do not evict constants beside it from other caches.
@usableFromInline package struct CacheLinePadded<Value: ~Copyable>: ~Copyable {
  private let before = InlineArray<8, UInt64>(repeating: 0)
  @usableFromInline package let value: Value
  private let after = InlineArray<8, UInt64>(repeating: 0)

  package init(_ value: consuming Value) { self.value = value }
}

extension CacheLinePadded: Sendable where Value: Sendable & ~Copyable {}

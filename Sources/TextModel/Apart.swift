// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A value that shares no cache line with its neighbours.
///
/// What one processor writes time and again would else take constants beside it out of the caches of the others.
@usableFromInline package struct Apart<Value: ~Copyable>: ~Copyable {
  private let before = InlineArray<8, UInt64>(repeating: 0)
  @usableFromInline package let value: Value
  private let after = InlineArray<8, UInt64>(repeating: 0)

  /// Puts a value apart.
  package init(_ value: consuming Value) { self.value = value }
}

extension Apart: Sendable where Value: Sendable & ~Copyable {}

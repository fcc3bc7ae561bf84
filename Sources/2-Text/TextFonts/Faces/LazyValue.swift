// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A value that is made once, on first use.
///
/// The lock is held while the value is made, so making it must not read the same value.
struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
  private let state = Mutex<Value?>(nil)

  /// The value, made by `make` on first use.
  borrowing func get(_ make: () -> Value) -> Value {
    state.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }

  /// The value; `nil` if it was not made.
  var made: Value? { state.withLock { $0 } }
}

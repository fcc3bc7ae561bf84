// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// A value that is made once, when it is first asked for.
///
/// The lock is held while the value is made, so the maker must not ask for the same value.
struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
  private let state = Mutex<Value?>(nil)

  borrowing func get(_ make: () -> Value) -> Value {
    state.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }

  /// The value, if it was made.
  var made: Value? { state.withLock { $0 } }
}

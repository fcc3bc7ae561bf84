// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Ends the process where something does not hold: libFuzzer then keeps the input.
@inline(__always)
public func check(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}

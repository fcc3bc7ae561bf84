// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension MutableSpan<UInt8> {
  /// Writes bytes from an index on.
  ///
  /// - Precondition: They lie within the span.
  package mutating func copy(_ bytes: Span<UInt8>, at start: Int) {
    precondition(start >= 0 && start <= count - bytes.count, "outside the span")
    // The precondition checks the place of the bytes.
    unsafe withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: $0)
      }
    }
  }
}

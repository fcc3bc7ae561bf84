// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Decodes the code point at an offset; an unpaired surrogate is its own code point.
///
/// - Returns: The code point and the number of its code units.
@inlinable @inline(__always)
package func decodeScalar(_ text: Span<UInt16>, at offset: Int) -> (value: UInt32, length: Int) {
  let unit = text[offset]
  if unit & 0xFC00 == 0xD800, offset + 1 < text.count {
    let next = text[offset + 1]
    if next & 0xFC00 == 0xDC00 {
      return (0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF)), 2)
    }
  }
  return (UInt32(unit), 1)
}

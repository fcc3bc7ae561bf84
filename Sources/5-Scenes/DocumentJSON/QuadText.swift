// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An output of decimals, which takes one byte at a time.
protocol ByteOutput {
  mutating func append(_ byte: UInt8)
}

extension Array: ByteOutput where Element == UInt8 {}

/// The corners of an upright quad as a JSON array. Each of its four numbers is put into digits
/// once and repeated, and the output gets all bytes at once: an array checks with each byte that is
/// appended whether it is shared or full.
struct QuadText: ByteOutput {
  /// Eight numbers of at most 20 bytes, and what stands between them.
  private var bytes = InlineArray<176, UInt8>(repeating: 0)
  private var count = 0

  /// Adds the array to the output.
  static func append(
    left: Double, top: Double, right: Double, bottom: Double, to output: inout [UInt8]
  ) {
    var text = QuadText()
    text.append(UInt8(ascii: "["))
    let x0 = text.add(left)
    let y0 = text.add(top)
    let x1 = text.add(right)
    text.add(y0)
    text.add(x1)
    let y1 = text.add(bottom)
    text.add(x0)
    text.add(y1)
    // The bracket replaces the comma behind the last number.
    text.bytes[text.count - 1] = UInt8(ascii: "]")
    // unsafe: the bytes that were written, which lie here until the call returns
    unsafe text.bytes.span.extracting(0..<text.count).withUnsafeBufferPointer {
      unsafe output.append(contentsOf: $0)
    }
  }

  /// Adds a number and a comma.
  ///
  /// - Returns: Where they lie.
  private mutating func add(_ value: Double) -> Range<Int> {
    let start = count
    DecimalNumber.write(value.isFinite ? value : 0, to: &self)
    append(UInt8(ascii: ","))
    return start..<count
  }

  /// Adds a number and a comma once more.
  private mutating func add(_ place: Range<Int>) {
    for i in place { append(bytes[i]) }
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }
}

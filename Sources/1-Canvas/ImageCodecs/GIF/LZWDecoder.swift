// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The decompression of GIF: LZW with codes of up to 12 bits (GIF89a, appendix F).
enum LZWDecoder {
  /// Unpacks pixels.
  ///
  /// - Parameters:
  ///   - codeSize: The bits of a pixel, 1 to 8.
  ///   - count: The most pixels that are wanted.
  /// - Returns: The pixels, fewer than `count` where the data are cut off or damaged; `nil` if the
  ///   work was cancelled.
  static func unpacked(
    _ data: [UInt8], codeSize: Int, count: Int, _ cancellation: Cancellation
  ) -> [UInt8]? {
    let (clear, end) = (1 << codeSize, (1 << codeSize) + 1)
    // A code is the pixels of another one, and one more.
    var prefix = [UInt16](repeating: 0, count: 4096)
    var suffix = [UInt8](repeating: 0, count: 4096)
    var first = [UInt8](repeating: 0, count: 4096)
    var length = [UInt16](repeating: 0, count: 4096)
    for code in 0..<clear {
      (suffix[code], first[code], length[code]) = (UInt8(code), UInt8(code), 1)
    }
    var (next, width, last) = (end + 1, codeSize + 1, Int?.none)
    var (bits, bitCount) = (0, 0)
    var output: [UInt8] = []
    output.reserveCapacity(min(count, 1 << 20))
    for (place, byte) in data.enumerated() {
      if place & 0x3FF == 0, cancellation.isCancelled { return nil }
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= width {
        let code = bits & ((1 << width) - 1)
        bits >>= width
        bitCount -= width
        if code == clear {
          (next, width, last) = (end + 1, codeSize + 1, nil)
          continue
        }
        if code == end { return output }
        guard code < next || code == next && last != nil else { return output }
        if let last, next < 4096 {
          prefix[next] = UInt16(last)
          suffix[next] = code == next ? first[last] : first[code]
          first[next] = first[last]
          length[next] = length[last] &+ 1
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        guard code < next else { return output }
        let from = output.count
        let pixels = Int(length[code])
        output.append(contentsOf: repeatElement(0, count: pixels))
        var (at, rest) = (code, pixels)
        while rest > 0 {
          rest -= 1
          output[from + rest] = suffix[at]
          at = Int(prefix[at])
        }
        if output.count >= count { return Array(output.prefix(count)) }
        last = code
      }
    }
    return output
  }
}

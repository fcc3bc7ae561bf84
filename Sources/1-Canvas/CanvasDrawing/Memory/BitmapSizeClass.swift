// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The size classes of pooled buffers: four steps to each power of two, from 1 KiB to 2 GiB.
enum BitmapSizeClass {
  static let count = 88
  /// The most classes by which an idle buffer may be larger than requested: up to twice the size.
  static let reach = 4

  /// The smallest class that holds a number of bytes.
  static func index(for byteCount: Int) -> Int {
    let n = max(byteCount, 1024) - 1
    let power = Int.bitWidth - 1 - n.leadingZeroBitCount
    // n lies in [2^power, 2^(power+1)); the two bits below the highest choose the quarter of it.
    return (power - 9) * 4 + ((n >> (power - 2)) & 3) - 3
  }

  /// The size of a class, in bytes.
  static func byteCount(_ index: Int) -> Int {
    // The size is a power of two times 5/4, 6/4, 7/4 or 8/4. The shifts are unchecked, since this
    // runs several times for each bitmap.
    let step = UInt(bitPattern: index) &+ 3
    return Int(bitPattern: (5 &+ (step & 3)) &<< ((step &>> 2) &+ 7))
  }
}

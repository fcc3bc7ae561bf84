// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics

extension Bitmap {
  /// A pixel as red, green, blue, alpha.
  public func rgba(_ x: Int, _ y: Int) -> [UInt8] {
    let p = pixel(x: x, y: y)
    return [UInt8(p & 255), UInt8(p >> 8 & 255), UInt8(p >> 16 & 255), UInt8(p >> 24)]
  }
}

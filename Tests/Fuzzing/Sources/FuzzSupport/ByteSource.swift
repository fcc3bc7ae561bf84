// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Choices made by the bytes of an input, in order; after the last byte every choice is the first.
///
/// The same bytes make the same choices, and a change of one byte changes few of them, so that
/// libFuzzer learns what a byte is for.
public struct ByteSource: Sendable {
  private let bytes: [UInt8]
  private var place = 0

  /// Makes choices from bytes.
  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether all bytes are used.
  public var isAtEnd: Bool { place >= bytes.count }

  /// The next byte, or 0.
  public mutating func byte() -> UInt8 {
    guard place < bytes.count else { return 0 }
    defer { place += 1 }
    return bytes[place]
  }

  /// A number below `end`, which is at most 65,536.
  public mutating func below(_ end: Int) -> Int {
    if end <= 1 { return 0 }
    if end <= 256 { return Int(byte()) % end }
    return (Int(byte()) << 8 | Int(byte())) % end
  }

  /// True once in `count` times, but not after the last byte.
  public mutating func once(in count: Int) -> Bool { below(count) == 1 }

  /// An element of an array that is not empty.
  public mutating func element<T>(of all: [T]) -> T { all[below(all.count)] }

  /// A number of a usual size in quarters, and now and then an unusual one.
  public mutating func length(to most: Double = 64) -> Double {
    let kind = byte()
    switch kind {
    case 255: return element(of: Self.unusual)
    case 254: return -Double(byte())
    default: return (Double(kind) * 256 + Double(byte())) / 65_536 * most
    }
  }

  private static let unusual: [Double] = [
    0, -1, 0.001, 1e4, 1e7, 1e9, 1e300, -1e300, .infinity, -.infinity, .nan, 0x1p-1022, 0x1p53,
    0x1p63,
  ]
}

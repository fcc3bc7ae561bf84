// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A file of the disk cache: a header, the key, and the bytes of an image.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `ATLIMG01` |
/// | 8 | length of the key |
/// | 8 | length of the image |
/// | 8 | FNV-1a of the key and the image |
///
/// Numbers are little-endian. The checksum finds torn and damaged files; it is no protection
/// against forged ones. A file's name is a hash of its key, so the key itself is compared too: two
/// keys with one hash are not confused.
enum CacheRecord {
  private static let magic = Array("ATLIMG01".utf8)
  private static let headerLength = 32

  /// The length of the file beside the image, in bytes.
  static func overhead(of key: String) -> Int { headerLength + key.utf8.count }

  /// The header and the key; the image's bytes follow.
  static func head(key: String, image: [UInt8]) -> [UInt8] {
    let key = Array(key.utf8)
    var head = magic
    for number in [UInt64(key.count), UInt64(image.count), checksum(key, image[...])] {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        head.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return head + key
  }

  /// The image in a file; `nil` if the file is damaged or of another key.
  static func image(in file: [UInt8], key: String) -> [UInt8]? {
    let key = Array(key.utf8)
    guard file.count >= headerLength + key.count, file.starts(with: magic) else { return nil }
    func number(at start: Int) -> UInt64 {
      file[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let start = headerLength + key.count
    guard number(at: 8) == UInt64(key.count), number(at: 16) == UInt64(file.count - start),
      file[headerLength..<start].elementsEqual(key), number(at: 24) == checksum(key, file[start...])
    else { return nil }
    return Array(file[start...])
  }

  /// The ending of the names of files.
  static let ending = ".atlimage"

  /// The name of the file of a key: 16 hexadecimal digits and the ending.
  static func fileName(of key: String) -> String {
    let digits = String(hash(Array(key.utf8)[...], from: offsetBasis), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + ending
  }

  private static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func checksum(_ key: [UInt8], _ image: ArraySlice<UInt8>) -> UInt64 {
    hash(image, from: hash(key[...], from: offsetBasis))
  }

  /// FNV-1a, 64 bits.
  private static func hash(_ bytes: ArraySlice<UInt8>, from start: UInt64) -> UInt64 {
    let span = bytes.span
    var hash = start
    for index in span.indices { hash = (hash ^ UInt64(span[index])) &* 0x100_0000_01B3 }
    return hash
  }
}

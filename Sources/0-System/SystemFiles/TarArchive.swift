// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The bytes of tar archives of regular files (POSIX.1-2001: `ustar` headers, and `pax` headers for
/// names that do not fit in one).
///
/// Only names and contents differ between members: the mode is 0644, user, group and time are 0. So
/// the same members are the same bytes on every machine and at any time. Python's `tarfile` writes
/// the same bytes for the same metadata.
package enum TarArchive {
  /// Headers and contents begin at multiples of this number of bytes.
  package static let blockLength = 512
  /// The length of an archive is a multiple of this number of bytes, as tar's records are.
  private static let recordLength = 20 * blockLength
  /// The longest name in a header, in bytes.
  private static let nameLength = 100

  /// Appends a member: its header, its contents, and zeros up to the next block.
  ///
  /// - Parameters:
  ///   - contents: Less than 8 GiB, the most that a header can state.
  ///   - name: A relative path of any length, without a zero byte.
  package static func append(_ contents: [UInt8], named name: String, to bytes: inout [UInt8]) {
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    if !isASCII || name.utf8.count > nameLength {
      let record = paxRecord("path", name)
      bytes += header(Array("././@PaxHeader".utf8), mode: 0, byteCount: record.count, type: "x")
      append(record, to: &bytes)
    }
    // A reader that knows no `pax` headers sees this name.
    let plain = name.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : UInt8(ascii: "?") }
    bytes += header(
      Array(plain.prefix(nameLength)), mode: 0o644, byteCount: contents.count, type: "0")
    append(contents, to: &bytes)
  }

  /// The end of an archive: two blocks of zeros, and zeros up to the end of the record.
  ///
  /// - Parameter length: The number of bytes of the members, a multiple of ``blockLength``.
  package static func end(after length: Int) -> [UInt8] {
    let whole = length + 2 * blockLength
    let padding = (recordLength - whole % recordLength) % recordLength
    return [UInt8](repeating: 0, count: 2 * blockLength + padding)
  }

  /// Whether a file can be a whole archive, by its length and its last blocks.
  ///
  /// - Parameter tail: The last two blocks of the file.
  package static func isWhole(byteCount: Int, tail: [UInt8]) -> Bool {
    byteCount > 0 && byteCount % recordLength == 0 && tail.count == 2 * blockLength
      && tail.allSatisfy { $0 == 0 }
  }

  private static func append(_ contents: [UInt8], to bytes: inout [UInt8]) {
    bytes += contents
    let padding = (blockLength - contents.count % blockLength) % blockLength
    bytes += repeatElement(0, count: padding)
  }

  /// A record of a `pax` header: its own length in decimal digits, a key and a value.
  private static func paxRecord(_ key: String, _ value: String) -> [UInt8] {
    let rest = Array(" \(key)=\(value)\n".utf8)
    var length = rest.count
    // The digits of the length count, too.
    while "\(length)".utf8.count + rest.count != length {
      length = "\(length)".utf8.count + rest.count
    }
    return Array("\(length)".utf8) + rest
  }

  private static func header(
    _ name: [UInt8], mode: Int, byteCount: Int, type: Unicode.Scalar
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockLength)
    func put(_ field: [UInt8], at offset: Int) {
      for (index, byte) in field.enumerated() { block[offset + index] = byte }
    }
    /// A number in octal digits, with a zero byte after them.
    func octal(_ number: Int, digits: Int) -> [UInt8] {
      let text = String(number, radix: 8)
      return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
    }
    put(name, at: 0)
    put(octal(mode, digits: 7), at: 100)
    put(octal(0, digits: 7), at: 108)  // user
    put(octal(0, digits: 7), at: 116)  // group
    put(octal(byteCount, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)  // time
    block[156] = UInt8(type.value)
    put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
    // The sum of all bytes, with blanks in place of the sum itself.
    let sum = block.reduce(8 * Int(UInt8(ascii: " "))) { $0 + Int($1) }
    put(octal(sum, digits: 6) + [0, UInt8(ascii: " ")], at: 148)
    return block
  }
}

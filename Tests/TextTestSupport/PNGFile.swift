// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// PNG files of any kind, which the library itself does not write, for tests of its readers: rows
/// are not filtered and not compressed.
///
/// Source: PNG specification, third edition.
public struct PNGFile: Sendable {
  public var width: Int
  public var height: Int
  /// 1, 2, 4, 8 or 16 bits a sample.
  public var depth = 8
  /// 0 grey, 2 RGB, 3 palette, 4 grey with opacity, 6 RGBA.
  public var colorType = 2
  public var isInterlaced = false
  /// Red, green and blue of each colour of a palette.
  public var palette: [[UInt8]] = []
  /// The opacities of the first colours of a palette, or the transparent colour.
  public var transparency: [UInt8] = []
  /// The Exif data; none if it is empty.
  public var exif: [UInt8] = []
  /// Whether the Exif data stand behind the pixels.
  public var isExifLate = false

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

  /// The file of a picture whose samples a function gives.
  ///
  /// - Parameter sample: The value at a column and a row of a channel, of `depth` bits.
  public func bytes(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> [UInt8] {
    var data: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < width && y0 < height {
      for y in stride(from: y0, to: height, by: dy) {
        data.append(0)
        var (bits, count) = (0, 0)
        for x in stride(from: x0, to: width, by: dx) {
          for channel in 0..<channels {
            bits = bits << depth | sample(x, y, channel)
            count += depth
            while count >= 8 {
              count -= 8
              data.append(UInt8(bits >> count & 255))
              bits &= (1 << count) - 1
            }
          }
        }
        if count > 0 { data.append(UInt8(bits << (8 - count) & 255)) }
      }
    }
    var file = header
    if !palette.isEmpty { Self.append("PLTE", palette.flatMap { $0 }, to: &file) }
    if !transparency.isEmpty { Self.append("tRNS", transparency, to: &file) }
    if !exif.isEmpty, !isExifLate { Self.append("eXIf", exif, to: &file) }
    Self.append("IDAT", Self.zlib(data), to: &file)
    if !exif.isEmpty, isExifLate { Self.append("eXIf", exif, to: &file) }
    Self.append("IEND", [], to: &file)
    return file
  }

  /// The beginning of the file: the signature and the header.
  public var header: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    Self.append(
      "IHDR",
      Self.number(width) + Self.number(height)
        + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0], to: &file)
    return file
  }

  /// First column and row of each pass, and the steps to the next ones.
  private var passes: [(Int, Int, Int, Int)] {
    isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ]
      : [(0, 0, 1, 1)]
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }

  private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    file += chunk(type, data)
  }

  /// A chunk with its length and its checksum.
  public static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var sum = ~UInt32(0)
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }
    return number(data.count) + body + number(Int(~sum))
  }

  /// A stream of stored blocks (RFC 1950, 1951).
  private static func zlib(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65_535, data.count - at)
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      bytes += [at + count == data.count ? 1 : 0, low, high, ~low, ~high]
      bytes += data[at..<at + count]
      at += count
    } while at < data.count
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return bytes + number(b << 16 | a)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The chunks of a complete PNG file: none is cut off, every checksum is right, nothing follows the
/// end.
///
/// Pixels are not decoded.
package struct PNGChunks {
  package let size: PixelSize
  private let bytes: [UInt8]
  /// The data of each text chunk.
  private var texts: [Range<Int>] = []

  /// Checks a file. O(bytes).
  ///
  /// - Returns: `nil` if the file is not complete.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: PNGChunk.signature) else { return nil }
    var size: PixelSize?
    var at = PNGChunk.signature.count
    while true {
      guard at + 12 <= bytes.count else { return nil }
      let length = Self.number(at: at, in: bytes)
      guard length <= bytes.count - at - 12 else { return nil }
      let data = at + 8..<at + 8 + length
      let sum = PNGChunk.checksum(bytes.span.extracting(at + 4..<data.upperBound))
      guard Int(sum) == Self.number(at: data.upperBound, in: bytes) else { return nil }
      let isFirst = size == nil
      switch String(decoding: bytes[at + 4..<at + 8], as: UTF8.self) {
      case "IHDR":
        guard isFirst, length == 13 else { return nil }
        size = PixelSize(
          width: Self.number(at: data.lowerBound, in: bytes),
          height: Self.number(at: data.lowerBound + 4, in: bytes))
      case "tEXt": texts.append(data)
      case "IEND":
        guard let size, data.upperBound + 4 == bytes.count else { return nil }
        self.size = size
        self.bytes = bytes
        return
      default: break
      }
      if size == nil { return nil }
      at = data.upperBound + 4
    }
  }

  /// The text of a keyword; `nil` if there is none.
  package func text(of keyword: String) -> String? {
    let start = Array(keyword.utf8) + [0]
    for data in texts where bytes[data].starts(with: start) {
      return String(decoding: bytes[data].dropFirst(start.count), as: UTF8.self)
    }
    return nil
  }

  /// Adds a text to a complete file.
  ///
  /// - Parameters:
  ///   - text: The text, in ASCII.
  ///   - keyword: The keyword, 1 to 79 ASCII characters.
  package static func add(_ text: String, keyword: String, to png: inout [UInt8]) {
    let end = 12
    let last = Array(png.suffix(end))
    png.removeLast(end)
    PNGChunk.append("tEXt", Array(keyword.utf8) + [0], Array(text.utf8), to: &png)
    png += last
  }

  /// A number of four bytes, the highest first.
  private static func number(at place: Int, in bytes: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}

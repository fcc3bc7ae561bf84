// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import ImageCodecs

/// The names of the files of tiles, by a pattern such as `Snowman_%02d_%02d.jpg`.
///
/// A pattern has two numbers, column and row, or three, with the level first. `%02d` stands for a
/// number of at least two digits, `%d` for one without a least length, `%%` for a percent sign.
/// With two numbers, tiles of further levels have the level after the first part of the name, as in
/// `Snowman_L1_00_00.jpg`, if that part ends with `_`; otherwise they have no files.
package struct TileNames: Hashable, Sendable {
  private enum Part: Hashable {
    case text(String)
    /// A number of at least so many digits.
    case number(digits: Int)
  }

  /// The pattern.
  package let pattern: String
  private let parts: [Part]
  private let numberCount: Int

  /// The longest pattern, in bytes.
  private static let lengthLimit = 4096

  /// Reads a pattern.
  ///
  /// - Parameter pattern: A path of at most 4,096 bytes, without `..`.
  /// - Throws: `ImageError` with `badPattern`.
  package init(_ pattern: String) throws(ImageError) {
    self.pattern = pattern
    func fail(_ message: String) -> ImageError {
      ImageError(.badPattern, name: String(pattern.prefix(80)), message)
    }
    guard !pattern.isEmpty, pattern.utf8.count <= Self.lengthLimit, !pattern.utf8.contains(0) else {
      throw fail("A pattern of names has 1 to \(Self.lengthLimit) bytes, none of them zero.")
    }
    guard !pattern.split(separator: "/").contains("..") else {
      throw fail("A pattern of names leads into no outer folder: leave out '..'.")
    }
    var parts: [Part] = []
    var text: [UInt8] = []
    var rest = Array(pattern.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      if rest.first == byte {
        rest.removeFirst()
        text.append(byte)
        continue
      }
      guard let digits = Self.number(&rest) else {
        throw fail("A number of a tile is written %d or %02d, and a percent sign %%.")
      }
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
      parts.append(.number(digits: digits))
    }
    if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
    self.parts = parts
    numberCount = parts.count { if case .number = $0 { true } else { false } }
    guard 2...3 ~= numberCount else {
      throw fail(
        "A pattern has two numbers, column and row, or three, the level first; this one has "
          + "\(numberCount).")
    }
  }

  /// Reads the least number of digits after a percent sign.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var digits = 1
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
      guard let digit = rest.popFirst(), UInt8(ascii: "1")...UInt8(ascii: "9") ~= digit else {
        return nil
      }
      digits = Int(digit - UInt8(ascii: "0"))
    }
    let letter = rest.popFirst()
    return letter == UInt8(ascii: "d") || letter == UInt8(ascii: "i") ? digits : nil
  }

  /// The part before the first number.
  package var prefix: String {
    if case .text(let text) = parts.first { text } else { "" }
  }

  /// The name of the file of a tile; `nil` for levels that have no files.
  package func name(of tile: Tile) -> String? {
    guard tile.level >= 0, tile.column >= 0, tile.row >= 0 else { return nil }
    var numbers = [tile.column, tile.row]
    var isLevelNamed = tile.level == 0
    if numberCount == 3 {
      numbers.insert(tile.level, at: 0)
      isLevelNamed = true
    }
    var name = ""
    var next = numbers[...]
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .number(let digits):
        if !isLevelNamed {
          guard name.hasSuffix("_") else { return nil }
          name += "L\(tile.level)_"
          isLevelNamed = true
        }
        let number = String(next.removeFirst())
        name += String(repeating: "0", count: max(0, digits - number.utf8.count)) + number
      }
    }
    return name
  }
}

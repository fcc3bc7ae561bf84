// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A font of the project with some bytes of its tables changed. Checksums are not set again.
public struct PatchedFont: Sendable {
  /// The file.
  public private(set) var bytes: [UInt8]

  /// Reads an embedded font's file, for example `NotoSans-Regular.ttf`.
  public init(_ name: String) throws {
    bytes = try Array(Data(contentsOf: URL(filePath: BundledFonts.path(name))))
  }

  private func number(_ offset: Int, bytes count: Int) -> Int {
    bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func set(_ value: Int, at offset: Int, bytes count: Int) {
    for i in 0..<count {
      bytes[offset + i] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - i)))
    }
  }

  /// The place of a table's entry in the directory.
  private func entry(_ tag: String) -> Int {
    let entries = stride(from: 12, to: 12 + 16 * number(4, bytes: 2), by: 16)
    guard let found = entries.first(where: { Array(bytes[$0..<$0 + 4]) == Array(tag.utf8) }) else {
      preconditionFailure("the font has no table \(tag)")
    }
    return found
  }

  /// Sets a 16-bit number of a table.
  public mutating func set(_ value: Int, in tag: String, at offset: Int) {
    set(value, at: number(entry(tag) + 8, bytes: 4) + offset, bytes: 2)
  }

  /// Puts a table in place of another one.
  public mutating func replace(_ tag: String, with table: [UInt8]) {
    let entry = entry(tag)
    while bytes.count & 3 != 0 { bytes.append(0) }
    set(bytes.count, at: entry + 8, bytes: 4)
    set(table.count, at: entry + 12, bytes: 4)
    bytes += table
  }

  /// Puts a table of another tag, which lies at the same place of the alphabet, in place of one.
  public mutating func replace(_ tag: String, by other: String, with table: [UInt8]) {
    replace(tag, with: table)
    let entry = entry(tag)
    bytes.replaceSubrange(entry..<entry + 4, with: other.utf8)
  }

  /// Makes the font tell that it is bold.
  public mutating func makeBold() {
    set(700, in: "OS/2", at: 4)
    set(0x20, in: "OS/2", at: 62)
    set(1, in: "head", at: 44)
  }

  /// Makes the font tell that it is italic.
  public mutating func makeItalic() {
    set(1, in: "OS/2", at: 62)
    set(2, in: "head", at: 44)
  }

  /// Replaces a word of its names by one of the same length.
  public mutating func rename(_ old: String, _ new: String) {
    precondition(old.utf16.count == new.utf16.count, "names keep their lengths")
    let from = old.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let to = new.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let start = number(entry("name") + 8, bytes: 4)
    let end = start + number(entry("name") + 12, bytes: 4)
    var i = start
    while i + from.count <= end {
      if bytes[i..<i + from.count].elementsEqual(from) {
        bytes.replaceSubrange(i..<i + from.count, with: to)
      }
      i += 1
    }
  }

  /// A character map of 16-bit ranges, each with the glyph of its first character.
  public static func characterMap(
    platform: Int, encoding: Int, _ ranges: [(ClosedRange<Int>, glyph: Int)]
  ) -> [UInt8] {
    let segments = ranges + [(0xFFFF...0xFFFF, glyph: 0)]
    let count = segments.count
    var words = [4, 16 + 8 * count, 0, 2 * count, 0, 0, 0]
    words += segments.map(\.0.upperBound) + [0]
    words += segments.map(\.0.lowerBound)
    words += segments.map { ($0.glyph - $0.0.lowerBound) & 0xFFFF }
    words += segments.map { _ in 0 }
    let head = [0, 1, platform, encoding, 0, 12]
    return (head + words).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}

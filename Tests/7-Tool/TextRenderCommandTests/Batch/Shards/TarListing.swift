// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// The members of a tar archive of regular files, read by the rules of POSIX.
struct TarListing {
  var names: [String] = []
  var contents: [String: [UInt8]] = [:]

  /// - Throws: A failed expectation for what is no whole archive.
  init(_ path: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    func number(_ field: Range<Int>) throws -> Int {
      let digits = bytes[field].prefix { (0x30...0x37).contains($0) }
      return try #require(Int(String(decoding: digits, as: UTF8.self), radix: 8))
    }
    try #require(bytes.count % 10_240 == 0 && !bytes.isEmpty, "\(path)")
    var (place, longName) = (0, "")
    while bytes[place] != 0 {
      try #require(String(decoding: bytes[place + 257..<place + 263], as: UTF8.self) == "ustar\0")
      let sum = bytes[place..<place + 512].enumerated()
        .reduce(0) { $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element)) }
      try #require(try number(place + 148..<place + 156) == sum, "the checksum at \(place)")
      let count = try number(place + 124..<place + 136)
      let data = Array(bytes[place + 512..<place + 512 + count])
      let name = String(decoding: bytes[place..<place + 100].prefix { $0 != 0 }, as: UTF8.self)
      if bytes[place + 156] == UInt8(ascii: "x") {
        let record = String(decoding: data, as: UTF8.self)
        longName = String(record.split(separator: "=", maxSplits: 1)[1].dropLast())
      } else {
        let name = longName.isEmpty ? name : longName
        longName = ""
        names.append(name)
        contents[name] = data
      }
      place += 512 + (count + 511) / 512 * 512
    }
    try #require(bytes[place...].allSatisfy { $0 == 0 } && bytes.count >= place + 1024)
  }

  /// The text of a member.
  func text(_ name: String) throws -> String {
    String(decoding: try #require(contents[name]), as: UTF8.self)
  }
}

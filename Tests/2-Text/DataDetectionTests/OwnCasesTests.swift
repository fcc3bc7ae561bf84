// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DataDetection
import FoundationEssentials
import Testing

/// The cases of `Cases/own-cases.txt`.
@Suite struct OwnCasesTests {
  private struct Find: Equatable, CustomStringConvertible {
    var kind: LinkKind
    var text: String
    var url: String
    var description: String { "\(kind) \(text) = \(url)" }
  }

  private static let ticket = Result {
    try CustomRule(name: "ticket", pattern: #"\b[A-Z]{2,5}-\d+"#) { "ticket:" + $0 }
  }

  @Test func allFindsAreAsWritten() throws {
    let path = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let data = try Data(contentsOf: URL(filePath: path + "/Cases/own-cases.txt"))
    var detector = LinkDetector()
    var count = 0
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("# ") { continue }
      if line.hasPrefix("["), !line.contains("⇒") {
        detector = try Self.detector(line)
        continue
      }
      let parts = Self.split(line, "⇒")
      try #require(parts.count == 2, "\(line)")
      count += 1
      let text = Self.unescaped(parts[0])
      let expected = try Self.split(parts[1], "¦").filter { !$0.isEmpty }.map(Self.find)
      let links = detector.links(in: text)
      let found = links.map { Find(kind: $0.kind, text: $0.text, url: $0.url) }
      #expect(found == expected, "\(line)")
      let units = Array(text.utf16)
      var end = 0
      for link in links {
        #expect(String(decoding: units[link.range.range], as: UTF16.self) == link.text)
        #expect(link.range.start >= end && !link.range.isEmpty)
        end = link.range.end
      }
    }
    #expect(count >= 300)
  }

  private static func detector(_ line: Substring) throws -> LinkDetector {
    var detector = LinkDetector(kinds: [])
    for word in line.dropFirst().dropLast().split(separator: " ") {
      switch word {
      case "custom": detector.custom = [try ticket.get()]
      case "mail": detector.kinds.insert(.mail)
      case "url": detector.kinds.insert(.url)
      case "phone": detector.kinds.insert(.phone)
      case "number": detector.kinds.insert(.number)
      default: Issue.record("no kind: \(word)")
      }
    }
    return detector
  }

  private static func find(_ field: String) throws -> Find {
    let value = unescaped(String(field.dropFirst(2)))
    let (kind, prefix): (LinkKind, String) =
      switch field.first {
      case "c": (.custom("ticket"), "ticket:")
      case "m": (.mail, "mailto:")
      case "u": (.url, value.isSchemed ? "" : "https://")
      case "p": (.phone, "tel:")
      default: (.number, "")
      }
    let marks = ["=tel:", "=ticket:", "=mailto:", "=MAILTO:", "=1", "=4"]
    if kind != .url, let mark = value.lastStart(ofAny: marks) {
      return Find(
        kind: kind, text: String(value[..<mark]),
        url: String(value[value.index(after: mark)...]))
    }
    return Find(kind: kind, text: value, url: prefix + value)
  }

  private static func split(_ line: some StringProtocol, _ mark: Character) -> [String] {
    line.split(separator: mark, omittingEmptySubsequences: false).map { trimmed($0) }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
    return String(start[...end])
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "\\u{"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      result += rest[..<start.lowerBound]
      if let scalar = UInt32(rest[start.upperBound..<end], radix: 16).flatMap(Unicode.Scalar.init) {
        result.unicodeScalars.append(scalar)
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension String {
  fileprivate var isSchemed: Bool {
    let lower = lowercased()
    return lower.hasPrefix("mailto:") || lower.hasPrefix("tel:")
      || ["http://", "https://", "ftp://", "ftps://"].contains { lower.hasPrefix($0) }
  }

  /// The start of the last of the marks.
  fileprivate func lastStart(ofAny marks: [String]) -> Index? {
    marks.compactMap { mark in self.ranges(of: mark).last?.lowerBound }.max()
  }
}

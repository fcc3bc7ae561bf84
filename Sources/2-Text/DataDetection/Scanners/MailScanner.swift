// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds mail addresses: a local part, `@`, and a domain name with a known top-level domain.
struct MailScanner {
  /// The longest local part, in UTF-16 code units (RFC 5321: octets).
  static let maximumLocalLength = 64

  let text: ScannedText

  /// All addresses in the order of the text, each with `mailto:` and a query if they are written.
  ///
  /// - Complexity: O(length of the text).
  func links(limits: LinkSearchLimits) throws -> [LinkCandidate] {
    var links: [LinkCandidate] = []
    var free = 0
    for offset in 0..<text.count {
      if offset & 4095 == 4095 { try limits.check() }
      guard text.units[offset] == .ascii("@"), let start = startOfLocalPart(before: offset),
        let end = endOfDomain(after: offset), start >= free
      else { continue }
      var range = start..<end
      var url = "mailto:" + text.string(range)
      if text.hasPrefix("mailto:", at: start - 7), start - 7 >= free,
        !text.scalar(before: start - 7).scalar.isSpacedWordScalar
      {
        let query = text.unit(end) == .ascii("?") ? URLScanner(text: text).tail(from: end).end : end
        range = (start - 7)..<query
        url = text.string(range)
      }
      links.append(LinkCandidate(range: range, url: url))
      free = range.upperBound
      if links.count > limits.maximumCount { break }
    }
    return links
  }

  /// The address that starts at an offset.
  func address(from start: Int) -> Range<Int>? {
    var offset = start
    while offset - start <= Self.maximumLocalLength, offset < text.count {
      let (scalar, length) = text.scalar(at: offset)
      if scalar == "@" {
        guard startOfLocalPart(before: offset) == start, let end = endOfDomain(after: offset) else {
          return nil
        }
        return start..<end
      }
      guard isLocal(scalar) else { return nil }
      offset += length
    }
    return nil
  }

  /// The start of the local part that ends before `@`.
  ///
  /// It has letters and digits of scripts with spaces, and `._%+-'&`; no dot at an end, nor two in
  /// a row.
  private func startOfLocalPart(before at: Int) -> Int? {
    var offset = at
    var start: Int?
    while true {
      let (scalar, length) = text.scalar(before: offset)
      if !isLocal(scalar) {
        if scalar == "@" || scalar == "#" || scalar == "$" { return nil }
        break
      }
      if scalar == ".", offset == at || text.unit(offset) == .ascii(".") { break }
      offset -= length
      if at - offset > Self.maximumLocalLength { return nil }
      if scalar == "_" || scalar == "+" || scalar.isSpacedWordScalar { start = offset }
    }
    return start
  }

  private func endOfDomain(after at: Int) -> Int? {
    guard
      let (end, scanned) = HostScanner(text: text).endOfDomain(from: at + 1, anyScript: false),
      text.unit(scanned) != .ascii("@")
    else { return nil }
    return end
  }

  private func isLocal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "_", "%", "+", "-", "'", "&": true
    default: scalar.isSpacedWordScalar
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds the host of an address.
///
/// A host is a domain name that ends with a known top-level domain, or, in an address with a
/// scheme, `localhost`, an IPv4 address, or an IPv6 address in brackets.
struct HostScanner {
  /// The longest host and the longest label, in UTF-16 code units (RFC 1035: octets).
  static let maximumLength = 255
  static let maximumLabelLength = 63

  let text: ScannedText

  /// The end of the host at an offset, or `nil` if there is none.
  ///
  /// - Complexity: O(1): at most ``maximumLength`` units are read.
  func endWithScheme(from start: Int) -> Int? {
    if text.unit(start) == .ascii("[") { return endOfIPv6(from: start) }
    if let end = endOfIPv4(from: start) { return end }
    if text.hasPrefix("localhost", at: start), !isHostUnit(at: start + 9) { return start + 9 }
    return endOfDomain(from: start, anyScript: true)?.end
  }

  /// The end of the domain name at an offset.
  ///
  /// A label consists of letters, digits, hyphens and underscores; the last two labels of a name
  /// have no underscore. The name ends at its last label that is a top-level domain.
  ///
  /// - Parameters:
  ///   - start: The first unit.
  ///   - anyScript: Whether labels may have characters of scripts without spaces, and symbols.
  /// - Returns: The end of the name, and the end of the labels that were read, which may lie behind
  ///   it.
  func endOfDomain(from start: Int, anyScript: Bool) -> (end: Int, scanned: Int)? {
    let limit = min(text.count, start + Self.maximumLength)
    var end: Int?
    var offset = start
    // Whether the name may end with the next label: the label before it has no underscore.
    var canEnd = false
    while true {
      let label = offset
      var hasUnderscore = false
      var isASCII = true
      while offset < limit {
        let (scalar, length) = text.scalar(at: offset)
        if scalar == "_" {
          hasUnderscore = true
        } else if scalar != "-" {
          guard scalar.isSpacedWordScalar || (anyScript && isLabelScalar(scalar)) else { break }
          if scalar.value >= 0x80 { isASCII = false }
        }
        offset += length
      }
      if canEnd, let domain = endOfTopLevelDomain(from: label), domain <= limit { end = domain }
      guard offset < limit, text.unit(offset) == .ascii("."), offset > label,
        offset - label <= Self.maximumLabelLength, isEdge(label), isEdge(offset - 1),
        isASCII || !text.hasPrefix("xn--", at: label)
      else { break }
      canEnd = !hasUnderscore
      offset += 1
    }
    return end.map { ($0, max($0, offset)) }
  }

  /// The end of the longest top-level domain at an offset.
  private func endOfTopLevelDomain(from start: Int) -> Int? {
    if text.unit(start).isASCIIAlphanumeric {
      var end = start
      while text.unit(end).isASCIIAlphanumeric { end += 1 }
      let isEncoded = text.hasPrefix("xn--", at: start)
      while isEncoded, text.unit(end).isASCIIAlphanumeric || text.unit(end) == .ascii("-") {
        end += 1
      }
      // A name such as "vermögensberatung" goes on with other letters, and is searched for below.
      if !text.scalar(at: end).scalar.isSpacedWordScalar {
        return isDomain(start..<end) && isAfterDomain(end) ? end : nil
      }
    }
    var ends: [Int] = []
    var offset = start
    while offset - start < TopLevelDomains.maximumLength {
      let (scalar, length) = text.scalar(at: offset)
      guard scalar.isWordScalar else { break }
      offset += length
      ends.append(offset)
    }
    return ends.last { isAfterDomain($0) && isDomain(start..<$0) }
  }

  private func isDomain(_ range: Range<Int>) -> Bool {
    range.count <= TopLevelDomains.maximumLength
      && TopLevelDomains.contains(text.string(range).lowercased())
  }

  /// Whether a name can end before an offset: no letter of a script with spaces follows.
  private func isAfterDomain(_ offset: Int) -> Bool {
    let next = text.scalar(at: offset).scalar
    return next != "@" && next != "_" && !next.isSpacedWordScalar
  }

  private func isEdge(_ offset: Int) -> Bool {
    let unit = text.unit(offset)
    return unit != .ascii("-") && unit != .ascii("_")
  }

  private func isLabelScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isWordScalar { return true }
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol: return scalar.value >= 0x80 && scalar != "\u{FFFD}"
    default: return false
    }
  }

  private func isHostUnit(at offset: Int) -> Bool {
    let unit = text.unit(offset)
    return unit == .ascii("-") || unit == .ascii("_") || unit == .ascii("@")
      || (unit == .ascii(".") && text.scalar(at: offset + 1).scalar.isSpacedWordScalar)
      || text.scalar(at: offset).scalar.isSpacedWordScalar
  }

  private func endOfIPv4(from start: Int) -> Int? {
    var offset = start
    for part in 0..<4 {
      if part > 0 {
        guard text.unit(offset) == .ascii(".") else { return nil }
        offset += 1
      }
      var value = 0
      let first = offset
      while offset - first < 4, text.unit(offset).isASCIIDigit {
        value = value * 10 + Int(text.unit(offset) - 0x30)
        offset += 1
      }
      guard offset > first, offset - first <= 3, value <= 255 else { return nil }
    }
    return isHostUnit(at: offset) ? nil : offset
  }

  private func endOfIPv6(from start: Int) -> Int? {
    var groups = 0
    var digits = 0
    var hasGap = false
    var offset = start + 1
    while offset - start < 48 {
      let unit = text.unit(offset)
      let isHexadecimal = unit.isASCIIDigit || (unit | 0x20 >= 0x61 && unit | 0x20 <= 0x66)
      if isHexadecimal {
        if digits == 0, unit.isASCIIDigit, let end = endOfIPv4(from: offset) {
          guard text.unit(end) == .ascii("]"), hasGap ? groups <= 5 : groups == 6 else {
            return nil
          }
          return end + 1
        }
        if digits == 0 { groups += 1 }
        digits += 1
        guard digits <= 4, groups <= 8 else { return nil }
      } else if unit == .ascii(":") {
        if text.unit(offset + 1) == .ascii(":") {
          if hasGap { return nil }
          hasGap = true
          offset += 1
        } else if digits == 0 {
          return nil
        }
        digits = 0
      } else {
        guard unit == .ascii("]"), digits > 0 || text.unit(offset - 2) == .ascii(":"),
          hasGap ? groups <= 7 : groups == 8
        else { return nil }
        return offset + 1
      }
      offset += 1
    }
    return nil
  }
}

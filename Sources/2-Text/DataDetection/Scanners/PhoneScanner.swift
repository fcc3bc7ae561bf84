// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Finds telephone numbers: 7 to 15 digits (ITU-T E.164) in the groupings in which they are
/// written.
///
/// - International: `+` and groups with spaces, hyphens, dots or brackets between them; `(0)` is
///   left out of the address.
/// - An area code in brackets: `(201) 555-0123`.
/// - Groups with hyphens: `555-0123`, `1-800-555-0123`, `010-12345678`. Dates, pairs of years and
///   groups of one digit (but for the first) are no telephone numbers.
/// - Groups with spaces or dots, if the first starts with 0 or the groups have 3, 3, 4 or 3, 4, 4
///   digits.
/// - Chinese mobile numbers without any separator: 11 digits, of which the first is 1 and the
///   second is 3 to 9.
///
/// Digits may be of any script.
struct PhoneScanner {
  let text: ScannedText

  /// The fewest and most digits.
  static let digits = 7...15

  private struct Group {
    var start: Int
    var end: Int
    var digits: [Int]
    /// The separator before the group; `nil` for the first.
    var separator: Unicode.Scalar?
    /// Whether the group stands in round brackets.
    var isBracketed = false
  }

  /// All numbers in the order of the text.
  ///
  /// - Complexity: O(length of the text).
  func links(limits: LinkSearchLimits) throws -> [LinkCandidate] {
    try text.links(limits: limits) { offset, scalar, next, links in
      let isDigit = scalar.decimalDigit != nil
      guard isDigit || scalar == "+" || scalar == "\u{FF0B}" || scalar == "(" else { return next }
      if canStart(at: offset), let link = link(at: offset) {
        links.append(link)
        return link.range.upperBound
      }
      var end = next
      while isDigit, text.scalar(at: end).scalar.decimalDigit != nil {
        end += text.scalar(at: end).length
      }
      return end
    }
  }

  /// Whether a number may start at an offset: not inside a word or another number.
  private func canStart(at offset: Int) -> Bool {
    let (before, length) = text.scalar(before: offset)
    switch before {
    case "+", "_": return false
    case ".", ",", "-", "/", ":":
      return text.scalar(before: offset - length).scalar.decimalDigit == nil
    default: return !before.isSpacedWordScalar && before.decimalDigit == nil
    }
  }

  private func link(at start: Int) -> LinkCandidate? {
    let first = text.scalar(at: start)
    let isInternational = first.scalar == "+" || first.scalar == "\u{FF0B}"
    let groups = self.groups(from: isInternational ? start + first.length : start)
    for count in stride(from: groups.count, to: 0, by: -1) {
      let end = groups[count - 1].end
      guard canEnd(at: end, nextGroup: count < groups.count ? groups[count] : nil) else { continue }
      let part = groups[0..<count]
      let digits = part.reduce(0) { $0 + $1.digits.count }
      guard Self.digits.contains(digits) else { continue }
      if isInternational ? isInternationalNumber(part) : isNationalNumber(part) {
        return LinkCandidate(range: start..<end, url: url(of: part, isInternational))
      }
    }
    return nil
  }

  private func canEnd(at end: Int, nextGroup: Group?) -> Bool {
    let (next, length) = text.scalar(at: end)
    if next.isSpacedWordScalar || next == "_" || next.decimalDigit != nil { return false }
    if let nextGroup { return nextGroup.separator == " " || nextGroup.isBracketed }
    switch next {
    case "-", "/", ":", ".", ",", "@":
      return text.scalar(at: end + length).scalar.decimalDigit == nil
    default: return true
    }
  }

  /// The groups of digits at an offset, up to 16 digits.
  private func groups(from start: Int) -> [Group] {
    var groups: [Group] = []
    var offset = start
    var separator: Unicode.Scalar?
    var total = 0
    while total <= Self.digits.upperBound {
      let isBracketed = text.unit(offset) == .ascii("(")
      var group = Group(start: offset, end: offset, digits: [], isBracketed: isBracketed)
      group.separator = separator
      if isBracketed { offset += 1 }
      while let digit = text.scalar(at: offset).scalar.decimalDigit,
        total <= Self.digits.upperBound
      {
        group.digits.append(digit)
        offset += text.scalar(at: offset).length
        total += 1
      }
      if isBracketed {
        guard text.unit(offset) == .ascii(")") else { break }
        offset += 1
      }
      guard !group.digits.isEmpty else { break }
      group.end = offset
      groups.append(group)
      // Between two groups there is one separator, or none beside a bracket.
      let (scalar, length) = text.scalar(at: offset)
      switch scalar {
      case " ", "\u{A0}", "\u{202F}":
        separator = " "
        offset += length
      case "-", "\u{2010}", "\u{2011}", "\u{FF0D}":
        separator = "-"
        offset += length
      case ".":
        separator = "."
        offset += length
      default:
        guard isBracketed || scalar == "(" else { return groups }
        separator = "("
      }
    }
    return groups
  }

  private func isInternationalNumber(_ groups: ArraySlice<Group>) -> Bool {
    // Country codes start with 1 to 9.
    guard let first = groups.first?.digits.first, first != 0 else { return false }
    return groups.filter(\.isBracketed).count <= 1
  }

  private func isNationalNumber(_ groups: ArraySlice<Group>) -> Bool {
    guard let first = groups.first else { return false }
    let counts = groups.map(\.digits.count)
    if groups.dropFirst().contains(where: \.isBracketed) {
      // Only a number such as 1 (800) 555-0123 has a bracketed group after the first group.
      guard counts.count > 2, first.digits == [1], groups.filter(\.isBracketed).count == 1 else {
        return false
      }
      return counts.dropFirst(2).allSatisfy { $0 >= 2 }
    }
    if first.isBracketed {
      return counts.count > 1 && counts[0] >= 2 && counts.dropFirst().allSatisfy { $0 >= 2 }
    }
    if counts.count == 1 {
      return counts[0] == 11 && first.digits[0] == 1 && first.digits[1] >= 3
    }
    // All separators after the first one must be equal; the first, after an area code, may differ.
    let separators = groups.dropFirst().compactMap(\.separator)
    guard separators.dropFirst(2).allSatisfy({ $0 == separators[1] }) else { return false }
    let isMixed = separators.count > 1 && separators[0] != separators[1]
    if separators.contains("-"), !isMixed {
      return counts.dropFirst().allSatisfy { $0 >= 2 } && (counts.last ?? 0) >= 2
        && (counts[0] > 1 || counts.count >= 4) && !isDate(groups) && !isPairOfYears(groups)
    }
    let isKnownGrouping = counts == [3, 3, 4] || (counts == [3, 4, 4] && first.digits[0] == 1)
    let isAddress = counts.count == 4 && counts.allSatisfy { $0 <= 3 } && separators[0] == "."
    return counts.allSatisfy { $0 >= 2 }
      && ((first.digits[0] == 0 && !isDate(groups) && !isAddress) || isKnownGrouping)
  }

  /// Whether the groups are year, month and day, or day, month and year.
  private func isDate(_ groups: ArraySlice<Group>) -> Bool {
    guard groups.count == 3 else { return false }
    let values = groups.map { $0.digits.reduce(0) { $0 * 10 + $1 } }
    let counts = groups.map(\.digits.count)
    switch (counts[0], counts[1], counts[2]) {
    case (4, 1...2, 1...2): return 1...12 ~= values[1] && 1...31 ~= values[2]
    case (1...2, 1...2, 4): return 1...31 ~= values[0] && 1...31 ~= values[1]
    default: return false
    }
  }

  /// Whether the groups are two years, as in 1914-1918.
  private func isPairOfYears(_ groups: ArraySlice<Group>) -> Bool {
    let values = groups.map { $0.digits.reduce(0) { $0 * 10 + $1 } }
    return groups.count == 2 && groups.allSatisfy { $0.digits.count == 4 }
      && values.allSatisfy { 1000...2100 ~= $0 } && values[0] <= values[1]
  }

  private func url(of groups: ArraySlice<Group>, _ isInternational: Bool) -> String {
    var url = isInternational ? "tel:+" : "tel:"
    for group in groups {
      if isInternational, group.isBracketed, group.digits == [0] { continue }
      for digit in group.digits { url += String(digit) }
    }
    return url
  }
}

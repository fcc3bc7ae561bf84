// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The file names of pages or frames: both `out-%03d.png` and `out.png` give `out-001.png`.
struct PageNames: Sendable {
  private let prefix: String
  private let digits: Int
  private let suffix: String

  /// Creates names from a pattern, or from the name of a single picture.
  init(_ pattern: String) {
    if let percent = pattern.firstIndex(of: "%"),
      let letter = pattern[percent...].firstIndex(of: "d"),
      let width = Self.width(pattern[pattern.index(after: percent)..<letter])
    {
      prefix = String(pattern[..<percent])
      digits = width
      suffix = String(pattern[pattern.index(after: letter)...])
      return
    }
    let folder = pattern.lastIndex(of: "/").map { pattern.index(after: $0) } ?? pattern.startIndex
    let dot = pattern[folder...].lastIndex(of: ".").flatMap { $0 > folder ? $0 : nil }
    prefix = String(pattern[..<(dot ?? pattern.endIndex)]) + "-"
    digits = 3
    suffix = String(pattern[(dot ?? pattern.endIndex)...])
  }

  /// Creates names from a pattern with one `%d` or `%04d` and no other percent sign; `nil` for
  /// anything else.
  init?(frames pattern: String) {
    let parts = pattern.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
    guard parts[1].dropFirst(digits.count).first == "d", digits.isEmpty || digits.first == "0",
      digits.isEmpty || (1...20).contains(Int(digits) ?? 0)
    else { return nil }
    self.init(pattern)
  }

  /// The conversions in a file name, as `%03d` and `%s`.
  ///
  /// A percent sign before anything else stands for itself.
  static func conversions(in path: String) -> [String] {
    path.split(separator: "%", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      guard let letter = part.dropFirst(digits.count).first, "ds".contains(letter) else {
        return nil
      }
      return "%\(digits)\(letter)"
    }
  }

  /// The width in `%03d`; `nil` if it is not valid.
  private static func width(_ text: Substring) -> Int? {
    if text.isEmpty { return 1 }
    guard let value = Int(text), (0...20).contains(value) else { return nil }
    return value
  }

  /// The file name of a page, the first of which is 1, or of a frame, the first of which is 0.
  func name(_ number: Int) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The names by which a dictionary of a language is looked up, the nearest first: for `de-AT` the
/// keys `de_at` and `de`.
struct LanguageKeys {
  /// The keys, in lower case with `_` between their parts.
  let all: [String]
  /// The language without script and region.
  let language: String

  /// - Parameter tag: A BCP 47 tag, in any case and with either sign between its parts; a private
  ///   extension is left out.
  /// - Returns: `nil` if the text is no tag.
  init?(_ tag: String) {
    let parts = tag.split { $0 == "-" || $0 == "_" }.prefix { $0.count > 1 }.map(String.init)
    guard let first = parts.first, (2...8).contains(first.count), tag.utf8.count <= 35,
      parts.allSatisfy({ $0.utf8.allSatisfy(Self.isLetterOrDigit) })
    else { return nil }
    language = first.lowercased()
    var keys: [String] = []
    for count in stride(from: parts.count, through: 1, by: -1) {
      keys.append(Self.key(parts[..<count].joined(separator: "_")[...]))
    }
    if parts.count == 3 { keys.insert(Self.key("\(parts[0])_\(parts[2])"), at: 1) }
    all = keys
  }

  /// A name without differences of case and signs.
  static func key(_ name: Substring) -> String {
    name.lowercased().split { $0 == "-" || $0 == "_" }.joined(separator: "_")
  }

  /// Whether a byte may be in a part of a tag.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

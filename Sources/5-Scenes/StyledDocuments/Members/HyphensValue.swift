// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import TextHyphenation
internal import TextModel

/// The value of `hyphens`: a word, or an object with the limits of hyphenation.
struct HyphensValue: ParagraphValue {
  private let mode: HyphensMode
  private var hyphenation: Hyphenation
  private var zone: Length

  init(_ mode: HyphensMode) {
    self.mode = mode
    (hyphenation, zone) = (.system, 0)
  }

  /// Reads the value.
  ///
  /// - Parameter files: Opens the dictionary; `nil` if the input, such as an option, cannot name
  ///   files.
  /// - Throws: ``DocumentError`` with `malformed`, `unreadable`, `tooLarge` or `cancelled`.
  init(
    _ value: JSONValue, _ key: DocumentKey, _ files: DocumentFiles?,
    _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) {
    if case .string = value {
      self.init(try key.keyword(value))
      return
    }
    let members = try ObjectMembers<HyphensMember>(value, key, &unknownKeys)
    self.init(.auto)
    if let (value, key) = members[.dictionary] {
      let name = try key.string(value)
      guard let files else { throw key.error("a dictionary is named in documents alone") }
      hyphenation = Hyphenation(try files.hyphenator(name, key))
    }
    if let (value, key) = members[.maxConsecutive] {
      hyphenation.maximumConsecutive = try key.integer(value)
    }
    if let (value, key) = members[.minWordLength] {
      hyphenation.minimumWordLength = try key.integer(value)
    }
    if let (value, key) = members[.minBefore] { hyphenation.minimumBefore = try key.integer(value) }
    if let (value, key) = members[.minAfter] { hyphenation.minimumAfter = try key.integer(value) }
    if let (value, key) = members[.zone] {
      zone = try key.length(value)
      guard zone.value >= 0 else { throw key.error("a length below 0") }
    }
    if let (value, key) = members[.capitalized] {
      hyphenation.hyphenatesCapitalized = try key.bool(value)
    }
    if let (value, key) = members[.character] {
      let text = try key.string(value)
      guard text.count == 1, text.utf16.count <= 16 else {
        throw key.error("one character is wanted")
      }
      hyphenation.character = text.first
    }
  }

  mutating func resolve(em: Double) { zone.resolve(em: em) }

  func apply(to fields: inout ParagraphStyle.Fields, of change: StyleChange) {
    fields.hyphenation = value
  }

  /// The value for `ParagraphStyle.hyphenation`; `nil` divides words at soft hyphens only.
  private var value: Hyphenation? {
    switch mode {
    case .none: return .suppressed
    case .manual: return nil
    case .auto:
      var result = hyphenation
      result.zone = zone.value
      return result
    }
  }
}

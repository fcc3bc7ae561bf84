// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Hyphenation: FieldCodable {
  package static let fields = CodedFields(
    Hyphenation(),
    [
      CodedField("source", \.codedSource),
      CodedField("maxConsecutive", formerly: "maximumConsecutive", \.maximumConsecutive),
      CodedField("minWordLength", formerly: "minimumWordLength", \.minimumWordLength),
      CodedField("minBefore", formerly: "minimumBefore", \.minimumBefore),
      CodedField("minAfter", formerly: "minimumAfter", \.minimumAfter),
      CodedField("zone", \.zone),
      CodedField("capitalized", formerly: "hyphenatesCapitalized", \.hyphenatesCapitalized),
      CodedField("character", \.character, as: CodedCharacter?.self),
    ])

  private enum CodedSource: String, Codable {
    case system, none
  }

  private var codedSource: CodedSource {
    get { source == .none ? .none : .system }
    set { source = newValue == .none ? .none : .system }
  }

  private struct CodedCharacter: CodedForm {
    let value: Character

    init(_ value: Character) { self.value = value }

    init(from decoder: any Decoder) throws {
      let text = try String(from: decoder)
      guard let character = text.first, text.count == 1 else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: "A hyphen is one character."))
      }
      value = character
    }

    func encode(to encoder: any Encoder) throws { try String(value).encode(to: encoder) }
  }

  /// Encodes the limits and the source; members that have their defaults are left out.
  ///
  /// Hyphenation by a given ``hyphenator`` cannot be encoded, since decoding would have to open a
  /// file that the encoded text names.
  ///
  /// - Throws: `EncodingError.invalidValue` for hyphenation by a given `Hyphenator`.
  public func encode(to encoder: any Encoder) throws {
    if hyphenator != nil {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "A dictionary of hyphenation cannot be encoded, but those of languages can."))
    }
    try Self.fields.encode(self, to: encoder)
  }
}

/// The words of `hyphens`, as in CSS.
package enum HyphensMode: String, CaseIterable, Codable, Keyword {
  case none
  case manual
  case auto
}

/// Hyphenation as documents write it: a word, or an object of limits.
struct CodedHyphens: CodedForm {
  let value: Hyphenation?

  init(_ value: Hyphenation?) { self.value = value }

  init(from decoder: any Decoder) throws {
    switch try? HyphensMode(from: decoder) {
    case HyphensMode.none?: value = .suppressed
    case .manual?: value = nil
    case .auto?: value = .system
    case nil: value = try Hyphenation(from: decoder)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case nil: try HyphensMode.manual.encode(to: encoder)
    case .suppressed?: try HyphensMode.none.encode(to: encoder)
    case .system?: try HyphensMode.auto.encode(to: encoder)
    case let limits?: try limits.encode(to: encoder)
    }
  }
}

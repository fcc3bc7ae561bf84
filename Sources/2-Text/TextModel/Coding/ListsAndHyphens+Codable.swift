// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Hyphenation: Codable {
  private static let fields: [CodedField<Hyphenation>] = [
    CodedField("source", \.codedSource, standard: .system),
    CodedField(
      "maxConsecutive", formerly: "maximumConsecutive", \.maximumConsecutive,
      standard: system.maximumConsecutive),
    CodedField(
      "minWordLength", formerly: "minimumWordLength", \.minimumWordLength,
      standard: system.minimumWordLength),
    CodedField(
      "minBefore", formerly: "minimumBefore", \.minimumBefore, standard: system.minimumBefore),
    CodedField("minAfter", formerly: "minimumAfter", \.minimumAfter, standard: system.minimumAfter),
    CodedField("zone", \.zone, standard: system.zone),
    CodedField(
      "capitalized", formerly: "hyphenatesCapitalized", \.hyphenatesCapitalized,
      standard: .some(nil)),
    CodedField("character", \.character, as: CodedCharacter?.self, standard: .some(nil)),
  ]

  /// The source without a dictionary.
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
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let character = text.first, text.count == 1 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "A hyphen is one character.")
      }
      value = character
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(value))
    }
  }

  /// Decodes the limits, and the source, which is `system` if it is absent, or `none`.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(.system, from: decoder)
  }

  /// Encodes the limits and the source; members that have their defaults are left out.
  ///
  /// A dictionary is no part of a style: one that is not the system's cannot be encoded, since
  /// decoding would have to open a file that the encoded text names.
  ///
  /// - Throws: `EncodingError.invalidValue` for a dictionary of one's own.
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

/// Hyphenation as documents write it: a word, or an object of limits.
struct CodedHyphens: CodedForm {
  private enum Word: String, Codable {
    case none, manual, auto
  }

  let value: Hyphenation?

  init(_ value: Hyphenation?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if (try? container.decode(String.self)) == nil {
      value = try container.decode(Hyphenation.self)
      return
    }
    switch try container.decode(Word.self) {
    case .none: value = .suppressed
    case .manual: value = nil
    case .auto: value = .system
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case nil: try container.encode(Word.manual)
    case .suppressed?: try container.encode(Word.none)
    case .system?: try container.encode(Word.auto)
    case let limits?: try container.encode(limits)
    }
  }
}

extension LineStrut: Codable {
  private static let fields: [CodedField<LineStrut>] = [
    CodedField("forced", formerly: "isForced", \.isForced, standard: false),
    // Archives of version 0.2.0.
    CodedField(reading: "style") { $1.style = $0 },
  ]

  /// The members that are written also where they have their defaults: in documents those are the
  /// values of the style around.
  private static let written: [CodedField<ShapingStyle>] = [
    CodedField("size", \.size, standard: nil),
    CodedField("family", \.font.families, standard: nil),
  ]

  /// Decodes a strut: the members of its style, and `forced`.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.decoded(LineStrut(ShapingStyle(from: decoder)), from: decoder)
  }

  /// Encodes the members of the style, and `forced`.
  public func encode(to encoder: any Encoder) throws {
    try style.encode(to: encoder)
    try Self.written.encode(style, to: encoder)
    try Self.fields.encode(self, to: encoder)
  }
}

extension TextList: Codable {
  private static let fields: [CodedField<TextList>] = [
    CodedField("level", \.level, standard: 0), CodedField("start", \.start, standard: .some(nil)),
    CodedField("gap", \.gap, standard: nil),
  ]

  private enum CodingKeys: String, CodingKey {
    case marker, text, prefix, suffix, number, indent
  }

  /// Decodes an item as documents write it; the marker is a disc if it is absent.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self = try Self.fields.decoded(TextList(.disc), from: decoder)
    number = try members.decode(forKey: .number, default: start ?? 1)
    if let text = try members.decodeIfPresent(String.self, forKey: .text) {
      marker = .text(text)
    } else if let word = try? members.decode(String.self, forKey: .marker) {
      guard let found = MarkerWord(keyword: word)?.marker else {
        throw DecodingError.dataCorruptedError(
          forKey: .marker, in: members, debugDescription: "'\(word)' names no marker.")
      }
      marker = found
      if case .counter(let style, _, _) = marker {
        marker = .counter(
          style, prefix: try members.decode(forKey: .prefix, default: ""),
          suffix: try members.decodeIfPresent(String.self, forKey: .suffix))
      }
    } else {
      // Archives of version 0.2.0 have the marker as Swift codes it.
      marker = try members.decode(forKey: .marker, default: marker)
    }
  }

  /// Encodes the item as documents write it, and its number if it is not that of its start.
  ///
  /// In documents an item makes room for its marker, which the style has already.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch marker {
    case .text(let text): try members.encode(text, forKey: .text)
    case .counter(let style, let prefix, let suffix):
      try members.encode(style.keyword, forKey: .marker)
      try members.encode(prefix, forKey: .prefix, default: "")
      try members.encodeIfPresent(suffix, forKey: .suffix)
    default:
      try members.encodeIfPresent(
        MarkerWord.allCases.first { $0.marker == marker }?.keyword, forKey: .marker)
    }
    try members.encode(number, forKey: .number, default: start ?? 1)
    try members.encode(0, forKey: .indent)
    try Self.fields.encode(self, to: encoder)
  }
}

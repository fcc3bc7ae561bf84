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

extension LineStrut: FieldCodable {
  package static let fields = CodedFields(
    LineStrut(.default),
    [
      CodedField("forced", formerly: "isForced", \.isForced),
      CodedField(former: "style") { $1.style = $0 },
      // Size and family are always written: their defaults in documents are those of the
      // surrounding style, not of `LineStrut`.
      CodedField("size", write: { strut, _ in strut.style.size }) { $1.style.size = $0 },
      CodedField("family", write: { strut, _ in strut.style.font.families }) {
        $1.style.font.families = $0
      },
    ])

  /// Decodes `forced` and the members of the style.
  public init(from decoder: any Decoder) throws {
    self = try Self.fields.value(from: decoder, changing: LineStrut(ShapingStyle(from: decoder)))
  }

  public func encode(to encoder: any Encoder) throws {
    try style.encode(to: encoder)
    try Self.fields.encode(self, to: encoder)
  }
}

extension TextList: FieldCodable {
  package static let fields = CodedFields(
    TextList(.disc),
    [
      CodedField("marker", write: { list, _ in list.word }) { (form: WordOrMarker, list) in
        list.marker = form.marker
      },
      CodedField("text", \.text), CodedField("prefix", \.prefix), CodedField("suffix", \.suffix),
      CodedField("level", \.level), CodedField("start", \.ownStart),
      CodedField("number", \.ownNumber),
      CodedField("gap", write: { list, _ in list.gap }) { $1.gap = $0 },
      // The member is 0, since the style's `startIndent` already makes room for the marker; without
      // the member, a reader of documents would indent the item once more.
      CodedField("indent", write: { _, _ in 0 }) { (_: Double, _) in },
    ])

  private struct WordOrMarker: Decodable {
    let marker: Marker

    init(from decoder: any Decoder) throws {
      let word = try? String(from: decoder)
      marker = try word.flatMap { MarkerWord(keyword: $0)?.marker } ?? Marker(from: decoder)
    }
  }

  /// The word for the marker; `nil` if the marker is a text.
  private var word: String? {
    if case .counter(let style, _, _) = marker { return style.keyword }
    return MarkerWord.allCases.first { $0.marker == marker }?.keyword
  }

  private var text: String? {
    get { if case .text(let text) = marker { text } else { nil } }
    set { if let newValue { marker = .text(newValue) } }
  }

  private var prefix: String {
    get { if case .counter(_, let prefix, _) = marker { prefix } else { "" } }
    set {
      guard case .counter(let style, _, let suffix) = marker else { return }
      marker = .counter(style, prefix: newValue, suffix: suffix)
    }
  }

  private var suffix: String? {
    get { if case .counter(_, _, let suffix) = marker { suffix } else { nil } }
    set {
      guard case .counter(let style, let prefix, _) = marker else { return }
      marker = .counter(style, prefix: prefix, suffix: newValue)
    }
  }

  /// ``start``; setting it also sets ``number`` to the start, or to 1 if there is none.
  private var ownStart: Int? {
    get { start }
    set { (start, number) = (newValue, newValue ?? 1) }
  }

  /// ``number``; `nil` if it follows from ``start``, as for the first item of a list.
  private var ownNumber: Int? {
    get { number == start ?? 1 ? nil : number }
    set { number = newValue ?? start ?? 1 }
  }
}

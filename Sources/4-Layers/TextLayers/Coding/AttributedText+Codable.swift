// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

extension TextElement: FieldCodable {
  package static let fields = CodedFields(
    TextElement.none,
    [
      CodedField("attachment", \.attachment), CodedField("link", \.link),
      CodedField("binding", \.binding), CodedField("ruby", \.ruby),
    ])
}

/// The coded form of a text: its characters and, for each column, its distinct values and its runs.
/// Columns that have only the default value are left out.
///
/// A lone surrogate becomes U+FFFD, as every stage reads it. Attachments with drawings or layers
/// cannot be coded; see `TextAttachment`.
extension AttributedText: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, shaping, paragraphs, paint, elements
  }

  /// Decodes a text.
  ///
  /// - Throws: `DecodingError`, also where runs do not cover the text, and for a text longer than
  ///   `TextLimits.textLength`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let utf16 = Array(try members.decode(String.self, forKey: .text).utf16)
    guard utf16.count <= TextLimits.textLength else {
      throw DecodingError.dataCorruptedError(
        forKey: .text, in: members,
        debugDescription: "A text has at most \(TextLimits.textLength) code units.")
    }
    func column<Value: Decodable>(
      _ key: CodingKeys, _ standard: Value
    ) throws -> RunColumn<Value> {
      let column =
        try members.decodeIfPresent(RunColumn<Value>.self, forKey: key)
        ?? RunColumn(standard, length: utf16.count)
      guard column.length == utf16.count else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: members,
          debugDescription:
            "The runs cover \(column.length) of the text's \(utf16.count) UTF-16 code units.")
      }
      return column
    }
    self.init(
      utf16: utf16, shaping: try column(.shaping, ShapingStyle.default),
      paragraphs: try column(.paragraphs, ParagraphStyle.default),
      paint: try column(.paint, PaintStyle.default),
      elements: try column(.elements, TextElement.none))
  }

  /// Encodes the text.
  ///
  /// - Throws: `EncodingError` for attachments with content that cannot be coded.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(string, forKey: .text)
    func encode<Value: Encodable>(
      _ column: RunColumn<Value>, _ key: CodingKeys, _ standard: Value
    ) throws {
      if column != RunColumn(standard, length: length) { try members.encode(column, forKey: key) }
    }
    try encode(shaping, .shaping, .default)
    try encode(paragraphs, .paragraphs, .default)
    try encode(paint, .paint, .default)
    try encode(elements, .elements, .none)
  }
}

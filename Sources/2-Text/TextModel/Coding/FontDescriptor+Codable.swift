// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension FontTag: Codable {
  /// Decodes four characters, or a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(UInt32.self) {
      self.init(value: number)
      return
    }
    let string = try container.decode(String.self)
    guard let tag = FontTag(string) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "A tag has one to four printable ASCII characters, unlike '\(string)'.")
    }
    self = tag
  }

  /// Encodes the four characters; a number if they are not printable.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if FontTag(description) == self {
      try container.encode(description)
    } else {
      try container.encode(value)
    }
  }
}

extension FontSlant: Codable {}

extension FontVariation {
  /// Parses one axis position: `wght=700`.
  package init?(setting text: some StringProtocol) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let tag = FontTag(String(parts[0])),
      let value = Double(decimal: String(parts[1]))
    else { return nil }
    self.init(tag: tag, value: value)
  }
}

/// Axis positions as documents write them: `wght=700,wdth=85.5`, or an object. Archives of version
/// 0.2.0 have a list of objects, as those have whose tags are not printable.
struct CodedVariations: CodedForm {
  let value: [FontVariation]

  init(_ value: [FontVariation]) { self.value = value }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      value = try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { name in
        guard let tag = FontTag(name.stringValue) else {
          throw DecodingError.dataCorruptedError(
            forKey: name, in: members, debugDescription: "The name is no tag of an axis.")
        }
        return FontVariation(tag: tag, value: try members.decode(Double.self, forKey: name))
      }
      return
    }
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      value = try container.decode([FontVariation].self)
      return
    }
    value = try text.split(separator: ",").map { part in
      guard let variation = FontVariation(setting: part) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(part)' is no axis position, as wght=700 is.")
      }
      return variation
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = value.map { "\($0.tag)=\($0.value)" }.joined(separator: ",")
    let read = text.split(separator: ",").map { FontVariation(setting: $0) }
    if read == value { try container.encode(text) } else { try container.encode(value) }
  }
}

extension FontFeature: Codable {
  private static let former: [CodedField<FontFeature>] = [
    CodedField("tag", \.tag, standard: nil), CodedField("value", \.value, standard: nil),
  ]

  /// Parses `smcp`, `+smcp`, `-liga` or `liga=0`.
  private init?(setting text: String) {
    var name = text[...]
    var value: UInt32 = 1
    if let sign = text.first, sign == "+" || sign == "-" {
      name = name.dropFirst()
      value = sign == "+" ? 1 : 0
    }
    if let end = name.firstIndex(of: "=") {
      guard let number = UInt32(name[name.index(after: end)...]) else { return nil }
      (name, value) = (name[..<end], number)
    }
    guard let tag = FontTag(String(name)), name.utf8.allSatisfy(\.isLetterOrDigit) else {
      return nil
    }
    self.init(tag: tag, value: value)
  }

  /// Decodes a setting as documents write it, such as `smcp` or `liga=0`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      self = try Self.former.decoded(FontFeature(tag: FontTag(value: 0)), from: decoder)
      return
    }
    guard let feature = FontFeature(setting: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no feature, as liga=0 is.")
    }
    self = feature
  }

  /// Encodes the setting as documents write it; tag and value if the tag is no word.
  public func encode(to encoder: any Encoder) throws {
    let name = tag.description.prefix { $0 != " " }
    let text = value == 1 ? "\(name)" : "\(name)=\(value)"
    guard FontFeature(setting: text) == self else {
      return try Self.former.encode(self, to: encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return letters ~= self | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}

extension FontDescriptor: Codable {
  /// Decodes a descriptor; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    self = try ShapingStyle.Fields.members.decoded(.standard, from: decoder).font
  }

  /// Encodes the descriptor by the names of documents; members that have their defaults are left
  /// out.
  public func encode(to encoder: any Encoder) throws {
    var fields = ShapingStyle.Fields.standard
    fields.font = self
    try ShapingStyle.Fields.members.encode(fields, to: encoder)
  }

  /// The index of a given font; in archives of version 0.2.0 the member has the whole descriptor.
  static let codedIndex = CodedField<ShapingStyle.Fields>("", formerly: "givenFont") {
    $0.font.givenFont
  } read: { (form: IndexOrDescriptor, fields) in
    switch form {
    case .index(let index): fields.font.givenFont = index
    case .descriptor(let descriptor): fields.font = descriptor
    }
  }

  private enum IndexOrDescriptor: Decodable {
    case index(Int)
    case descriptor(FontDescriptor)

    init(from decoder: any Decoder) throws {
      if let index = try? decoder.singleValueContainer().decode(Int.self) {
        self = .index(index)
      } else {
        self = .descriptor(try FontDescriptor(from: decoder))
      }
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension KeyedEncodingContainer {
  /// Encodes a value unless it is the default, which is left out.
  package mutating func encode<Value: Encodable & Equatable>(
    _ value: Value, forKey key: Key, default standard: Value
  ) throws {
    if value != standard { try encode(value, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value, or gives the default if it was left out.
  package func decode<Value: Decodable>(
    forKey key: Key, default standard: Value
  ) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? standard
  }
}

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

extension FontDescriptor: Codable {
  private enum CodingKeys: String, CodingKey {
    case families, weight, slant, stretch, variations, givenFont
  }

  /// Decodes a descriptor; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let standard = FontDescriptor()
    self.init(
      families: try members.decode(forKey: .families, default: standard.families),
      weight: try members.decode(forKey: .weight, default: standard.weight),
      slant: try members.decode(forKey: .slant, default: standard.slant),
      stretch: try members.decode(forKey: .stretch, default: standard.stretch),
      variations: try members.decode(forKey: .variations, default: standard.variations),
      givenFont: try members.decodeIfPresent(Int.self, forKey: .givenFont))
  }

  /// Encodes the descriptor; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let standard = FontDescriptor()
    try members.encode(families, forKey: .families, default: standard.families)
    try members.encode(weight, forKey: .weight, default: standard.weight)
    try members.encode(slant, forKey: .slant, default: standard.slant)
    try members.encode(stretch, forKey: .stretch, default: standard.stretch)
    try members.encode(variations, forKey: .variations, default: standard.variations)
    try members.encodeIfPresent(givenFont, forKey: .givenFont)
  }
}

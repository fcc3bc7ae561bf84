// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Hyphenation: Codable {
  private enum CodingKeys: String, CodingKey {
    case source, maximumConsecutive, minimumWordLength, minimumBefore, minimumAfter, zone
    case hyphenatesCapitalized, character
  }

  private static let byTheSystem = "system"
  private static let byNone = "none"

  /// Decodes the limits, and the source, which is `system` if it is absent, or `none`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    var result = Hyphenation()
    let source = try members.decode(forKey: .source, default: Self.byTheSystem)
    switch source {
    case Self.byTheSystem: break
    case Self.byNone: result.source = .none
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .source, in: members, debugDescription: "Hyphenation is by the system, or none.")
    }
    func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      value = try members.decode(forKey: key, default: value)
    }
    try read(&result.maximumConsecutive, .maximumConsecutive)
    try read(&result.minimumWordLength, .minimumWordLength)
    try read(&result.minimumBefore, .minimumBefore)
    try read(&result.minimumAfter, .minimumAfter)
    try read(&result.zone, .zone)
    result.hyphenatesCapitalized =
      try members.decodeIfPresent(Bool.self, forKey: .hyphenatesCapitalized)
    if let text = try members.decodeIfPresent(String.self, forKey: .character) {
      guard text.count == 1 else {
        throw DecodingError.dataCorruptedError(
          forKey: .character, in: members, debugDescription: "A hyphen is one character.")
      }
      result.character = text.first
    }
    self = result
  }

  /// Encodes the limits and the source; members that have their defaults are left out.
  ///
  /// A dictionary is no part of a style: one that is not the system's cannot be encoded, since
  /// decoding would have to open a file that the encoded text names.
  ///
  /// - Throws: `EncodingError.invalidValue` for a dictionary of one's own.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let standard = Hyphenation()
    switch source {
    case .system: break
    case .none: try members.encode(Self.byNone, forKey: .source)
    case .dictionary:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "A dictionary of hyphenation cannot be encoded, but those of languages can."))
    }
    func write<Value: Encodable & Equatable>(
      _ field: KeyPath<Hyphenation, Value>, _ key: CodingKeys
    ) throws {
      try members.encode(self[keyPath: field], forKey: key, default: standard[keyPath: field])
    }
    try write(\.maximumConsecutive, .maximumConsecutive)
    try write(\.minimumWordLength, .minimumWordLength)
    try write(\.minimumBefore, .minimumBefore)
    try write(\.minimumAfter, .minimumAfter)
    try write(\.zone, .zone)
    try members.encodeIfPresent(hyphenatesCapitalized, forKey: .hyphenatesCapitalized)
    try members.encodeIfPresent(character.map(String.init), forKey: .character)
  }
}

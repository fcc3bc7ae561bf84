// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension TextAlignment: Codable {}
extension TextDirection: Codable {}
extension LineBreakStrictness: Codable {}
extension WordBreak: Codable {}
extension OverflowWrap: Codable {}
extension TabStop.Alignment: Codable {}

extension LineHeight: Codable {
  private enum CodingKeys: String, CodingKey {
    case natural, multiple, relative, fixed, atLeast, atMost, between, baselineDistance
  }

  /// Decodes an object with one member: the rule and its number, or two.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = members.allKeys.first, members.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "A line height has one rule."))
    }
    if key == .between {
      var numbers = try members.nestedUnkeyedContainer(forKey: key)
      self = .between(
        least: try numbers.decode(Double.self), most: try numbers.decode(Double.self))
      return
    }
    let number = try members.decode(Double.self, forKey: key)
    switch key {
    case .natural, .between: self = .natural
    case .multiple: self = .multiple(number)
    case .relative: self = .relative(toSize: number)
    case .fixed: self = .fixed(number)
    case .atLeast: self = .atLeast(number)
    case .atMost: self = .atMost(number)
    case .baselineDistance: self = .baselineDistance(number)
    }
  }

  /// Encodes an object with one member: the rule and its number, or two.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .natural: try members.encode(1.0, forKey: .natural)
    case .multiple(let factor): try members.encode(factor, forKey: .multiple)
    case .relative(let factor): try members.encode(factor, forKey: .relative)
    case .fixed(let points): try members.encode(points, forKey: .fixed)
    case .atLeast(let points): try members.encode(points, forKey: .atLeast)
    case .atMost(let points): try members.encode(points, forKey: .atMost)
    case .baselineDistance(let points): try members.encode(points, forKey: .baselineDistance)
    case .between(let least, let most): try members.encode([least, most], forKey: .between)
    }
  }
}

extension ParagraphStyle: Codable {
  private enum CodingKeys: String, CodingKey {
    case alignment, direction, lineHeight, lineSpacing, spacingBefore, spacingAfter
    case firstLineIndent, startIndent, endIndent, tabStops, tabInterval
    case lineBreak, wordBreak, overflowWrap, hyphenation, lineBreaking
    case lastLineAlignment, justification, strut, list, hangingPunctuation
  }

  /// Decodes a style; members that are absent have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    var fields = Fields()
    func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
      value = try members.decode(forKey: key, default: value)
    }
    try read(&fields.alignment, .alignment)
    try read(&fields.direction, .direction)
    try read(&fields.lineHeight, .lineHeight)
    try read(&fields.lineSpacing, .lineSpacing)
    try read(&fields.spacingBefore, .spacingBefore)
    try read(&fields.spacingAfter, .spacingAfter)
    try read(&fields.firstLineIndent, .firstLineIndent)
    try read(&fields.startIndent, .startIndent)
    try read(&fields.endIndent, .endIndent)
    try read(&fields.tabStops, .tabStops)
    try read(&fields.tabInterval, .tabInterval)
    try read(&fields.lineBreak, .lineBreak)
    try read(&fields.wordBreak, .wordBreak)
    try read(&fields.overflowWrap, .overflowWrap)
    fields.hyphenation = try members.decodeIfPresent(Hyphenation.self, forKey: .hyphenation)
    try read(&fields.lineBreaking, .lineBreaking)
    fields.lastLineAlignment = try members.decodeIfPresent(
      TextAlignment.self, forKey: .lastLineAlignment)
    try read(&fields.justification, .justification)
    fields.strut = try members.decodeIfPresent(LineStrut.self, forKey: .strut)
    fields.list = try members.decodeIfPresent(TextList.self, forKey: .list)
    try read(&fields.hangingPunctuation, .hangingPunctuation)
    self = fields == Fields() ? .default : ParagraphStyle(storage: Storage(fields))
  }

  /// Encodes the style; members that have their defaults are left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let (fields, standard) = (storage.fields, Fields())
    func write<Value: Encodable & Equatable>(
      _ field: KeyPath<Fields, Value>, _ key: CodingKeys
    ) throws {
      try members.encode(fields[keyPath: field], forKey: key, default: standard[keyPath: field])
    }
    try write(\.alignment, .alignment)
    try write(\.direction, .direction)
    try write(\.lineHeight, .lineHeight)
    try write(\.lineSpacing, .lineSpacing)
    try write(\.spacingBefore, .spacingBefore)
    try write(\.spacingAfter, .spacingAfter)
    try write(\.firstLineIndent, .firstLineIndent)
    try write(\.startIndent, .startIndent)
    try write(\.endIndent, .endIndent)
    try write(\.tabStops, .tabStops)
    try write(\.tabInterval, .tabInterval)
    try write(\.lineBreak, .lineBreak)
    try write(\.wordBreak, .wordBreak)
    try write(\.overflowWrap, .overflowWrap)
    try members.encodeIfPresent(fields.hyphenation, forKey: .hyphenation)
    try write(\.lineBreaking, .lineBreaking)
    try members.encodeIfPresent(fields.lastLineAlignment, forKey: .lastLineAlignment)
    try write(\.justification, .justification)
    try members.encodeIfPresent(fields.strut, forKey: .strut)
    try members.encodeIfPresent(fields.list, forKey: .list)
    try write(\.hangingPunctuation, .hangingPunctuation)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The coded form of a fill. A picture is a live object: encoding one throws an `EncodingError`.
extension TextFill: Codable {
  private enum CodingKeys: CodingKey { case gradient, over }

  /// Decodes a fill by a gradient.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      .gradient(try members.decode(TextGradient.self, forKey: .gradient)),
      over: try members.decodeIfPresent(Area.self, forKey: .over) ?? .text)
  }

  /// Encodes the fill.
  ///
  /// - Throws: `EncodingError` for a picture.
  public func encode(to encoder: any Encoder) throws {
    guard case .gradient(let gradient) = source else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "Text that a picture fills cannot be encoded."))
    }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(gradient, forKey: .gradient)
    if area != .text { try members.encode(area, forKey: .over) }
  }
}

extension TextGradient: Codable {
  private enum CodingKeys: CodingKey { case type, colors, locations, startPoint, endPoint }

  /// Decodes a gradient in the form of documents; colours without locations are evenly spread.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members.decodeIfPresent(Kind.self, forKey: .type) ?? .axial,
      colors: try members.decode([Color].self, forKey: .colors))
    if let locations = try members.decodeIfPresent([Double].self, forKey: .locations) {
      guard locations.count == stops.count else {
        throw DecodingError.dataCorruptedError(
          forKey: .locations, in: members,
          debugDescription: "There are \(locations.count) locations of \(stops.count) colours.")
      }
      for index in stops.indices { stops[index].offset = locations[index] }
    }
    func point(_ key: CodingKeys) throws -> Point? {
      guard let numbers = try members.decodeIfPresent([Double].self, forKey: key) else {
        return nil
      }
      guard numbers.count == 2 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: members, debugDescription: "A point is two numbers.")
      }
      return Point(x: numbers[0], y: numbers[1])
    }
    if let start = try point(.startPoint) { self.start = start }
    if let end = try point(.endPoint) { self.end = end }
  }

  /// Encodes the gradient in the form of documents.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    if kind != .axial { try members.encode(kind, forKey: .type) }
    try members.encode(stops.map(\.color), forKey: .colors)
    try members.encode(stops.map(\.offset), forKey: .locations)
    try members.encode([start.x, start.y], forKey: .startPoint)
    try members.encode([end.x, end.y], forKey: .endPoint)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Color {
  private enum CodingKeys: String, CodingKey {
    case red, green, blue, alpha
  }

  /// The colour as `#rrggbb` or `#rrggbbaa`; `nil` if it is not one of 8-bit components.
  private var hex: String? {
    var text = "#"
    for component in [red, green, blue] + (alpha == 1 ? [] : [alpha]) {
      guard component >= 0, component <= 1 else { return nil }
      let byte = UInt8((component * 255).rounded())
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    return Color(hex: text) == self ? text : nil
  }

  /// Decodes a colour: a string as documents have it, `#ff8000` or a name of CSS, or the four
  /// components.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.singleValueContainer(),
      let text = try? container.decode(String.self)
    else {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        red: try members.decode(Double.self, forKey: .red),
        green: try members.decode(Double.self, forKey: .green),
        blue: try members.decode(Double.self, forKey: .blue),
        alpha: try members.decode(Double.self, forKey: .alpha))
      return
    }
    guard let color = Color(hex: text) ?? Color(cssName: text.lowercased()) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no colour, as #ff8000 and orange are.")
    }
    self = color
  }

  /// Encodes a colour of 8-bit components as `#ff8000`, any other as its four components.
  public func encode(to encoder: any Encoder) throws {
    if let hex {
      var container = encoder.singleValueContainer()
      return try container.encode(hex)
    }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(red, forKey: .red)
    try members.encode(green, forKey: .green)
    try members.encode(blue, forKey: .blue)
    try members.encode(alpha, forKey: .alpha)
  }
}

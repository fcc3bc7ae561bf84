// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A colour in straight (not premultiplied) sRGB, each component from 0 to 1.
public struct Color: Hashable, Sendable {
  /// The red component, 0 to 1.
  public var red: Float
  /// The green component, 0 to 1.
  public var green: Float
  /// The blue component, 0 to 1.
  public var blue: Float
  /// The opacity, 0 (clear) to 1 (opaque).
  public var alpha: Float

  /// Creates a colour from its components, 0 to 1.
  @inlinable
  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a colour from 8-bit components.
  @inlinable
  public init(red8: UInt8, green8: UInt8, blue8: UInt8, alpha8: UInt8 = 255) {
    self.init(
      red: Float(red8) / 255, green: Float(green8) / 255, blue: Float(blue8) / 255,
      alpha: Float(alpha8) / 255)
  }

  /// Creates a grey.
  @inlinable
  public init(white: Float, alpha: Float = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)
  /// Transparent black.
  public static let clear = Color(white: 0, alpha: 0)

  /// Whether the colour is opaque.
  @inlinable public var isOpaque: Bool { alpha >= 1 }
}

extension Color {
  /// Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, the `#` optional.
  ///
  /// - Returns: `nil` for anything else.
  public init?(hex: String) {
    var digits: [UInt8] = []
    for (i, c) in hex.utf8.enumerated() {
      switch c {
      case UInt8(ascii: "#") where i == 0: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(c - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(c - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(c - UInt8(ascii: "A") + 10)
      default: return nil
      }
      if digits.count > 8 { return nil }
    }
    switch digits.count {
    case 3, 4:
      let v = digits.map { $0 * 17 }
      self.init(red8: v[0], green8: v[1], blue8: v[2], alpha8: v.count == 4 ? v[3] : 255)
    case 6, 8:
      let v = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
      self.init(red8: v[0], green8: v[1], blue8: v[2], alpha8: v.count == 4 ? v[3] : 255)
    default: return nil
    }
  }

  /// The colour as 8-bit premultiplied R, G, B, A, red in the lowest byte.
  ///
  /// Alpha is rounded first, then each component times that alpha is rounded to nearest.
  @inlinable public var premultiplied8: UInt32 {
    func byte(_ v: Float) -> UInt32 { v > 0 ? UInt32(min(v, 1) * 255 + 0.5) : 0 }
    let a = byte(alpha)
    func times(_ v: Float) -> UInt32 {
      let p = byte(v) * a + 128
      return (p + (p >> 8)) >> 8
    }
    return times(red) | times(green) << 8 | times(blue) << 16 | a << 24
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A colour in straight (not premultiplied) sRGB, each component from 0 to 1.
///
/// The named colours are CSS's: ``green-type.property`` is half as bright
/// as UIKit's, which is ``lime``.
public struct Color: Hashable, Codable, Sendable {
  /// The red component, 0 to 1.
  public var red: Double
  /// The green component, 0 to 1.
  public var green: Double
  /// The blue component, 0 to 1.
  public var blue: Double
  /// The opacity, 0 (clear) to 1 (opaque).
  public var alpha: Double

  /// Creates a colour from its components, 0 to 1.
  @inlinable
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a colour from 8-bit components.
  @inlinable
  public init(red8: UInt8, green8: UInt8, blue8: UInt8, alpha8: UInt8 = 255) {
    self.init(
      red: Double(red8) / 255, green: Double(green8) / 255, blue: Double(blue8) / 255,
      alpha: Double(alpha8) / 255)
  }

  /// Creates a grey.
  @inlinable
  public init(white: Double, alpha: Double = 1) {
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
    var (digits, count) = (UInt32(0), 0)
    for (i, c) in hex.utf8.enumerated() {
      let digit: UInt8
      switch c {
      case UInt8(ascii: "#") where i == 0: continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = c - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = c - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = c - UInt8(ascii: "A") + 10
      default: return nil
      }
      digits = digits << 4 | UInt32(digit)
      count += 1
      if count > 8 { return nil }
    }
    /// The byte of a component, of one digit or of two.
    func component(_ index: Int, of components: Int) -> UInt8 {
      let width = count / components
      let bits = digits >> UInt32((components - 1 - index) * width * 4)
      return width == 2 ? UInt8(truncatingIfNeeded: bits) : UInt8(bits & 15) * 17
    }
    let components: Int
    switch count {
    case 3, 6: components = 3
    case 4, 8: components = 4
    default: return nil
    }
    self.init(
      red8: component(0, of: components), green8: component(1, of: components),
      blue8: component(2, of: components),
      alpha8: components == 4 ? component(3, of: components) : 255)
  }

  /// The product of both colours, component by component.
  package func multiplied(by other: Color) -> Color {
    Color(
      red: red * other.red, green: green * other.green, blue: blue * other.blue,
      alpha: alpha * other.alpha)
  }

  /// The colour as 8-bit premultiplied R, G, B, A, red in the lowest byte.
  ///
  /// Alpha is rounded first, then each component times that alpha is rounded to nearest.
  @inlinable package var premultiplied8: UInt32 {
    func byte(_ v: Double) -> UInt32 { v > 0 ? UInt32(min(v, 1) * 255 + 0.5) : 0 }
    let a = byte(alpha)
    func times(_ v: Double) -> UInt32 {
      let p = byte(v) * a + 128
      return (p + (p >> 8)) >> 8
    }
    return times(red) | times(green) << 8 | times(blue) << 16 | a << 24
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, or `#rrggbbaa` unless opaque; components that 8 bits do not hold exactly are
  /// written as numbers, such as `Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)`.
  public var description: String {
    let components = [red, green, blue, alpha]
    let isExact = components.allSatisfy { component in
      let byte = (component * 255).rounded()
      return (0...255).contains(byte) && byte / 255 == component
    }
    guard isExact else {
      return "Color(red: \(red), green: \(green), blue: \(blue), alpha: \(alpha))"
    }
    let bytes = (isOpaque ? components.dropLast() : components[...]).map { component in
      let digits = String(UInt8((component * 255).rounded()), radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    return "#" + bytes.joined()
  }
}

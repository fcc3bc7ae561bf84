// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A space of colours in which colours are written and mixed (CSS Color 4, §10).
///
/// The numbers come from sums, products and the project's own functions, so that every machine has
/// the same bits.
enum ColorSpace: String {
  case srgb, hsl, hwb, lab, lch, oklab, oklch, xyz
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"

  /// Whether `color()` knows the space.
  var isOfColorFunction: Bool {
    switch self {
    case .hsl, .hwb, .lab, .lch, .oklab, .oklch: false
    default: true
    }
  }

  /// The component that is a hue, if there is one.
  var hue: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// The names of the components in a function, for relative colours (CSS Color 5, §4).
  func channels(of function: String) -> [String] {
    switch function {
    case "rgb", "rgba": ["r", "g", "b"]
    case "hsl", "hsla": ["h", "s", "l"]
    case "color": rawValue.hasPrefix("xyz") ? ["x", "y", "z"] : ["r", "g", "b"]
    case "lab", "oklab": ["l", "a", "b"]
    case "lch", "oklch": ["l", "c", "h"]
    default: ["h", "w", "b"]
    }
  }

  typealias Components = (Double, Double, Double)

  /// The components in sRGB, which may lie outside of 0 to 1.
  func srgb(_ c: Components) -> Components {
    switch self {
    case .srgb: return c
    case .hsl: return Self.srgb(hue: c.0, saturation: c.1, lightness: c.2)
    case .hwb:
      let sum = c.1 + c.2
      if sum >= 1 { return (c.1 / sum, c.1 / sum, c.1 / sum) }
      let pure = Self.srgb(hue: c.0, saturation: 1, lightness: 0.5)
      return Self.map(pure) { $0 * (1 - sum) + c.1 }
    case .lch: return ColorSpace.lab.srgb(Self.rectangular(c))
    case .oklch: return ColorSpace.oklab.srgb(Self.rectangular(c))
    default: return Self.map(Self.product(Self.fromXYZ, xyz(c)), Self.encoded)
    }
  }

  /// The components of a colour of sRGB.
  func components(srgb c: Components) -> Components {
    let linear = Self.map(c, Self.linear)
    switch self {
    case .srgb: return c
    case .srgbLinear: return linear
    case .hsl, .hwb: return Self.hueOf(c, isHWB: self == .hwb)
    case .lch: return Self.polar(ColorSpace.lab.components(srgb: c))
    case .oklch: return Self.polar(ColorSpace.oklab.components(srgb: c))
    case .oklab:
      let cone = Self.product(Self.toCones, Self.product(Self.toXYZ, linear))
      return Self.product(Self.fromConeRoots, Self.map(cone, Self.cubeRoot))
    case .lab:
      let xyz = Self.product(Self.toD50, Self.product(Self.toXYZ, linear))
      let f = Self.map((xyz.0 / Self.white.0, xyz.1, xyz.2 / Self.white.2)) {
        $0 > 216.0 / 24389 ? Self.cubeRoot($0) : ($0 * 24389 / 27 + 16) / 116
      }
      return (116 * f.1 - 16, 500 * (f.0 - f.1), 200 * (f.1 - f.2))
    case .xyzD50: return Self.product(Self.toD50, Self.product(Self.toXYZ, linear))
    default: return Self.product(Self.toXYZ, linear)
    }
  }

  /// The components in CIE XYZ of daylight of 6,500 K.
  private func xyz(_ c: Components) -> Components {
    switch self {
    case .oklab:
      let cone = Self.map(Self.product(Self.toConeRoots, c)) { $0 * $0 * $0 }
      return Self.product(Self.conesToXYZ, cone)
    case .lab:
      let y = (c.0 + 16) / 116
      let f = (c.1 / 500 + y, y, y - c.2 / 200)
      let relative = Self.map(f) {
        $0 > 6.0 / 29 ? $0 * $0 * $0 : (116 * $0 - 16) * 27 / 24389
      }
      return Self.product(
        Self.fromD50, (relative.0 * Self.white.0, relative.1, relative.2 * Self.white.2))
    case .xyzD50: return Self.product(Self.fromD50, c)
    case .srgbLinear: return Self.product(Self.toXYZ, c)
    case .displayP3: return Self.product(Self.p3ToXYZ, Self.map(c, Self.linear))
    default: return c
    }
  }

  // MARK: Hues

  private static func srgb(hue: Double, saturation: Double, lightness: Double) -> Components {
    func component(_ n: Double) -> Double {
      var k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      if k < 0 { k += 12 }
      let chroma = saturation * min(lightness, 1 - lightness)
      return lightness - chroma * max(-1, min(k - 3, 9 - k, 1))
    }
    return (component(0), component(8), component(4))
  }

  private static func hueOf(_ c: Components, isHWB: Bool) -> Components {
    let (most, least) = (max(c.0, c.1, c.2), min(c.0, c.1, c.2))
    let range = most - least
    var hue = 0.0
    if range > 0 {
      if most == c.0 {
        hue = (c.1 - c.2) / range + (c.1 < c.2 ? 6 : 0)
      } else if most == c.1 {
        hue = (c.2 - c.0) / range + 2
      } else {
        hue = (c.0 - c.1) / range + 4
      }
    }
    if isHWB { return (hue * 60, least, 1 - most) }
    let lightness = (most + least) / 2
    let room = min(lightness, 1 - lightness)
    return (hue * 60, room <= 0 ? 0 : (most - lightness) / room, lightness)
  }

  private static func rectangular(_ c: Components) -> Components {
    let (sine, cosine) = Angle.sineAndCosine(c.2 * .pi / 180)
    return (c.0, c.1 * cosine, c.1 * sine)
  }

  private static func polar(_ c: Components) -> Components {
    let hue = Angle.arctangent(c.2, c.1) * 180 / .pi
    return (c.0, (c.1 * c.1 + c.2 * c.2).squareRoot(), hue < 0 ? hue + 360 : hue)
  }

  // MARK: Functions

  private static func map(_ c: Components, _ convert: (Double) -> Double) -> Components {
    (convert(c.0), convert(c.1), convert(c.2))
  }
  private static func signed(_ value: Double, _ convert: (Double) -> Double) -> Double {
    value < 0 ? -convert(-value) : convert(value)
  }
  private static func linear(_ value: Double) -> Double {
    signed(value) { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055, 2.4) }
  }
  private static func encoded(_ value: Double) -> Double {
    signed(value) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * power($0, 1 / 2.4) - 0.055 }
  }
  private static func cubeRoot(_ value: Double) -> Double { signed(value) { power($0, 1.0 / 3) } }

  /// A positive number to a power.
  private static func power(_ x: Double, _ y: Double) -> Double {
    guard x > 0, x.isFinite else { return 0 }
    return NaturalExponential.value(of: y * x.logarithm)
  }

  // MARK: Matrices

  private typealias Matrix = (Components, Components, Components)

  private static func product(_ m: Matrix, _ c: Components) -> Components {
    (
      m.0.0 * c.0 + m.0.1 * c.1 + m.0.2 * c.2, m.1.0 * c.0 + m.1.1 * c.1 + m.1.2 * c.2,
      m.2.0 * c.0 + m.2.1 * c.1 + m.2.2 * c.2
    )
  }

  private static let white: Components = (0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  private static let toXYZ: Matrix = (
    (506752.0 / 1_228_815, 87881.0 / 245763, 12673.0 / 70218),
    (87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545),
    (7918.0 / 409605, 87881.0 / 737289, 1001167.0 / 1_053_270)
  )
  private static let fromXYZ: Matrix = (
    (12831.0 / 3959, -329.0 / 214, -1974.0 / 3959),
    (-851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810),
    (705.0 / 12673, -2585.0 / 12673, 705.0 / 667)
  )
  private static let toD50: Matrix = (
    (1.0479297925449969, 0.022946870601609652, -0.05019226628920524),
    (0.02962780877005599, 0.9904344267538799, -0.017073799063418826),
    (-0.009243040646204504, 0.015055191490298152, 0.7518742814281371)
  )
  private static let fromD50: Matrix = (
    (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    (0.012314014864481998, -0.020507649298898964, 1.330365926242124)
  )
  private static let toCones: Matrix = (
    (0.8190224379967030, 0.3619062600528904, -0.1288737815209879),
    (0.0329836539323885, 0.9292868615863434, 0.0361446663506424),
    (0.0481771893596242, 0.2642395317527308, 0.6335478284694309)
  )
  private static let conesToXYZ: Matrix = (
    (1.2268798758459243, -0.5578149944602171, 0.2813910456659647),
    (-0.0405757452148008, 1.1122868032803170, -0.0717110580655164),
    (-0.0763729366746601, -0.4214933324022432, 1.5869240198367816)
  )
  private static let fromConeRoots: Matrix = (
    (0.2104542683093140, 0.7936177747023054, -0.0040720430116193),
    (1.9779985324311684, -2.4285922420485799, 0.4505937096174110),
    (0.0259040424655478, 0.7827717124575296, -0.8086757549230774)
  )
  private static let toConeRoots: Matrix = (
    (1, 0.3963377773761749, 0.2158037573099136), (1, -0.1055613458156586, -0.0638541728258133),
    (1, -0.0894841775298119, -1.2914855480194092)
  )
  private static let p3ToXYZ: Matrix = (
    (608311.0 / 1_250_200, 189793.0 / 714400, 198249.0 / 1_000_160),
    (35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2_500_400),
    (0, 32229.0 / 714400, 5220557.0 / 5_000_800)
  )
}

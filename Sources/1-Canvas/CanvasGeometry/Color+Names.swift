// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Common named colours of CSS, opaque, with CSS's values, in the order of the alphabet;
/// ``transparent``, which is not opaque, comes last.
///
/// A name of several words is written as such: `cornflowerblue` is ``cornflowerBlue``. ``black``,
/// ``white`` and ``clear``, which is CSS's `transparent`, stand beside the components. All 148
/// names of CSS are read by ``init(cssName:)``.
///
/// Some values are not those of other systems' colours of the same names: CSS's ``green`` is half
/// as bright as the green component, which is ``lime``, and ``darkGray`` is lighter than ``gray``.
/// Source: CSS Color 4, "Named Colors".
extension Color {
  /// CSS's `aqua`.
  public static var aqua: Color { Color(rgb: 0x00FFFF) }
  /// CSS's `blue`.
  public static var blue: Color { Color(rgb: 0x0000FF) }
  /// CSS's `brown`.
  public static var brown: Color { Color(rgb: 0xA52A2A) }
  /// CSS's `coral`.
  public static var coral: Color { Color(rgb: 0xFF7F50) }
  /// CSS's `cornflowerblue`.
  public static var cornflowerBlue: Color { Color(rgb: 0x6495ED) }
  /// CSS's `crimson`.
  public static var crimson: Color { Color(rgb: 0xDC143C) }
  /// CSS's `cyan`.
  public static var cyan: Color { Color(rgb: 0x00FFFF) }
  /// CSS's `darkgray`.
  public static var darkGray: Color { Color(rgb: 0xA9A9A9) }
  /// CSS's `fuchsia`.
  public static var fuchsia: Color { Color(rgb: 0xFF00FF) }
  /// CSS's `gold`.
  public static var gold: Color { Color(rgb: 0xFFD700) }
  /// CSS's `gray`.
  public static var gray: Color { Color(rgb: 0x808080) }
  /// CSS's `green`.
  public static var green: Color { Color(rgb: 0x008000) }
  /// CSS's `grey`.
  public static var grey: Color { Color(rgb: 0x808080) }
  /// CSS's `hotpink`.
  public static var hotPink: Color { Color(rgb: 0xFF69B4) }
  /// CSS's `indigo`.
  public static var indigo: Color { Color(rgb: 0x4B0082) }
  /// CSS's `lightgray`.
  public static var lightGray: Color { Color(rgb: 0xD3D3D3) }
  /// CSS's `lime`.
  public static var lime: Color { Color(rgb: 0x00FF00) }
  /// CSS's `magenta`.
  public static var magenta: Color { Color(rgb: 0xFF00FF) }
  /// CSS's `maroon`.
  public static var maroon: Color { Color(rgb: 0x800000) }
  /// CSS's `navy`.
  public static var navy: Color { Color(rgb: 0x000080) }
  /// CSS's `olive`.
  public static var olive: Color { Color(rgb: 0x808000) }
  /// CSS's `orange`.
  public static var orange: Color { Color(rgb: 0xFFA500) }
  /// CSS's `pink`.
  public static var pink: Color { Color(rgb: 0xFFC0CB) }
  /// CSS's `purple`.
  public static var purple: Color { Color(rgb: 0x800080) }
  /// CSS's `rebeccapurple`.
  public static var rebeccaPurple: Color { Color(rgb: 0x663399) }
  /// CSS's `red`.
  public static var red: Color { Color(rgb: 0xFF0000) }
  /// CSS's `silver`.
  public static var silver: Color { Color(rgb: 0xC0C0C0) }
  /// CSS's `steelblue`.
  public static var steelBlue: Color { Color(rgb: 0x4682B4) }
  /// CSS's `teal`.
  public static var teal: Color { Color(rgb: 0x008080) }
  /// CSS's `tomato`.
  public static var tomato: Color { Color(rgb: 0xFF6347) }
  /// CSS's `yellow`.
  public static var yellow: Color { Color(rgb: 0xFFFF00) }
  /// Transparent black, CSS's `transparent`: the same as ``clear``.
  public static var transparent: Color { clear }

  /// The names for completions: those of HTML 4, with orange and transparent.
  package static let commonCSSNames = [
    "black", "white", "gray", "silver", "red", "maroon", "orange", "yellow", "olive", "lime",
    "green", "aqua", "teal", "blue", "navy", "fuchsia", "purple", "transparent",
  ]

  /// Creates an opaque colour from 0xRRGGBB.
  fileprivate init(rgb: UInt32) {
    self.init(
      red8: UInt8(rgb >> 16 & 255), green8: UInt8(rgb >> 8 & 255), blue8: UInt8(rgb & 255))
  }
}

extension Color {
  /// Creates the colour that CSS gives a name, `transparent` among them; `nil` for an unknown name.
  ///
  /// The name is compared with each colour's name in turn: a dictionary would have to be built at
  /// every start of a program that reads a colour.
  ///
  /// - Parameter name: The name in lower case.
  /// - Complexity: O(1): at most 149 comparisons of short words.
  public init?(cssName name: String) {
    switch name {
    case "aliceblue": self = Color(rgb: 0xF0F8FF)
    case "antiquewhite": self = Color(rgb: 0xFAEBD7)
    case "aqua": self = .aqua
    case "aquamarine": self = Color(rgb: 0x7FFFD4)
    case "azure": self = Color(rgb: 0xF0FFFF)
    case "beige": self = Color(rgb: 0xF5F5DC)
    case "bisque": self = Color(rgb: 0xFFE4C4)
    case "black": self = .black
    case "blanchedalmond": self = Color(rgb: 0xFFEBCD)
    case "blue": self = .blue
    case "blueviolet": self = Color(rgb: 0x8A2BE2)
    case "brown": self = .brown
    case "burlywood": self = Color(rgb: 0xDEB887)
    case "cadetblue": self = Color(rgb: 0x5F9EA0)
    case "chartreuse": self = Color(rgb: 0x7FFF00)
    case "chocolate": self = Color(rgb: 0xD2691E)
    case "coral": self = .coral
    case "cornflowerblue": self = .cornflowerBlue
    case "cornsilk": self = Color(rgb: 0xFFF8DC)
    case "crimson": self = .crimson
    case "cyan": self = .cyan
    case "darkblue": self = Color(rgb: 0x00008B)
    case "darkcyan": self = Color(rgb: 0x008B8B)
    case "darkgoldenrod": self = Color(rgb: 0xB8860B)
    case "darkgray": self = .darkGray
    case "darkgreen": self = Color(rgb: 0x006400)
    case "darkgrey": self = Color(rgb: 0xA9A9A9)
    case "darkkhaki": self = Color(rgb: 0xBDB76B)
    case "darkmagenta": self = Color(rgb: 0x8B008B)
    case "darkolivegreen": self = Color(rgb: 0x556B2F)
    case "darkorange": self = Color(rgb: 0xFF8C00)
    case "darkorchid": self = Color(rgb: 0x9932CC)
    case "darkred": self = Color(rgb: 0x8B0000)
    case "darksalmon": self = Color(rgb: 0xE9967A)
    case "darkseagreen": self = Color(rgb: 0x8FBC8F)
    case "darkslateblue": self = Color(rgb: 0x483D8B)
    case "darkslategray": self = Color(rgb: 0x2F4F4F)
    case "darkslategrey": self = Color(rgb: 0x2F4F4F)
    case "darkturquoise": self = Color(rgb: 0x00CED1)
    case "darkviolet": self = Color(rgb: 0x9400D3)
    case "deeppink": self = Color(rgb: 0xFF1493)
    case "deepskyblue": self = Color(rgb: 0x00BFFF)
    case "dimgray": self = Color(rgb: 0x696969)
    case "dimgrey": self = Color(rgb: 0x696969)
    case "dodgerblue": self = Color(rgb: 0x1E90FF)
    case "firebrick": self = Color(rgb: 0xB22222)
    case "floralwhite": self = Color(rgb: 0xFFFAF0)
    case "forestgreen": self = Color(rgb: 0x228B22)
    case "fuchsia": self = .fuchsia
    case "gainsboro": self = Color(rgb: 0xDCDCDC)
    case "ghostwhite": self = Color(rgb: 0xF8F8FF)
    case "gold": self = .gold
    case "goldenrod": self = Color(rgb: 0xDAA520)
    case "gray": self = .gray
    case "green": self = .green
    case "greenyellow": self = Color(rgb: 0xADFF2F)
    case "grey": self = .grey
    case "honeydew": self = Color(rgb: 0xF0FFF0)
    case "hotpink": self = .hotPink
    case "indianred": self = Color(rgb: 0xCD5C5C)
    case "indigo": self = .indigo
    case "ivory": self = Color(rgb: 0xFFFFF0)
    case "khaki": self = Color(rgb: 0xF0E68C)
    case "lavender": self = Color(rgb: 0xE6E6FA)
    case "lavenderblush": self = Color(rgb: 0xFFF0F5)
    case "lawngreen": self = Color(rgb: 0x7CFC00)
    case "lemonchiffon": self = Color(rgb: 0xFFFACD)
    case "lightblue": self = Color(rgb: 0xADD8E6)
    case "lightcoral": self = Color(rgb: 0xF08080)
    case "lightcyan": self = Color(rgb: 0xE0FFFF)
    case "lightgoldenrodyellow": self = Color(rgb: 0xFAFAD2)
    case "lightgray": self = .lightGray
    case "lightgreen": self = Color(rgb: 0x90EE90)
    case "lightgrey": self = Color(rgb: 0xD3D3D3)
    case "lightpink": self = Color(rgb: 0xFFB6C1)
    case "lightsalmon": self = Color(rgb: 0xFFA07A)
    case "lightseagreen": self = Color(rgb: 0x20B2AA)
    case "lightskyblue": self = Color(rgb: 0x87CEFA)
    case "lightslategray": self = Color(rgb: 0x778899)
    case "lightslategrey": self = Color(rgb: 0x778899)
    case "lightsteelblue": self = Color(rgb: 0xB0C4DE)
    case "lightyellow": self = Color(rgb: 0xFFFFE0)
    case "lime": self = .lime
    case "limegreen": self = Color(rgb: 0x32CD32)
    case "linen": self = Color(rgb: 0xFAF0E6)
    case "magenta": self = .magenta
    case "maroon": self = .maroon
    case "mediumaquamarine": self = Color(rgb: 0x66CDAA)
    case "mediumblue": self = Color(rgb: 0x0000CD)
    case "mediumorchid": self = Color(rgb: 0xBA55D3)
    case "mediumpurple": self = Color(rgb: 0x9370DB)
    case "mediumseagreen": self = Color(rgb: 0x3CB371)
    case "mediumslateblue": self = Color(rgb: 0x7B68EE)
    case "mediumspringgreen": self = Color(rgb: 0x00FA9A)
    case "mediumturquoise": self = Color(rgb: 0x48D1CC)
    case "mediumvioletred": self = Color(rgb: 0xC71585)
    case "midnightblue": self = Color(rgb: 0x191970)
    case "mintcream": self = Color(rgb: 0xF5FFFA)
    case "mistyrose": self = Color(rgb: 0xFFE4E1)
    case "moccasin": self = Color(rgb: 0xFFE4B5)
    case "navajowhite": self = Color(rgb: 0xFFDEAD)
    case "navy": self = .navy
    case "oldlace": self = Color(rgb: 0xFDF5E6)
    case "olive": self = .olive
    case "olivedrab": self = Color(rgb: 0x6B8E23)
    case "orange": self = .orange
    case "orangered": self = Color(rgb: 0xFF4500)
    case "orchid": self = Color(rgb: 0xDA70D6)
    case "palegoldenrod": self = Color(rgb: 0xEEE8AA)
    case "palegreen": self = Color(rgb: 0x98FB98)
    case "paleturquoise": self = Color(rgb: 0xAFEEEE)
    case "palevioletred": self = Color(rgb: 0xDB7093)
    case "papayawhip": self = Color(rgb: 0xFFEFD5)
    case "peachpuff": self = Color(rgb: 0xFFDAB9)
    case "peru": self = Color(rgb: 0xCD853F)
    case "pink": self = .pink
    case "plum": self = Color(rgb: 0xDDA0DD)
    case "powderblue": self = Color(rgb: 0xB0E0E6)
    case "purple": self = .purple
    case "rebeccapurple": self = .rebeccaPurple
    case "red": self = .red
    case "rosybrown": self = Color(rgb: 0xBC8F8F)
    case "royalblue": self = Color(rgb: 0x4169E1)
    case "saddlebrown": self = Color(rgb: 0x8B4513)
    case "salmon": self = Color(rgb: 0xFA8072)
    case "sandybrown": self = Color(rgb: 0xF4A460)
    case "seagreen": self = Color(rgb: 0x2E8B57)
    case "seashell": self = Color(rgb: 0xFFF5EE)
    case "sienna": self = Color(rgb: 0xA0522D)
    case "silver": self = .silver
    case "skyblue": self = Color(rgb: 0x87CEEB)
    case "slateblue": self = Color(rgb: 0x6A5ACD)
    case "slategray": self = Color(rgb: 0x708090)
    case "slategrey": self = Color(rgb: 0x708090)
    case "snow": self = Color(rgb: 0xFFFAFA)
    case "springgreen": self = Color(rgb: 0x00FF7F)
    case "steelblue": self = .steelBlue
    case "tan": self = Color(rgb: 0xD2B48C)
    case "teal": self = .teal
    case "thistle": self = Color(rgb: 0xD8BFD8)
    case "tomato": self = .tomato
    case "turquoise": self = Color(rgb: 0x40E0D0)
    case "violet": self = Color(rgb: 0xEE82EE)
    case "wheat": self = Color(rgb: 0xF5DEB3)
    case "white": self = .white
    case "whitesmoke": self = Color(rgb: 0xF5F5F5)
    case "yellow": self = .yellow
    case "yellowgreen": self = Color(rgb: 0x9ACD32)
    case "transparent": self = .clear
    default: return nil
    }
  }
}

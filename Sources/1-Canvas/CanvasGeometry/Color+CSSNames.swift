// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Color {
  /// Creates the colour that CSS gives a name, `transparent` among them; `nil` for an unknown name.
  ///
  /// The name is compared with each colour's name in turn: a dictionary would have to be built at
  /// every start of a program that reads a colour.
  ///
  /// - Parameter name: The name in lower case.
  package init?(cssName name: String) {
    switch name {
    case "aliceblue": self = .aliceBlue
    case "antiquewhite": self = .antiqueWhite
    case "aqua": self = .aqua
    case "aquamarine": self = .aquamarine
    case "azure": self = .azure
    case "beige": self = .beige
    case "bisque": self = .bisque
    case "black": self = .black
    case "blanchedalmond": self = .blanchedAlmond
    case "blue": self = .blue
    case "blueviolet": self = .blueViolet
    case "brown": self = .brown
    case "burlywood": self = .burlywood
    case "cadetblue": self = .cadetBlue
    case "chartreuse": self = .chartreuse
    case "chocolate": self = .chocolate
    case "coral": self = .coral
    case "cornflowerblue": self = .cornflowerBlue
    case "cornsilk": self = .cornsilk
    case "crimson": self = .crimson
    case "cyan": self = .cyan
    case "darkblue": self = .darkBlue
    case "darkcyan": self = .darkCyan
    case "darkgoldenrod": self = .darkGoldenrod
    case "darkgray": self = .darkGray
    case "darkgreen": self = .darkGreen
    case "darkgrey": self = .darkGrey
    case "darkkhaki": self = .darkKhaki
    case "darkmagenta": self = .darkMagenta
    case "darkolivegreen": self = .darkOliveGreen
    case "darkorange": self = .darkOrange
    case "darkorchid": self = .darkOrchid
    case "darkred": self = .darkRed
    case "darksalmon": self = .darkSalmon
    case "darkseagreen": self = .darkSeaGreen
    case "darkslateblue": self = .darkSlateBlue
    case "darkslategray": self = .darkSlateGray
    case "darkslategrey": self = .darkSlateGrey
    case "darkturquoise": self = .darkTurquoise
    case "darkviolet": self = .darkViolet
    case "deeppink": self = .deepPink
    case "deepskyblue": self = .deepSkyBlue
    case "dimgray": self = .dimGray
    case "dimgrey": self = .dimGrey
    case "dodgerblue": self = .dodgerBlue
    case "firebrick": self = .firebrick
    case "floralwhite": self = .floralWhite
    case "forestgreen": self = .forestGreen
    case "fuchsia": self = .fuchsia
    case "gainsboro": self = .gainsboro
    case "ghostwhite": self = .ghostWhite
    case "gold": self = .gold
    case "goldenrod": self = .goldenrod
    case "gray": self = .gray
    case "green": self = .green
    case "greenyellow": self = .greenYellow
    case "grey": self = .grey
    case "honeydew": self = .honeydew
    case "hotpink": self = .hotPink
    case "indianred": self = .indianRed
    case "indigo": self = .indigo
    case "ivory": self = .ivory
    case "khaki": self = .khaki
    case "lavender": self = .lavender
    case "lavenderblush": self = .lavenderBlush
    case "lawngreen": self = .lawnGreen
    case "lemonchiffon": self = .lemonChiffon
    case "lightblue": self = .lightBlue
    case "lightcoral": self = .lightCoral
    case "lightcyan": self = .lightCyan
    case "lightgoldenrodyellow": self = .lightGoldenrodYellow
    case "lightgray": self = .lightGray
    case "lightgreen": self = .lightGreen
    case "lightgrey": self = .lightGrey
    case "lightpink": self = .lightPink
    case "lightsalmon": self = .lightSalmon
    case "lightseagreen": self = .lightSeaGreen
    case "lightskyblue": self = .lightSkyBlue
    case "lightslategray": self = .lightSlateGray
    case "lightslategrey": self = .lightSlateGrey
    case "lightsteelblue": self = .lightSteelBlue
    case "lightyellow": self = .lightYellow
    case "lime": self = .lime
    case "limegreen": self = .limeGreen
    case "linen": self = .linen
    case "magenta": self = .magenta
    case "maroon": self = .maroon
    case "mediumaquamarine": self = .mediumAquamarine
    case "mediumblue": self = .mediumBlue
    case "mediumorchid": self = .mediumOrchid
    case "mediumpurple": self = .mediumPurple
    case "mediumseagreen": self = .mediumSeaGreen
    case "mediumslateblue": self = .mediumSlateBlue
    case "mediumspringgreen": self = .mediumSpringGreen
    case "mediumturquoise": self = .mediumTurquoise
    case "mediumvioletred": self = .mediumVioletRed
    case "midnightblue": self = .midnightBlue
    case "mintcream": self = .mintCream
    case "mistyrose": self = .mistyRose
    case "moccasin": self = .moccasin
    case "navajowhite": self = .navajoWhite
    case "navy": self = .navy
    case "oldlace": self = .oldLace
    case "olive": self = .olive
    case "olivedrab": self = .oliveDrab
    case "orange": self = .orange
    case "orangered": self = .orangeRed
    case "orchid": self = .orchid
    case "palegoldenrod": self = .paleGoldenrod
    case "palegreen": self = .paleGreen
    case "paleturquoise": self = .paleTurquoise
    case "palevioletred": self = .paleVioletRed
    case "papayawhip": self = .papayaWhip
    case "peachpuff": self = .peachPuff
    case "peru": self = .peru
    case "pink": self = .pink
    case "plum": self = .plum
    case "powderblue": self = .powderBlue
    case "purple": self = .purple
    case "rebeccapurple": self = .rebeccaPurple
    case "red": self = .red
    case "rosybrown": self = .rosyBrown
    case "royalblue": self = .royalBlue
    case "saddlebrown": self = .saddleBrown
    case "salmon": self = .salmon
    case "sandybrown": self = .sandyBrown
    case "seagreen": self = .seaGreen
    case "seashell": self = .seashell
    case "sienna": self = .sienna
    case "silver": self = .silver
    case "skyblue": self = .skyBlue
    case "slateblue": self = .slateBlue
    case "slategray": self = .slateGray
    case "slategrey": self = .slateGrey
    case "snow": self = .snow
    case "springgreen": self = .springGreen
    case "steelblue": self = .steelBlue
    case "tan": self = .tan
    case "teal": self = .teal
    case "thistle": self = .thistle
    case "tomato": self = .tomato
    case "turquoise": self = .turquoise
    case "violet": self = .violet
    case "wheat": self = .wheat
    case "white": self = .white
    case "whitesmoke": self = .whiteSmoke
    case "yellow": self = .yellow
    case "yellowgreen": self = .yellowGreen
    case "transparent": self = .clear
    default: return nil
    }
  }

  /// The names for completions: those of HTML 4, with orange.
  package static let commonCSSNames = [
    "black", "white", "gray", "silver", "red", "maroon", "orange", "yellow", "olive", "lime",
    "green", "aqua", "teal", "blue", "navy", "fuchsia", "purple", "transparent",
  ]
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The named colours of CSS, opaque, with CSS's values, in the order of the alphabet.
///
/// A name of several words is written as such: `cornflowerblue` is ``cornflowerBlue``. What X11's
/// list of colours, where the names come from, writes as one word is one word: ``goldenrod``,
/// ``burlywood``, ``firebrick``, ``seashell``. ``black``, ``white`` and ``clear``, which is CSS's
/// `transparent`, stand beside the components.
///
/// Some values are not those of other systems' colours of the same names: CSS's ``green`` is half
/// as bright as the green component, which is ``lime``, and ``darkGray`` is lighter than ``gray``.
/// Source: CSS Color 4, "Named Colors".
extension Color {
  /// CSS's `aliceblue`.
  public static var aliceBlue: Color { Color(rgb: 0xF0F8FF) }
  /// CSS's `antiquewhite`.
  public static var antiqueWhite: Color { Color(rgb: 0xFAEBD7) }
  /// CSS's `aqua`.
  public static var aqua: Color { Color(rgb: 0x00FFFF) }
  /// CSS's `aquamarine`.
  public static var aquamarine: Color { Color(rgb: 0x7FFFD4) }
  /// CSS's `azure`.
  public static var azure: Color { Color(rgb: 0xF0FFFF) }
  /// CSS's `beige`.
  public static var beige: Color { Color(rgb: 0xF5F5DC) }
  /// CSS's `bisque`.
  public static var bisque: Color { Color(rgb: 0xFFE4C4) }
  /// CSS's `blanchedalmond`.
  public static var blanchedAlmond: Color { Color(rgb: 0xFFEBCD) }
  /// CSS's `blue`.
  public static var blue: Color { Color(rgb: 0x0000FF) }
  /// CSS's `blueviolet`.
  public static var blueViolet: Color { Color(rgb: 0x8A2BE2) }
  /// CSS's `brown`.
  public static var brown: Color { Color(rgb: 0xA52A2A) }
  /// CSS's `burlywood`.
  public static var burlywood: Color { Color(rgb: 0xDEB887) }
  /// CSS's `cadetblue`.
  public static var cadetBlue: Color { Color(rgb: 0x5F9EA0) }
  /// CSS's `chartreuse`.
  public static var chartreuse: Color { Color(rgb: 0x7FFF00) }
  /// CSS's `chocolate`.
  public static var chocolate: Color { Color(rgb: 0xD2691E) }
  /// CSS's `coral`.
  public static var coral: Color { Color(rgb: 0xFF7F50) }
  /// CSS's `cornflowerblue`.
  public static var cornflowerBlue: Color { Color(rgb: 0x6495ED) }
  /// CSS's `cornsilk`.
  public static var cornsilk: Color { Color(rgb: 0xFFF8DC) }
  /// CSS's `crimson`.
  public static var crimson: Color { Color(rgb: 0xDC143C) }
  /// CSS's `cyan`.
  public static var cyan: Color { Color(rgb: 0x00FFFF) }
  /// CSS's `darkblue`.
  public static var darkBlue: Color { Color(rgb: 0x00008B) }
  /// CSS's `darkcyan`.
  public static var darkCyan: Color { Color(rgb: 0x008B8B) }
  /// CSS's `darkgoldenrod`.
  public static var darkGoldenrod: Color { Color(rgb: 0xB8860B) }
  /// CSS's `darkgray`.
  public static var darkGray: Color { Color(rgb: 0xA9A9A9) }
  /// CSS's `darkgreen`.
  public static var darkGreen: Color { Color(rgb: 0x006400) }
  /// CSS's `darkgrey`.
  public static var darkGrey: Color { Color(rgb: 0xA9A9A9) }
  /// CSS's `darkkhaki`.
  public static var darkKhaki: Color { Color(rgb: 0xBDB76B) }
  /// CSS's `darkmagenta`.
  public static var darkMagenta: Color { Color(rgb: 0x8B008B) }
  /// CSS's `darkolivegreen`.
  public static var darkOliveGreen: Color { Color(rgb: 0x556B2F) }
  /// CSS's `darkorange`.
  public static var darkOrange: Color { Color(rgb: 0xFF8C00) }
  /// CSS's `darkorchid`.
  public static var darkOrchid: Color { Color(rgb: 0x9932CC) }
  /// CSS's `darkred`.
  public static var darkRed: Color { Color(rgb: 0x8B0000) }
  /// CSS's `darksalmon`.
  public static var darkSalmon: Color { Color(rgb: 0xE9967A) }
  /// CSS's `darkseagreen`.
  public static var darkSeaGreen: Color { Color(rgb: 0x8FBC8F) }
  /// CSS's `darkslateblue`.
  public static var darkSlateBlue: Color { Color(rgb: 0x483D8B) }
  /// CSS's `darkslategray`.
  public static var darkSlateGray: Color { Color(rgb: 0x2F4F4F) }
  /// CSS's `darkslategrey`.
  public static var darkSlateGrey: Color { Color(rgb: 0x2F4F4F) }
  /// CSS's `darkturquoise`.
  public static var darkTurquoise: Color { Color(rgb: 0x00CED1) }
  /// CSS's `darkviolet`.
  public static var darkViolet: Color { Color(rgb: 0x9400D3) }
  /// CSS's `deeppink`.
  public static var deepPink: Color { Color(rgb: 0xFF1493) }
  /// CSS's `deepskyblue`.
  public static var deepSkyBlue: Color { Color(rgb: 0x00BFFF) }
  /// CSS's `dimgray`.
  public static var dimGray: Color { Color(rgb: 0x696969) }
  /// CSS's `dimgrey`.
  public static var dimGrey: Color { Color(rgb: 0x696969) }
  /// CSS's `dodgerblue`.
  public static var dodgerBlue: Color { Color(rgb: 0x1E90FF) }
  /// CSS's `firebrick`.
  public static var firebrick: Color { Color(rgb: 0xB22222) }
  /// CSS's `floralwhite`.
  public static var floralWhite: Color { Color(rgb: 0xFFFAF0) }
  /// CSS's `forestgreen`.
  public static var forestGreen: Color { Color(rgb: 0x228B22) }
  /// CSS's `fuchsia`.
  public static var fuchsia: Color { Color(rgb: 0xFF00FF) }
  /// CSS's `gainsboro`.
  public static var gainsboro: Color { Color(rgb: 0xDCDCDC) }
  /// CSS's `ghostwhite`.
  public static var ghostWhite: Color { Color(rgb: 0xF8F8FF) }
  /// CSS's `gold`.
  public static var gold: Color { Color(rgb: 0xFFD700) }
  /// CSS's `goldenrod`.
  public static var goldenrod: Color { Color(rgb: 0xDAA520) }
  /// CSS's `gray`.
  public static var gray: Color { Color(rgb: 0x808080) }
  /// CSS's `green`.
  public static var green: Color { Color(rgb: 0x008000) }
  /// CSS's `greenyellow`.
  public static var greenYellow: Color { Color(rgb: 0xADFF2F) }
  /// CSS's `grey`.
  public static var grey: Color { Color(rgb: 0x808080) }
  /// CSS's `honeydew`.
  public static var honeydew: Color { Color(rgb: 0xF0FFF0) }
  /// CSS's `hotpink`.
  public static var hotPink: Color { Color(rgb: 0xFF69B4) }
  /// CSS's `indianred`.
  public static var indianRed: Color { Color(rgb: 0xCD5C5C) }
  /// CSS's `indigo`.
  public static var indigo: Color { Color(rgb: 0x4B0082) }
  /// CSS's `ivory`.
  public static var ivory: Color { Color(rgb: 0xFFFFF0) }
  /// CSS's `khaki`.
  public static var khaki: Color { Color(rgb: 0xF0E68C) }
  /// CSS's `lavender`.
  public static var lavender: Color { Color(rgb: 0xE6E6FA) }
  /// CSS's `lavenderblush`.
  public static var lavenderBlush: Color { Color(rgb: 0xFFF0F5) }
  /// CSS's `lawngreen`.
  public static var lawnGreen: Color { Color(rgb: 0x7CFC00) }
  /// CSS's `lemonchiffon`.
  public static var lemonChiffon: Color { Color(rgb: 0xFFFACD) }
  /// CSS's `lightblue`.
  public static var lightBlue: Color { Color(rgb: 0xADD8E6) }
  /// CSS's `lightcoral`.
  public static var lightCoral: Color { Color(rgb: 0xF08080) }
  /// CSS's `lightcyan`.
  public static var lightCyan: Color { Color(rgb: 0xE0FFFF) }
  /// CSS's `lightgoldenrodyellow`.
  public static var lightGoldenrodYellow: Color { Color(rgb: 0xFAFAD2) }
  /// CSS's `lightgray`.
  public static var lightGray: Color { Color(rgb: 0xD3D3D3) }
  /// CSS's `lightgreen`.
  public static var lightGreen: Color { Color(rgb: 0x90EE90) }
  /// CSS's `lightgrey`.
  public static var lightGrey: Color { Color(rgb: 0xD3D3D3) }
  /// CSS's `lightpink`.
  public static var lightPink: Color { Color(rgb: 0xFFB6C1) }
  /// CSS's `lightsalmon`.
  public static var lightSalmon: Color { Color(rgb: 0xFFA07A) }
  /// CSS's `lightseagreen`.
  public static var lightSeaGreen: Color { Color(rgb: 0x20B2AA) }
  /// CSS's `lightskyblue`.
  public static var lightSkyBlue: Color { Color(rgb: 0x87CEFA) }
  /// CSS's `lightslategray`.
  public static var lightSlateGray: Color { Color(rgb: 0x778899) }
  /// CSS's `lightslategrey`.
  public static var lightSlateGrey: Color { Color(rgb: 0x778899) }
  /// CSS's `lightsteelblue`.
  public static var lightSteelBlue: Color { Color(rgb: 0xB0C4DE) }
  /// CSS's `lightyellow`.
  public static var lightYellow: Color { Color(rgb: 0xFFFFE0) }
  /// CSS's `lime`.
  public static var lime: Color { Color(rgb: 0x00FF00) }
  /// CSS's `limegreen`.
  public static var limeGreen: Color { Color(rgb: 0x32CD32) }
  /// CSS's `linen`.
  public static var linen: Color { Color(rgb: 0xFAF0E6) }
  /// CSS's `magenta`.
  public static var magenta: Color { Color(rgb: 0xFF00FF) }
  /// CSS's `maroon`.
  public static var maroon: Color { Color(rgb: 0x800000) }
  /// CSS's `mediumaquamarine`.
  public static var mediumAquamarine: Color { Color(rgb: 0x66CDAA) }
  /// CSS's `mediumblue`.
  public static var mediumBlue: Color { Color(rgb: 0x0000CD) }
  /// CSS's `mediumorchid`.
  public static var mediumOrchid: Color { Color(rgb: 0xBA55D3) }
  /// CSS's `mediumpurple`.
  public static var mediumPurple: Color { Color(rgb: 0x9370DB) }
  /// CSS's `mediumseagreen`.
  public static var mediumSeaGreen: Color { Color(rgb: 0x3CB371) }
  /// CSS's `mediumslateblue`.
  public static var mediumSlateBlue: Color { Color(rgb: 0x7B68EE) }
  /// CSS's `mediumspringgreen`.
  public static var mediumSpringGreen: Color { Color(rgb: 0x00FA9A) }
  /// CSS's `mediumturquoise`.
  public static var mediumTurquoise: Color { Color(rgb: 0x48D1CC) }
  /// CSS's `mediumvioletred`.
  public static var mediumVioletRed: Color { Color(rgb: 0xC71585) }
  /// CSS's `midnightblue`.
  public static var midnightBlue: Color { Color(rgb: 0x191970) }
  /// CSS's `mintcream`.
  public static var mintCream: Color { Color(rgb: 0xF5FFFA) }
  /// CSS's `mistyrose`.
  public static var mistyRose: Color { Color(rgb: 0xFFE4E1) }
  /// CSS's `moccasin`.
  public static var moccasin: Color { Color(rgb: 0xFFE4B5) }
  /// CSS's `navajowhite`.
  public static var navajoWhite: Color { Color(rgb: 0xFFDEAD) }
  /// CSS's `navy`.
  public static var navy: Color { Color(rgb: 0x000080) }
  /// CSS's `oldlace`.
  public static var oldLace: Color { Color(rgb: 0xFDF5E6) }
  /// CSS's `olive`.
  public static var olive: Color { Color(rgb: 0x808000) }
  /// CSS's `olivedrab`.
  public static var oliveDrab: Color { Color(rgb: 0x6B8E23) }
  /// CSS's `orange`.
  public static var orange: Color { Color(rgb: 0xFFA500) }
  /// CSS's `orangered`.
  public static var orangeRed: Color { Color(rgb: 0xFF4500) }
  /// CSS's `orchid`.
  public static var orchid: Color { Color(rgb: 0xDA70D6) }
  /// CSS's `palegoldenrod`.
  public static var paleGoldenrod: Color { Color(rgb: 0xEEE8AA) }
  /// CSS's `palegreen`.
  public static var paleGreen: Color { Color(rgb: 0x98FB98) }
  /// CSS's `paleturquoise`.
  public static var paleTurquoise: Color { Color(rgb: 0xAFEEEE) }
  /// CSS's `palevioletred`.
  public static var paleVioletRed: Color { Color(rgb: 0xDB7093) }
  /// CSS's `papayawhip`.
  public static var papayaWhip: Color { Color(rgb: 0xFFEFD5) }
  /// CSS's `peachpuff`.
  public static var peachPuff: Color { Color(rgb: 0xFFDAB9) }
  /// CSS's `peru`.
  public static var peru: Color { Color(rgb: 0xCD853F) }
  /// CSS's `pink`.
  public static var pink: Color { Color(rgb: 0xFFC0CB) }
  /// CSS's `plum`.
  public static var plum: Color { Color(rgb: 0xDDA0DD) }
  /// CSS's `powderblue`.
  public static var powderBlue: Color { Color(rgb: 0xB0E0E6) }
  /// CSS's `purple`.
  public static var purple: Color { Color(rgb: 0x800080) }
  /// CSS's `rebeccapurple`.
  public static var rebeccaPurple: Color { Color(rgb: 0x663399) }
  /// CSS's `red`.
  public static var red: Color { Color(rgb: 0xFF0000) }
  /// CSS's `rosybrown`.
  public static var rosyBrown: Color { Color(rgb: 0xBC8F8F) }
  /// CSS's `royalblue`.
  public static var royalBlue: Color { Color(rgb: 0x4169E1) }
  /// CSS's `saddlebrown`.
  public static var saddleBrown: Color { Color(rgb: 0x8B4513) }
  /// CSS's `salmon`.
  public static var salmon: Color { Color(rgb: 0xFA8072) }
  /// CSS's `sandybrown`.
  public static var sandyBrown: Color { Color(rgb: 0xF4A460) }
  /// CSS's `seagreen`.
  public static var seaGreen: Color { Color(rgb: 0x2E8B57) }
  /// CSS's `seashell`.
  public static var seashell: Color { Color(rgb: 0xFFF5EE) }
  /// CSS's `sienna`.
  public static var sienna: Color { Color(rgb: 0xA0522D) }
  /// CSS's `silver`.
  public static var silver: Color { Color(rgb: 0xC0C0C0) }
  /// CSS's `skyblue`.
  public static var skyBlue: Color { Color(rgb: 0x87CEEB) }
  /// CSS's `slateblue`.
  public static var slateBlue: Color { Color(rgb: 0x6A5ACD) }
  /// CSS's `slategray`.
  public static var slateGray: Color { Color(rgb: 0x708090) }
  /// CSS's `slategrey`.
  public static var slateGrey: Color { Color(rgb: 0x708090) }
  /// CSS's `snow`.
  public static var snow: Color { Color(rgb: 0xFFFAFA) }
  /// CSS's `springgreen`.
  public static var springGreen: Color { Color(rgb: 0x00FF7F) }
  /// CSS's `steelblue`.
  public static var steelBlue: Color { Color(rgb: 0x4682B4) }
  /// CSS's `tan`.
  public static var tan: Color { Color(rgb: 0xD2B48C) }
  /// CSS's `teal`.
  public static var teal: Color { Color(rgb: 0x008080) }
  /// CSS's `thistle`.
  public static var thistle: Color { Color(rgb: 0xD8BFD8) }
  /// CSS's `tomato`.
  public static var tomato: Color { Color(rgb: 0xFF6347) }
  /// CSS's `turquoise`.
  public static var turquoise: Color { Color(rgb: 0x40E0D0) }
  /// CSS's `violet`.
  public static var violet: Color { Color(rgb: 0xEE82EE) }
  /// CSS's `wheat`.
  public static var wheat: Color { Color(rgb: 0xF5DEB3) }
  /// CSS's `whitesmoke`.
  public static var whiteSmoke: Color { Color(rgb: 0xF5F5F5) }
  /// CSS's `yellow`.
  public static var yellow: Color { Color(rgb: 0xFFFF00) }
  /// CSS's `yellowgreen`.
  public static var yellowGreen: Color { Color(rgb: 0x9ACD32) }
}

extension Color {
  /// Transparent black, CSS's `transparent`: the same as ``clear``.
  public static var transparent: Color { clear }

  /// Creates an opaque colour from 0xRRGGBB.
  private init(rgb: UInt32) {
    self.init(
      red8: UInt8(rgb >> 16 & 255), green8: UInt8(rgb >> 8 & 255), blue8: UInt8(rgb & 255))
  }
}

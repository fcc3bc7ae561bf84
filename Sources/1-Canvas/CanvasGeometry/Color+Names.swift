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
  package static var aliceBlue: Color { Color(rgb: 0xF0F8FF) }
  /// CSS's `antiquewhite`.
  package static var antiqueWhite: Color { Color(rgb: 0xFAEBD7) }
  /// CSS's `aqua`.
  package static var aqua: Color { Color(rgb: 0x00FFFF) }
  /// CSS's `aquamarine`.
  package static var aquamarine: Color { Color(rgb: 0x7FFFD4) }
  /// CSS's `azure`.
  package static var azure: Color { Color(rgb: 0xF0FFFF) }
  /// CSS's `beige`.
  package static var beige: Color { Color(rgb: 0xF5F5DC) }
  /// CSS's `bisque`.
  package static var bisque: Color { Color(rgb: 0xFFE4C4) }
  /// CSS's `blanchedalmond`.
  package static var blanchedAlmond: Color { Color(rgb: 0xFFEBCD) }
  /// CSS's `blue`.
  public static var blue: Color { Color(rgb: 0x0000FF) }
  /// CSS's `blueviolet`.
  package static var blueViolet: Color { Color(rgb: 0x8A2BE2) }
  /// CSS's `brown`.
  public static var brown: Color { Color(rgb: 0xA52A2A) }
  /// CSS's `burlywood`.
  package static var burlywood: Color { Color(rgb: 0xDEB887) }
  /// CSS's `cadetblue`.
  package static var cadetBlue: Color { Color(rgb: 0x5F9EA0) }
  /// CSS's `chartreuse`.
  package static var chartreuse: Color { Color(rgb: 0x7FFF00) }
  /// CSS's `chocolate`.
  package static var chocolate: Color { Color(rgb: 0xD2691E) }
  /// CSS's `coral`.
  package static var coral: Color { Color(rgb: 0xFF7F50) }
  /// CSS's `cornflowerblue`.
  package static var cornflowerBlue: Color { Color(rgb: 0x6495ED) }
  /// CSS's `cornsilk`.
  package static var cornsilk: Color { Color(rgb: 0xFFF8DC) }
  /// CSS's `crimson`.
  public static var crimson: Color { Color(rgb: 0xDC143C) }
  /// CSS's `cyan`.
  package static var cyan: Color { Color(rgb: 0x00FFFF) }
  /// CSS's `darkblue`.
  package static var darkBlue: Color { Color(rgb: 0x00008B) }
  /// CSS's `darkcyan`.
  package static var darkCyan: Color { Color(rgb: 0x008B8B) }
  /// CSS's `darkgoldenrod`.
  package static var darkGoldenrod: Color { Color(rgb: 0xB8860B) }
  /// CSS's `darkgray`.
  public static var darkGray: Color { Color(rgb: 0xA9A9A9) }
  /// CSS's `darkgreen`.
  package static var darkGreen: Color { Color(rgb: 0x006400) }
  /// CSS's `darkgrey`.
  package static var darkGrey: Color { Color(rgb: 0xA9A9A9) }
  /// CSS's `darkkhaki`.
  package static var darkKhaki: Color { Color(rgb: 0xBDB76B) }
  /// CSS's `darkmagenta`.
  package static var darkMagenta: Color { Color(rgb: 0x8B008B) }
  /// CSS's `darkolivegreen`.
  package static var darkOliveGreen: Color { Color(rgb: 0x556B2F) }
  /// CSS's `darkorange`.
  package static var darkOrange: Color { Color(rgb: 0xFF8C00) }
  /// CSS's `darkorchid`.
  package static var darkOrchid: Color { Color(rgb: 0x9932CC) }
  /// CSS's `darkred`.
  package static var darkRed: Color { Color(rgb: 0x8B0000) }
  /// CSS's `darksalmon`.
  package static var darkSalmon: Color { Color(rgb: 0xE9967A) }
  /// CSS's `darkseagreen`.
  package static var darkSeaGreen: Color { Color(rgb: 0x8FBC8F) }
  /// CSS's `darkslateblue`.
  package static var darkSlateBlue: Color { Color(rgb: 0x483D8B) }
  /// CSS's `darkslategray`.
  package static var darkSlateGray: Color { Color(rgb: 0x2F4F4F) }
  /// CSS's `darkslategrey`.
  package static var darkSlateGrey: Color { Color(rgb: 0x2F4F4F) }
  /// CSS's `darkturquoise`.
  package static var darkTurquoise: Color { Color(rgb: 0x00CED1) }
  /// CSS's `darkviolet`.
  package static var darkViolet: Color { Color(rgb: 0x9400D3) }
  /// CSS's `deeppink`.
  package static var deepPink: Color { Color(rgb: 0xFF1493) }
  /// CSS's `deepskyblue`.
  package static var deepSkyBlue: Color { Color(rgb: 0x00BFFF) }
  /// CSS's `dimgray`.
  package static var dimGray: Color { Color(rgb: 0x696969) }
  /// CSS's `dimgrey`.
  package static var dimGrey: Color { Color(rgb: 0x696969) }
  /// CSS's `dodgerblue`.
  package static var dodgerBlue: Color { Color(rgb: 0x1E90FF) }
  /// CSS's `firebrick`.
  package static var firebrick: Color { Color(rgb: 0xB22222) }
  /// CSS's `floralwhite`.
  package static var floralWhite: Color { Color(rgb: 0xFFFAF0) }
  /// CSS's `forestgreen`.
  package static var forestGreen: Color { Color(rgb: 0x228B22) }
  /// CSS's `fuchsia`.
  package static var fuchsia: Color { Color(rgb: 0xFF00FF) }
  /// CSS's `gainsboro`.
  package static var gainsboro: Color { Color(rgb: 0xDCDCDC) }
  /// CSS's `ghostwhite`.
  package static var ghostWhite: Color { Color(rgb: 0xF8F8FF) }
  /// CSS's `gold`.
  public static var gold: Color { Color(rgb: 0xFFD700) }
  /// CSS's `goldenrod`.
  package static var goldenrod: Color { Color(rgb: 0xDAA520) }
  /// CSS's `gray`.
  public static var gray: Color { Color(rgb: 0x808080) }
  /// CSS's `green`.
  public static var green: Color { Color(rgb: 0x008000) }
  /// CSS's `greenyellow`.
  package static var greenYellow: Color { Color(rgb: 0xADFF2F) }
  /// CSS's `grey`.
  public static var grey: Color { Color(rgb: 0x808080) }
  /// CSS's `honeydew`.
  package static var honeydew: Color { Color(rgb: 0xF0FFF0) }
  /// CSS's `hotpink`.
  package static var hotPink: Color { Color(rgb: 0xFF69B4) }
  /// CSS's `indianred`.
  package static var indianRed: Color { Color(rgb: 0xCD5C5C) }
  /// CSS's `indigo`.
  package static var indigo: Color { Color(rgb: 0x4B0082) }
  /// CSS's `ivory`.
  package static var ivory: Color { Color(rgb: 0xFFFFF0) }
  /// CSS's `khaki`.
  package static var khaki: Color { Color(rgb: 0xF0E68C) }
  /// CSS's `lavender`.
  package static var lavender: Color { Color(rgb: 0xE6E6FA) }
  /// CSS's `lavenderblush`.
  package static var lavenderBlush: Color { Color(rgb: 0xFFF0F5) }
  /// CSS's `lawngreen`.
  package static var lawnGreen: Color { Color(rgb: 0x7CFC00) }
  /// CSS's `lemonchiffon`.
  package static var lemonChiffon: Color { Color(rgb: 0xFFFACD) }
  /// CSS's `lightblue`.
  package static var lightBlue: Color { Color(rgb: 0xADD8E6) }
  /// CSS's `lightcoral`.
  package static var lightCoral: Color { Color(rgb: 0xF08080) }
  /// CSS's `lightcyan`.
  package static var lightCyan: Color { Color(rgb: 0xE0FFFF) }
  /// CSS's `lightgoldenrodyellow`.
  package static var lightGoldenrodYellow: Color { Color(rgb: 0xFAFAD2) }
  /// CSS's `lightgray`.
  package static var lightGray: Color { Color(rgb: 0xD3D3D3) }
  /// CSS's `lightgreen`.
  package static var lightGreen: Color { Color(rgb: 0x90EE90) }
  /// CSS's `lightgrey`.
  package static var lightGrey: Color { Color(rgb: 0xD3D3D3) }
  /// CSS's `lightpink`.
  package static var lightPink: Color { Color(rgb: 0xFFB6C1) }
  /// CSS's `lightsalmon`.
  package static var lightSalmon: Color { Color(rgb: 0xFFA07A) }
  /// CSS's `lightseagreen`.
  package static var lightSeaGreen: Color { Color(rgb: 0x20B2AA) }
  /// CSS's `lightskyblue`.
  package static var lightSkyBlue: Color { Color(rgb: 0x87CEFA) }
  /// CSS's `lightslategray`.
  package static var lightSlateGray: Color { Color(rgb: 0x778899) }
  /// CSS's `lightslategrey`.
  package static var lightSlateGrey: Color { Color(rgb: 0x778899) }
  /// CSS's `lightsteelblue`.
  package static var lightSteelBlue: Color { Color(rgb: 0xB0C4DE) }
  /// CSS's `lightyellow`.
  package static var lightYellow: Color { Color(rgb: 0xFFFFE0) }
  /// CSS's `lime`.
  public static var lime: Color { Color(rgb: 0x00FF00) }
  /// CSS's `limegreen`.
  package static var limeGreen: Color { Color(rgb: 0x32CD32) }
  /// CSS's `linen`.
  package static var linen: Color { Color(rgb: 0xFAF0E6) }
  /// CSS's `magenta`.
  package static var magenta: Color { Color(rgb: 0xFF00FF) }
  /// CSS's `maroon`.
  package static var maroon: Color { Color(rgb: 0x800000) }
  /// CSS's `mediumaquamarine`.
  package static var mediumAquamarine: Color { Color(rgb: 0x66CDAA) }
  /// CSS's `mediumblue`.
  package static var mediumBlue: Color { Color(rgb: 0x0000CD) }
  /// CSS's `mediumorchid`.
  package static var mediumOrchid: Color { Color(rgb: 0xBA55D3) }
  /// CSS's `mediumpurple`.
  package static var mediumPurple: Color { Color(rgb: 0x9370DB) }
  /// CSS's `mediumseagreen`.
  package static var mediumSeaGreen: Color { Color(rgb: 0x3CB371) }
  /// CSS's `mediumslateblue`.
  package static var mediumSlateBlue: Color { Color(rgb: 0x7B68EE) }
  /// CSS's `mediumspringgreen`.
  package static var mediumSpringGreen: Color { Color(rgb: 0x00FA9A) }
  /// CSS's `mediumturquoise`.
  package static var mediumTurquoise: Color { Color(rgb: 0x48D1CC) }
  /// CSS's `mediumvioletred`.
  package static var mediumVioletRed: Color { Color(rgb: 0xC71585) }
  /// CSS's `midnightblue`.
  package static var midnightBlue: Color { Color(rgb: 0x191970) }
  /// CSS's `mintcream`.
  package static var mintCream: Color { Color(rgb: 0xF5FFFA) }
  /// CSS's `mistyrose`.
  package static var mistyRose: Color { Color(rgb: 0xFFE4E1) }
  /// CSS's `moccasin`.
  package static var moccasin: Color { Color(rgb: 0xFFE4B5) }
  /// CSS's `navajowhite`.
  package static var navajoWhite: Color { Color(rgb: 0xFFDEAD) }
  /// CSS's `navy`.
  package static var navy: Color { Color(rgb: 0x000080) }
  /// CSS's `oldlace`.
  package static var oldLace: Color { Color(rgb: 0xFDF5E6) }
  /// CSS's `olive`.
  package static var olive: Color { Color(rgb: 0x808000) }
  /// CSS's `olivedrab`.
  package static var oliveDrab: Color { Color(rgb: 0x6B8E23) }
  /// CSS's `orange`.
  package static var orange: Color { Color(rgb: 0xFFA500) }
  /// CSS's `orangered`.
  package static var orangeRed: Color { Color(rgb: 0xFF4500) }
  /// CSS's `orchid`.
  package static var orchid: Color { Color(rgb: 0xDA70D6) }
  /// CSS's `palegoldenrod`.
  package static var paleGoldenrod: Color { Color(rgb: 0xEEE8AA) }
  /// CSS's `palegreen`.
  package static var paleGreen: Color { Color(rgb: 0x98FB98) }
  /// CSS's `paleturquoise`.
  package static var paleTurquoise: Color { Color(rgb: 0xAFEEEE) }
  /// CSS's `palevioletred`.
  package static var paleVioletRed: Color { Color(rgb: 0xDB7093) }
  /// CSS's `papayawhip`.
  package static var papayaWhip: Color { Color(rgb: 0xFFEFD5) }
  /// CSS's `peachpuff`.
  package static var peachPuff: Color { Color(rgb: 0xFFDAB9) }
  /// CSS's `peru`.
  package static var peru: Color { Color(rgb: 0xCD853F) }
  /// CSS's `pink`.
  package static var pink: Color { Color(rgb: 0xFFC0CB) }
  /// CSS's `plum`.
  package static var plum: Color { Color(rgb: 0xDDA0DD) }
  /// CSS's `powderblue`.
  package static var powderBlue: Color { Color(rgb: 0xB0E0E6) }
  /// CSS's `purple`.
  package static var purple: Color { Color(rgb: 0x800080) }
  /// CSS's `rebeccapurple`.
  package static var rebeccaPurple: Color { Color(rgb: 0x663399) }
  /// CSS's `red`.
  public static var red: Color { Color(rgb: 0xFF0000) }
  /// CSS's `rosybrown`.
  package static var rosyBrown: Color { Color(rgb: 0xBC8F8F) }
  /// CSS's `royalblue`.
  package static var royalBlue: Color { Color(rgb: 0x4169E1) }
  /// CSS's `saddlebrown`.
  package static var saddleBrown: Color { Color(rgb: 0x8B4513) }
  /// CSS's `salmon`.
  package static var salmon: Color { Color(rgb: 0xFA8072) }
  /// CSS's `sandybrown`.
  package static var sandyBrown: Color { Color(rgb: 0xF4A460) }
  /// CSS's `seagreen`.
  package static var seaGreen: Color { Color(rgb: 0x2E8B57) }
  /// CSS's `seashell`.
  package static var seashell: Color { Color(rgb: 0xFFF5EE) }
  /// CSS's `sienna`.
  package static var sienna: Color { Color(rgb: 0xA0522D) }
  /// CSS's `silver`.
  public static var silver: Color { Color(rgb: 0xC0C0C0) }
  /// CSS's `skyblue`.
  package static var skyBlue: Color { Color(rgb: 0x87CEEB) }
  /// CSS's `slateblue`.
  package static var slateBlue: Color { Color(rgb: 0x6A5ACD) }
  /// CSS's `slategray`.
  package static var slateGray: Color { Color(rgb: 0x708090) }
  /// CSS's `slategrey`.
  package static var slateGrey: Color { Color(rgb: 0x708090) }
  /// CSS's `snow`.
  public static var snow: Color { Color(rgb: 0xFFFAFA) }
  /// CSS's `springgreen`.
  package static var springGreen: Color { Color(rgb: 0x00FF7F) }
  /// CSS's `steelblue`.
  package static var steelBlue: Color { Color(rgb: 0x4682B4) }
  /// CSS's `tan`.
  package static var tan: Color { Color(rgb: 0xD2B48C) }
  /// CSS's `teal`.
  public static var teal: Color { Color(rgb: 0x008080) }
  /// CSS's `thistle`.
  package static var thistle: Color { Color(rgb: 0xD8BFD8) }
  /// CSS's `tomato`.
  package static var tomato: Color { Color(rgb: 0xFF6347) }
  /// CSS's `turquoise`.
  package static var turquoise: Color { Color(rgb: 0x40E0D0) }
  /// CSS's `violet`.
  package static var violet: Color { Color(rgb: 0xEE82EE) }
  /// CSS's `wheat`.
  package static var wheat: Color { Color(rgb: 0xF5DEB3) }
  /// CSS's `whitesmoke`.
  package static var whiteSmoke: Color { Color(rgb: 0xF5F5F5) }
  /// CSS's `yellow`.
  public static var yellow: Color { Color(rgb: 0xFFFF00) }
  /// CSS's `yellowgreen`.
  package static var yellowGreen: Color { Color(rgb: 0x9ACD32) }
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

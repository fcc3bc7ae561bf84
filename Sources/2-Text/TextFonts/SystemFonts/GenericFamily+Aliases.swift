// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension GenericFamily {
  /// The generic family of a well-known family that a program may name, whether or not the host has
  /// it; `nil` for any other name.
  ///
  /// Source: fontconfig's `45-latin.conf` and `30-metric-aliases.conf`, the families that come with
  /// Windows and macOS, and the names of PDF's standard fonts.
  init?(like name: String) {
    let name = FontMatcher.normalized(name)
    if GenericFamily.monospaced.contains(name) || GenericFamily.hasMetricsOfCourier(name) {
      self = .monospace
    } else if GenericFamily.serifs.contains(name) {
      self = .serif
    } else if GenericFamily.sansSerifs.contains(name) {
      self = .sansSerif
    } else {
      return nil
    }
  }

  /// Whether a family, whose name is normalised, has the metrics of Courier, as Liberation Mono
  /// has. Source: fontconfig's `30-metric-aliases.conf`.
  static func hasMetricsOfCourier(_ name: String) -> Bool { courierLike.contains(name) }

  private static let courierLike: Set<String> = [
    "courier", "couriernew", "couriernewpsmt", "courierstd", "cousine", "liberationmono",
    "nimbusmono", "nimbusmonol", "nimbusmonops", "freemono", "cumberland", "texgyrecursor",
  ]

  private static let monospaced: Set<String> = [
    "andalemono", "bitstreamverasansmono", "cascadiacode", "cascadiamono", "consolas",
    "courierprime", "dejavusansmono", "firacode", "firamono", "hack", "inconsolata",
    "jetbrainsmono", "lucidaconsole", "lucidatypewriter", "menlo", "monaco", "notosansmono",
    "ptmono", "robotomono", "sfmono", "sourcecodepro", "spacemono", "ubuntumono",
  ]

  private static let serifs: Set<String> = [
    "baskerville", "batang", "bitstreamveraserif", "bodoni", "bookantiqua", "bookman",
    "bookmanoldstyle", "caladea", "cambria", "centuryschoolbook", "charter", "constantia",
    "dejavuserif", "didot", "freeserif", "garamond", "gelasio", "georgia", "hiraginominchopro",
    "hiraginominchopron", "hoeflertext", "liberationserif", "libertinusserif", "lucidabright",
    "merriweather", "mingliu", "msmincho", "newcenturyschlbk", "newcenturyschoolbook", "newyork",
    "nimbusroman", "nimbusromanno9l", "notoserif", "palatino", "palatinolinotype", "pmingliu",
    "ptserif", "simsun", "songtisc", "songtitc", "sourceserif4", "sourceserifpro", "stixtwotext",
    "texgyrepagella", "texgyretermes", "times", "timesnewroman", "timesnewromanpsmt", "timesroman",
    "tinos", "utopia", "yumincho",
  ]

  private static let sansSerifs: Set<String> = [
    "applesystem", "arial", "arialmt", "arialnarrow", "arialunicodems", "arimo", "avenir",
    "avenirnext", "bitstreamverasans", "blinkmacsystemfont", "calibri", "candara", "cantarell",
    "carlito", "centurygothic", "corbel", "dejavusans", "firasans", "franklingothicmedium",
    "freesans", "futura", "geneva", "gillsans", "helvetica", "helveticaneue",
    "hiraginokakugothicpro", "hiraginokakugothicpron", "hiraginosans", "impact", "inter", "lato",
    "liberationsans", "lucidagrande", "lucidasans", "lucidasansunicode", "malgungothic", "meiryo",
    "microsoftsansserif", "microsoftyahei", "montserrat", "msgothic", "mspgothic", "mssansserif",
    "myriad", "myriadpro", "nimbussans", "nimbussansl", "notosans", "opensans", "optima",
    "pingfanghk", "pingfangsc", "pingfangtc", "ptsans", "roboto", "segoeui", "sfpro",
    "sfprodisplay", "sfprotext", "simhei", "sourcesans3", "sourcesanspro", "tahoma", "texgyreheros",
    "trebuchetms", "ubuntu", "univers", "verdana", "yugothic",
  ]
}

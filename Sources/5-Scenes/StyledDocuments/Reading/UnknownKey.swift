// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// An unknown key of a document.
///
/// Path and hint are computed when they are read, since of many unknown keys only a few are shown.
package struct UnknownKey: Sendable, CustomStringConvertible {
  private let key: DocumentKey
  private let findHint: @Sendable () -> String?

  /// The path of the key: `style.fontSize`.
  package var path: String { key.path }
  /// The key that may have been meant. O(known keys × their lengths).
  package var hint: String? { findHint() }
  /// The offset of the key's value in bytes; `nil` if it is unknown.
  package var offset: Int? { key.offset }

  /// Creates a record of an unknown key; the nearest known key becomes its hint.
  ///
  /// - Parameter known: The known keys of the object that contains the key.
  package init(
    _ key: DocumentKey, _ name: String, known: @autoclosure @escaping @Sendable () -> [String]
  ) {
    self.key = key
    findHint = { Self.nearest(to: name, known()) }
  }

  /// Creates a record of an unknown key with a given hint.
  package init(_ key: DocumentKey, hint: @autoclosure @escaping @Sendable () -> String) {
    self.key = key
    findHint = hint
  }

  /// The error about the key, for strict reading.
  package var error: DocumentError {
    let hint = hint.map { "; did you mean \($0)?" } ?? ""
    return DocumentError(.unknownKey, path, offset: offset, "the key is not known\(hint)")
  }

  package var description: String { hint.map { "\(path) (did you mean \($0)?)" } ?? path }

  /// The words of CSS and of other libraries for keys of documents, scenes and batch lines.
  private static let synonyms: [(String, String)] = [
    ("fontsize", "size"), ("fontfamily", "family"), ("paragraphspacing", "spacingAfter"),
    ("indent", "startIndent"), ("fontname", "family"), ("typeface", "family"),
    ("fontstyle", "slant"),
    ("italic", "slant"), ("bold", "weight"), ("fontweight", "weight"), ("fontwidth", "stretch"),
    ("fontstretch", "stretch"), ("fontvariationsettings", "variations"), ("axes", "variations"),
    ("fontvariations", "variations"), ("fontfeatures", "features"),
    ("namedinstance", "instance"), ("fontopticalsizing", "opticalSizing"),
    ("fontfeaturesettings", "features"), ("lang", "language"), ("locale", "language"),
    ("tracking", "letterSpacing"), ("kern", "letterSpacing"), ("kerning", "letterSpacing"),
    ("baselineshift", "baselineOffset"),
    ("rise", "baselineOffset"), ("textalign", "align"), ("alignment", "align"),
    ("dir", "direction"),
    ("leading", "lineSpacing"), ("marginbefore", "spacingBefore"), ("marginafter", "spacingAfter"),
    ("textindent", "firstLineIndent"), ("tabstops", "tabs"), ("textcolor", "color"),
    ("foreground", "color"), ("foregroundcolor", "color"),
    ("backgroundcolor", "background"), ("highlight", "background"), ("bg", "background"),
    ("fg", "color"),
    ("linethrough", "strikethrough"),
    ("strike", "strikethrough"), ("valign", "verticalAlign"), ("padding", "insets"),
    ("verticalalignment", "verticalAlign"), ("textshadow", "shadows"), ("shadow", "shadows"),
    ("outline", "stroke"), ("textstroke", "stroke"), ("radius", "cornerRadius"),
    ("blurradius", "blur"), ("isinner", "inner"), ("inset", "inner"), ("skipsink", "skipInk"),
    ("href", "url"), ("src", "image"), ("file", "image"), ("position", "at"), ("alt", "plainText"),
    ("images", "attachments"), ("linebreakmode", "truncation"), ("minscale", "minimumScale"),
    ("maxscale", "maximumScale"), ("shapeinside", "shape"), ("shapeoutside", "exclusions"),
    ("exclusionpaths", "exclusions"), ("columncount", "columns"), ("columncount", "count"),
    ("columngap", "columns"), ("columngap", "gap"), ("columnfill", "balance"),
    ("isbalanced", "balance"), ("balanced", "balance"), ("shapemargin", "margin"),
    ("fillrule", "rule"), ("d", "path"), ("textcombineupright", "textCombine"),
    ("orientation", "textOrientation"), ("fontvariantcaps", "caps"), ("smallcaps", "caps"),
    ("fontvariant", "caps"), ("fontsynthesis", "capsSynthesis"), ("uppercase", "textTransform"),
    ("gradient", "fill"), ("backgroundclip", "fill"),
    ("superscript", "scriptPosition"),
    ("subscript", "scriptPosition"), ("verticalposition", "scriptPosition"),
    ("fontvariantposition", "scriptPosition"), ("liststyletype", "list"), ("liststyle", "list"),
    ("bullet", "list"), ("float", "wrap"),
    ("textemphasis", "emphasis"),
    ("textemphasisstyle", "emphasis"), ("furigana", "ruby"), ("rt", "ruby"),
    ("rubyalign", "align"), ("rubyposition", "position"), ("rubyoverhang", "overhang"),
    ("textautospace", "autospace"), ("nowrap", "wrap"), ("unicodebidi", "isolate"),
    ("whitespace", "wrap"),
    ("textwrap", "wrap"), ("textwrapmode", "wrap"),
    ("textdecoration", "underline"), ("string", "text"),
    ("content", "text"), ("maxwidth", "width"), ("linelimit", "maxLines"),
    ("lineclamp", "maxLines"), ("vertical", "writingMode"), ("runs", "spans"),
    ("attributes", "style"), ("from", "start"), ("location", "start"), ("to", "end"),
    ("length", "end"), ("path", "file"), ("face", "index"), ("argv", "args"), ("command", "args"),
    ("arguments", "args"), ("input", "stdin"), ("background", "backgroundColor"),
    ("fill", "fillColor"), ("stroke", "strokeColor"), ("strokewidth", "lineWidth"),
    ("alpha", "opacity"), ("ishidden", "hidden"), ("isopaque", "opaque"),
    ("isdoublesided", "doubleSided"), ("isgeometryflipped", "geometryFlipped"),
    ("clipstobounds", "masksToBounds"), ("zindex", "zPosition"), ("children", "sublayers"),
    ("layers", "sublayers"), ("text", "string"), ("image", "contents"), ("filltype", "fillRule"),
    ("affinetransform", "transform"), ("emittercells", "cells"), ("keypath", "key"),
    ("property", "key"), ("fromvalue", "from"), ("tovalue", "to"), ("byvalue", "by"),
    ("begintime", "begin"), ("delay", "begin"), ("repeatcount", "repeat"),
    ("fillmode", "fill"), ("timingfunction", "curve"), ("easing", "curve"),
    ("isadditive", "additive"), ("iscumulative", "cumulative"), ("flexflow", "flexDirection"),
    ("placeitems", "alignItems"), ("placecontent", "alignContent"), ("placeself", "alignSelf"),
    ("gridarea", "gridRow"), ("gridtemplate", "gridTemplateColumns"), ("spacing", "gap"),
    ("columns", "gridTemplateColumns"), ("rows", "gridTemplateRows"), ("wrap", "flexWrap"),
    ("grow", "flexGrow"), ("shrink", "flexShrink"), ("basis", "flexBasis"),
    ("align", "alignItems"), ("justify", "justifyContent"), ("ratio", "aspectRatio"),
  ]

  /// The longest name that is compared with known keys, in bytes.
  private static let longestName = 128

  /// The known key that is nearest in spelling or in meaning.
  package static func nearest(to name: String, _ known: [String]) -> String? {
    guard name.utf8.count <= longestName else { return nil }
    func plain(_ name: String) -> String {
      String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    }
    let word = plain(name)
    if let key = known.first(where: { plain($0) == word }) { return key }
    let property = StyleProperty.allCases.first { plain($0.key) == word }
    let meanings = synonyms.filter { $0.0 == word }.map(\.1)
    for key in [property?.key].compactMap({ $0 }) + meanings {
      for candidate in [key, "style.\(key)"] where known.contains(candidate) { return candidate }
    }
    return Spelling.nearest(to: name, among: known)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// A property of a style, by its key in documents.
///
/// The readers of documents and of options, help, the manual page and the schema use this list. The
/// raw value is the key.
package enum StyleProperty: String, CaseIterable, Sendable {
  case size
  case family
  case font
  case weight
  case slant
  case stretch
  case variations
  case features
  case language
  case letterSpacing
  case wordSpacing
  case baselineOffset
  case textSpacingTrim
  case textOrientation
  case textCombine
  case scriptPosition
  case emphasis
  case autospace
  case wrap
  case isolate
  case color
  case background
  case border
  case underline
  case strikethrough
  case decorations
  case shadows
  case stroke
  case direction
  case align
  case alignLast
  case justify
  case lineBreak
  case wordBreak
  case overflowWrap
  case hangingPunctuation
  case lineBreaking
  case hyphens
  case lineHeight
  case strut
  case lineSpacing
  case spacingBefore
  case spacingAfter
  case firstLineIndent
  case startIndent
  case endIndent
  case tabs
  case list

  /// The key in a document.
  package var key: String { rawValue }

  package var form: ValueForm {
    switch self {
    case .size: .size
    case .family: .families
    case .font: .integer
    case .weight: .weight
    case .slant: .words("SLANT", FontSlant.self)
    case .stretch: .stretch
    case .variations: .variations
    case .features: .features
    case .language: .language
    case .textSpacingTrim: .words("TRIM", TextSpacingTrim.self)
    case .textOrientation: .words("MODE", TextOrientation.self)
    case .textCombine: .textCombine
    case .scriptPosition: .words("POSITION", ScriptPosition.self)
    case .emphasis: .emphasis
    case .autospace: .words("MODE", TextAutospace.self)
    case .isolate: .words("DIR", TextIsolation.self)
    case .color: .color
    case .background: .backgroundColor
    case .border: .object("border")
    case .decorations: .list(of: "decoration")
    case .shadows: .list(of: "textShadow")
    case .stroke: .object("stroke")
    case .underline, .strikethrough, .wrap: .flag
    case .direction: .words("DIR", TextDirection.self)
    case .align, .alignLast: .words("ALIGN", TextAlignment.self)
    case .justify: .object("justification")
    case .lineBreak: .words("MODE", LineBreakStrictness.self)
    case .wordBreak: .words("MODE", WordBreak.self)
    case .overflowWrap: .words("MODE", OverflowWrap.self)
    case .hangingPunctuation: .hangingPunctuation
    case .lineBreaking: .lineBreaking
    case .hyphens: .hyphens
    case .lineHeight: .lineHeight
    case .strut: .object("strut")
    case .list: .list
    case .tabs: .tabs
    case .letterSpacing, .wordSpacing, .baselineOffset, .lineSpacing, .spacingBefore,
      .spacingAfter, .firstLineIndent, .startIndent, .endIndent:
      .length
    }
  }

  /// The name of the option of the command line, without its dashes; `nil` if there is none.
  package var option: String? {
    switch self {
    case .size: "font-size"
    case .family: "font-family"
    case .spacingAfter: "paragraph-spacing"
    case .startIndent: "indent"
    case .font, .wrap, .isolate, .hyphens, .lineBreaking, .alignLast, .justify, .baselineOffset,
      .background, .border, .decorations, .shadows, .stroke, .spacingBefore, .strut, .list,
      .scriptPosition:
      nil
    default: key.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }
  }

  /// The explanation in help, one line long.
  package var summary: String {
    switch self {
    case .size: "the em size (default 16)"
    case .family: "the families in order of preference"
    case .font: "an index into the document's fonts, which is tried first"
    case .weight: "the weight (default 400)"
    case .slant: "the posture (default normal)"
    case .stretch: "the width in per cent of normal (default 100)"
    case .variations: "axis positions of a variable font"
    case .features: "OpenType features"
    case .language: "the language of the text"
    case .letterSpacing: "extra space after each character"
    case .wordSpacing: "extra space after each word space"
    case .textSpacingTrim:
      "blanks between full-width punctuation (default auto: normal for ja, zh and ko)"
    case .textOrientation:
      "how characters stand in vertical lines: as Unicode says (default), all upright, or all turned"
    case .textCombine: "what stands side by side in vertical lines (default none)"
    case .scriptPosition: "small raised or lowered letters (default normal)"
    case .emphasis: "a mark beside each character (default none)"
    case .autospace: "CSS text-autospace: space beside ideographs (default none)"
    case .wrap: "whether lines break within the text (default true)"
    case .isolate: "a direction of its own (default none)"
    case .baselineOffset: "raises the text; negative lowers it"
    case .color: "the colour of the text (default black)"
    case .background: "the colour behind the text, or a box: see below"
    case .border: "a line around the text: see below"
    case .underline: "underline the text"
    case .strikethrough: "strike the text through"
    case .decorations: "lines along the text: see below; an empty list takes all away"
    case .shadows: "shadows of the text, the first on top: see below; an empty list for none"
    case .stroke: "a line along the outlines of the glyphs: see below"
    case .direction: "the text direction (default auto)"
    case .align: "the alignment of lines (default start)"
    case .alignLast: "CSS text-align-last (default: as align, start with justify)"
    case .justify: "how far justified lines are stretched: see below"
    case .lineBreak: "CSS line-break (default auto)"
    case .wordBreak: "CSS word-break (default normal)"
    case .overflowWrap: "CSS overflow-wrap (default break-word)"
    case .hangingPunctuation: "CSS hanging-punctuation (default none)"
    case .lineBreaking: "how lines are divided (default greedy): see below"
    case .hyphens: "CSS hyphens (default manual), or an object: see below"
    case .lineHeight: "the height of lines (default natural)"
    case .strut: "a font that all lines are at least as high as: see below"
    case .lineSpacing: "extra space between lines"
    case .spacingBefore: "extra space before each paragraph"
    case .spacingAfter: "extra space after each paragraph"
    case .firstLineIndent: "indent of each paragraph's first line; negative: hanging"
    case .startIndent: "indent of all lines from the start edge"
    case .endIndent: "indent of all lines from the end edge"
    case .tabs: "tab stops"
    case .list: "makes each paragraph an item of a list: a marker, or an object: see below"
    }
  }

  /// Whether the property belongs to whole paragraphs, and may stand at the top of a document.
  package var isParagraph: Bool {
    switch self {
    case .direction, .align, .alignLast, .justify, .lineBreak, .wordBreak, .overflowWrap,
      .hangingPunctuation, .lineBreaking, .hyphens, .lineHeight, .strut,
      .lineSpacing, .spacingBefore, .spacingAfter, .firstLineIndent, .startIndent, .endIndent,
      .tabs, .list:
      true
    default: false
    }
  }
}

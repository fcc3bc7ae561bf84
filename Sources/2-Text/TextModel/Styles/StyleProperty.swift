// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A property of a style, by its key in documents.
///
/// Documents, archives, options, help, schemas and the scaling of styles follow from the rows of
/// this table.
package enum StyleProperty: Int, CaseIterable, Sendable {
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

  /// The key in documents and archives, which is the name of the case.
  package var key: String { Self.keys[rawValue] }

  private static let keys = allCases.map { String(describing: $0) }

  /// The property of a key; `nil` if there is none.
  package init?(key: String) {
    guard let property = Self.properties[key] else { return nil }
    self = property
  }

  private static let properties = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.key, $0) })

  /// What is known about the property.
  package var row: StyleRow { Self.rows[rawValue] }

  private static let rows = allCases.map { $0.row(named: $0.key.joinedByHyphens) }

  private func row(named name: String) -> StyleRow {
    switch self {
    case .size:
      StyleRow(
        .shaping(.value(\.size, scaling: { $0 *= $1 })), "the em size (default 16)",
        option: "font-size")
    case .family:
      StyleRow(
        .shaping(.value(\.font.families, formerly: "families")),
        "the families in order of preference",
        option: "font-family")
    case .font:
      StyleRow(
        .shaping(.value(\.font.givenFont, coding: FontDescriptor.codedIndex)),
        "an index into the document's fonts, which is tried first", option: nil)
    case .weight:
      StyleRow(.shaping(.value(\.font.weight)), "the weight (default 400)", option: name)
    case .slant:
      StyleRow(.shaping(.word(\.font.slant, "SLANT")), "the posture (default normal)", option: name)
    case .stretch:
      StyleRow(
        .shaping(.value(\.font.stretch)), "the width in per cent of normal (default 100)",
        option: name)
    case .variations:
      StyleRow(
        .shaping(.value(\.font.variations, as: CodedVariations.self)),
        "axis positions of a variable font", option: name)
    case .features:
      StyleRow(.shaping(.value(\.features)), "OpenType features", option: name)
    case .language:
      StyleRow(.shaping(.value(\.language)), "the language of the text", option: name)
    case .letterSpacing:
      StyleRow(
        .shaping(.length(\.letterSpacing, isSpacing: true)), "extra space after each character",
        option: name)
    case .wordSpacing:
      StyleRow(
        .shaping(.length(\.wordSpacing, isSpacing: true)), "extra space after each word space",
        option: name)
    case .baselineOffset:
      StyleRow(
        .shaping(.length(\.baselineOffset)), "raises the text; negative lowers it", option: nil,
        reachesRubies: false)
    case .textSpacingTrim:
      StyleRow(
        .shaping(.word(\.textSpacingTrim, "TRIM")),
        "blanks between full-width punctuation (default auto: normal for ja, zh and ko)",
        option: name)
    case .textOrientation:
      StyleRow(
        .shaping(.word(\.textOrientation, "MODE")),
        "how characters stand in vertical lines: as Unicode says (default), all upright, or all turned",
        option: name)
    case .textCombine:
      StyleRow(
        .shaping(.value(\.textCombine)),
        "what stands side by side in vertical lines (default none)", option: name,
        reachesRubies: false)
    case .scriptPosition:
      StyleRow(
        .shaping(.word(\.scriptPosition, "POSITION")),
        "small raised or lowered letters (default normal)", option: nil)
    case .emphasis:
      StyleRow(
        .shaping(.value(\.emphasis)), "a mark beside each character (default none)", option: name,
        reachesRubies: false)
    case .autospace:
      StyleRow(
        .shaping(.word(\.autospace, "MODE")),
        "CSS text-autospace: space beside ideographs (default none)", option: name)
    case .wrap:
      StyleRow(
        .shaping(.value(\.textWrap, as: CodedWrap.self, .flag, formerly: "textWrap")),
        "whether lines break within the text (default true)", option: nil)
    case .isolate:
      StyleRow(
        .shaping(.word(\.isolation, "DIR", formerly: "isolation")),
        "a direction of its own (default none)", option: nil)
    case .color:
      StyleRow(.paint(.value(\.color)), "the colour of the text (default black)", option: name)
    case .background:
      StyleRow(
        .paint(.value(\.background)), "the colour behind the text, or a box: see below", option: nil
      )
    case .border:
      StyleRow(.paint(.value(\.border)), "a line around the text: see below", option: nil)
    case .underline:
      StyleRow(
        .paint(.value(\.underline, .flag, coding: .decoration(.underline))), "underline the text",
        option: name)
    case .strikethrough:
      StyleRow(
        .paint(.value(\.strikethrough, .flag, coding: .decoration(.strikethrough))),
        "strike the text through", option: name)
    case .decorations:
      StyleRow(
        .paint(.value(\.decorations)),
        "lines along the text: see below; an empty list takes all away", option: nil)
    case .shadows:
      StyleRow(
        .paint(.value(\.shadows)),
        "shadows of the text, the first on top: see below; an empty list for none", option: nil)
    case .stroke:
      StyleRow(
        .paint(.value(\.stroke)), "a line along the outlines of the glyphs: see below", option: nil)
    case .direction:
      StyleRow(
        .paragraph(.word(\.direction, "DIR")), "the text direction (default auto)", option: name)
    case .align:
      StyleRow(
        .paragraph(.word(\.alignment, "ALIGN", formerly: "alignment")),
        "the alignment of lines (default start)", option: name)
    case .alignLast:
      StyleRow(
        .paragraph(.word(\.lastLineAlignment, "ALIGN", formerly: "lastLineAlignment")),
        "CSS text-align-last (default: as align, start with justify)", option: nil)
    case .justify:
      StyleRow(
        .paragraph(.value(\.justification, formerly: "justification")),
        "how far justified lines are stretched: see below", option: nil)
    case .lineBreak:
      StyleRow(
        .paragraph(.word(\.lineBreak, "MODE")), "CSS line-break (default auto)", option: name)
    case .wordBreak:
      StyleRow(
        .paragraph(.word(\.wordBreak, "MODE")), "CSS word-break (default normal)", option: name)
    case .overflowWrap:
      StyleRow(
        .paragraph(.word(\.overflowWrap, "MODE")), "CSS overflow-wrap (default break-word)",
        option: name)
    case .hangingPunctuation:
      StyleRow(
        .paragraph(.value(\.hangingPunctuation)), "CSS hanging-punctuation (default none)",
        option: name)
    case .lineBreaking:
      StyleRow(
        .paragraph(.value(\.lineBreaking)), "how lines are divided (default greedy): see below",
        option: nil)
    case .hyphens:
      StyleRow(
        .paragraph(
          .value(
            \.hyphenation, as: CodedHyphens.self, formerly: "hyphenation",
            scaling: { $0?.zone *= $1 })), "CSS hyphens (default manual), or an object: see below",
        option: nil)
    case .lineHeight:
      StyleRow(
        .paragraph(.value(\.lineHeight, scaling: { $0.scale(by: $1) })),
        "the height of lines (default natural)", option: name)
    case .strut:
      StyleRow(
        .paragraph(.value(\.strut, scaling: { $0?.style.scale(by: $1) })),
        "a font that all lines are at least as high as: see below", option: nil)
    case .lineSpacing:
      StyleRow(.paragraph(.length(\.lineSpacing)), "extra space between lines", option: name)
    case .spacingBefore:
      StyleRow(
        .paragraph(.length(\.spacingBefore)), "extra space before each paragraph", option: nil)
    case .spacingAfter:
      StyleRow(
        .paragraph(.length(\.spacingAfter)), "extra space after each paragraph",
        option: "paragraph-spacing")
    case .firstLineIndent:
      StyleRow(
        .paragraph(.length(\.firstLineIndent)),
        "indent of each paragraph's first line; negative: hanging", option: name)
    case .startIndent:
      StyleRow(
        .paragraph(.length(\.startIndent)), "indent of all lines from the start edge",
        option: "indent")
    case .endIndent:
      StyleRow(
        .paragraph(.length(\.endIndent)), "indent of all lines from the end edge", option: name)
    case .tabs:
      StyleRow(.paragraph(.value(\.tabs, scaling: { $0.scale(by: $1) })), "tab stops", option: name)
    case .list:
      StyleRow(
        .paragraph(.value(\.list, scaling: { $0?.gap *= $1 })),
        "makes each paragraph an item of a list: a marker, or an object: see below", option: nil)
    }
  }
}

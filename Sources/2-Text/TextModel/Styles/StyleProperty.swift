// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A property of a style, by its key in documents.
///
/// Documents, archives, options, help, schemas and the scaling of styles follow from the rows of
/// this table.
package enum StyleProperty: UInt8, CaseIterable, Sendable {
  case size
  case family
  case font
  case weight
  case slant
  case stretch
  case variations
  case instance
  case opticalSizing
  case features
  case language
  case letterSpacing
  case wordSpacing
  case baselineOffset
  case textSpacingTrim
  case textOrientation
  case textCombine
  case scriptPosition
  case textTransform
  case caps
  case capsSynthesis
  case emphasis
  case autospace
  case wrap
  case isolate
  case color
  case fill
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

  /// The key in documents and archives.
  package var key: String { row.key }

  /// The property of a key; `nil` if there is none.
  package init?(key: String) {
    guard let property = Self.byKey[key] else { return nil }
    self = property
  }

  private static let byKey = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.key, $0) })

  /// The place in the order of all properties.
  package var index: Int { Int(rawValue) }

  /// The option of the command line, without its dashes; `nil` if there is none.
  package var option: String? {
    switch row.option {
    case .asKey: key.joinedByHyphens
    case .named(let name): name
    case .none: nil
    }
  }

  /// The row of the table that describes the property.
  package var row: StyleRow {
    switch self {
    case .size:
      StyleRow(
        "size",
        .shaping(.value(\.size, scaling: { $0 *= $1 })), "the em size (default 16)",
        option: .named("font-size"))
    case .family:
      StyleRow(
        "family",
        .shaping(.value(\.font.families, formerly: "families")),
        "the families in order of preference", option: .named("font-family"))
    case .font:
      StyleRow(
        "font",
        .shaping(.value(\.font.givenFont, coding: FontDescriptor.codedIndex)),
        "an index into the document's fonts, which is tried first", option: .none)
    case .weight: StyleRow("weight", .shaping(.value(\.font.weight)), "the weight (default 400)")
    case .slant:
      StyleRow("slant", .shaping(.word(\.font.slant, "SLANT")), "the posture (default normal)")
    case .stretch:
      StyleRow(
        "stretch", .shaping(.value(\.font.stretch)), "the width in per cent of normal (default 100)"
      )
    case .variations:
      StyleRow(
        "variations",
        .shaping(.value(\.font.variations, as: CodedVariations.self)),
        "axis positions of a variable font")
    case .instance:
      StyleRow(
        "instance", .shaping(.value(\.font.instance)),
        "a named instance of a variable font, such as Condensed Bold")
    case .opticalSizing:
      StyleRow(
        "opticalSizing", .shaping(.word(\.font.opticalSizing, "MODE")),
        "the axis opsz of a variable font (default auto: at the size of the text)")
    case .features: StyleRow("features", .shaping(.value(\.features)), "OpenType features")
    case .language: StyleRow("language", .shaping(.value(\.language)), "the language of the text")
    case .letterSpacing:
      StyleRow(
        "letterSpacing",
        .shaping(.length(\.letterSpacing, isSpacing: true)), "extra space after each character")
    case .wordSpacing:
      StyleRow(
        "wordSpacing",
        .shaping(.length(\.wordSpacing, isSpacing: true)), "extra space after each word space")
    case .baselineOffset:
      StyleRow(
        "baselineOffset",
        .shaping(.length(\.baselineOffset)), "raises the text; negative lowers it", option: .none,
        reachesRubies: false)
    case .textSpacingTrim:
      StyleRow(
        "textSpacingTrim",
        .shaping(.word(\.textSpacingTrim, "TRIM")),
        "blanks between full-width punctuation (default auto: normal for ja, zh and ko)")
    case .textOrientation:
      StyleRow(
        "textOrientation",
        .shaping(.word(\.textOrientation, "MODE")),
        "how characters stand in vertical lines: as Unicode says (default), all upright, or all turned"
      )
    case .textCombine:
      StyleRow(
        "textCombine",
        .shaping(.value(\.textCombine)),
        "what stands side by side in vertical lines (default none)", reachesRubies: false)
    case .scriptPosition:
      StyleRow(
        "scriptPosition",
        .shaping(.word(\.scriptPosition, "POSITION")),
        "small raised or lowered letters (default normal)", option: .none)
    case .textTransform:
      StyleRow(
        "textTransform",
        .shaping(.word(\.letterCase, "CASE")),
        "CSS text-transform: the case in which letters are shown (default none)")
    case .caps:
      StyleRow(
        "caps",
        .shaping(.word(\.smallCapitals, "CAPS")),
        "CSS font-variant-caps: small capitals, made where a font has none (default normal)")
    case .capsSynthesis:
      StyleRow(
        "capsSynthesis",
        .shaping(.value(\.makesSmallCapitals, .flag)),
        "whether small capitals are made where a font has none (default true)", option: .none)
    case .emphasis:
      StyleRow(
        "emphasis",
        .shaping(.value(\.emphasis)), "a mark beside each character (default none)",
        reachesRubies: false)
    case .autospace:
      StyleRow(
        "autospace",
        .shaping(.word(\.autospace, "MODE")),
        "CSS text-autospace: space beside ideographs (default none)")
    case .wrap:
      StyleRow(
        "wrap",
        .shaping(.value(\.textWrap, as: CodedWrap.self, .flag, formerly: "textWrap")),
        "whether lines break within the text (default true)", option: .none)
    case .isolate:
      StyleRow(
        "isolate",
        .shaping(.word(\.isolation, "DIR", formerly: "isolation")),
        "a direction of its own (default none)", option: .none)
    case .color:
      StyleRow("color", .paint(.value(\.color)), "the colour of the text (default black)")
    case .fill:
      StyleRow(
        "fill", .paint(.value(\.fill)), "a gradient or a picture in place of the colour: see below",
        option: .none)
    case .background:
      StyleRow(
        "background",
        .paint(.value(\.background)), "the colour behind the text, or a box: see below",
        option: .none
      )
    case .border:
      StyleRow(
        "border", .paint(.value(\.border)), "a line around the text: see below", option: .none)
    case .underline:
      StyleRow(
        "underline",
        .paint(.value(\.underline, .flag, coding: PaintStyle.codedLine(.underline))),
        "underline the text")
    case .strikethrough:
      StyleRow(
        "strikethrough",
        .paint(.value(\.strikethrough, .flag, coding: PaintStyle.codedLine(.strikethrough))),
        "strike the text through")
    case .decorations:
      StyleRow(
        "decorations",
        .paint(.value(\.decorations, as: CodedDecorations.self)),
        "lines along the text: see below; an empty list takes all away", option: .none)
    case .shadows:
      StyleRow(
        "shadows",
        .paint(.value(\.shadows)),
        "shadows of the text, the first on top: see below; an empty list for none", option: .none)
    case .stroke:
      StyleRow(
        "stroke",
        .paint(.value(\.stroke)), "a line along the outlines of the glyphs: see below",
        option: .none)
    case .direction:
      StyleRow(
        "direction", .paragraph(.word(\.direction, "DIR")), "the text direction (default auto)")
    case .align:
      StyleRow(
        "align",
        .paragraph(.word(\.alignment, "ALIGN", formerly: "alignment")),
        "the alignment of lines (default start)")
    case .alignLast:
      StyleRow(
        "alignLast",
        .paragraph(.word(\.lastLineAlignment, "ALIGN", formerly: "lastLineAlignment")),
        "CSS text-align-last (default: as align, start with justify)", option: .none)
    case .justify:
      StyleRow(
        "justify",
        .paragraph(.value(\.justification, formerly: "justification")),
        "how far justified lines are stretched: see below", option: .none)
    case .lineBreak:
      StyleRow("lineBreak", .paragraph(.word(\.lineBreak, "MODE")), "CSS line-break (default auto)")
    case .wordBreak:
      StyleRow(
        "wordBreak", .paragraph(.word(\.wordBreak, "MODE")), "CSS word-break (default normal)")
    case .overflowWrap:
      StyleRow(
        "overflowWrap", .paragraph(.word(\.overflowWrap, "MODE")),
        "CSS overflow-wrap (default break-word)")
    case .hangingPunctuation:
      StyleRow(
        "hangingPunctuation", .paragraph(.value(\.hangingPunctuation)),
        "CSS hanging-punctuation (default none)")
    case .lineBreaking:
      StyleRow(
        "lineBreaking",
        .paragraph(.value(\.lineBreaking)), "how lines are divided (default greedy): see below",
        option: .none)
    case .hyphens:
      StyleRow(
        "hyphens",
        .paragraph(
          .value(
            \.hyphenation, as: CodedHyphens.self, formerly: "hyphenation",
            scaling: { $0?.zone *= $1 })), "CSS hyphens (default manual), or an object: see below",
        option: .none)
    case .lineHeight:
      StyleRow(
        "lineHeight",
        .paragraph(.value(\.lineHeight, scaling: { $0.scale(by: $1) })),
        "the height of lines (default natural)")
    case .strut:
      StyleRow(
        "strut",
        .paragraph(.value(\.strut, scaling: { $0?.style.scale(by: $1) })),
        "a font that all lines are at least as high as: see below", option: .none)
    case .lineSpacing:
      StyleRow(
        "lineSpacing", .paragraph(.length(\.lineSpacing, isSigned: false)),
        "extra space between lines")
    case .spacingBefore:
      StyleRow(
        "spacingBefore",
        .paragraph(.length(\.spacingBefore, isSigned: false)), "extra space before each paragraph",
        option: .none)
    case .spacingAfter:
      StyleRow(
        "spacingAfter",
        .paragraph(.length(\.spacingAfter, isSigned: false)), "extra space after each paragraph",
        option: .named("paragraph-spacing"))
    case .firstLineIndent:
      StyleRow(
        "firstLineIndent",
        .paragraph(.length(\.firstLineIndent)),
        "indent of each paragraph's first line; negative: hanging")
    case .startIndent:
      StyleRow(
        "startIndent",
        .paragraph(.length(\.startIndent)), "indent of all lines from the start edge",
        option: .named("indent"))
    case .endIndent:
      StyleRow(
        "endIndent", .paragraph(.length(\.endIndent)), "indent of all lines from the end edge")
    case .tabs:
      StyleRow(
        "tabs",
        .paragraph(.value(\.tabs, formerly: "tabStops", scaling: { $0.scale(by: $1) })),
        "tab stops")
    case .list:
      StyleRow(
        "list",
        .paragraph(.value(\.list, scaling: { $0?.gap *= $1 })),
        "makes each paragraph an item of a list: a marker, or an object: see below", option: .none)
    }
  }
}

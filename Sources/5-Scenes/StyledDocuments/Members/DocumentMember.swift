// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextTypesetting

/// The members of a document, except the properties of paragraphs, which may stand beside them.
package enum DocumentMember: String, DocumentTable {
  case text
  case language
  case width
  case height
  case writingMode
  case shape
  case exclusions
  case columns
  case insets
  case verticalAlign
  case trim
  case minimumScale
  case maximumScale
  case maxLines
  case ellipsis
  case truncation
  case fonts
  case systemFonts
  case defaultFonts
  case style
  case spans
  case attachments
  case links
  case detect

  package var row: Row {
    switch self {
    case .text: (.text, "the text; offsets count its Unicode scalars")
    case .language: (.language, "the language, unless the style has one")
    case .width: (.width, "break lines at this width; null or none: no wrapping (the default)")
    case .height:
      (
        .length,
        "leave out lines that do not fit in this height, but the first; null: none (the default)"
      )
    case .writingMode:
      (
        .words("MODE", WritingMode.self),
        "the direction of lines (default horizontal-tb); vertical ones break at the height"
      )
    case .shape:
      (.shape, "the area in which lines lie: SVG path data, or a shape (default: the box)")
    case .exclusions: (nil, "areas that lines keep clear of")
    case .columns:
      (.columns, "columns side by side, filled one after the other: their number, or an object")
    case .insets: (.insets, "the space around the lines, within width and height (default 0)")
    case .verticalAlign:
      (
        .words("ALIGN", TextContainer.VerticalAlignment.self),
        "the place of the lines in the height (default top)"
      )
    case .trim: (.trim, "CSS text-box-edge: where the first and the last line end (default none)")
    case .minimumScale:
      (.factor, "shrink text that does not fit, down to this factor (default 1: never)")
    case .maximumScale:
      (.enlargement, "enlarge text to fill its box, up to this factor (default 1: never)")
    case .maxLines: (.integer, "the most lines; 0: all (the default)")
    case .ellipsis: (.text, "what stands for text that is left out (with truncation, default …)")
    case .truncation: (nil, "which part of a text that does not fit is left out")
    case .fonts: (nil, "font files, searched first, in order")
    case .systemFonts: (.flag, "whether the host's fonts are searched (default true)")
    case .defaultFonts:
      (.flag, "whether the built-in fonts are searched after the files (default false)")
    case .style: (nil, "the style of the whole text")
    case .spans: (nil, "ranges with a style of their own; later ones take precedence")
    case .attachments: (nil, "pictures and other boxes, each in place of one U+FFFC of the text")
    case .links: (nil, "ranges that can be tapped; where they overlap, the first one counts")
    case .detect:
      (.detection, "find links where there are none: true for mail, url and phone, or a list")
    }
  }

  package var isRequired: Bool { self == .text }

  package var nested: NestedForm {
    switch self {
    case .exclusions: .list(of: "exclusion")
    case .fonts: .list(of: "font")
    case .spans: .list(of: "span")
    case .attachments: .list(of: "attachment")
    case .links: .list(of: "link")
    case .truncation: .object("truncation")
    default: .object("style")
    }
  }
}

/// The members of an element of `fonts`.
package enum FontMember: String, DocumentTable {
  case file
  case index

  package var row: Row {
    switch self {
    case .file: (.file, "the path of the file")
    case .index: (.integer, "the face of a collection (default 0)")
    }
  }
  package var isRequired: Bool { self == .file }
}

/// The members of an element of `spans`.
package enum SpanMember: String, DocumentTable {
  case start
  case end
  case style
  case ruby

  package var row: Row {
    switch self {
    case .start: (.integer, "the first scalar")
    case .end: (.integer, "the scalar after the last")
    case .style: (nil, "the style of the range")
    case .ruby: (.ruby, "a small text beside the range, such as a reading: a string or an object")
    }
  }

  package var isRequired: Bool { self == .start || self == .end }
  package var nested: NestedForm { .object("style") }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextTypesetting

/// The members of a document, besides the properties of paragraphs.
package enum DocumentMember: String, DocumentObject {
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

  package var summary: String {
    switch self {
    case .text: "the text; offsets count its Unicode scalars"
    case .language: "the language, unless the style has one"
    case .width: "break lines at this width; null or none: no wrapping (the default)"
    case .height:
      "leave out lines that do not fit in this height, but the first; null: none (the default)"
    case .writingMode:
      "the direction of lines (default horizontal-tb); vertical ones break at the height"
    case .shape: "the area in which lines lie: SVG path data, or a shape (default: the box)"
    case .exclusions: "areas that lines keep clear of"
    case .columns: "columns side by side, filled one after the other: their number, or an object"
    case .insets: "the space around the lines, within width and height (default 0)"
    case .verticalAlign: "the place of the lines in the height (default top)"
    case .trim: "CSS text-box-edge: where the first and the last line end (default none)"
    case .minimumScale: "shrink text that does not fit, down to this factor (default 1: never)"
    case .maximumScale: "enlarge text to fill its box, up to this factor (default 1: never)"
    case .maxLines: "the most lines; 0: all (the default)"
    case .ellipsis: "what stands for text that is left out (with truncation, default …)"
    case .truncation: "which part of a text that does not fit is left out"
    case .fonts: "font files, searched first, in order"
    case .systemFonts: "whether the host's fonts are searched (default true)"
    case .defaultFonts: "whether the built-in fonts are searched after the files (default false)"
    case .style: "the style of the whole text"
    case .spans: "ranges with a style of their own; later ones take precedence"
    case .attachments: "pictures and other boxes, each in place of one U+FFFC of the text"
    case .links: "ranges that can be tapped; where they overlap, the first one counts"
    case .detect: "find links where there are none: true for mail, url and phone, or a list"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .text, .ellipsis: .text
    case .language: .language
    case .width: .width
    case .height: .length
    case .insets: .insets
    case .verticalAlign: .words("ALIGN", TextContainer.VerticalAlignment.self)
    case .trim: .trim
    case .minimumScale: .factor
    case .maximumScale: .enlargement
    case .writingMode: .words("MODE", WritingMode.self)
    case .shape: .shape
    case .columns: .columns
    case .maxLines: .integer
    case .systemFonts, .defaultFonts: .flag
    case .detect: .detection
    case .exclusions, .truncation, .fonts, .style, .spans, .attachments, .links: nil
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
package enum FontMember: String, DocumentObject {
  case file
  case index

  package var summary: String {
    switch self {
    case .file: "the path of the file"
    case .index: "the face of a collection (default 0)"
    }
  }

  package var form: ValueForm? { self == .file ? .file : .integer }
  package var isRequired: Bool { self == .file }
}

/// The members of an element of `spans`.
package enum SpanMember: String, DocumentObject {
  case start
  case end
  case style
  case ruby

  package var summary: String {
    switch self {
    case .start: "the first scalar"
    case .end: "the scalar after the last"
    case .style: "the style of the range"
    case .ruby: "a small text beside the range, such as a reading: a string or an object"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .style: nil
    case .ruby: .ruby
    case .start, .end: .integer
    }
  }

  package var isRequired: Bool { self == .start || self == .end }
  package var nested: NestedForm { .object("style") }
}

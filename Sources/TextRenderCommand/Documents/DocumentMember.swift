// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An object of a document that has members of its own, besides the properties of styles.
protocol DocumentObject: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// The meaning of the member.
  var summary: String { get }
  /// The type of the value; `nil` for a nested object or a list of them.
  var form: ValueForm? { get }
  /// Whether the member must be there.
  var isRequired: Bool { get }
}

extension DocumentObject {
  /// The member with a key. Faster at startup than `init(rawValue:)`.
  init?(key: String) {
    guard let member = Self.allCases.first(where: { $0.rawValue == key }) else { return nil }
    self = member
  }

  /// All keys.
  static var keys: [String] { allCases.map(\.rawValue) }
}

/// The members of a document, besides the properties of paragraphs.
enum DocumentMember: String, DocumentObject {
  case text
  case language
  case width
  case maxLines
  case ellipsis
  case fonts
  case systemFonts
  case defaultFonts
  case style
  case spans

  var summary: String {
    switch self {
    case .text: "the text; offsets count its Unicode scalars"
    case .language: "the language, unless the style has one"
    case .width: "break lines at this width; null or none: no wrapping (the default)"
    case .maxLines: "the most lines; 0: all (the default)"
    case .ellipsis: "the end of the last line if maxLines cuts the text"
    case .fonts: "font files, searched first, in order"
    case .systemFonts: "whether the host's fonts are searched (default true)"
    case .defaultFonts: "whether the built-in fonts are searched after the files (default false)"
    case .style: "the style of the whole text"
    case .spans: "ranges with a style of their own; later ones take precedence"
    }
  }

  var form: ValueForm? {
    switch self {
    case .text, .ellipsis: .text
    case .language: .language
    case .width: .width
    case .maxLines: .integer
    case .systemFonts, .defaultFonts: .flag
    case .fonts, .style, .spans: nil
    }
  }

  var isRequired: Bool { self == .text }
}

/// The members of an element of `fonts`.
enum FontMember: String, DocumentObject {
  case file
  case index

  var summary: String {
    switch self {
    case .file: "the path of the file"
    case .index: "the face of a collection (default 0)"
    }
  }

  var form: ValueForm? { self == .file ? .file : .integer }
  var isRequired: Bool { self == .file }
}

/// The members of an element of `spans`.
enum SpanMember: String, DocumentObject {
  case start
  case end
  case style

  var summary: String {
    switch self {
    case .start: "the first scalar"
    case .end: "the scalar after the last"
    case .style: "the style of the range"
    }
  }

  var form: ValueForm? { self == .style ? nil : .integer }
  var isRequired: Bool { self != .style }
}

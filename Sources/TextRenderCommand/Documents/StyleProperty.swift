// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A property of a style: a key of documents, and an option where the command line has one.
///
/// This is the only list of them: the readers of options and of documents, help, the manual page
/// and the schema use it. The raw value is the key.
enum StyleProperty: String, CaseIterable, Sendable {
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
  case color
  case background
  case underline
  case strikethrough
  case direction
  case align
  case lineBreak
  case wordBreak
  case overflowWrap
  case lineHeight
  case lineSpacing
  case spacingBefore
  case spacingAfter
  case firstLineIndent
  case startIndent
  case endIndent
  case tabs

  /// The key in a document.
  var key: String { rawValue }

  /// The property with a key. Faster at startup than `init(rawValue:)`.
  init?(key: String) {
    guard let property = Self.allCases.first(where: { $0.rawValue == key }) else { return nil }
    self = property
  }

  /// The property that an option sets.
  init?(option: CommandOption) {
    guard let property = Self.allCases.first(where: { $0.option == option }) else { return nil }
    self = property
  }

  /// The option, if there is one.
  var option: CommandOption? {
    switch self {
    case .size: .fontSize
    case .family: .fontFamily
    case .weight: .weight
    case .slant: .slant
    case .stretch: .stretch
    case .variations: .variations
    case .features: .features
    case .language: .language
    case .letterSpacing: .letterSpacing
    case .wordSpacing: .wordSpacing
    case .textSpacingTrim: .textSpacingTrim
    case .color: .color
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .direction: .direction
    case .align: .align
    case .lineBreak: .lineBreak
    case .wordBreak: .wordBreak
    case .overflowWrap: .overflowWrap
    case .lineHeight: .lineHeight
    case .lineSpacing: .lineSpacing
    case .spacingAfter: .paragraphSpacing
    case .firstLineIndent: .firstLineIndent
    case .startIndent: .indent
    case .endIndent: .endIndent
    case .tabs: .tabs
    case .font, .baselineOffset, .background, .spacingBefore: nil
    }
  }

  /// The accepted values.
  var form: ValueForm {
    switch self {
    case .font: .integer
    case .background: .color
    case .baselineOffset, .spacingBefore: .length
    default: option?.definition.value ?? .flag
    }
  }

  /// The explanation in help, one line long.
  var summary: String {
    switch self {
    case .font: "an index into the document's fonts, which is tried first"
    case .background: "the colour behind the text, from line top to line bottom"
    case .baselineOffset: "raises the text; negative lowers it"
    case .spacingBefore: "extra space before each paragraph"
    default: option?.definition.summary ?? ""
    }
  }

  /// Whether the property belongs to whole paragraphs, and may stand at the top of a document.
  var isParagraph: Bool {
    switch self {
    case .direction, .align, .lineBreak, .wordBreak, .overflowWrap, .lineHeight, .lineSpacing,
      .spacingBefore, .spacingAfter, .firstLineIndent, .startIndent, .endIndent, .tabs:
      true
    default: false
    }
  }
}

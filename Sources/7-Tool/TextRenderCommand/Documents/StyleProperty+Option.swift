// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

extension StyleProperty {
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
    case .textOrientation: .textOrientation
    case .textCombine: .textCombine
    case .emphasis: .emphasis
    case .autospace: .autospace
    case .color: .color
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .direction: .direction
    case .align: .align
    case .lineBreak: .lineBreak
    case .wordBreak: .wordBreak
    case .overflowWrap: .overflowWrap
    case .hangingPunctuation: .hangingPunctuation
    case .lineHeight: .lineHeight
    case .lineSpacing: .lineSpacing
    case .spacingAfter: .paragraphSpacing
    case .firstLineIndent: .firstLineIndent
    case .startIndent: .indent
    case .endIndent: .endIndent
    case .tabs: .tabs
    case .font, .wrap, .isolate, .hyphens, .lineBreaking, .alignLast, .justify, .baselineOffset,
      .background,
      .border, .decorations,
      .shadows, .stroke,
      .spacingBefore, .strut, .list, .scriptPosition:
      nil
    }
  }
}

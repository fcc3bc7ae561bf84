// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

/// The members of a line that `segment` reads.
enum SegmentMember: String, DocumentObject {
  case id
  case text
  case locale
  case lineBreak
  case wordBreak
  case direction

  var summary: String {
    switch self {
    case .id: "any value, copied to the reply"
    case .text: "the text"
    case .locale: CommandOption.locale.definition.summary
    case .lineBreak: "CSS line-break, for --kind line"
    case .wordBreak: "CSS word-break, for --kind line"
    case .direction: "the direction of the paragraph, for --kind bidi"
    }
  }

  var form: ValueForm? {
    switch self {
    case .id: nil
    case .text: .text
    case .locale: .language
    case .lineBreak: CommandOption.lineBreak.definition.value
    case .wordBreak: CommandOption.wordBreak.definition.value
    case .direction: CommandOption.direction.definition.value
    }
  }

  var isRequired: Bool { self == .text }
}

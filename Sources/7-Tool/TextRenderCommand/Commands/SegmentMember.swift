// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

/// The members of a line that `segment` reads.
enum SegmentMember: String, DocumentTable {
  case id
  case text
  case locale
  case lineBreak
  case wordBreak
  case direction

  var row: Row {
    switch self {
    case .id: (nil, "any value, copied to the reply")
    case .text: (.text, "the text")
    case .locale: (.language, CommandOption.locale.definition.summary)
    case .lineBreak:
      (CommandOption.lineBreak.definition.value, "CSS line-break, for --kind line")
    case .wordBreak:
      (CommandOption.wordBreak.definition.value, "CSS word-break, for --kind line")
    case .direction:
      (
        CommandOption.direction.definition.value, "the direction of the paragraph, for --kind bidi"
      )
    }
  }

  var isRequired: Bool { self == .text }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

/// The members of a line that `batch` reads: one of `args`, `document`, `scene`, `html` and `markdown`
/// must be there.
enum RequestMember: String, DocumentObject {
  case id
  case args
  case stdin
  case document
  case scene
  case html
  case markdown
  case options
  case into

  var summary: String {
    switch self {
    case .id: "any value, copied to the reply"
    case .args: "a command and its options, one string each"
    case .stdin: "with args: what the command reads from standard input"
    case .document: "a styled text that is drawn ('textrender help document')"
    case .scene: "layers that are drawn ('textrender help scene')"
    case .html: "a page of HTML that is drawn ('textrender help html')"
    case .markdown: "a page of Markdown that is drawn ('textrender help html')"
    case .options: "without args: the options of the picture"
    case .into: "without args: the folder of the picture, below that of --into"
    }
  }

  var form: ValueForm? {
    switch self {
    case .stdin, .into, .html, .markdown: .text
    default: nil
    }
  }
  var isRequired: Bool { false }

  var nested: NestedForm {
    switch self {
    case .args: .strings
    case .document, .scene: .object(rawValue)
    case .options: .object("pictureOptions")
    default: .anything
    }
  }
}

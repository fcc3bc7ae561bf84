// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextTypesetting

package enum TruncationMember: String, DocumentObject {
  case mode
  case token

  package var summary: String {
    switch self {
    case .mode: "the part that is left out (default end); none: the end, without a token"
    case .token: "what stands for it (default: the ellipsis)"
    }
  }

  package var form: ValueForm? {
    self == .mode ? .words("MODE", TextContainer.Truncation.self) : nil
  }
  package var nested: NestedForm { .object("token") }
}

/// The members of `token`, whose style is a change to the style of the whole document.
package enum TokenMember: String, DocumentTable {
  case text
  case style
  case spans
  case links

  package var row: Row {
    switch self {
    case .text: (.text, "its text, of one line")
    case .style: (nil, "the style of the token, upon that of the document")
    case .spans: (nil, "ranges of the token with a style of their own")
    case .links: (nil, "ranges of the token that can be tapped")
    }
  }
  package var isRequired: Bool { self == .text }

  package var nested: NestedForm {
    switch self {
    case .spans: .list(of: "span")
    case .links: .list(of: "link")
    default: .object("style")
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The members of an element of `attachments`; one of `image`, `reserved` and `scene` must be
/// there.
package enum AttachmentMember: String, DocumentObject {
  case at
  case image
  case reserved
  case scene
  case size
  case scale
  case alignment
  case contentMode
  case margins
  case plainText
  case wrap
  case side

  package var summary: String {
    switch self {
    case .at: "the offset of its U+FFFC"
    case .image: "a PNG, JPEG or WebP file, its path relative to the document, or data:…;base64"
    case .reserved: "a name: the place stays empty, and layout reports it"
    case .scene: "a layer ('textrender help scene')"
    case .size: "width and height (default: the content's own; without one, a square of 1em)"
    case .scale: "pixels per px of the image (default 1)"
    case .alignment: "the vertical place on the line (default baseline)"
    case .contentMode: "the fit of the content to the size (default aspectFit)"
    case .margins: "the space around it (default 0)"
    case .plainText: "the text that stands for it where text is copied"
    case .wrap: "how the text keeps clear: in line (default), around it, or not at all"
    case .side: "the edge at which it stands with wrap surround (default start)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .at: .integer
    case .image: .file
    case .reserved, .plainText: .text
    case .scene: nil
    case .size: .numbers(2)
    case .scale: .amount
    case .alignment: .words("ALIGN", TextAttachment.Alignment.self)
    case .contentMode: .words("MODE", TextAttachment.ContentMode.self)
    case .margins: .insets
    case .wrap: .words("WRAP", TextAttachment.Wrap.self)
    case .side: .words("SIDE", TextAttachment.Side.self)
    }
  }

  package var isRequired: Bool { self == .at }
  package var nested: NestedForm { .object("layer") }
}

/// The members of an element of `links`.
package enum LinkMember: String, DocumentObject {
  case start
  case end
  case url
  case highlight

  package var summary: String {
    switch self {
    case .start: "the first scalar"
    case .end: "the scalar after the last"
    case .url: "the target; not checked"
    case .highlight: "the look while the link is pressed"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .start, .end: .integer
    case .url: .text
    case .highlight: nil
    }
  }

  package var isRequired: Bool { self != .highlight }
  package var nested: NestedForm { .object("highlight") }
}

package enum HighlightMember: String, DocumentObject {
  case background
  case cornerRadius
  case color

  package var summary: String {
    switch self {
    case .background: "the colour behind the text"
    case .cornerRadius: "the radius of the background's corners (default 0)"
    case .color: "the colour of the text"
    }
  }

  package var form: ValueForm? { self == .cornerRadius ? .amount : .color }
  package var isRequired: Bool { false }
}

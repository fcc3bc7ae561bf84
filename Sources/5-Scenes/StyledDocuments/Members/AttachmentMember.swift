// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The members of an element of `attachments`; one of `image`, `reserved` and `scene` is required.
package enum AttachmentMember: String, DocumentTable {
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

  package var row: Row {
    switch self {
    case .at: (.integer, "the offset of its U+FFFC")
    case .image:
      (.file, "a PNG, GIF, JPEG, WebP or SVG file, its path relative to the document, or data:…")
    case .reserved: (.text, "a name: the place stays empty, and layout reports it")
    case .scene: (nil, "a layer ('textrender help scene')")
    case .size:
      (.numbers(2), "width and height (default: the content's own; without one, a square of 1em)")
    case .scale: (.amount, "pixels per px of the image (default 1)")
    case .alignment:
      (
        .words("ALIGN", TextAttachment.Alignment.self),
        "the vertical place on the line (default baseline)"
      )
    case .contentMode:
      (
        .words("MODE", TextAttachment.ContentMode.self),
        "the fit of the content to the size (default aspectFit)"
      )
    case .margins: (.insets, "the space around it (default 0)")
    case .plainText: (.text, "the text that stands for it where text is copied")
    case .wrap:
      (
        .words("WRAP", TextAttachment.Wrap.self),
        "how the text keeps clear: in line (default), around it, or not at all"
      )
    case .side:
      (
        .words("SIDE", TextAttachment.Side.self),
        "the edge at which it stands with wrap surround (default start)"
      )
    }
  }

  package var isRequired: Bool { self == .at }
  package var nested: NestedForm { .object("layer") }
}

/// The members of an element of `links`.
package enum LinkMember: String, DocumentTable {
  case start
  case end
  case url
  case highlight

  package var row: Row {
    switch self {
    case .start: (.integer, "the first scalar")
    case .end: (.integer, "the scalar after the last")
    case .url: (.text, "the target; not checked")
    case .highlight: (nil, "the look while the link is pressed")
    }
  }

  package var isRequired: Bool { self != .highlight }
  package var nested: NestedForm { .object("highlight") }
}

package enum HighlightMember: String, DocumentTable {
  case background
  case cornerRadius
  case color

  package var row: Row {
    switch self {
    case .background: (.color, "the colour behind the text")
    case .cornerRadius: (.amount, "the radius of the background's corners (default 0)")
    case .color: (.color, "the colour of the text")
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The members of an element of `decorations`.
package enum DecorationMember: String, DocumentObject {
  case line
  case color
  case style
  case thickness
  case offset
  case skipInk

  package var summary: String {
    switch self {
    case .line: "the place of the line"
    case .color: "its colour (default: the text's)"
    case .style: "its form (default solid)"
    case .thickness: "its thickness (default: the font's)"
    case .offset: "the distance downwards from where the font has it (default 0)"
    case .skipInk: "leave gaps where glyphs cross it (default false)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .line: .words("LINE", DecorationLine.self)
    case .color: .color
    case .style: .words("STYLE", TextDecoration.Style.self)
    case .thickness, .offset: .amount
    case .skipInk: .flag
    }
  }

  package var isRequired: Bool { self == .line }
}

/// The members of an element of `shadows` of a style.
package enum TextShadowMember: String, DocumentObject {
  case color
  case offset
  case blur
  case inner

  package var summary: String {
    switch self {
    case .color: "its colour (default black)"
    case .offset: "the distance to the right and downwards (default [0,1])"
    case .blur: "the blur radius, as in CSS (default 0)"
    case .inner: "fall into the glyphs, not behind them (default false)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .color: .color
    case .offset: .numbers(2)
    case .blur: .amount
    case .inner: .flag
    }
  }

  package var isRequired: Bool { false }
}

package enum StrokeMember: String, DocumentObject {
  case color
  case width

  package var summary: String {
    switch self {
    case .color: "its colour (default: the text's)"
    case .width: "its width, half of it outside the glyphs"
    }
  }

  package var form: ValueForm? { self == .color ? .color : .amount }
  package var isRequired: Bool { self == .width }
}

package enum BorderMember: String, DocumentObject {
  case color
  case width
  case style
  case cornerRadius
  case insets
  case extent
  case joinsLines

  package var summary: String {
    switch self {
    case .color: "its colour (default: the text's)"
    case .width: "its width, inside the box (default 1)"
    case .style: "its form; wavy counts as solid (default solid)"
    case .cornerRadius: "the radius of the corners (default 0)"
    case .insets: "the distances of its edges from the text inwards; negative: outwards"
    case .extent:
      "around the characters on each line (default), as high as the line, or all lines in one"
    case .joinsLines: "make one shape of the boxes of neighbouring lines (default false)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .color: .color
    case .width, .cornerRadius: .amount
    case .style: .words("STYLE", TextDecoration.Style.self)
    case .insets: .insets
    case .extent: .words("EXTENT", TextBoxShape.Extent.self)
    case .joinsLines: .flag
    }
  }

  package var isRequired: Bool { false }
}

/// The members of `background`, if it is an object.
package enum BackgroundMember: String, DocumentObject {
  case color
  case cornerRadius
  case insets
  case extent
  case joinsLines

  /// The member of borders that means the same.
  private var ofBorder: BorderMember {
    switch self {
    case .color: .color
    case .cornerRadius: .cornerRadius
    case .insets: .insets
    case .extent: .extent
    case .joinsLines: .joinsLines
    }
  }

  package var summary: String { self == .color ? "its colour" : ofBorder.summary }
  package var form: ValueForm? { ofBorder.form }
  package var isRequired: Bool { self == .color }
}

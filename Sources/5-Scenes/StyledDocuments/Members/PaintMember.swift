// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The members of an element of `decorations`.
package enum DecorationMember: String, DocumentTable {
  case line
  case color
  case style
  case thickness
  case offset
  case skipInk

  package var row: Row {
    switch self {
    case .line: (.words("LINE", DecorationLine.self), "the place of the line")
    case .color: (.color, "its colour (default: the text's)")
    case .style: (.words("STYLE", TextDecoration.Style.self), "its form (default solid)")
    case .thickness: (.amount, "its thickness (default: the font's)")
    case .offset: (.amount, "the distance downwards from where the font has it (default 0)")
    case .skipInk: (.flag, "leave gaps where glyphs cross it (default false)")
    }
  }

  package var isRequired: Bool { self == .line }
}

/// The members of an element of `shadows` of a style.
package enum TextShadowMember: String, DocumentTable {
  case color
  case offset
  case blur
  case inner

  package var row: Row {
    switch self {
    case .color: (.color, "its colour (default black)")
    case .offset: (.numbers(2), "the distance to the right and downwards (default [0,1])")
    case .blur: (.amount, "the blur radius, as in CSS (default 0)")
    case .inner: (.flag, "fall into the glyphs, not behind them (default false)")
    }
  }
}

package enum StrokeMember: String, DocumentTable {
  case color
  case width
  case fill

  package var row: Row {
    switch self {
    case .color: (.color, "its colour (default: the text's)")
    case .fill: (.fill, "a gradient or an image in place of the colour")
    case .width: (.amount, "its width, half of it outside the glyphs")
    }
  }
  package var isRequired: Bool { self == .width }
}

package enum BorderMember: String, DocumentTable {
  case color
  case width
  case style
  case cornerRadius
  case insets
  case extent
  case joinsLines

  package var row: Row {
    switch self {
    case .color: (.color, "its colour (default: the text's)")
    case .width: (.amount, "its width, inside the box (default 1)")
    case .style:
      (.words("STYLE", TextDecoration.Style.self), "its form; wavy counts as solid (default solid)")
    case .cornerRadius: (.amount, "the radius of the corners (default 0)")
    case .insets: (.insets, "the distances of its edges from the text inwards; negative: outwards")
    case .extent:
      (
        .words("EXTENT", TextBoxShape.Extent.self),
        "around the characters on each line (default), as high as the line, or all lines in one"
      )
    case .joinsLines: (.flag, "make one shape of the boxes of neighbouring lines (default false)")
    }
  }
}

/// The members of `background`, if it is an object.
package enum BackgroundMember: String, DocumentObject {
  case color
  case cornerRadius
  case insets
  case extent
  case joinsLines

  /// The member of borders with the same meaning.
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

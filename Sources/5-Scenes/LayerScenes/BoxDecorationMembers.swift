// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
package import LayerCompositing
package import StyledDocuments
internal import TextModel

/// The members of `borders`: those of all sides, and of each side.
package enum BordersMember: String, DocumentTable {
  case width, style, color, top, right, bottom, left

  package var row: Row {
    switch self {
    case .width: (.amount, "the width of all sides (default 0)")
    case .style: (.words("STYLE", LineStyle.self), "the style of all sides (default solid)")
    case .color: (.color, "the colour of all sides (default black)")
    case .top: (nil, "the border of the upper side")
    case .right: (nil, "the border of the right side")
    case .bottom: (nil, "the border of the lower side")
    case .left: (nil, "the border of the left side")
    }
  }

  package var nested: NestedForm { .object("borderSide") }
}

/// The members of a side of `borders`, each by default that of all sides.
package enum BorderSideMember: String, DocumentTable {
  case width, style, color

  package var row: Row {
    switch self {
    case .width: (.amount, "the width")
    case .style: (.words("STYLE", LineStyle.self), "the style")
    case .color: (.color, "the colour")
    }
  }
}

/// The members of `outline`.
package enum OutlineMember: String, DocumentTable {
  case width, style, color, offset

  package var row: Row {
    switch self {
    case .width: (.amount, "the width (default 1)")
    case .style: (.words("STYLE", LineStyle.self), "the style (default solid)")
    case .color: (.color, "the colour (default black)")
    case .offset: (.amount, "the distance from the box (default 0)")
    }
  }
}

/// The members of an element of `boxShadows`.
package enum BoxShadowMember: String, DocumentTable {
  case color, offset, blur, spread, inset

  package var row: Row {
    switch self {
    case .color: (.color, "the colour (default black)")
    case .offset: (.numbers(2), "the distance from the box (default [0,0])")
    case .blur: (.amount, "the blur radius, as in CSS (default 0)")
    case .spread: (.amount, "the distance by which the shadow is larger (default 0)")
    case .inset: (.flag, "fall into the padding box (default false)")
    }
  }
}

/// The members of an element of `backgrounds`.
package enum BoxBackgroundMember: String, DocumentTable {
  case image, gradient, origin, position, size, `repeat`, clip, blendMode

  package var row: Row {
    switch self {
    case .image: (.text, "a PNG, GIF, JPEG, WebP or SVG file")
    case .gradient: (nil, "a gradient in place of a file")
    case .origin: (.numbers(4), "the rectangle of the tiles (default: inside the borders)")
    case .position: (.numbers(2), "the place of a tile in that rectangle (default [0,0])")
    case .size: (.numbers(2), "the size of a tile (default: the picture's own, or all)")
    case .repeat: (.repetition, "the repetition, or one along x and one along y (default repeat)")
    case .clip: (.boxInsets, "the distances of the clip from the sides (default [0,0,0,0])")
    case .blendMode: (.words("MODE", BlendKeyword.self), "the operator (default normal)")
    }
  }

  package var nested: NestedForm { .object("gradient") }
}

/// The members of `borderImage`.
package enum BorderImageMember: String, DocumentTable {
  case image, gradient, size, slice, fill, widths, outset, `repeat`

  package var row: Row {
    switch self {
    case .image: (.text, "a PNG, GIF, JPEG, WebP or SVG file")
    case .gradient: (nil, "a gradient in place of a file")
    case .size: (.numbers(2), "the size of the picture (default: its own, or all)")
    case .slice: (.boxInsets, "the widths of the outer parts of the picture")
    case .fill: (.flag, "draw the middle part, too (default false)")
    case .widths: (.boxInsets, "the widths of these parts (default: those of the borders)")
    case .outset: (.boxInsets, "the distances beyond the box (default [0,0,0,0])")
    case .repeat: (.repetition, "how they fill the sides (default stretch)")
    }
  }

  package var nested: NestedForm { .object("gradient") }
}

/// The members of an element of `filters`, which has one of them.
package enum FilterMember: String, DocumentTable {
  case blur, brightness, contrast, dropShadow, grayscale, hueRotate, invert, opacity, saturate,
    sepia

  package var row: Row {
    switch self {
    case .blur: (.amount, "a blur, by its standard deviation")
    case .brightness: (.amount, "colours times a factor")
    case .contrast: (.amount, "distances from middle gray times a factor")
    case .dropShadow: (nil, "a shadow of the pixels: color, offset, blur (its deviation)")
    case .grayscale: (.amount, "a mixture with shades of gray, 0 to 1")
    case .hueRotate: (.amount, "a turn of hues, in degrees")
    case .invert: (.amount, "a mixture with the inverted colours, 0 to 1")
    case .opacity: (.amount, "the opacity times a factor, 0 to 1")
    case .saturate: (.amount, "the saturation times a factor")
    case .sepia: (.amount, "a mixture with shades of sepia, 0 to 1")
    }
  }

  package var nested: NestedForm { .object("boxShadow") }
}

extension LineStyle: Keyword {}

extension BoxRepeat: Keyword {}

extension ValueForm {
  /// Four distances from the sides of a box.
  static let boxInsets = numberList("[T,R,B,L]", 4...4, forms: "[1,2,3,4]")
  /// One or two words of repetition.
  static let repetition = ValueForm(
    "REPEAT", .strings, words: BoxRepeat.words,
    forms: BoxRepeat.words.joined(separator: ", "))
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The members of `fill`, in a style and in a stroke: `gradient` or `image`.
package enum FillMember: String, DocumentTable {
  case gradient
  case image
  case tile
  case over

  package var row: Row {
    switch self {
    case .gradient: (nil, "a gradient in place of a file")
    case .image: (.file, "a file of a picture, its path relative to the document")
    case .tile: (.numbers(2), "the size of the image, which is repeated (default: stretched)")
    case .over:
      (
        .words("BOX", TextFill.Area.self),
        "the box that it is laid over: of the text (default), of each line, of each stretch"
      )
    }
  }

  package var nested: NestedForm { .object("gradient") }
}

/// The members of a gradient, those of gradient layers: points are fractions of a box.
package enum GradientMember: String, DocumentTable {
  case type
  case colors
  case locations
  case startPoint
  case endPoint

  package var row: Row {
    switch self {
    case .type: (.words("TYPE", TextGradient.Kind.self), "the direction (default axial)")
    case .colors: (nil, "the colours in order; null: clear")
    case .locations: (.amounts, "the place of each colour, 0 to 1 (default evenly spread)")
    case .startPoint: (.numbers(2), "the first colour's place or the centre (default [0.5,0])")
    case .endPoint: (.numbers(2), "the last colour's place, or the radii (default [0.5,1])")
    }
  }
}

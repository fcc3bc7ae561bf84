// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A picture of a property: a file or a gradient (CSS Images 3 and 4).
package enum StyleImage: Hashable, Sendable {
  /// A file: the reference, resolved against its style sheet's.
  case url(String)
  /// A gradient.
  case gradient(StyleGradient)
}

/// A gradient; its lengths refer to the box that it fills.
package struct StyleGradient: Hashable, Sendable {
  /// How the colours spread.
  package enum Kind: Hashable, Sendable {
    /// Along a line at an angle in degrees, 0 upwards and clockwise.
    case linear(angle: Double)
    /// Along a line towards a side or a corner: −1 to the left or top, 1 to the right or bottom.
    case towards(x: Int, y: Int)
    /// From a point outwards.
    case radial(RadialSize, isCircle: Bool, at: LengthPair)
    /// Around a point, from an angle in degrees, clockwise from the top.
    case conic(from: Double, at: LengthPair)
  }

  /// Where the last colour of a radial gradient lies.
  package enum RadialSize: Hashable, Sendable {
    case closestSide, farthestSide, closestCorner, farthestCorner
    /// The radii.
    case radii(LengthPair)
  }

  /// A colour at a place, or the middle between two colours.
  package struct Stop: Hashable, Sendable {
    /// The colour; `nil` for a hint, at which the mix is half of both neighbours.
    package var color: StyleColor?
    /// The place; of a conic gradient a percentage of the turn; `nil`: between the neighbours.
    package var position: LengthPercentage?
  }

  /// How the colours spread.
  package var kind: Kind
  /// The colours in order.
  package var stops: [Stop]
  /// Whether the colours repeat beyond the last one.
  package var isRepeating: Bool
  /// The space in which colours are mixed: `srgb` if none is given, `oklab`, `oklch` ….
  package var space: String
}

/// A picture in place of borders (CSS Backgrounds 3, §5).
package struct StyleBorderImage: Hashable, Sendable {
  /// A length: a number counts widths of the border, or of a slice pixels of the picture.
  package enum Length: Hashable, Sendable {
    case auto
    case number(Double)
    case length(LengthPercentage)
  }

  package enum Repeat: String, Hashable, Sendable { case stretch, `repeat`, round, space }

  /// The picture; `nil` for none.
  package var image: StyleImage?
  /// Whether there is a picture.
  package var isThere: Bool { image != nil }
  package var slice = Sides(Length.length(.percent(100)))
  /// Whether the middle of the picture is drawn.
  package var fills = false
  package var widths = Sides(Length.number(1))
  package var outset = Sides(Length.number(0))
  /// One for both axes, or one for each.
  package var repeats = [Repeat.stretch]

  /// Creates a border without a picture.
  package init() {}
}

/// A place of a background's picture: its edges refer to the room that the picture leaves.
package typealias ImagePosition = LengthPair

/// The size of a background's picture.
package enum ImageSize: Hashable, Sendable {
  /// The smallest size that covers the area.
  case cover
  /// The largest size that fits into the area.
  case contain
  /// A width and a height.
  case size(AutoLength, AutoLength)
}

/// How a background's picture repeats along an axis.
package enum ImageRepeat: String, Hashable, Sendable { case `repeat`, space, round, noRepeat }

/// A box of an element: of backgrounds, clips and shapes.
package enum ReferenceBox: String, Hashable, Sendable {
  case marginBox = "margin-box"
  case borderBox = "border-box"
  case paddingBox = "padding-box"
  case contentBox = "content-box"
  case text
  /// Of SVG; boxes of CSS stand for them.
  case fillBox = "fill-box"
  case strokeBox = "stroke-box"
  case viewBox = "view-box"
}

/// How layers mix with what is below them (Compositing 1).
package enum BlendMode: String, Hashable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, difference, exclusion, hue, saturation,
    color, luminosity, colorDodge, colorBurn, hardLight, softLight, plusLighter
}

/// A picture of a background or a mask, with its place.
package struct ImageLayer: Hashable, Sendable {
  /// How a mask makes opacity of its picture.
  package enum MaskMode: String, Hashable, Sendable { case alpha, matchSource }

  /// How a mask meets those below it.
  package enum Composite: String, Hashable, Sendable { case add }

  /// How a background moves with its contents.
  package enum Attachment: String, Hashable, Sendable { case scroll, fixed, local }

  /// The picture; `nil` for none.
  package var image: StyleImage?
  /// Where the picture lies in its area.
  package var position = ImagePosition(.zero, .zero)
  /// The size of the picture.
  package var size = ImageSize.size(.auto, .auto)
  /// How the picture repeats from left to right.
  package var repeatX = ImageRepeat.repeat
  /// How the picture repeats from top to bottom.
  package var repeatY = ImageRepeat.repeat
  /// Whether the picture stays with the page.
  package var attachment = Attachment.scroll
  /// The area to which the place refers.
  package var origin = ReferenceBox.paddingBox
  /// The area in which the picture is seen.
  package var clip = ReferenceBox.borderBox
  /// How the picture mixes with those below it.
  package var blendMode = BlendMode.normal
  /// Of a mask: what of the picture counts.
  package var mode = MaskMode.matchSource
  /// Of a mask: how it meets those below it.
  package var composite = Composite.add

  /// Creates a layer without a picture.
  package init() {}
}

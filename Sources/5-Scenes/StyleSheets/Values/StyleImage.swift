// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A picture of a property: a file or a gradient (CSS Images 3 and 4).
public enum StyleImage: Hashable, Sendable {
  /// A file: the reference, resolved against its style sheet's.
  case url(String)
  /// A gradient.
  case gradient(StyleGradient)
}

/// A gradient; its lengths refer to the box that it fills.
public struct StyleGradient: Hashable, Sendable {
  /// How the colours spread.
  public enum Kind: Hashable, Sendable {
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
  public enum RadialSize: Hashable, Sendable {
    case closestSide, farthestSide, closestCorner, farthestCorner
    /// The radii.
    case radii(LengthPair)
  }

  /// A colour at a place, or the middle between two colours.
  public struct Stop: Hashable, Sendable {
    /// The colour; `nil` for a hint, at which the mix is half of both neighbours.
    public var color: StyleColor?
    /// The place; of a conic gradient a percentage of the turn; `nil`: between the neighbours.
    public var position: LengthPercentage?
  }

  /// How the colours spread.
  public var kind: Kind
  /// The colours in order.
  public var stops: [Stop]
  /// Whether the colours repeat beyond the last one.
  public var isRepeating: Bool
  /// The space in which colours are mixed: `srgb` if none is given, `oklab`, `oklch` ….
  public var space: String
}

/// A place of a background's picture: its edges refer to the room that the picture leaves.
public typealias ImagePosition = LengthPair

/// The size of a background's picture.
public enum ImageSize: Hashable, Sendable {
  /// The smallest size that covers the area.
  case cover
  /// The largest size that fits into the area.
  case contain
  /// A width and a height.
  case size(AutoLength, AutoLength)
}

/// How a background's picture repeats along an axis.
public enum ImageRepeat: String, Hashable, Sendable {
  case `repeat`, space, round
  case noRepeat = "no-repeat"
}

/// A box of an element: of backgrounds, clips and shapes.
public enum ReferenceBox: String, Hashable, Sendable {
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
public enum BlendMode: String, Hashable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, difference, exclusion, hue, saturation,
    color, luminosity
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case plusLighter = "plus-lighter"
}

/// A picture of a background or a mask, with its place.
public struct ImageLayer: Hashable, Sendable {
  /// How a mask makes opacity of its picture.
  public enum MaskMode: String, Hashable, Sendable {
    case alpha, luminance
    case matchSource = "match-source"
  }

  /// How a mask meets those below it.
  public enum Composite: String, Hashable, Sendable { case add, subtract, intersect, exclude }

  /// How a background moves with its contents.
  public enum Attachment: String, Hashable, Sendable { case scroll, fixed, local }

  /// The picture; `nil` for none.
  public var image: StyleImage?
  /// Where the picture lies in its area.
  public var position = ImagePosition(.zero, .zero)
  /// The size of the picture.
  public var size = ImageSize.size(.auto, .auto)
  /// How the picture repeats from left to right.
  public var repeatX = ImageRepeat.repeat
  /// How the picture repeats from top to bottom.
  public var repeatY = ImageRepeat.repeat
  /// Whether the picture stays with the page.
  public var attachment = Attachment.scroll
  /// The area to which the place refers.
  public var origin = ReferenceBox.paddingBox
  /// The area in which the picture is seen.
  public var clip = ReferenceBox.borderBox
  /// How the picture mixes with those below it.
  public var blendMode = BlendMode.normal
  /// Of a mask: what of the picture counts.
  public var mode = MaskMode.matchSource
  /// Of a mask: how it meets those below it.
  public var composite = Composite.add

  /// Creates a layer without a picture.
  public init() {}
}

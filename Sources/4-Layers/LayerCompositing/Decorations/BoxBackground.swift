// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// A picture of a background or a border.
public enum BoxImage: Hashable, Sendable {
  /// A bitmap, stretched to the size of a tile.
  case bitmap(Bitmap)
  /// A gradient, in points from the upper left corner of a tile.
  case gradient(Gradient)
  /// A gradient whose points are fractions of a tile.
  case unitGradient(GradientProperties)

  /// The size of its own, a point for each pixel; `nil` for a gradient.
  var size: Size? {
    guard case .bitmap(let bitmap) = self else { return nil }
    return Size(width: Double(bitmap.width), height: Double(bitmap.height))
  }

  /// Whether both have the same pixels: bitmaps the same memory.
  public static func == (a: BoxImage, b: BoxImage) -> Bool {
    switch (a, b) {
    case (.bitmap(let a), .bitmap(let b)): a === b
    case (.gradient(let a), .gradient(let b)): a == b
    case (.unitGradient(let a), .unitGradient(let b)): a == b
    default: false
    }
  }

  /// Hashes the identity of a bitmap, or the gradient.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bitmap(let bitmap): hasher.combine(bitmap.id)
    case .gradient(let gradient): hasher.combine(gradient)
    case .unitGradient(let gradient): hasher.combine(gradient)
    }
  }
}

/// How tiles of a picture fill a length: CSS Backgrounds and Borders 3, §3.4.
public enum BoxRepeat: String, Hashable, Sendable, CaseIterable {
  /// One tile after another; the last ones are cut off.
  case `repeat`
  /// One tile.
  case noRepeat = "no-repeat"
  /// As many whole tiles as fit best, stretched or shrunk.
  case round
  /// As many whole tiles as fit, with equal spaces between them.
  case space
  /// One tile as long as the side of a border image; a background has its one tile.
  case stretch
}

/// A picture above the background colour of a box.
public struct BoxBackground: Hashable, Sendable {
  /// The picture.
  public var image: BoxImage
  /// The rectangle in which tiles are placed, in the space of the bounds; `nil` for the bounds
  /// without the borders.
  public var origin: Rect?
  /// The upper left corner of a tile, from that of the origin.
  public var position: Point
  /// The size of a tile; `nil` for the picture's own size, or that of the origin for a gradient.
  public var size: Size?
  /// The repetition along x.
  public var repeatX: BoxRepeat
  /// The repetition along y.
  public var repeatY: BoxRepeat
  /// The distance of the clip from the sides of the bounds; the clip has the curve of the corners.
  public var clip: BoxInsets
  /// The operator that joins the picture with the backgrounds below it.
  public var blendMode: BlendMode

  /// Creates a background that repeats a picture from the corner of the padding box.
  public init(
    _ image: BoxImage, origin: Rect? = nil, position: Point = .zero, size: Size? = nil,
    repeatX: BoxRepeat = .repeat, repeatY: BoxRepeat = .repeat, clip: BoxInsets = .zero,
    blendMode: BlendMode = .sourceOver
  ) {
    (self.image, self.origin, self.position, self.size) = (image, origin, position, size)
    (self.repeatX, self.repeatY, self.clip) = (repeatX, repeatY, clip)
    self.blendMode = blendMode
  }
}

/// A picture in place of borders, cut into nine parts: CSS Backgrounds and Borders 3, §5.
public struct BorderImage: Hashable, Sendable {
  /// The picture.
  public var image: BoxImage
  /// The size of the picture, in points; `nil` for its own, or that of the area for a gradient.
  public var size: Size?
  /// The widths of the outer parts of the picture, in points of its size.
  public var slice: BoxInsets
  /// Whether the middle part is drawn, too.
  public var fills: Bool
  /// The widths of the outer parts on the layer; `nil` for those of the borders.
  public var widths: BoxInsets?
  /// The distance by which the area reaches beyond the bounds.
  public var outset: BoxInsets
  /// How the upper and the lower part fill their length.
  public var repeatX: BoxRepeat
  /// How the left and the right part fill their length.
  public var repeatY: BoxRepeat

  /// Creates a picture of borders.
  public init(
    _ image: BoxImage, size: Size? = nil, slice: BoxInsets, fills: Bool = false,
    widths: BoxInsets? = nil, outset: BoxInsets = .zero, repeatX: BoxRepeat = .stretch,
    repeatY: BoxRepeat = .stretch
  ) {
    (self.image, self.size, self.slice, self.fills) = (image, size, slice, fills)
    (self.widths, self.outset, self.repeatX, self.repeatY) = (widths, outset, repeatX, repeatY)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// The shadow of a layer: its shape, blurred, coloured and moved.
public struct Shadow: Hashable, Sendable {
  /// The colour.
  public var color: Color? = .black
  /// The opacity, 0 to 1; 0 for no shadow.
  public var opacity = 0.0
  /// How far the shadow is moved from the layer, in points, y downwards.
  public var offset = Size(width: 0, height: -3)
  /// The standard deviation of the Gaussian blur, in points.
  public var radius = 3.0
  /// The shape, in the space of the layer's bounds; `nil` for all that the layer and its sublayers
  /// cover.
  public var path: Path?

  /// Creates a shadow; without an opacity it is invisible.
  public init(
    color: Color? = .black, opacity: Double = 0, offset: Size = Size(width: 0, height: -3),
    radius: Double = 3, path: Path? = nil
  ) {
    self.color = color
    self.opacity = opacity
    self.offset = offset
    self.radius = radius
    self.path = path
  }

  /// The colour with the opacity multiplied in; `nil` for no shadow.
  var ink: Color? {
    guard var ink = color, opacity > 0 else { return nil }
    ink.alpha *= min(1, opacity)
    return ink.premultiplied8 >> 24 > 0 ? ink : nil
  }

  /// The distance beyond which the blur leaves nothing, in points.
  var reach: Double { radius > 0 ? 3 * radius : 0 }
}

/// The place of contents in the bounds of a layer; top is the side with the least y.
public enum ContentsGravity: String, Hashable, Sendable, CaseIterable {
  /// In the middle, in its own size.
  case center
  /// In the middle of the upper side, in its own size.
  case top
  /// In the middle of the lower side, in its own size.
  case bottom
  /// In the middle of the left side, in its own size.
  case left
  /// In the middle of the right side, in its own size.
  case right
  /// In the upper left corner, in its own size.
  case topLeft
  /// In the upper right corner, in its own size.
  case topRight
  /// In the lower left corner, in its own size.
  case bottomLeft
  /// In the lower right corner, in its own size.
  case bottomRight
  /// Stretched to the bounds.
  case resize
  /// As large as fits into the bounds with the same proportions, in the middle.
  case resizeAspect
  /// As small as covers the bounds with the same proportions, in the middle.
  case resizeAspectFill
}

/// The way in which contents are sampled.
public enum ContentsFilter: String, Hashable, Sendable, CaseIterable {
  /// The nearest pixel.
  case nearest
  /// Interpolation where the contents grow, the average of the covered area where they shrink.
  case linear
  /// The same as ``linear``: the exact average needs no reduced copies.
  case trilinear
}

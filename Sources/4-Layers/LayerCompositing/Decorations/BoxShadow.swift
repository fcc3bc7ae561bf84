// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A shadow of a box: CSS Backgrounds and Borders 3, §6.1.
///
/// A drop shadow lies outside the border box, also of a transparent layer; an inset one inside the
/// padding box, above the backgrounds.
public struct BoxShadow: Hashable, Sendable {
  /// The colour.
  public var color: Color
  /// The distance from the layer.
  public var offset: Size
  /// The blur radius: twice the standard deviation.
  public var blur: Double
  /// The distance by which the shape is larger than the box; for an inset shadow, smaller.
  public var spread: Double
  /// Whether the shadow lies inside the box.
  public var isInset: Bool

  /// Creates a shadow.
  public init(
    color: Color = .black, offset: Size = .zero, blur: Double = 0, spread: Double = 0,
    isInset: Bool = false
  ) {
    (self.color, self.offset, self.blur, self.spread) = (color, offset, blur, spread)
    self.isInset = isInset
  }

  /// The standard deviation of the blur.
  var deviation: Double { max(0, blur) / 2 }

  /// Whether the shadow is seen.
  var isVisible: Bool {
    color.alpha > 0 && offset.width.isFinite && offset.height.isFinite && blur.isFinite
      && spread.isFinite
  }
}

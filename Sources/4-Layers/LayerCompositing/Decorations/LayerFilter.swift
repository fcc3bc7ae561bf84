// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// A filter of the pixels of a layer: a function of Filter Effects 1, §6, in sRGB.
public enum LayerFilter: Hashable, Sendable {
  /// A Gaussian blur, by its standard deviation in points.
  case blur(Double)
  /// Colours multiplied by a factor.
  case brightness(Double)
  /// Distances from middle gray multiplied by a factor.
  case contrast(Double)
  /// A shadow of the pixels below them; the last number is the standard deviation of its blur.
  case dropShadow(Color, Size, Double)
  /// A mixture with shades of gray: 0 to 1.
  case grayscale(Double)
  /// A turn of hues, in degrees.
  case hueRotate(Double)
  /// A mixture with the inverted colours: 0 to 1.
  case invert(Double)
  /// An alpha multiplied by a factor: 0 to 1.
  case opacity(Double)
  /// A saturation multiplied by a factor.
  case saturate(Double)
  /// A mixture with shades of sepia: 0 to 1.
  case sepia(Double)
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The buffers of a framebuffer and the reading of its pixels, after the `drawableProperties` of
/// `CAEAGLLayer`.
public struct GLDrawableProperties: Hashable, Sendable {
  /// The format of the colours.
  public enum ColorFormat: Sendable, Hashable {
    /// Red, green, blue and alpha, eight bits each: `GL_RGBA8`.
    case rgba8
  }

  /// The meaning of colours that a drawing leaves where alpha is below 1.
  public enum AlphaMode: Sendable, Hashable {
    /// The colours are multiplied by alpha, as Core Animation takes them; a component that is
    /// greater than alpha is cut to it.
    case premultiplied
    /// The colours are not multiplied by alpha; they are multiplied when they are read back.
    case straight
  }

  /// Whether a drawing begins with the pixels of the last one; otherwise with transparent black.
  /// A new size or scale begins with transparent black in any case.
  public var retainedBacking = false
  /// The format of the colours.
  public var colorFormat = ColorFormat.rgba8
  /// The meaning of the colours.
  public var alphaMode = AlphaMode.premultiplied
  /// Whether there is a depth buffer, of 16 bits; each drawing begins with the greatest depth.
  public var hasDepth = false

  /// Creates the default properties.
  public init() {}
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The pixel format of a layer's contents.
public enum ContentsFormat: Sendable, Hashable {
  /// The smallest format that keeps everything drawn, chosen by the display task: `alpha8` for
  /// drawings in one colour, otherwise `rgba8`.
  ///
  /// Code that shows the contents has to check `Bitmap.format`: an `alpha8` bitmap is a mask for
  /// the layer's tint (`TextLayer.contentsTint`).
  case automatic
  /// Premultiplied red, green, blue and alpha, four bytes per pixel.
  case rgba8
  /// Coverage only, one byte per pixel; the colours of the drawing are lost.
  case alpha8
}

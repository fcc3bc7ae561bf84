// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How the pixels of a layer's contents are kept.
public enum ContentsFormat: Sendable, Hashable {
  /// Coverage alone where the display task says that one colour says it all, otherwise `rgba8`.
  ///
  /// Whoever shows the contents must then look at their `format`: an `alpha8` picture is shown in the
  /// layer's tint (`TextLayer.contentsTint`).
  case automatic
  /// Premultiplied red, green, blue and alpha, four bytes a pixel.
  case rgba8
  /// Coverage alone, a byte a pixel, whatever colours were drawn.
  case alpha8
}

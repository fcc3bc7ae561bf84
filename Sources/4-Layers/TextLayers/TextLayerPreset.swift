// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
public import TextModel
public import TextTypesetting

/// The properties with which a ``TextLayer`` begins.
///
/// | property | ``standard`` | ``coreAnimation`` |
/// |---|---|---|
/// | `fontSize` | 16 points, the size of running text in browsers and documents | 36 points |
/// | `foregroundColor` | black: text is seen on white, the colour of a page | white |
/// | `isWrapped` | `true`: no text is lost beyond the edge of a label | `false` |
/// | `truncationMode` | `.end`: that text is left out is seen | `.none` |
/// | `alignmentMode` | `.natural` | `.natural` |
/// | `font` | no family: the embedded fonts, or the host's | the same; there it is Helvetica |
///
/// The standard is that of `TextStyle` and `TextContainer`, so a layer, a renderer and a document
/// show the same text alike. A layer that is ported from Core Animation begins as it did there:
///
/// ```swift
/// let layer = TextLayer(.coreAnimation)
/// layer.string = "Hello"
/// ```
public struct TextLayerPreset: Hashable, Sendable {
  /// The style of strings.
  public var style: TextStyle
  /// The rules by which the text is set; the size is that of the layer's bounds.
  public var container: TextContainer

  /// Creates a preset.
  public init(
    style: TextStyle = .default, container: TextContainer = TextContainer(truncation: .end)
  ) {
    (self.style, self.container) = (style, container)
  }

  /// The defaults of this library.
  public static let standard = TextLayerPreset()

  /// The defaults of `CATextLayer`, but for the font.
  public static let coreAnimation = TextLayerPreset(
    style: TextStyle(size: 36, color: .white),
    container: TextContainer(truncation: .none, isWrapped: false))
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
public import TextModel
public import TextTypesetting

/// The initial properties of a ``TextLayer``.
///
/// | property | ``standard`` | ``coreAnimation`` |
/// |---|---|---|
/// | `fontSize` | 16 points, the size of running text in browsers and documents | 36 points |
/// | `foregroundColor` | black, which is readable on a white page | white |
/// | `isWrapped` | `true`, so that no text is lost beyond the edge of a label | `false` |
/// | `truncationMode` | `.end`, so that truncation is visible | `.none` |
/// | `alignmentMode` | `.natural` | `.natural` |
/// | `font` | no family: the embedded fonts, or the host's | the same; there it is Helvetica |
///
/// The standard values are the defaults of `TextStyle` and `TextContainer`, so a layer, a renderer
/// and a document show a text in the same way. Code that is ported from Core Animation uses the
/// other:
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

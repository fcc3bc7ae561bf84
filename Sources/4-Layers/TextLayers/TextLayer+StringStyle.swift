// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerCompositing
import LayerModel
public import TextModel
public import TextTypesetting

/// Core Animation's properties of text layers.
///
/// They are parts of ``TextLayer/style`` and ``TextLayer/container``. Setting one also changes the
/// present text if it was set as ``TextLayer/string``. A text that was set as `text` or
/// `attributedString` keeps its fonts, sizes and colours, as in `CATextLayer`; ``alignmentMode``
/// changes those of its paragraphs that have the layer's old alignment.
///
/// Defaults are those of this library: 16 points, black, wrapped, truncated at the end. Those of
/// `CATextLayer` (36 points, white, no wrapping, no truncation) are a preset; see
/// ``TextLayerPreset``.
extension TextLayer {
  /// The requested font of the string, such as `FontDescriptor(families: ["Noto Serif"])`.
  public var font: FontDescriptor {
    get { style.shaping.font }
    set {
      style.shaping.font = newValue
      restyleString { $0.updateShaping($0.range) { $0.font = newValue } }
    }
  }

  /// The em size of the string, in points.
  public var fontSize: Double {
    get { style.shaping.size }
    set {
      if newValue == fontSize { return setSize(newValue) }
      change("fontSize", from: presented("fontSize") ?? .number(fontSize)) { setSize(newValue) }
    }
  }

  /// The colour of the string.
  public var foregroundColor: Color {
    get { style.paint.color }
    set {
      if newValue == foregroundColor { return setColor(newValue) }
      change("foregroundColor", from: presented("foregroundColor") ?? .color(foregroundColor)) {
        setColor(newValue)
      }
    }
  }

  /// The value that an animation shows; `nil` without one: the contents may be of an older value.
  private func presented(_ key: String) -> LayerValue? {
    let isAnimated = animationKeys.contains { (animation(forKey: $0)?.keyPath ?? key) == key }
    guard isAnimated else { return nil }
    return try? presentation()?.value(forKeyPath: key)
  }

  private func setSize(_ size: Double) {
    style.shaping.size = size
    restyleString { $0.updateShaping($0.range) { $0.size = size } }
  }

  private func setColor(_ color: Color) {
    style.paint.color = color
    restyleString { $0.updatePaint($0.range) { $0.color = color } }
  }

  /// The alignment of lines; `natural` by default.
  public var alignmentMode: TextAlignment {
    get { style.paragraph.alignment }
    set {
      let old = style.paragraph.alignment
      style.paragraph.alignment = newValue
      if isString {
        restyleString { $0.updateParagraphs($0.range) { $0.alignment = newValue } }
      } else {
        var aligned = text
        aligned.updateParagraphs(aligned.range) { style in
          if style.alignment == old { style.alignment = newValue }
        }
        text = aligned
      }
    }
  }

  /// The treatment of text that does not fit: ``truncation`` by its name in Core Animation.
  public var truncationMode: TextContainer.Truncation {
    get { truncation }
    set { truncation = newValue }
  }
}

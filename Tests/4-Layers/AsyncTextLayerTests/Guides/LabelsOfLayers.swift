// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasGeometry
import FoundationEssentials
import LayerModel
import TextLayers
import TextModel

/// A label whose layer is a text layer: what a label has is forwarded to it.
@MainActor
final class LayerLabel {
  let layer = TextLayer()

  init(scale: Double) {
    layer.contentsScale = scale
    layer.alignmentMode = .justify
  }

  var text: String {
    get { layer.string }
    set { layer.string = newValue }
  }

  var textColor: Color {
    get { layer.foregroundColor }
    set { layer.foregroundColor = newValue }
  }

  func setFont(_ font: FontDescriptor, size: Double) {
    layer.font = font
    layer.fontSize = size
  }

  var frame: Rect {
    get { layer.frame }
    set { layer.frame = newValue }
  }
}

@MainActor
func makeCaption(_ text: String, in root: Layer) -> LayerLabel {
  let label = LayerLabel(scale: 2)
  label.text = text
  label.setFont(FontDescriptor(families: ["Noto Serif"]), size: 12)
  root.addSublayer(label.layer)
  return label
}

@MainActor
func mark(_ word: String, in label: LayerLabel) {
  var string = AttributedString(label.text)
  if let range = string.range(of: word) {
    string[range].foregroundColor = Color(red: 1, green: 0, blue: 0)
    string[range].underline = TextDecoration()
  }
  label.layer.attributedString = string
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews

/// A label whose layer is a text layer: layout and drawing run on lanes, and the layer's size and
/// scale follow the view.
final class LayerLabel: HostView {
  override class func makeLayer() -> Layer { TextLayer() }

  private var label: TextLayer { unsafeDowncast(layer, to: TextLayer.self) }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    label.alignmentMode = .justify
  }

  var text: String {
    get { label.string }
    set { label.string = newValue }
  }
  var textColor: Color {
    get { label.foregroundColor }
    set { label.foregroundColor = newValue }
  }
  var font: FontDescriptor {
    get { label.font }
    set { label.font = newValue }
  }
  var fontSize: Double {
    get { label.fontSize }
    set { label.fontSize = newValue }
  }
}

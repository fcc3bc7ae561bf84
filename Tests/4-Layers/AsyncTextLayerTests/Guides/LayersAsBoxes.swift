// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasDrawing
import CanvasGeometry
import LayerModel
import TextLayers

@MainActor
func makeNotice(avatar: Bitmap, name: TextLayer, text: TextLayer) -> Layer {
  let picture = Layer()
  picture.contents = avatar
  picture.layoutItem?.flexShrink = 0
  let column = Layer()
  column.layout = BoxLayout(.column, gap: 4)
  column.layoutItem?.flexGrow = 1
  column.layoutItem?.minWidth = 0
  column.sublayers = [name, text]
  let notice = Layer()
  notice.layout = BoxLayout(.row, gap: 12, align: .center, padding: 16)
  notice.sublayers = [picture, column]
  return notice
}

@MainActor
func unfold(_ text: TextLayer) {
  Transaction.animate(duration: 0.3) {
    text.maximumLines = 0
    text.layoutItem?.margin.bottom = 8
  }
}

@MainActor
func show(_ notice: Layer, in root: Layer, width: Double) async throws {
  notice.bounds.size = try await notice.size(thatFits: Size(width: width, height: 0))
  root.addSublayer(notice)
}

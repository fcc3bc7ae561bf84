// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import LayerModel
import TextDefaultFonts
import TextLayers
import TextModel
import TextTypesetting

func preview(of text: AttributedText, renderer: TextRenderer) async -> Bitmap? {
  let task = Task { try await renderer.render(text, in: TextContainer(width: 300)).image }
  return await withTaskCancellationHandler {
    try? await task.value
  } onCancel: {
    task.cancel()  // the work stops within about a millisecond
  }
}

func renderers() -> (TextRenderer, TextRenderer) {
  let urgent = TextRenderer(fonts: .embedded)
  var background = urgent
  background.priority = .idle
  return (urgent, background)
}

@MainActor
func didScroll(_ labels: [TextLayer], visible: Rect, ahead: Rect) {
  for label in labels {
    if visible.intersection(label.frame).size != .zero {
      label.displayPriority = .visible
      label.displayIfNeeded()
    } else if ahead.intersection(label.frame).size != .zero {
      label.displayPriority = .near
      label.displayIfNeeded()
    } else {
      label.cancelDisplay()  // it still needs display
    }
  }
}

@MainActor
func makeEditorLayer(for document: AnyObject) -> TextLayer {
  let layer = TextLayer()
  layer.supersedePolicy = .progressive
  layer.contentIdentity = ContentIdentity(document)
  layer.displayDeadline = .seconds(1)
  return layer
}

/// Draws bars, and stops when the display is cancelled.
final class BarChart: AsyncLayerDelegate {
  var values: [Double] = []

  func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? {
    let values = values  // the snapshot: drawing must not touch the delegate
    return DisplayTask(display: { context, size, cancellation in
      let width = size.width / Double(max(1, values.count))
      for (index, value) in values.enumerated() {
        try cancellation.check()
        let bar = Rect(
          x: Double(index) * width, y: size.height - value, width: width - 1, height: value)
        try context.fill(bar, with: .black)
      }
    })
  }
}

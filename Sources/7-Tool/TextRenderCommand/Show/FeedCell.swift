// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
internal import AsyncTextLayer
import CanvasGeometry
import LayerModel
import TextModel
import TextTypesetting

/// A label that shows one row of a feed. It is drawn on the lane of its column.
@MainActor
final class FeedCell: AsyncLayerDelegate {
  let layer: AsyncLayer
  private(set) var row: Int
  private unowned let column: FeedColumn
  private var text: AttributedText

  /// Whether the bitmap of the present row is committed.
  var isShown: Bool { shownRow == row }
  private var shownRow: Int?

  init(row: Int, in column: FeedColumn) {
    (self.row, self.column) = (row, column)
    layer = AsyncLayer(coordinator: column.coordinator)
    text = FeedText.text(row, wordCount: column.wordCount, hasShadow: column.hasShadows)
    layer.displayDelegate = self
    layer.backgroundColor = .white
    layer.contentsPolicy = .clear
    layer.displaysTrivialTasksAtOnce = false
    place()
  }

  /// Shows another row; the display for the old one is superseded.
  func show(row: Int) {
    self.row = row
    text = FeedText.text(row, wordCount: column.wordCount, hasShadow: column.hasShadows)
    place()
    layer.setNeedsDisplay()
  }

  private func place() {
    layer.contentsScale = column.scale
    layer.frame = column.frame(of: row)
  }

  func displayTask(for layer: AsyncLayer) -> DisplayTask<FeedDrawing>? {
    let (text, meter, row) = (text, column.meter, row)
    // Without cancellation, a drawing is finished even if its label has left the view.
    let cancels = column.cancels
    return DisplayTask(display: { context, size, cancellation in
      let cancellation = cancels ? cancellation : .never
      let time = try meter.measure {
        let inset = 10.0
        let container = TextContainer(
          width: size.width - 2 * inset, height: size.height - 2 * inset)
        let layout = try TextLayout(
          text, in: container, fonts: .default, cancellation: cancellation)
        try context.draw(
          layout, at: Point(x: inset, y: inset), cancellation: cancellation)
      }
      return FeedDrawing(row: row, nanoseconds: time)
    })
  }

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    guard let drawing = contents?.payload as? FeedDrawing else {
      shownRow = nil
      return
    }
    shownRow = drawing.row
    column.didCommit(self, drawing)
  }

  func layer(_ layer: AsyncLayer, didDisplay outcome: DisplayOutcome) {
    column.didEnd(self)
  }
}

/// The result of a drawing of a label.
struct FeedDrawing: Sendable {
  /// The row that was drawn.
  let row: Int
  /// The time of the drawing on its lane, in nanoseconds.
  let nanoseconds: Int
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import LayerModel
import TextDefaultFonts
import TextLayers
import TextModel

/// A reusable cell that shows one message.
@MainActor
final class MessageCell {
  let label = TextLayer()

  init(scale: Double) {
    label.contentsScale = scale
    label.contentsFormat = .automatic  // one byte per pixel for text in one colour
    label.contentsPolicy = .clear  // a reused cell does not show its old message
    label.maximumLines = 3
  }

  func show(_ message: AttributedText, isOnScreen: Bool) {
    label.displayPriority = isOnScreen ? .visible : .near
    label.text = message
  }
}

@MainActor
func place(_ cell: MessageCell, y: Double, width: Double) async throws -> Double {
  let size = try await cell.label.size(thatFits: Size(width: width, height: 0))
  cell.label.frame = Rect(x: 0, y: y, width: size.width, height: size.height)
  return size.height
}

/// A screen that notes what it was given.
@MainActor
final class ListScreen {
  var pictures: [(image: Bitmap, tint: Color?)] = []

  func follow(_ cell: MessageCell) async {
    for await commit in cell.label.commits {
      show(commit.image, tint: commit.tint)
    }
  }

  func fill(_ cells: [MessageCell], with messages: [AttributedText]) {
    Transaction.group {
      for (cell, message) in zip(cells, messages) { cell.show(message, isOnScreen: true) }
    }
  }

  func show(_ image: Bitmap, tint: Color?) { pictures.append((image, tint)) }
}

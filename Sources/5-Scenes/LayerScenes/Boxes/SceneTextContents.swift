// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// The text of a layer whose box a layout places, with the text's key in the JSON.
final class SceneTextContents: FittedContents {
  private let box: TextBox
  private let key: DocumentKey
  private let readNotes: [String]
  private let cancellation: Cancellation
  private let made = Mutex<TextLayout?>(nil)

  init(
    _ box: TextBox, _ key: DocumentKey, _ notes: [String], _ cancellation: Cancellation
  ) {
    (self.box, self.key, readNotes) = (box, key, notes)
    self.cancellation = cancellation
  }

  var minContentWidth: Double { get throws { try placing { try box.minContentWidth } } }
  var maxContentWidth: Double { get throws { try placing { try box.maxContentWidth } } }

  func measure(width: Double) throws -> BoxContentSize {
    try placing { try box.measure(width: width) }
  }

  func contents(in room: Rect, _ properties: inout LayerProperties) throws -> NodeContents {
    let layout = try placing { try box.layout(in: room.size) }
    made.withLock { $0 = layout }
    return .vector(
      try TextContents(layout, at: room.origin, cancellation: cancellation))
  }

  /// Runs the layout of the text, and turns its errors into errors that name the text.
  private func placing<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw key.error(String(describing: error), .failed)
    }
  }

  private var layout: TextLayout? { made.withLock { $0 } }

  /// The characters that no font has.
  var missing: [Unicode.Scalar] { layout?.missing.flatMap(\.scalars) ?? [] }

  /// The notes about the text.
  var notes: [String] {
    readNotes + (layout?.layerNotes.map(key.note) ?? [])
  }
}

extension UnplacedLayer {
  /// Gives the box the size of its text's container, enlarged by padding and border in points,
  /// unless the box has a size of its own. Lines of vertical text end at the box's height, if that
  /// is in points, else at the text's own height.
  ///
  /// - Returns: The names of the sides of the text that have no effect, since the box has its own.
  mutating func takeSize(of text: inout TextContainer) -> [String] {
    let padding = (layout ?? BoxLayout()).padding
    let border = (layout ?? BoxLayout()).border
    let isVertical = text.writingMode.isVertical
    var names: [String] = []
    var item = item
    /// The sum of the paddings and borders in points, which are part of a side with `border-box`; 0
    /// with `content-box`.
    func edges(_ lengths: BoxLength...) -> Double {
      if item.boxSizing == .contentBox { return 0 }
      return lengths.reduce(0) { sum, length in
        guard case .points(let points) = length else { return sum }
        return sum + max(0, points)
      }
    }
    if let width = text.width {
      if item.width == .auto, !hasSize {
        item.width = .points(
          width + edges(padding.left, padding.right, border.left, border.right))
      } else {
        names.append("width")
      }
    }
    let block = edges(padding.top, padding.bottom, border.top, border.bottom)
    if item.height == .auto, !hasSize {
      if !isVertical, let height = text.height { item.height = .points(height + block) }
    } else if !isVertical || hasSize {
      if text.height != nil { names.append("height") }
    } else if case .points(let height) = item.height {
      if text.height != nil { names.append("height") }
      text.height = max(0, height - block)
    }
    self.item = item
    return names
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasBoxes
internal import CanvasGeometry
internal import LayerRendering
internal import StyledDocuments
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// The text of a layer whose box is laid out with others, and its place in the JSON.
final class BoxedText: FittedContents {
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

  /// Names the text in its errors.
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

extension BoxedLayer {
  /// Gives the box the size that a text says, with room for padding and border in points, where the
  /// box says none itself. Of vertical text the height is that at which its lines end.
  ///
  /// - Returns: The names of the sides that the box has already.
  mutating func takeSize(of text: TextContainer) -> [String] {
    let height = text.writingMode.isVertical ? nil : text.height
    if text.width == nil, height == nil { return [] }
    let layout = layout ?? BoxLayout()
    var item = item
    var names: [String] = []
    /// A side with its padding and border.
    func outer(_ points: Double, _ edges: [BoxLength]) -> BoxLength {
      if item.boxSizing == .contentBox { return .points(points) }
      return edges.reduce(.points(points)) { sum, edge in
        guard case .points(let sum) = sum, case .points(let edge) = edge else { return sum }
        return .points(sum + max(0, edge))
      }
    }
    if let width = text.width {
      if item.width == .auto, !hasSize {
        item.width = outer(
          width,
          [layout.padding.left, layout.padding.right, layout.border.left, layout.border.right])
      } else {
        names.append("width")
      }
    }
    if let height {
      if item.height == .auto, !hasSize {
        item.height = outer(
          height,
          [layout.padding.top, layout.padding.bottom, layout.border.top, layout.border.bottom])
      } else {
        names.append("height")
      }
    }
    self.item = item
    return names
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import LayerCompositing
import SystemConcurrency

/// The boxes of an outermost container and of all in it, as values, and their layers.
@MainActor
struct BoxPlan {
  private(set) var tree = BoxTree()
  /// The layers, by the numbers of their boxes: a layer before those in it.
  private(set) var layers: [Layer] = []
  /// The layers with contents, by the numbers of their boxes.
  private(set) var contents: [(box: Int, content: any BoxContent)] = []

  private static let plain = BoxLayout()
  private static let automatic = BoxItem()

  /// Finds the boxes.
  ///
  /// - Parameters:
  ///   - top: The outermost container.
  ///   - cancellation: Polled by contents while they are measured.
  ///   - checked: Makes contents of others; used once some have thrown.
  /// - Throws: `tooDeep` or `tooManyTracks`.
  /// - Complexity: O(layers).
  init(
    of top: Layer, cancellation: Cancellation = .never,
    checked: ((any BoxContent) -> any BoxContent)? = nil
  ) throws(BoxLayoutError) {
    // Depth first, without recursion: the number of a box is the place in this order.
    var left: [(layer: Layer, container: Int?)] = [(top, nil)]
    while let (layer, container) = left.popLast() {
      let box = layer.state.extras?.box
      var layout = box?.layout ?? Self.plain
      var item = box?.item ?? Self.automatic
      if container == nil, layout.direction == nil { layout.direction = layer.directionAround }
      var content = layer.makeBoxContent(cancellation: cancellation)
      if let image = content as? ImageBox {
        item = image.completed(item)
        // An image fills its bounds.
        (layout.padding, layout.border) = (0, 0)
      }
      if let found = content {
        content = checked?(found) ?? found
        contents.append((layers.count, content ?? found))
      }
      let number = try tree.add(layout, item, in: container, content: content)
      layers.append(layer)
      guard content == nil, box?.hasLayout ?? false, let children = layer.children else { continue }
      for sublayer in children.sublayers.reversed() where sublayer.isInFlow {
        left.append((sublayer, number))
      }
    }
  }
}

/// Contents that count as empty where they cannot be measured, and keep the error.
// @unchecked Sendable: `error` is only used on the main actor, on which the layout with these
// contents runs.
final class CheckedContent: BoxContent, @unchecked Sendable {
  private let content: any BoxContent
  private(set) var error: (any Error)?

  init(_ content: any BoxContent) { self.content = content }

  private func checked<Value>(_ fallback: Value, _ body: () throws -> Value) -> Value {
    do {
      return try body()
    } catch {
      self.error = error
      return fallback
    }
  }

  var minContentWidth: Double { checked(0) { try content.minContentWidth } }
  var maxContentWidth: Double { checked(0) { try content.maxContentWidth } }
  var hasNaturalSize: Bool { content.hasNaturalSize }
  func measure(width: Double) -> BoxContentSize {
    checked(BoxContentSize(height: 0)) { try content.measure(width: width) }
  }
}

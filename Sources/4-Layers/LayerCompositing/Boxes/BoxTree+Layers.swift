// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
package import SystemConcurrency

/// A layer from which boxes are made: a described layer (``UnplacedLayer``), or a live layer on the
/// main actor (`Layer` of `LayerModel`).
package protocol BoxSource {
  /// The type of the sublayers.
  associatedtype Sublayer: BoxSource where Sublayer.Sublayer == Sublayer

  /// Whether the layer lays out its sublayers.
  var hasBoxLayout: Bool { get }
  /// How the layer lays out its sublayers; `nil` for a layer that lays out none.
  var boxLayout: BoxLayout? { get }

  /// How the layer lies in its container.
  ///
  /// - Parameter isRoot: Whether the layer's box lies in no other box.
  func boxItem(isRoot: Bool) -> BoxItem

  /// Returns the content of a layer without boxes in it, such as a text; `nil` for none.
  ///
  /// - Parameter cancellation: Polled by the contents while they are measured.
  func makeBoxContent(cancellation: Cancellation) -> (any BoxContent)?

  /// Calls a function with each sublayer that the layout places, in their order.
  func forEachInFlow(_ body: (Sublayer) throws -> Void) rethrows
}

extension BoxTree {
  /// Makes the boxes of an outermost container and of all layers in it, each before its sublayers.
  ///
  /// - Parameters:
  ///   - top: The outermost container.
  ///   - cell: The layout of a box around the outermost container; `nil` for no such box.
  ///   - direction: The direction of writing around the outermost container; `nil` for none.
  ///   - cancellation: Polled every 64 layers, and by contents while they are measured.
  ///   - visit: Called with each layer and its content, in the order of the boxes; returns the
  ///     content that is measured.
  /// - Throws: `BoxLayoutError` or `CancellationError`.
  /// - Complexity: O(layers).
  package init<Top: BoxSource>(
    of top: Top, cell: BoxLayout? = nil, direction: BoxLayout.Direction?,
    cancellation: Cancellation,
    visit: (Top, (any BoxContent)?) -> (any BoxContent)? = { $1 }
  ) throws where Top.Sublayer == Top {
    self.init()
    let (outer, plain) = (try cell.map { try add($0, BoxItem(), in: nil) }, BoxLayout())
    func addBoxes(of layer: Top, in container: Int?, _ direction: BoxLayout.Direction?) throws {
      var (layout, item) = (layer.boxLayout ?? plain, layer.boxItem(isRoot: container == nil))
      if layout.direction == nil { layout.direction = direction }
      let content = layer.makeBoxContent(cancellation: cancellation)
      if let image = content as? ImageBox {
        item = image.completed(item)
        // An image is drawn over the whole bounds, so its box has neither padding nor border.
        (layout.padding, layout.border) = (0, 0)
      }
      let number = try self.add(layout, item, in: container, content: visit(layer, content))
      if number & 63 == 63 { try cancellation.check() }
      guard content == nil, layer.hasBoxLayout else { return }
      try layer.forEachInFlow { try addBoxes(of: $0, in: number, nil) }
    }
    try addBoxes(of: top, in: outer, direction)
  }
}

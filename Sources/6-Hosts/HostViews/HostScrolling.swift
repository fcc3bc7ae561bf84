// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel

/// Scrolling by wheels, fingers and keys: a layer scrolls within its sublayers; once it is at its
/// end, the next scroll layer above it scrolls.
@MainActor
enum HostScrolling {
  /// The distance of an arrow key, in points.
  static let line = 40.0

  /// Scrolls the nearest scroll layer, from a layer upwards, that is not at its end in that
  /// direction; it moves by the distance or up to its end.
  ///
  /// - Parameter delta: The distance of the scrolling, in points; if it is positive, content
  ///   further right and further down is shown.
  /// - Returns: The layer that was scrolled; `nil` if none can.
  static func scroll(by delta: Size, from layer: Layer) -> ScrollLayer? {
    var next: Layer? = layer
    while let current = next {
      if let scroll = current as? ScrollLayer, move(scroll, by: delta) { return scroll }
      next = current.superlayer
    }
    return nil
  }

  /// Scrolls by a key.
  ///
  /// - Returns: Whether the key scrolls, and the layer or a scroll layer above it was not at its
  ///   end.
  static func scroll(_ layer: ScrollLayer, by key: KeyEvent) -> Bool {
    guard key.phase == .down, key.modifiers.subtracting(.shift).isEmpty else { return false }
    let page = max(line, layer.bounds.height - line)
    let end = 1e9
    let delta: Size
    switch key.key {
    case "ArrowDown": delta = Size(width: 0, height: line)
    case "ArrowUp": delta = Size(width: 0, height: -line)
    case "ArrowRight": delta = Size(width: line, height: 0)
    case "ArrowLeft": delta = Size(width: -line, height: 0)
    case "PageDown": delta = Size(width: 0, height: page)
    case "PageUp": delta = Size(width: 0, height: -page)
    case " ": delta = Size(width: 0, height: key.modifiers.contains(.shift) ? -page : page)
    case "Home": delta = Size(width: 0, height: -end)
    case "End": delta = Size(width: 0, height: end)
    default: return false
    }
    return scroll(by: delta, from: layer) != nil
  }

  /// Whether a layer lies in a tree and neither it nor one above it is hidden.
  static func isShown(_ layer: Layer, in root: Layer) -> Bool {
    var next: Layer? = layer
    while let current = next, !current.isHidden {
      if current === root { return true }
      next = current.superlayer
    }
    return false
  }

  /// The first scroll layer among a layer and all below it, in the order of the tree, whether or
  /// not it is at its end; hidden layers and what lies in them are skipped.
  static func firstScrollLayer(below root: Layer) -> ScrollLayer? {
    var layers = [root]
    while let layer = layers.popLast() {
      if layer.isHidden { continue }
      if let scroll = layer as? ScrollLayer { return scroll }
      layers += layer.sublayers.reversed()
    }
    return nil
  }

  /// The least and the greatest origin of the bounds with which nothing beyond the sublayers is
  /// shown; `nil` without sublayers.
  ///
  /// - Complexity: O(sublayers).
  private static func range(of layer: ScrollLayer) -> (low: Point, high: Point)? {
    guard let first = layer.sublayers.first?.frame else { return nil }
    let all = layer.sublayers.dropFirst().reduce(first) { $0.union($1.frame) }
    guard all.minX.isFinite, all.minY.isFinite, all.maxX.isFinite, all.maxY.isFinite else {
      return nil
    }
    let low = Point(x: min(0, all.minX), y: min(0, all.minY))
    let high = Point(
      x: max(low.x, all.maxX - layer.bounds.width), y: max(low.y, all.maxY - layer.bounds.height))
    return (low, high)
  }

  private static func move(_ layer: ScrollLayer, by delta: Size) -> Bool {
    guard let (low, high) = range(of: layer) else { return false }
    let old = layer.bounds.origin
    func clamp(_ value: Double, _ a: Double, _ b: Double) -> Double { min(max(value, a), b) }
    layer.scroll(
      to: Point(
        x: clamp(old.x + delta.width, low.x, high.x), y: clamp(old.y + delta.height, low.y, high.y))
    )
    return layer.bounds.origin != old
  }
}

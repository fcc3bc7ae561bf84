// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

/// The pixels that were painted, for each layer of a plan.
struct PaintedWork: Sendable {
  /// The work of one layer.
  struct Layer: Sendable {
    /// The pixels of all draws together.
    var pixels = 0
    /// The pixels of the bitmaps of groups, and the first reason for a group.
    var groupPixels = 0
    var groupReason: GroupReason?
  }

  private(set) var layers: [Int: Layer] = [:]
  private(set) var pixels = 0

  mutating func add(_ area: PixelRect, _ layer: Int) {
    pixels += area.area
    layers[layer, default: Layer()].pixels += area.area
  }

  mutating func addGroup(_ area: PixelRect, _ layer: Int, _ reason: GroupReason) {
    layers[layer, default: Layer()].groupPixels += area.area
    if layers[layer]?.groupReason == nil { layers[layer]?.groupReason = reason }
  }

  mutating func merge(_ other: PaintedWork) {
    pixels += other.pixels
    layers.merge(other.layers) { a, b in
      Layer(
        pixels: a.pixels + b.pixels, groupPixels: a.groupPixels + b.groupPixels,
        groupReason: a.groupReason ?? b.groupReason)
    }
  }
}

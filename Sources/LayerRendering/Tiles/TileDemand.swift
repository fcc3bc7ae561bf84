// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// What a frame shows of a layer of tiles.
package struct TileDemand: Equatable, Sendable {
  /// The owner of the tiles.
  package let owner: any TileOwner
  /// The part that is seen, in points of the layer's space; empty for none.
  package let visible: Rect
  /// Device pixels per point, at most.
  package let zoom: Double

  /// Whether both are of the same layer and ask for the same.
  package static func == (a: TileDemand, b: TileDemand) -> Bool {
    a.owner === b.owner && a.visible == b.visible && a.zoom == b.zoom
  }
}

extension CompositionPlan {
  /// Notes what the picture shows of a layer of tiles.
  mutating func addDemand(of picture: TilePicture, _ map: PlaneMap) {
    guard let owner = picture.contents.owner else { return }
    let visible = map.visible(in: clip, of: picture.contents.grid.bounds)
    tileDemands.append(
      TileDemand(owner: owner, visible: visible, zoom: map.greatestScale(in: visible)))
  }
}

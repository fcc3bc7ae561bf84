// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The part of a layer of tiles that a frame shows.
///
/// Frames tell it because the plan alone knows clips, transforms and motion. The layer then asks
/// its source, so a tile appears one frame after its place came into view at the earliest.
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
  /// Notes what the picture shows of a layer of tiles, and chooses the level: the one that its
  /// owner will ask for.
  ///
  /// - Returns: The picture with that level; `nil` if nothing of it is seen.
  mutating func addDemand(of picture: TilePicture, _ map: PlaneMap) -> TilePicture? {
    let visible = map.visible(in: clip, of: picture.contents.grid.bounds)
    let zoom = map.greatestScale(in: visible)
    if let owner = picture.contents.owner {
      tileDemands.append(TileDemand(owner: owner, visible: visible, zoom: zoom))
    }
    return picture.shown(visible, zoom: zoom)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The part of a tiled layer that a frame shows.
///
/// It is found while the frame is planned, when clips, transforms and motion are known. The layer
/// requests tiles only then, so a tile appears one frame after it became visible at the earliest.
package struct TileDemand: Equatable, Sendable {
  /// The owner of the tiles.
  package let owner: any TileOwner
  /// The visible part, in points of the layer's space; empty if none is visible.
  package let visible: Rect
  /// The greatest number of device pixels per point in that part.
  package let zoom: Double

  /// Whether both are of the same layer, part and zoom.
  package static func == (a: TileDemand, b: TileDemand) -> Bool {
    a.owner === b.owner && a.visible == b.visible && a.zoom == b.zoom
  }
}

extension CompositionPlan {
  /// Notes the part of a tiled layer that is visible, and chooses the level of detail that its
  /// owner will request.
  ///
  /// - Returns: The tiles of that level; `nil` if nothing of the layer is visible.
  mutating func addDemand(of picture: TilePicture, _ map: PlaneMap) -> TilePicture? {
    let visible = map.visible(in: clip, of: picture.contents.grid.bounds)
    let zoom = map.greatestScale(in: visible)
    if let owner = picture.contents.owner {
      tileDemands.append(TileDemand(owner: owner, visible: visible, zoom: zoom))
    }
    return picture.shown(visible, zoom: zoom)
  }
}

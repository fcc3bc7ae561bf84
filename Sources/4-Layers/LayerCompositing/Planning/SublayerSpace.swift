// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

/// The places in the picture of the layers inside a layer: one for each copy that replicators show.
/// A tree has more copies than ``LayerLimits/instances`` only where it is refused: see
/// ``RenderTree/checkCopies()``.
package struct SublayerSpace {
  /// The map of a plane to the device, and the map of space that a layer applies to its sublayers
  /// in that plane.
  private struct Place {
    let outer: PlaneMap
    let space: Transform3D?
    /// Whether an odd number of layers around are flipped.
    var isFlipped = false
  }

  private var places: [Place]

  /// Creates the space around the root of a tree.
  package init(around tree: RenderTree) {
    places = [Place(outer: .affine(.scale(x: tree.scale, y: tree.scale)), space: nil)]
  }

  /// The maps from the plane that a layer's contents are drawn in to the pixels of the picture;
  /// none for a layer that is not drawn. In flipped layers that plane is upside down.
  package func maps(of node: RenderNode) -> [Projection] {
    let properties = node.properties
    guard !properties.isHidden, properties.opacity > 0 else { return [] }
    return places.compactMap { place in
      properties.planeMap(under: place.space).map { plane in
        let map = plane.concatenating(place.outer)
        return (place.isFlipped ? node.contentsMap(map) : map).projection
      }
    }
  }

  /// The space inside a layer.
  package func inside(_ node: RenderNode) -> SublayerSpace {
    var inner = self
    inner.places = []
    let properties = node.properties
    guard !properties.isHidden, properties.opacity > 0 else { return inner }
    for place in places {
      let outer: PlaneMap
      let space: Transform3D?
      if let whole = properties.spaceOfSublayers(under: place.space) {
        (outer, space) = (place.outer, whole)
      } else if let plane = properties.planeMap(under: place.space) {
        (outer, space) = (plane.concatenating(place.outer), properties.transformOfSublayers)
      } else {
        continue
      }
      for copy in properties.copies(in: space) {
        inner.places.append(
          Place(
            outer: outer, space: copy.space,
            isFlipped: place.isFlipped != properties.isGeometryFlipped))
      }
    }
    return inner
  }
}

extension RenderTree {
  /// Refuses a tree with more copies of layers than a picture shows.
  ///
  /// - Throws: `tooLarge`.
  package func checkCopies() throws(GraphicsError) { try CompositionPlan.checkCopies(of: root) }
}

extension RenderNode {
  /// Whether the copies of the sublayers have times of their own, so that they differ.
  package var hasDelayedCopies: Bool { copies != nil }
}

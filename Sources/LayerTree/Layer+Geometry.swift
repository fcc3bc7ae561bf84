// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerRendering
public import TextModel

/// Geometry: frames, conversions between layers, hit tests.
extension Layer {
  /// The layer's rectangle in its superlayer's space, in points: the bounding box of the bounds
  /// under ``transform``.
  ///
  /// Setting it changes `position` and the size of `bounds` so that the layer without its transform
  /// fills the rectangle.
  public var frame: Rect {
    get { state.properties.frame }
    set {
      var new = state.properties
      new.frame = newValue
      bounds = new.bounds
      position = new.position
    }
  }

  /// ``transform`` as a map of the plane; the identity if it is none.
  public var affineTransform: AffineTransform {
    get { transform.affine ?? .identity }
    set { transform = Transform3D(newValue) }
  }

  /// Returns the place in another layer's space of a point of this layer's.
  ///
  /// - Returns: `nil` if the layers are in different trees, if a map on the way down has no
  ///   inverse, or behind the eye.
  /// - Complexity: O(depth of the tree).
  public func convert(_ point: Point, to other: Layer) -> Point? {
    map(to: other)?.apply(point)?.finite
  }

  /// Returns the place in this layer's space of a point of another layer's.
  ///
  /// - Returns: `nil` where the conversion from that layer to this one is.
  public func convert(_ point: Point, from other: Layer) -> Point? {
    other.convert(point, to: self)
  }

  /// Returns the bounding box in another layer's space of a rectangle of this layer's.
  ///
  /// - Returns: `nil` if the layers are in different trees, if a map on the way down has no
  ///   inverse, or behind the eye.
  /// - Complexity: O(depth of the tree).
  public func convert(_ rect: Rect, to other: Layer) -> Rect? {
    guard let map = map(to: other), rect.corners.contains(where: { map.apply($0) != nil }) else {
      return nil
    }
    let box = map.boundingBox(of: rect)
    guard box.origin.finite != nil, box.width.isFinite, box.height.isFinite else { return nil }
    return box
  }

  /// Returns the bounding box in this layer's space of a rectangle of another layer's.
  ///
  /// - Returns: `nil` where the conversion from that layer to this one is.
  public func convert(_ rect: Rect, from other: Layer) -> Rect? { other.convert(rect, to: self) }
}

extension Layer {
  /// The map from this layer's plane to that of another one in the same tree.
  fileprivate func map(to other: Layer) -> Projection? {
    if self === other { return .identity }
    var isAbove: Set<ObjectIdentifier> = []
    var layer: Layer? = other
    while let current = layer {
      isAbove.insert(ObjectIdentifier(current))
      layer = current.superlayer
    }
    var common = self
    while !isAbove.contains(ObjectIdentifier(common)) {
      guard let above = common.superlayer else { return nil }
      common = above
    }
    // Layers in space are compared in the plane that they are seen in.
    while common.isSpace, let above = common.superlayer { common = above }
    guard let up = map(up: common), let down = other.map(up: common)?.inverted() else { return nil }
    return up.concatenating(down)
  }

  /// The map from this layer's plane to that of a layer above it.
  private func map(up ancestor: Layer) -> Projection? {
    var (map, layer) = (Projection.identity, self)
    // The map of space from the last plane up to the present layer.
    var space = Transform3D.identity
    while layer !== ancestor {
      guard let above = layer.superlayer else { return nil }
      space = space.concatenating(layer.state.properties.transformToSuperlayer)
      // The space of a mask is that of the bounds.
      if above.family?.mask !== layer, let inner = above.state.properties.transformOfSublayers {
        space = space.concatenating(inner)
      }
      if !above.isSpace || above === ancestor {
        map = map.concatenating(Projection(space))
        guard map.isFinite else { return nil }
        space = .identity
      }
      layer = above
    }
    return map
  }

  /// Whether sublayers are not flattened into the layer's plane.
  var isSpace: Bool { state.properties.kind.isSpace }
}

extension Point {
  fileprivate var finite: Point? { x.isFinite && y.isFinite ? self : nil }
}

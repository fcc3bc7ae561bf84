// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerCompositing

/// Geometry: frames, conversions between layers, hit tests.
extension Layer {
  /// The layer's rectangle in its superlayer's space, in points: the bounding box of the bounds
  /// under ``transform``.
  ///
  /// Setting it changes `position` and the size of `bounds`, as in Core Animation: the new size is
  /// transformed by the inverse of ``transform``, and the layer is moved to the rectangle's origin.
  /// Under scales, mirrorings and quarter turns the frame is then the rectangle that was set; under
  /// other rotations only its origin is. A transform without inverse is ignored, and negative sizes
  /// are made positive. The origin of `bounds` does not change.
  public var frame: Rect {
    get { state.properties.frame }
    set {
      var new = state.properties
      new.frame = newValue
      bounds = new.bounds
      position = new.position
    }
  }

  /// ``transform`` as an affine transform of the plane; the identity if it is not affine.
  public var affineTransform: AffineTransform {
    get { transform.affine ?? .identity }
    set { transform = Transform3D(newValue) }
  }

  /// Whether the contents are drawn upside down in the layer's space, so that they are seen
  /// upright: an odd number of layers above have ``isGeometryFlipped``.
  ///
  /// ``contentsGravity``, ``contentsRect`` and ``contentsCenter`` are then those of the space: the
  /// least y is the lower edge of the contents. Core Animation also counts the layer itself, whose
  /// own space is not flipped here.
  ///
  /// - Complexity: O(depth of the tree).
  public var contentsAreFlipped: Bool {
    var (layer, isFlipped) = (self, false)
    while let above = layer.superlayer {
      // A flip does not apply to a mask, which lies in the space of the bounds.
      if above.isGeometryFlipped, above.children?.mask !== layer { isFlipped.toggle() }
      layer = above
    }
    return isFlipped
  }

  /// Converts a point from this layer's space to that of another layer.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - other: A layer of the same tree; `nil` for the space around the tree, in which the
  ///     `position` of its root lies: the picture of a host.
  /// - Returns: `nil` if the layers are in different trees, if a map on the way down has no
  ///   inverse, or if the point or all of the rectangle lies behind the eye of a perspective.
  /// - Complexity: O(depth of the tree).
  public func convert(_ point: Point, to other: Layer?) -> Point? {
    map(to: other)?.apply(point)?.finite
  }

  /// Converts a point to this layer's space from that of another layer, or with `nil` from the
  /// space around the tree.
  ///
  /// - Returns: `nil` in the cases of ``convert(_:to:)-(Point,_)``.
  public func convert(_ point: Point, from other: Layer?) -> Point? {
    guard let other else { return mapOut?.inverted()?.apply(point)?.finite }
    return other.convert(point, to: self)
  }

  /// Converts a rectangle from this layer's space to that of another layer, and returns its
  /// bounding box there.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - other: A layer of the same tree; `nil` for the space around the tree, in which the
  ///     `position` of its root lies: the picture of a host.
  /// - Returns: `nil` if the layers are in different trees, if a map on the way down has no
  ///   inverse, or if the point or all of the rectangle lies behind the eye of a perspective.
  /// - Complexity: O(depth of the tree).
  public func convert(_ rect: Rect, to other: Layer?) -> Rect? {
    map(to: other)?.box(of: rect.standardized)
  }

  /// Converts a rectangle to this layer's space from that of another layer, or with `nil` from the
  /// space around the tree, and returns its bounding box.
  ///
  /// - Returns: `nil` in the cases of ``convert(_:to:)-(Rect,_)``.
  public func convert(_ rect: Rect, from other: Layer?) -> Rect? {
    guard let other else { return mapOut?.inverted()?.box(of: rect.standardized) }
    return other.convert(rect, to: self)
  }
}

extension Projection {
  /// The bounding box of the image of a rectangle; `nil` if all of it lies behind the eye, or if it
  /// is not finite.
  fileprivate func box(of rect: Rect) -> Rect? {
    guard rect.corners.contains(where: { apply($0) != nil }) else { return nil }
    let box = boundingBox(of: rect)
    guard box.origin.finite != nil, box.width.isFinite, box.height.isFinite else { return nil }
    return box
  }
}

extension Layer {
  /// The map from this layer's plane to the one around the tree.
  fileprivate var mapOut: Projection? {
    var root = self
    while let above = root.superlayer { root = above }
    let outer = Projection(root.state.properties.transformToSuperlayer)
    guard let up = map(up: root), outer.isFinite else { return nil }
    return up.concatenating(outer)
  }

  /// The map from this layer's plane to that of another one in the same tree, or around it.
  fileprivate func map(to other: Layer?) -> Projection? {
    guard let other else { return mapOut }
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
    // Layers in a three-dimensional space are compared in the plane that the space is projected to.
    while common.isSpace, let above = common.superlayer { common = above }
    guard let up = map(up: common), let down = other.map(up: common)?.inverted() else { return nil }
    return up.concatenating(down)
  }

  /// The map from this layer's plane to that of a layer above it.
  private func map(up ancestor: Layer) -> Projection? {
    var (map, layer) = (Projection.identity, self)
    // The transform from the plane that `map` has reached up to `layer`.
    var space = Transform3D.identity
    while layer !== ancestor {
      guard let above = layer.superlayer else { return nil }
      space = space.concatenating(layer.state.properties.transformToSuperlayer)
      // `sublayerTransform` and flips apply to sublayers, not to a mask.
      if above.children?.mask !== layer, let inner = above.state.properties.transformOfSublayers {
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

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
  /// - Returns: `nil` if the layers are in different trees, or if a map on the way down has no
  ///   inverse.
  /// - Complexity: O(depth of the tree).
  public func convert(_ point: Point, to other: Layer) -> Point? {
    map(to: other)?.apply(point).finite
  }

  /// Returns the place in this layer's space of a point of another layer's.
  ///
  /// - Returns: `nil` where the conversion from that layer to this one is.
  public func convert(_ point: Point, from other: Layer) -> Point? {
    other.convert(point, to: self)
  }

  /// Returns the bounding box in another layer's space of a rectangle of this layer's.
  ///
  /// - Returns: `nil` if the layers are in different trees, or if a map on the way down has no
  ///   inverse.
  /// - Complexity: O(depth of the tree).
  public func convert(_ rect: Rect, to other: Layer) -> Rect? {
    guard let box = map(to: other)?.boundingBox(of: rect), box.origin.finite != nil,
      box.width.isFinite, box.height.isFinite
    else { return nil }
    return box
  }

  /// Returns the bounding box in this layer's space of a rectangle of another layer's.
  ///
  /// - Returns: `nil` where the conversion from that layer to this one is.
  public func convert(_ rect: Rect, from other: Layer) -> Rect? { other.convert(rect, to: self) }

  /// Returns the foremost layer at a point: this one or one below it.
  ///
  /// Layers that are hidden, have no opacity, or cannot be mapped to are passed over with all below
  /// them, and so are sublayers where a layer masks them to its bounds. Sublayers are hit in front
  /// of their superlayer, those with a greater `zPosition` first.
  ///
  /// - Parameter point: A point of the superlayer's space.
  /// - Complexity: O(layers below this one), and sorting the sublayers of each.
  public func hitTest(_ point: Point) -> Layer? {
    // Depth first, without recursion; the last task comes first.
    var tasks = [HitTask.enter(self, point, space: nil)]
    while let task = tasks.popLast() {
      switch task {
      case .test(let layer, let point): if layer.contains(point) { return layer }
      case .enter(let layer, let point, let space):
        guard !layer.isHidden, layer.opacity > 0,
          let inside = layer.state.properties.planeMap(into: space)?.inverted?.apply(point).finite,
          layer.isFacing(in: space), !layer.masksToBounds || layer.contains(inside)
        else { continue }
        tasks.append(.test(layer, inside))
        let inner = layer.state.properties.transformOfSublayers
        for sublayer in layer.sublayers.backToFront({ $0.zPosition }) {
          tasks.append(.enter(sublayer, inside, space: inner))
        }
      }
    }
    return nil
  }
}

/// A step of a hit test.
private enum HitTask {
  /// Tests a layer and all below it, at a point of its superlayer's space.
  case enter(Layer, Point, space: Transform3D?)
  /// Tests a layer alone, at a point of its own space.
  case test(Layer, Point)
}

extension Layer {
  /// Whether the layer shows its front, or its back as well.
  fileprivate func isFacing(in space: Transform3D?) -> Bool {
    if isDoubleSided { return true }
    guard let map = state.properties.planeMap(into: space) else { return false }
    return map.m11 * map.m22 - map.m12 * map.m21 > 0
  }

  /// The map from this layer's plane to that of another one in the same tree.
  fileprivate func map(to other: Layer) -> Transform3D? {
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
    guard let up = map(up: common), let down = other.map(up: common)?.inverted else { return nil }
    return up.concatenated(with: down)
  }

  /// The map from this layer's plane to that of a layer above it.
  private func map(up ancestor: Layer) -> Transform3D? {
    var (map, layer) = (Transform3D.identity, self)
    while layer !== ancestor {
      guard let above = layer.superlayer else { return nil }
      // The space of a mask is that of the bounds.
      let isMask = above.family?.mask === layer
      let space = isMask ? nil : above.state.properties.transformOfSublayers
      guard let step = layer.state.properties.planeMap(into: space) else { return nil }
      map = map.concatenated(with: step)
      layer = above
    }
    return map
  }
}

extension LayerProperties {
  /// The map from the layer's plane to its superlayer's, whose plane everything is seen in along z;
  /// `nil` if a number is not finite.
  ///
  /// - Parameter space: The superlayer's map of its sublayers.
  fileprivate func planeMap(into space: Transform3D?) -> Transform3D? {
    var map = transformToSuperlayer
    if let space { map = map.concatenated(with: space) }
    (map.m13, map.m23, map.m33, map.m43) = (0, 0, 1, 0)
    (map.m31, map.m32, map.m34) = (0, 0, 0)
    return map.isFinite ? map : nil
  }
}

extension Point {
  fileprivate var finite: Point? { x.isFinite && y.isFinite ? self : nil }
}

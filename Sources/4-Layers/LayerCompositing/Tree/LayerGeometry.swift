// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The maps between a layer's space and those around it.
extension LayerProperties {
  /// The anchor point in the layer's space, in points.
  package var anchor: Point {
    bounds.point(at: anchorPoint)
  }

  /// The transform from the layer's space to its superlayer's, before the superlayer's
  /// ``sublayerTransform``.
  package var transformToSuperlayer: Transform3D {
    let anchor = anchor
    return Transform3D.translation(x: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenating(transform)
      .concatenating(.translation(x: position.x, y: position.y, z: zPosition))
  }

  /// The transform of the sublayers within the layer's space: ``sublayerTransform`` about the
  /// anchor point, and the flipped y axis of ``isGeometryFlipped``; `nil` for the identity.
  package var transformOfSublayers: Transform3D? {
    if isCommon { return nil }
    var map: Transform3D?
    if isGeometryFlipped {
      map = Transform3D.scale(x: 1, y: -1)
        .concatenating(.translation(x: 0, y: 2 * bounds.minY + bounds.height))
    }
    if sublayerTransform != .identity {
      let anchor = anchor
      let turned = Transform3D.translation(x: -anchor.x, y: -anchor.y)
        .concatenating(sublayerTransform)
        .concatenating(.translation(x: anchor.x, y: anchor.y))
      map = map.map { $0.concatenating(turned) } ?? turned
    }
    return map
  }

  /// The layer's rectangle in its superlayer's space: the bounding box of the mapped bounds.
  ///
  /// Setting it changes the size of ``bounds`` and ``position``, as in Core Animation: the new size
  /// is transformed by the inverse of ``transform``, and the layer is moved to the rectangle's
  /// origin. Under scales, mirrorings and quarter turns the frame is then the rectangle that was
  /// set; under other rotations only its origin is. A transform without inverse is ignored, and
  /// negative sizes are made positive.
  public var frame: Rect {
    get {
      if isCommon || transform == .identity {
        return Rect(
          x: position.x - anchorPoint.x * bounds.width,
          y: position.y - anchorPoint.y * bounds.height, width: bounds.width,
          height: bounds.height)
      }
      return transformToSuperlayer.boundingBox(of: bounds)
    }
    set {
      let new = newValue.standardized
      if !isCommon, transform != .identity, setFrame(new, under: transform) { return }
      fill(new)
    }
  }

  /// Sets size and position by a frame.
  ///
  /// - Returns: `false`, with nothing set, if the transform has no inverse in the plane.
  private mutating func setFrame(_ frame: Rect, under transform: Transform3D) -> Bool {
    let map = AffineTransform(
      a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: 0, ty: 0)
    guard let inverse = map.inverted() else { return false }
    var new = self
    let size = inverse.apply(Point(x: frame.width, y: frame.height))
    new.bounds.size = Size(width: abs(size.x), height: abs(size.y))
    new.position = .zero
    let corner = new.transformToSuperlayer.boundingBox(of: new.bounds).origin
    guard corner.x.isFinite, corner.y.isFinite else { return false }
    new.position = Point(x: frame.minX - corner.x, y: frame.minY - corner.y)
    self = new
    return true
  }
}

extension Transform3D {
  /// The image of a point of the plane z = 0, seen along z; not finite where the point goes to
  /// infinity.
  public func apply(_ point: Point) -> Point {
    let w = m14 * point.x + m24 * point.y + m44
    return Point(
      x: (m11 * point.x + m21 * point.y + m41) / w, y: (m12 * point.x + m22 * point.y + m42) / w)
  }

  /// The bounding box of the image of a rectangle of the plane z = 0.
  package func boundingBox(of rect: Rect) -> Rect { rect.boundingBox { apply($0) } }
}

extension AffineTransform {
  /// The bounding box of the image of a rectangle.
  package func boundingBox(of rect: Rect) -> Rect { rect.boundingBox { apply($0) } }

  /// The least factor by which the map stretches a vector: its smaller singular value.
  package var leastScale: Double {
    let sum = ((a + d) * (a + d) + (b - c) * (b - c)).squareRoot()
    let difference = ((a - d) * (a - d) + (b + c) * (b + c)).squareRoot()
    return abs(sum - difference) / 2
  }
}

extension Rect {
  /// The point at fractions of width and height: (0, 0) is the top left corner.
  @inlinable
  package func point(at fractions: Point) -> Point {
    Point(x: minX + fractions.x * width, y: minY + fractions.y * height)
  }

  fileprivate func boundingBox(_ map: (Point) -> Point) -> Rect {
    let (a, b) = (map(Point(x: minX, y: minY)), map(Point(x: maxX, y: minY)))
    let (c, d) = (map(Point(x: minX, y: maxY)), map(Point(x: maxX, y: maxY)))
    let (left, right) = Self.range(a.x, b.x, c.x, d.x)
    let (top, bottom) = Self.range(a.y, b.y, c.y, d.y)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func range(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double
  ) -> (least: Double, greatest: Double) {
    (min(min(min(min(.infinity, a), b), c), d), max(max(max(max(-.infinity, a), b), c), d))
  }
}

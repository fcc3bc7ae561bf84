// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import CanvasGeometry

/// The map from the plane of a layer to the plane of the frame.
///
/// Frames and hit tests use the same function of this map to decide whether a layer is drawn, so
/// that a layer that is not drawn is not hit either.
enum PlaneMap: Hashable, Sendable {
  /// Parallels stay parallel.
  case affine(AffineTransform)
  /// The plane is seen in perspective.
  case projective(Projection)

  /// Creates a map, an affine one if the projection is affine.
  init(_ projection: Projection) {
    self = projection.affine.map { .affine($0) } ?? .projective(projection)
  }

  /// The map in which a context draws.
  init(of context: borrowing GraphicsContext) {
    self =
      context.projection.map { PlaneMap(Projection(context.transform).concatenating($0)) }
      ?? .affine(context.transform)
  }

  /// The map if it is affine.
  var affine: AffineTransform? {
    if case .affine(let map) = self { map } else { nil }
  }

  /// The map in its most general form.
  var projection: Projection {
    switch self {
    case .affine(let map): Projection(map)
    case .projective(let map): map
    }
  }

  /// The map that applies this one first and `next` second.
  func concatenating(_ next: PlaneMap) -> PlaneMap {
    if case .affine(let a) = self, case .affine(let b) = next {
      return .affine(a.concatenating(b))
    }
    return PlaneMap(projection.concatenating(next.projection))
  }

  /// The map after a translation of the layer's plane.
  func translated(x: Double, y: Double) -> PlaneMap {
    PlaneMap.affine(.translation(x: x, y: y)).concatenating(self)
  }

  /// The bounding box of the image of a rectangle; empty if all of it lies behind the eye.
  func boundingBox(of rect: Rect) -> Rect {
    switch self {
    case .affine(let map): map.boundingBox(of: rect)
    case .projective(let map): map.boundingBox(of: rect)
    }
  }

  /// The affine map that is nearest to this one around a point; the map itself if it is affine.
  func affine(near p: Point) -> AffineTransform {
    switch self {
    case .affine(let map): return map
    case .projective(let m):
      let (x, y, w) = m.homogeneous(p)
      guard w > Projection.leastWeight else { return .scale(x: 0, y: 0) }
      let (u, v) = (x / w, y / w)
      let (a, b) = ((m.m11 - u * m.m13) / w, (m.m12 - v * m.m13) / w)
      let (c, d) = ((m.m21 - u * m.m23) / w, (m.m22 - v * m.m23) / w)
      return AffineTransform(
        a: a, b: b, c: c, d: d, tx: u - a * p.x - c * p.y, ty: v - b * p.x - d * p.y)
    }
  }

  /// The greatest scale for which outlines are made finer. In a perspective, parts with a greater
  /// one are so near to the eye that most of them is outside of the picture.
  private static let largestScale = 256.0

  /// The greatest factor by which lengths along the axes grow near the corners or the middle of a
  /// rectangle.
  func greatestScale(in rect: Rect) -> Double {
    if case .projective = self {
      let scales = (rect.corners + [rect.center]).map { affine(near: $0).axisScale }
      return min(scales.reduce(0, max), Self.largestScale)
    }
    return affine(near: .zero).axisScale
  }

  /// Whether the map can be drawn with: every number is finite, and the origin of an affine map
  /// less than 10⁹ pixels away.
  var isDrawable: Bool {
    switch self {
    case .affine(let map):
      map.tx.isFinite && map.ty.isFinite && abs(map.tx) < 1e9 && abs(map.ty) < 1e9
    case .projective(let map): map.isFinite
    }
  }
}

extension AffineTransform {
  /// The greater of the lengths of the images of both unit vectors.
  fileprivate var axisScale: Double {
    max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }
}

extension GraphicsContext {
  /// Draws in the plane of a layer from now on.
  mutating func use(_ map: PlaneMap) {
    switch map {
    case .affine(let map):
      transform = map
      projection = nil
    case .projective(let map):
      transform = .identity
      projection = map
    }
  }
}

extension LayerProperties {
  /// The map from the layer's plane to its superlayer's, seen along z; `nil` if the layer is not
  /// drawn there, for a reason of ``PlaneFlaw``.
  ///
  /// What the transform does to z makes no difference: a scale of (1, −1, 0) is drawn like one of
  /// (1, −1, 1).
  ///
  /// - Parameter space: The map that the superlayer applies to its sublayers; `nil` for none.
  func planeMap(under space: Transform3D?) -> PlaneMap? {
    let size = bounds.size
    guard size.width.isFinite, size.height.isFinite else { return nil }
    if isCommon, space == nil {
      let anchor = anchor
      let map = AffineTransform.translation(x: position.x - anchor.x, y: position.y - anchor.y)
      return map.tx.isFinite && map.ty.isFinite ? .affine(map) : nil
    }
    var whole = transformToSuperlayer
    if let space { whole = whole.concatenating(space) }
    let map = Projection(whole)
    return flaw(of: map) == nil ? PlaneMap(map) : nil
  }

  /// The reason for which a layer is not drawn in its superlayer's plane.
  enum PlaneFlaw {
    /// A number is not finite.
    case notFinite
    /// The map of the layer's plane z = 0 has no inverse: the layer is seen from its edge, or has
    /// become a line or a point. What a map does to z does not count.
    case noInverse
    /// The layer shows its back and is not double-sided.
    case back
  }

  /// The reason for which ``planeMap(under:)`` is `nil`; `nil` if it is not.
  func planeFlaw(under space: Transform3D?) -> PlaneFlaw? {
    let size = bounds.size
    guard size.width.isFinite, size.height.isFinite else { return .notFinite }
    var whole = transformToSuperlayer
    if let space { whole = whole.concatenating(space) }
    return flaw(of: Projection(whole))
  }

  private func flaw(of map: Projection) -> PlaneFlaw? {
    let determinant = map.determinant
    guard map.isFinite, determinant.isFinite else { return .notFinite }
    // Hit tests and drawing need the inverse, so the reciprocal of the determinant must be finite.
    if determinant == 0 || !(1 / determinant).isFinite { return .noInverse }
    return isDoubleSided || determinant > 0 ? nil : .back
  }

  /// The point of the layer's plane that is drawn at a point of its superlayer's plane; `nil` if
  /// the layer is not drawn, or the point lies behind the eye.
  ///
  /// - Parameter whole: The transform from the layer to its superlayer's plane.
  package func pointInPlane(of point: Point, under whole: Transform3D) -> Point? {
    guard bounds.width.isFinite, bounds.height.isFinite else { return nil }
    let map = Projection(whole)
    guard flaw(of: map) == nil, let inside = map.inverted()?.apply(point), inside.x.isFinite,
      inside.y.isFinite
    else { return nil }
    return inside
  }

  /// The transform from the sublayers to the superlayer, for a transform layer or a replicator that
  /// preserves depth; `nil` for a layer of another kind.
  ///
  /// - Parameter space: The transform that the superlayer applies to its sublayers.
  func spaceOfSublayers(under space: Transform3D?) -> Transform3D? {
    guard !isCommon, kind.isSpace else { return nil }
    var map = transformToSuperlayer
    if let inner = transformOfSublayers { map = inner.concatenating(map) }
    return space.map { map.concatenating($0) } ?? map
  }
}

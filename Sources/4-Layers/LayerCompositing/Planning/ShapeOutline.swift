// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A rectangle of a layer's space, possibly with round corners, and the map to the device.
struct ShapeOutline: Hashable, Sendable {
  let rect: Rect
  /// The radius of the corners: half of the shorter side at most.
  let radius: Double
  let corners: Corners
  let curve: CornerCurve
  let map: PlaneMap

  init(
    rect: Rect, radius: Double = 0, corners: Corners = .all, curve: CornerCurve = .circular,
    map: PlaneMap
  ) {
    self.rect = rect
    self.radius = max(0, min(radius, rect.width / 2, rect.height / 2))
    self.corners = corners
    self.curve = curve
    self.map = map
  }

  /// The distance from a corner at which its curve begins.
  var reach: Double { min(radius * curve.expansionFactor, rect.width / 2, rect.height / 2) }

  var path: Path {
    if radius <= 0 || corners.isEmpty { return Path(rect: rect) }
    switch curve {
    case .circular: return Path(roundedRect: rect, cornerRadius: radius, corners: corners)
    case .continuous:
      return Path(continuousRect: rect, radius: radius, reach: reach, corners: corners)
    }
  }

  /// The device pixels that the shape touches.
  var pixels: PixelRect { PixelRect(covering: map.boundingBox(of: rect)) }

  /// Whether the shape is a rectangle of whole pixels.
  var isWholePixels: Bool {
    guard radius <= 0 || corners.isEmpty, let map = map.affine, map.b == 0, map.c == 0 else {
      return false
    }
    let box = map.boundingBox(of: rect)
    return box.minX.isWhole && box.minY.isWhole && box.maxX.isWhole && box.maxY.isWhole
  }

  /// The pixels of a rectangle of whole pixels.
  var wholePixels: PixelRect {
    let box = map.boundingBox(of: rect)
    let (x, y) = (box.minX.rounded(), box.minY.rounded())
    guard abs(x) < 1e9, abs(y) < 1e9, box.width < 1e9, box.height < 1e9 else { return .empty }
    return PixelRect(
      x: Int(x), y: Int(y), width: Int(box.maxX.rounded() - x), height: Int(box.maxY.rounded() - y))
  }

  /// Whether a rectangle of the layer's space lies within the shape; an empty one always does.
  func contains(_ other: Rect) -> Bool {
    if other.isEmpty { return true }
    return contains(x: other.minX, y: other.minY, .topLeft)
      && contains(x: other.maxX, y: other.minY, .topRight)
      && contains(x: other.minX, y: other.maxY, .bottomLeft)
      && contains(x: other.maxX, y: other.maxY, .bottomRight)
  }

  /// Whether a corner of another rectangle lies within the shape.
  private func contains(x: Double, y: Double, _ corner: Corners) -> Bool {
    guard x >= rect.minX, x <= rect.maxX, y >= rect.minY, y <= rect.maxY else { return false }
    guard radius > 0, corners.contains(corner) else { return true }
    // The distances from the centre of the corner's circle, outwards. In place of a continuous
    // curve a larger circle is tested, which begins where the curve does and lies inside of it.
    let radius = reach
    let isLeft = corner == .topLeft || corner == .bottomLeft
    let isTop = corner == .topLeft || corner == .topRight
    let dx = isLeft ? rect.minX + radius - x : x - (rect.maxX - radius)
    let dy = isTop ? rect.minY + radius - y : y - (rect.maxY - radius)
    return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius
  }

  /// The coverage of the shape with circular corners, moved by a vector of the layer's space; `nil`
  /// if the shape is turned, or its corners are not circular.
  ///
  /// - Parameters:
  ///   - blur: A filter of the coverage.
  ///   - deviation: The standard deviation of the filter, in device pixels.
  func box(
    movedBy offset: Size = .zero, _ blur: GaussianBlur = .none, deviation: Double = 0
  ) -> RoundedBox? {
    guard let map = map.affine, map.b == 0, map.c == 0 else { return nil }
    if reach > radius, !corners.isEmpty { return nil }
    let isMirrored = map.a < 0 || map.d < 0
    if isMirrored, corners != .all { return nil }
    let moved = rect.offsetBy(dx: offset.width, dy: offset.height)
    return RoundedBox(
      rect: map.boundingBox(of: moved),
      radii: Size(width: radius * abs(map.a), height: radius * abs(map.d)), corners: corners,
      deviation: deviation, blur: blur)
  }

  /// Pixels that lie within the shape as a whole, the rows between the corners; empty if none are
  /// known.
  var inner: PixelRect { inner(dx: 0, dy: 1) }

  /// Pixels that lie within the shape as a whole, the columns between the corners.
  var innerColumns: PixelRect { inner(dx: 1, dy: 0) }

  /// Pixels between corners.
  ///
  /// - Parameters:
  ///   - dx: The part of a corner's width that is left out on each side.
  ///   - dy: The part of a corner's height that is left out on each side.
  private func inner(dx: Double, dy: Double) -> PixelRect {
    guard let map = map.affine, map.b == 0, map.c == 0 else { return .empty }
    var box = map.boundingBox(of: rect)
    if radius > 0, !corners.isEmpty {
      box = box.insetBy(dx: dx * reach * abs(map.a), dy: dy * reach * abs(map.d))
    }
    let (x, y) = (box.minX.rounded(.up), box.minY.rounded(.up))
    let (right, bottom) = (box.maxX.rounded(.down), box.maxY.rounded(.down))
    guard right > x, bottom > y, abs(x) < 1e9, abs(y) < 1e9, right < 1e9, bottom < 1e9 else {
      return .empty
    }
    return PixelRect(x: Int(x), y: Int(y), width: Int(right - x), height: Int(bottom - y))
  }
}

extension Double {
  /// Whether the number is whole, up to rounding errors of transforms.
  fileprivate var isWhole: Bool { abs(self - rounded()) < 1.0 / 4096 }
}

extension LayerProperties {
  /// The bounds with their corners.
  func outline(_ map: PlaneMap) -> ShapeOutline {
    if isCommon { return ShapeOutline(rect: bounds, map: map) }
    return ShapeOutline(
      rect: bounds, radius: max(0, cornerRadius), corners: maskedCorners, curve: cornerCurve,
      map: map)
  }

  /// The outline of the background below an opaque border: half of the border's width further
  /// inside, so that the background does not show at the smooth edge; `nil` without such a border.
  ///
  /// - Parameter opacity: The opacity of background and border, each of which shows through where
  ///   it is less than 1.
  func outlineBelowBorder(_ map: PlaneMap, opacity: Double) -> ShapeOutline? {
    guard !isCommon, borderWidth > 0, opacity >= 1, borderColor?.isOpaque ?? false else {
      return nil
    }
    let half = borderWidth / 2
    let rect = bounds.insetBy(dx: half, dy: half)
    if rect.isEmpty { return nil }
    return ShapeOutline(
      rect: rect, radius: max(0, cornerRadius - half), corners: maskedCorners, curve: cornerCurve,
      map: map)
  }
}

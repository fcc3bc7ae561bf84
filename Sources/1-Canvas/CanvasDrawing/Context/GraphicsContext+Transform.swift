// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension GraphicsContext {
  /// Prepends a map to the transform: later drawings go through it first.
  public mutating func concatenate(_ map: AffineTransform) {
    transform = map.concatenating(transform)
  }

  /// Moves the origin of user space, in points of the present one.
  public mutating func translateBy(x: Double, y: Double) {
    concatenate(AffineTransform(translationX: x, y: y))
  }

  /// Scales user space about its origin.
  public mutating func scaleBy(x: Double, y: Double) {
    concatenate(AffineTransform(scaleX: x, y: y))
  }

  /// Turns user space about its origin.
  ///
  /// - Parameter angle: The angle, in radians, clockwise as seen (y down).
  public mutating func rotate(by angle: Double) {
    concatenate(AffineTransform(rotationAngle: angle))
  }

  /// The smallest upright rectangle of user space around the clip: under the present transform
  /// nothing outside of it is drawn. Core Graphics' `boundingBoxOfClipPath`.
  ///
  /// In a context that was made for a part of a picture, such as a tile or an area to display anew,
  /// the rectangle is that part. The result is `Rect.zero` if nothing can be drawn: the clip holds
  /// no pixel, or the transform has no inverse.
  /// Under a perspective, the part of the clip that lies behind the eye is ignored.
  public var clipBounds: Rect {
    let pixels = clipPixels
    if pixels.isEmpty { return .zero }
    let rect = Rect(
      x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width),
      height: Double(pixels.height))
    if let projection {
      return Projection(transform).concatenating(projection).inverted()?.boundingBox(of: rect)
        ?? .zero
    }
    return transform.inverted().map(rect.applying) ?? .zero
  }

  /// Pushes the transform and the clip onto a stack, to be restored by ``restoreGState()``.
  public mutating func saveGState() {
    saved.append(state)
  }

  /// Restores the transform and the clip of the last ``saveGState()``. Does nothing if the present
  /// layer has none.
  public mutating func restoreGState() {
    guard saved.count > layers.last?.savedCount ?? 0, let state = saved.popLast() else { return }
    apply(state)
  }
}

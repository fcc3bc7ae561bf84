// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

extension GraphicsContext {
  /// The map to the device near the middle of a rectangle of user space, for small things; `nil` if
  /// the middle is not seen.
  func deviceMap(near rect: Rect) -> AffineTransform? {
    guard let projection else { return transform }
    let whole = Projection(transform).concatenating(projection)
    let center = Point(x: rect.minX + rect.width / 2, y: rect.minY + rect.height / 2)
    // Differences over a hundredth of a point are near enough to derivatives.
    let step = 0.01
    guard let p = whole.apply(center),
      let q = whole.apply(Point(x: center.x + step, y: center.y)),
      let r = whole.apply(Point(x: center.x, y: center.y + step))
    else { return nil }
    return AffineTransform(
      a: (q.x - p.x) / step, b: (q.y - p.y) / step, c: (r.x - p.x) / step, d: (r.y - p.y) / step,
      tx: 0, ty: 0)
  }

  /// The device pixels that a rectangle of user space covers, and one more on each side; `nil` if
  /// a part of it is not seen.
  func devicePixels(of rect: Rect) -> PixelRect? {
    let box: Rect
    if let projection {
      let whole = Projection(transform).concatenating(projection)
      guard rect.corners.allSatisfy({ whole.apply($0) != nil }) else { return nil }
      box = whole.boundingBox(of: rect)
    } else {
      box = transform.boundingBox(of: rect)
    }
    return InkExtent(box).pixels.inset(by: -1)
  }
}

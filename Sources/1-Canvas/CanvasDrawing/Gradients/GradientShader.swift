// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasGeometry

/// A gradient prepared for one transform, which computes colours of device pixels.
///
/// A pixel's colour is that of its centre and depends on nothing but its position, so that parts of
/// a picture fit together whatever they are. Nothing is dithered.
struct GradientShader {
  private let line: ColorLine
  private let kernel: ctk_gradient
  /// Whether rows are made of straight ramps between stops; otherwise of cells of the line.
  private let isRamp: Bool
  /// Whether every pixel is opaque.
  let isOpaque: Bool

  /// - Parameter projection: The map from the plane of `transform` to the device, if it is seen in
  ///   perspective.
  /// - Returns: `nil` for a gradient that draws nothing: without stops, with numbers that are not
  ///   finite, or without extent.
  init?(_ gradient: Gradient, transform: AffineTransform, projection: Projection? = nil) {
    guard var line = ColorLine(gradient),
      let inverse = gradient.transform.concatenating(transform).inverted()
    else { return nil }
    // The kernel computes a number `n`; its place on the colour line is (n - zero) · scale.
    let perLength = line.length > 0 ? 1 / line.length : 1
    var (zero, scale) = (line.first, perLength)
    var kernel = ctk_gradient()
    // The map from the gradient's space to the axes of the kernel.
    var axes = AffineTransform.identity
    switch gradient.geometry {
    case .axial(let p, let q):
      let (dx, dy) = (q.x - p.x, q.y - p.y)
      let square = dx * dx + dy * dy
      guard square > 0, square.isFinite else { return nil }
      // The x coordinate in the kernel's axes is the place on the colour line.
      let (x, y) = (dx / square * perLength, dy / square * perLength)
      let x0 = -(p.x * dx + p.y * dy) / square
      axes = AffineTransform(a: x, b: 0, c: y, d: 0, tx: (x0 - line.first) * perLength, ty: 0)
      (zero, scale) = (0, 1)
      kernel.kind = Int32(CTK_AXIAL.rawValue)
    case .radial(let c, let r0, let d, let r1):
      let (dx, dy, growth) = (d.x - c.x, d.y - c.y, r1 - r0)
      guard (dx * dx + dy * dy + growth * growth).isFinite, r0 >= 0, r1 >= 0,
        dx != 0 || dy != 0 || growth != 0
      else { return nil }
      axes = .translation(x: -c.x, y: -c.y)
      if dx == 0, dy == 0 {
        zero = r0 + line.first * growth
        scale = perLength / growth
        kernel.kind = Int32(CTK_RADIAL.rawValue)
      } else {
        (kernel.dx, kernel.dy, kernel.radius, kernel.growth) = (dx, dy, r0, growth)
        kernel.kind = Int32(CTK_TWO_CIRCLES.rawValue)
      }
    case .conic(let c, let start, let end):
      guard start.isFinite, end.isFinite, start != end || gradient.extend == .pad else {
        return nil
      }
      axes = .translation(x: -c.x, y: -c.y)
      let span = end - start
      zero = start + line.first * span
      // Equal angles: the huge scale makes the line a sudden change at that angle.
      scale = span == 0 ? 1e100 : perLength / span
      kernel.kind = Int32(CTK_CONIC.rawValue)
    }
    var map = Projection(inverse.concatenating(axes))
    if let projection {
      guard let toPlane = projection.inverted() else { return nil }
      map = toPlane.concatenating(map)
    }
    kernel.map = (
      map.m11, map.m12, map.m13, map.m21, map.m22, map.m23, map.m31, map.m32, map.m33
    )
    kernel.is_projected = projection != nil
    kernel.begin = -zero * scale
    kernel.scale = scale
    guard map.isFinite, kernel.begin.isFinite, scale.isFinite else { return nil }
    // Whether each pixel has a place on the line: circles may miss a pixel, a pixel may lie behind
    // the eye, and sums of huge numbers may be NaN.
    let sums = [
      map.m11, map.m12, map.m21, map.m22, map.m31, map.m32, kernel.begin, scale, 1 / scale,
    ]
    let hasPlaces =
      projection == nil && kernel.kind != Int32(CTK_TWO_CIRCLES.rawValue)
      && sums.allSatisfy { abs($0) < 1e150 }
    isOpaque = line.isOpaque && hasPlaces
    isRamp = kernel.kind == Int32(CTK_AXIAL.rawValue) && hasPlaces && line.isPaddedRamp
    if !isRamp { line.makeCells() }
    (self.line, self.kernel) = (line, kernel)
  }

  /// Writes the premultiplied colours of the pixels from a device position to the right.
  func shade(x: Int, y: Int, into row: inout [UInt32]) {
    let count = row.count
    // C call: writes `count` pixels, the whole row.
    unsafe row.withUnsafeMutableBytes { row in
      guard let start = row.baseAddress else { return }
      unsafe shade(x: x, y: y, count: count, to: start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Writes the colours to an address, four bytes a pixel.
  @unsafe func shade(x: Int, y: Int, count: Int, to start: UnsafeMutablePointer<UInt8>) {
    var kernel = kernel
    unsafe line.withKernelLine { line in
      let shade = unsafe isRamp ? ctk_shade_axial_row_rgba8 : ctk_shade_row_rgba8
      unsafe shade(start, Int32(x), Int32(y), Int32(count), &kernel, line)
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

extension GLMesh {
  /// About how many pixels the primitives cover in a picture: the sum of the boxes around them.
  ///
  /// A software driver takes a time proportional to this area, so the area tells beforehand which
  /// meshes take too long. A primitive that reaches behind the eye counts as the whole picture.
  /// O(vertices).
  ///
  /// - Parameters:
  ///   - matrix: The map to the space of the clip.
  ///   - size: The size of the picture, in pixels.
  ///   - pointSize: The side of a point, in pixels.
  package func paintedArea(
    under matrix: Transform3D, size: PixelSize, pointSize: Double = 1
  ) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    let places = positions.prefix(vertexCount).map {
      Self.place(of: $0, under: matrix, width, height)
    }
    // Points and lines cover a little more than the box around their vertices.
    let margin = primitive == .points ? max(1, pointSize) / 2 : 1
    func area(_ vertices: Int...) -> Double {
      var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
      for vertex in vertices {
        guard let place = places[vertex] else { return width * height }
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
      }
      let sides = (high + margin).clamped(lowerBound: .zero, upperBound: SIMD2(width, height))
      let rest = (low - margin).clamped(lowerBound: .zero, upperBound: SIMD2(width, height))
      return (sides.x - rest.x) * (sides.y - rest.y)
    }
    let count = places.count
    var sum = 0.0
    switch primitive {
    case .triangles:
      for i in stride(from: 2, to: count, by: 3) { sum += area(i - 2, i - 1, i) }
    case .triangleStrip: for i in 2..<max(2, count) { sum += area(i - 2, i - 1, i) }
    case .triangleFan: for i in 2..<max(2, count) { sum += area(0, i - 1, i) }
    case .lines: for i in stride(from: 1, to: count, by: 2) { sum += area(i - 1, i) }
    case .lineStrip: for i in 1..<max(1, count) { sum += area(i - 1, i) }
    case .lineLoop: for i in 0..<count { sum += area(i, (i + 1) % count) }
    case .points: for i in 0..<count { sum += area(i) }
    }
    return sum
  }

  /// The place of a vertex in the picture, in pixels; `nil` for one that is not before the eye.
  private static func place(
    of vertex: SIMD3<Float>, under m: Transform3D, _ width: Double, _ height: Double
  ) -> SIMD2<Double>? {
    let (x, y, z) = (Double(vertex.x), Double(vertex.y), Double(vertex.z))
    let w = x * m.m14 + y * m.m24 + z * m.m34 + m.m44
    guard w > 1e-6 else { return nil }
    let place = SIMD2(
      (x * m.m11 + y * m.m21 + z * m.m31 + m.m41) / w,
      (x * m.m12 + y * m.m22 + z * m.m32 + m.m42) / w)
    guard place.x.isFinite, place.y.isFinite else { return nil }
    return (place + 1) * SIMD2(width, height) / 2
  }
}

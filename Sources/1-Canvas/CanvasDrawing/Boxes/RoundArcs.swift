// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// Arcs of circles of one radius, as lines and cubics within 1/50 device pixel.
struct RoundArcs {
  private let radius: Double
  /// The cosine of the greatest turn that is drawn as a line.
  private let lineCosine: Double
  /// The cosine of the greatest turn that is drawn as one cubic.
  private let cubicCosine: Double

  /// Creates arcs of a positive radius.
  ///
  /// - Parameter scale: Device pixels per unit.
  init(radius: Double, scale: Double) {
    self.radius = radius
    let pixels = radius * scale
    // A line may be off by 1/64 pixel, the sagitta of its arc: r · (1 − cos(turn / 2)).
    let cosine = 1 - 1 / 64 / max(pixels, 1.0 / 32)
    lineCosine = 2 * cosine * cosine - 1
    // A cubic is off by 0.0003 radii for a quarter of a circle, and by 1/64 of that for an eighth:
    // one cubic is good enough for a quarter up to a radius of 64 pixels, and for an eighth beyond.
    cubicCosine = pixels <= 64 ? -1e-6 : 0.5.squareRoot() - 1e-6
  }

  /// Adds the arc between two directions from its centre, less than half a turn apart, to a path
  /// that ends where the arc starts.
  func add(around center: Point, _ from: PathVector, _ to: PathVector, to path: inout Path) {
    let cosine = from.dot(to)
    if cosine >= lineCosine {
      path.addLine(to: center + to * radius)
    } else if cosine < cubicCosine, let middle = (from + to).direction {
      add(around: center, from, middle, to: &path)
      add(around: center, middle, to, to: &path)
    } else {
      // The distance of the control points from the ends, in radii: 4/3 · tan(turn / 4).
      let half = ((1 + cosine) / 2).squareRoot()
      let k = 4.0 / 3 * ((1 - half) / (1 + half)).squareRoot()
      let sense = from.cross(to) >= 0 ? -k : k
      path.addCurve(
        to: center + to * radius,
        control1: center + (from + from.left * sense) * radius,
        control2: center + (to - to.left * sense) * radius)
    }
  }
}

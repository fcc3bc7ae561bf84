// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The places and directions on a path over the progress of an animation.
struct PathTrack: Sendable {
  /// A line or a curve as a cubic curve.
  private struct Part {
    let a, b, c, d: Point

    init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    init(line a: Point, _ d: Point) {
      func between(_ f: Double) -> Point {
        Point(x: a.x + (d.x - a.x) * f, y: a.y + (d.y - a.y) * f)
      }
      self.init(a, between(1.0 / 3), between(2.0 / 3), d)
    }

    /// The point at a parameter; below 0 and above 1 the curve is extrapolated.
    func point(_ t: Double) -> Point {
      let s = 1 - t
      let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return Point(
        x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
        y: wa * a.y + wb * b.y + wc * c.y + wd * d.y)
    }

    /// The direction at a parameter, of any length.
    func direction(_ t: Double) -> Point {
      let s = 1 - t
      let (u, v, w) = (s * s, 2 * s * t, t * t)
      let x = u * (b.x - a.x) + v * (c.x - b.x) + w * (d.x - c.x)
      let y = u * (b.y - a.y) + v * (c.y - b.y) + w * (d.y - c.y)
      return x == 0 && y == 0 ? Point(x: d.x - a.x, y: d.y - a.y) : Point(x: x, y: y)
    }

    static let steps = 32

    /// The lengths of the curve up to equal steps of the parameter.
    var lengths: [Double] {
      var (passed, last) = (0.0, a)
      return [0]
        + (1...Self.steps).map { step in
          let next = point(Double(step) / Double(Self.steps))
          passed +=
            ((next.x - last.x) * (next.x - last.x) + (next.y - last.y) * (next.y - last.y))
            .squareRoot()
          last = next
          return passed
        }
    }
  }

  private let parts: [Part]
  private let times: KeyframeTimes
  /// The lengths along each part, for an even speed.
  private let lengths: [[Double]]
  private let isDiscrete: Bool
  private let rotation: MotionPath.Rotation

  init(_ motion: MotionPath) {
    var (parts, start, current) = ([Part](), Point.zero, Point.zero)
    for element in motion.path.elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end):
        parts.append(Part(line: current, end))
        current = end
      case .quad(let control, let end):
        func near(_ p: Point) -> Point {
          Point(x: p.x + (control.x - p.x) * 2 / 3, y: p.y + (control.y - p.y) * 2 / 3)
        }
        parts.append(Part(current, near(current), near(end), end))
        current = end
      case .cubic(let control1, let control2, let end):
        parts.append(Part(current, control1, control2, end))
        current = end
      case .close:
        if current != start { parts.append(Part(line: current, start)) }
        current = start
      }
    }
    self.parts = parts
    isDiscrete = motion.mode == .discrete
    rotation = motion.rotation
    switch motion.mode {
    case .paced, .cubicPaced:
      lengths = parts.map(\.lengths)
      times = KeyframeTimes(lengths: lengths.map { $0.last ?? 0 }, curves: motion.curves)
    case .discrete:
      lengths = []
      times = KeyframeTimes(points: parts.count + 1, given: motion.times)
    case .linear, .cubic:
      lengths = []
      times = KeyframeTimes(parts: parts.count, given: motion.times, curves: motion.curves)
    }
  }

  /// The number of lines and curves.
  var partCount: Int { parts.count }

  /// The place at a progress, and the angle of the layer; `nil` on an empty path.
  func place(at progress: Double, duration: Double) -> (point: Point, angle: Double?)? {
    if parts.isEmpty { return nil }
    var (part, t) = times.place(at: progress, duration: duration)
    if isDiscrete {
      // The point jumps from the start of one part to the next, and at last to the path's end.
      t = part < parts.count ? 0 : 1
      part = min(part, parts.count - 1)
    } else if !lengths.isEmpty {
      t = parameter(lengths[part], t)
    }
    let direction = parts[part].direction(t)
    let angle = Angle.arctangent(direction.y, direction.x)
    let turn: Double? =
      switch rotation {
      case .none: nil
      case .auto: angle
      case .autoReverse: angle + .pi
      }
    return (parts[part].point(t), turn)
  }

  /// The parameter at a fraction of a part's length.
  private func parameter(_ lengths: [Double], _ fraction: Double) -> Double {
    guard let total = lengths.last, total > 0, fraction > 0, fraction < 1 else { return fraction }
    let wanted = total * fraction
    let next = lengths.firstIndex { $0 >= wanted } ?? lengths.count - 1
    let (low, high) = (lengths[next - 1], lengths[next])
    let inner = high > low ? (wanted - low) / (high - low) : 0
    return (Double(next - 1) + inner) / Double(Part.steps)
  }
}

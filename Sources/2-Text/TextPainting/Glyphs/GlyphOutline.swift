// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextFonts

extension Font {
  /// Sets a path to a glyph's outline as it is drawn, in font units, y upwards: with the font's
  /// synthesis.
  func paintedOutline(of glyph: UInt32, into path: inout Path) {
    path.removeAll()
    appendOutline(of: glyph, to: &path)
    if synthesis.isEmpty || path.isEmpty { return }
    if synthesis.contains(.embolden) {
      path = path.emboldened(by: Double(unitsPerEm) * Self.emboldening)
    }
    if synthesis.contains(.oblique) {
      path = path.applying(
        AffineTransform(a: 1, b: 0, c: FontSynthesis.obliqueSlope, d: 1, tx: 0, ty: 0))
    }
  }

  /// The width that a synthetic bold adds to stems, in ems.
  private static let emboldening = 1.0 / 24
}

extension Path {
  /// The outline with its stems widened by a strength, in the path's own units.
  ///
  /// Each point moves along the bisector of its corner, so far that both edges at the corner move
  /// by half the strength. At sharp corners the length of the shorter edge limits the move, so that
  /// no contour turns inside out; where the path almost reverses, the point stays. Outer contours
  /// grow and inner ones shrink because their directions differ; which is outer follows from the
  /// signed area of the whole glyph.
  func emboldened(by strength: Double) -> Path {
    var contours: [Contour] = []
    for element in elements {
      switch element {
      case .move(let p): contours.append(Contour(start: p))
      case .line(let p): contours.last?.add([p], verb: .line)
      case .quad(let c, let p): contours.last?.add([c, p], verb: .quad)
      case .cubic(let c1, let c2, let p): contours.last?.add([c1, c2, p], verb: .cubic)
      case .close: break
      }
    }
    let area = contours.reduce(0) { $0 + $1.area }
    let side = area < 0 ? strength / 2 : -strength / 2
    var result = Path()
    for contour in contours { contour.append(movedBy: side, to: &result) }
    return result
  }
}

/// A closed contour as a ring of points, control points of curves included.
private final class Contour {
  enum Verb { case line, quad, cubic }

  private var points: [Point]
  private var verbs: [Verb] = []

  init(start: Point) { points = [start] }

  func add(_ more: [Point], verb: Verb) {
    points += more
    verbs.append(verb)
  }

  /// Twice the signed area of the ring: positive where it runs counter-clockwise with y upwards.
  var area: Double {
    var sum = 0.0
    var last = points[points.count - 1]
    for p in points {
      sum += last.x * p.y - p.x * last.y
      last = p
    }
    return sum
  }

  func append(movedBy side: Double, to path: inout Path) {
    let moved = ring(movedBy: side)
    path.move(to: moved[0])
    var i = 1
    for verb in verbs {
      switch verb {
      case .line:
        path.addLine(to: moved[i])
        i += 1
      case .quad:
        path.addQuadCurve(to: moved[i + 1], control: moved[i])
        i += 2
      case .cubic:
        path.addCurve(to: moved[i + 2], control1: moved[i], control2: moved[i + 1])
        i += 3
      }
    }
    path.closeSubpath()
  }

  private func ring(movedBy side: Double) -> [Point] {
    let n = points.count
    var result = points
    // Between coinciding points there is no direction, so the nearest points that differ are taken.
    guard let befores = neighbours(step: n - 1), let afters = neighbours(step: 1) else {
      return result
    }
    for i in 0..<n {
      let p = points[i]
      let (before, after) = (points[befores[i]], points[afters[i]])
      let (inX, inY, inLength) = direction(from: before, to: p)
      let (outX, outY, outLength) = direction(from: p, to: after)
      // `turn` is 1 + cosine of the turn; near 0, the path reverses its direction and has no
      // bisector.
      let turn = 1 + inX * outX + inY * outY
      guard turn > 1.0 / 16 else { continue }
      var shift = side / turn
      let limit = min(inLength, outLength) / max(1e-9, abs(inX * outY - inY * outX))
      shift = max(-limit, min(limit, shift))
      // The sum of the left normals of both directions is the bisector.
      result[i] = Point(x: p.x - (inY + outY) * shift, y: p.y + (inX + outX) * shift)
    }
    return result
  }

  /// For each point, the nearest one in a direction that differs from it; `nil` where all coincide.
  ///
  /// - Parameter step: 1 forwards, the number of points less 1 backwards.
  /// - Complexity: O(points).
  private func neighbours(step: Int) -> [Int]? {
    let n = points.count
    guard let start = (0..<n).first(where: { points[($0 + step) % n] != points[$0] }) else {
      return nil
    }
    var found = [Int](repeating: 0, count: n)
    // The array is filled against the direction of the search, so that a point that coincides with
    // the next one can take over the result of that point.
    var (i, next) = (start, (start + step) % n)
    found[i] = next
    for _ in 1..<max(1, n) {
      (i, next) = ((i + n - step) % n, i)
      found[i] = points[next] != points[i] ? next : found[next]
    }
    return found
  }

  private func direction(from a: Point, to b: Point) -> (Double, Double, Double) {
    let (x, y) = (b.x - a.x, b.y - a.y)
    let length = (x * x + y * y).squareRoot()
    return (x / length, y / length, length)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

extension Path {
  /// The approximate memory that filling the path takes, in bytes.
  ///
  /// Lines of curves are counted as the rasteriser cuts them (flatten.c). Each has a vertex and a
  /// place in the order of lines; those that cross one row of pixels have copies for that row.
  ///
  /// - Parameter scale: Device pixels per unit of the path.
  /// - Complexity: O(*n*).
  package func fillingMemory(scale: Double) -> Int {
    var (lines, crossing) = (0.0, 0.0)
    forEachStep(scale: scale) { step in
      lines += step.lines
      crossing += min(step.lines, max(1, 4 * step.lines / max(1, step.height)))
    }
    return bytes(lines * 12 + crossing * 160)
  }

  /// The approximate memory that stroking the path takes, in bytes. `outline` is the memory of the
  /// outline, which the caller may keep: a path with lines on both sides of each line, and with
  /// joins and caps between them. `work` is what else is needed while the outline is made and
  /// filled.
  ///
  /// - Parameters:
  ///   - style: The line.
  ///   - scale: Device pixels per unit of the path.
  /// - Complexity: O(*n*).
  package func strokingMemory(
    _ style: StrokeStyle, scale: Double
  ) -> (outline: Int, work: Int) {
    let curves = verbs.count { $0 == 2 || $0 == 3 }
    let most = Double(PathFlattener.mostSegments(ofEachOf: curves))
    var (lines, length) = (0.0, 0.0)
    forEachStep(scale: scale) { step in
      lines += min(step.lines, most)
      length += step.length
    }
    let period = style.dashPattern.reduce(0) { $0 + max(0, $1) } * scale
    if period > 0 {
      lines += 2 * length / period * Double(style.dashPattern.count)
    }
    return (bytes(lines * Self.bytesOfOutline), bytes(lines * Self.bytesOfWork))
  }

  /// The bytes of an outline for each line.
  private static let bytesOfOutline = 80.0
  /// The bytes, for each line, of the outline mapped to the device and of its vertices in the
  /// rasteriser.
  private static let bytesOfWork = 170.0

  /// The bytes of the path, of its copy in device space, and of `more`.
  private func bytes(_ more: Double) -> Int {
    points.count * 32 + verbs.count + (more < 1e15 ? Int(more) : Int(1e15))
  }

  /// A step of a path as it is drawn, in device pixels.
  private struct Step {
    /// The number of lines.
    var lines = 1.0
    /// The height of its control polygon.
    var height = 0.0
    /// The length of its control polygon.
    var length = 0.0

    mutating func add(_ from: Point, _ to: Point, _ scale: Double) {
      length += PathVector(from: from, to: to).length * scale
      height += abs(to.y - from.y) * scale
    }
  }

  private func forEachStep(scale: Double, _ body: (Step) -> Void) {
    var here = Point.zero
    for element in elements {
      var step = Step()
      switch element {
      case .move(let p): here = p
      case .line(let p):
        step.add(here, p, scale)
        here = p
      case .quad(let c, let p):
        step.add(here, c, scale)
        step.add(c, p, scale)
        let bend = Self.bend(here, c, p) * scale
        step.lines = Self.lines(bend: bend, length: step.length)
        here = p
      case .cubic(let c, let d, let p):
        step.add(here, c, scale)
        step.add(c, d, scale)
        step.add(d, p, scale)
        let bend = 3 * max(Self.bend(here, c, d), Self.bend(c, d, p)) * scale
        step.lines = Self.lines(bend: bend, length: step.length)
        here = p
      case .close: break
      }
      body(step)
    }
  }

  /// The length of the second difference of three points.
  private static func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
    PathVector(x: a.x - 2 * b.x + c.x, y: a.y - 2 * b.y + c.y).length
  }

  /// The lines of a curve, as `steps` of flatten.c counts them, in device pixels.
  private static func lines(bend: Double, length: Double) -> Double {
    let area = 55 * bend * length
    // The cube root, by Newton's method: a few per cent are enough.
    var root = area.squareRoot()
    for _ in 0..<12 where root > 1 { root = (2 * root + area / (root * root)) / 3 }
    let count = min(root, (100 * bend).squareRoot()) + 1.1
    // The comparison is false for NaN, which counts as 1024 lines.
    return count < 1024 ? max(1, count) : 1024
  }
}

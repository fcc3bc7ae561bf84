// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Slow, plain answers to what the rasteriser computes.
enum AreaOracle {
  /// A small random sequence that is the same in every run.
  struct Random: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) {
      state = seed &* 2 &+ 1
    }

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let x = (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
      return x ^ (x >> 29)
    }
  }

  /// The exact area of a polygon within each pixel of a square, by clipping it to the pixel. Right
  /// where no point is wound more than once.
  static func exactAreas(_ polygons: [[Point]], side: Int) -> [Double] {
    var result = [Double](repeating: 0, count: side * side)
    for y in 0..<side {
      for x in 0..<side {
        var area = 0.0
        for polygon in polygons {
          var p = polygon
          p = cut(p) { $0.x - Double(x) }
          p = cut(p) { Double(x + 1) - $0.x }
          p = cut(p) { $0.y - Double(y) }
          p = cut(p) { Double(y + 1) - $0.y }
          for i in p.indices {
            let (a, b) = (p[i], p[(i + 1) % p.count])
            area += (a.x * b.y - b.x * a.y) / 2
          }
        }
        result[y * side + x] = abs(area)
      }
    }
    return result
  }

  private static func cut(_ polygon: [Point], _ inside: (Point) -> Double) -> [Point] {
    var result: [Point] = []
    for i in polygon.indices {
      let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
      let (da, db) = (inside(a), inside(b))
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) {
        let t = da / (da - db)
        result.append(Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t))
      }
    }
    return result
  }

  /// The covered part of each pixel by 256 sample lines with exact ends, counting the winding of
  /// each.
  static func sampledAreas(
    _ polygons: [[Point]], side: Int, rule: FillRule, lines: Int = 256
  ) -> [Double] {
    var result = [Double](repeating: 0, count: side * side)
    let edges = polygons.flatMap { p in p.indices.map { (a: p[$0], b: p[($0 + 1) % p.count]) } }
    var near = edges
    for k in 0..<(side * lines) {
      if k % lines == 0 {
        let row = Double(k / lines)
        near = edges.filter { max($0.a.y, $0.b.y) >= row && min($0.a.y, $0.b.y) <= row + 1 }
      }
      let y = (Double(k) + 0.5) / Double(lines)
      var crossings: [(x: Double, dir: Int)] = []
      for (a, b) in near where (a.y <= y) != (b.y <= y) {
        crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? 1 : -1))
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for i in crossings.indices.dropLast() {
        winding += crossings[i].dir
        guard rule == .nonZero ? winding != 0 : winding & 1 != 0 else { continue }
        let (from, to) = (max(0, crossings[i].x), min(Double(side), crossings[i + 1].x))
        guard from < to else { continue }
        for x in Int(from)...min(side - 1, Int(to)) {
          let part = min(to, Double(x + 1)) - max(from, Double(x))
          if part > 0 { result[(k / lines) * side + x] += part / Double(lines) }
        }
      }
    }
    return result
  }

  static func path(_ polygons: [[Point]]) -> Path {
    var path = Path()
    for p in polygons {
      path.move(to: p[0])
      for q in p.dropFirst() { path.addLine(to: q) }
      path.closeSubpath()
    }
    return path
  }

  /// A polygon of many short chords in place of a path's curves.
  static func flattened(_ path: Path, steps: Int = 400) -> [[Point]] {
    var result: [[Point]] = []
    var here = Point.zero
    func add(_ p: Point) { result[result.count - 1].append(p) }
    for element in path.elements {
      switch element {
      case .move(let p):
        result.append([p])
        here = p
      case .line(let p):
        add(p)
        here = p
      case .quad(let c, let p):
        for i in 1...steps {
          let t = Double(i) / Double(steps), s = 1 - t
          add(
            Point(
              x: s * s * here.x + 2 * s * t * c.x + t * t * p.x,
              y: s * s * here.y + 2 * s * t * c.y + t * t * p.y))
        }
        here = p
      case .cubic(let c, let d, let p):
        for i in 1...steps {
          let t = Double(i) / Double(steps), s = 1 - t
          let (a, b, e, f) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          add(
            Point(
              x: a * here.x + b * c.x + e * d.x + f * p.x,
              y: a * here.y + b * c.y + e * d.y + f * p.y))
        }
        here = p
      case .close: break
      }
    }
    return result
  }

  /// The rasteriser's coverage of a square of pixels.
  static func coverage(
    _ path: Path, side: Int, rule: FillRule = .nonZero, resolve: Bool = false,
    tiles: Int = 1, transform: AffineTransform = .identity
  ) throws -> (pixels: [UInt8], simple: Bool) {
    let rasterizer = PathRasterizer()
    rasterizer.forceResolve(resolve)
    _ = try rasterizer.prepare(path, transform: transform)
    var result = [UInt8](repeating: 0, count: side * side)
    let step = side / tiles
    for ty in 0..<tiles {
      for tx in 0..<tiles {
        let tile = PixelRect(x: tx * step, y: ty * step, width: step, height: step)
        guard let mask = try rasterizer.coverage(in: tile, rule: rule) else { continue }
        for y in 0..<mask.bounds.height {
          let start = (mask.bounds.y + y) * side + mask.bounds.x
          let row = UnsafeBufferPointer(
            start: mask.pixels + y * mask.stride, count: mask.bounds.width)
          result.replaceSubrange(start..<start + row.count, with: row)
        }
      }
    }
    return (result, rasterizer.isSimple)
  }

  /// The largest distance of coverage from areas, in 1/255.
  static func worst(_ pixels: [UInt8], _ areas: [Double]) -> Double {
    var worst = 0.0
    for i in pixels.indices { worst = max(worst, abs(Double(pixels[i]) - areas[i] * 255)) }
    return worst
  }
}

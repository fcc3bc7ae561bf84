// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Every pixel of gradients against the definition, in `Double`.
@Suite struct GradientTests {
  static let side = 48
  static let stops = [
    Gradient.Stop(offset: 0.1, color: Color(red: 1, green: 0, blue: 0, alpha: 1)),
    Gradient.Stop(offset: 0.5, color: Color(red: 0, green: 1, blue: 0, alpha: 0.25)),
    Gradient.Stop(offset: 0.9, color: Color(red: 0, green: 0, blue: 1, alpha: 0.75)),
  ]

  /// Offset to premultiplied R, G, B, A, 0 to 255.
  static func color(_ t: Double, _ extend: Gradient.Extend) -> [Double] {
    let (first, last) = (stops[0].offset, stops[stops.count - 1].offset)
    var u = (t - first) / (last - first)
    switch extend {
    case .pad: u = max(0, min(1, u))
    case .repeat: u -= floor(u)
    case .reflect:
      u -= 2 * floor(u / 2)
      if u > 1 { u = 2 - u }
    }
    let offset = first + u * (last - first)
    let k = offset < stops[1].offset ? 0 : 1
    let (a, b) = (stops[k], stops[k + 1])
    let f = (offset - a.offset) / (b.offset - a.offset)
    func channel(_ path: KeyPath<Color, Double>) -> Double {
      let x = Double(a.color[keyPath: path] * a.color.alpha)
      let y = Double(b.color[keyPath: path] * b.color.alpha)
      return (x + (y - x) * f) * 255
    }
    let alpha = Double(a.color.alpha) + Double(b.color.alpha - a.color.alpha) * f
    return [channel(\.red), channel(\.green), channel(\.blue), alpha * 255]
  }

  /// The largest difference of a gradient from offsets by pixel; `nil` offsets are clear. Pixels
  /// whose neighbourhood in the plane holds a sudden change are left out.
  static func worst(
    _ gradient: Gradient, transform: AffineTransform = .identity,
    _ offset: (Point) -> Double?
  ) throws -> (worst: Double, compared: Int) {
    var c = try GraphicsContext(pixels: PixelSize(width: side, height: side))
    c.transform = transform
    try c.fillClip(with: gradient)
    let picture = c.makeBitmap()
    var (worst, compared) = (0.0, 0)
    for y in 0..<side {
      for x in 0..<side {
        func at(_ dx: Double, _ dy: Double) -> [Double]? {
          offset(Point(x: Double(x) + 0.5 + dx, y: Double(y) + 0.5 + dy)).map {
            color($0, gradient.extend)
          }
        }
        let middle = at(0, 0)
        let near = [at(0.1, 0), at(-0.1, 0), at(0, 0.1), at(0, -0.1)]
        let sudden = near.contains { other in
          guard let other, let middle else { return (other == nil) != (middle == nil) }
          return zip(other, middle).contains { abs($0 - $1) > 12 }
        }
        if sudden { continue }
        let pixel = picture.pixel(x: x, y: y)
        for k in 0..<4 {
          let seen = Double((pixel >> UInt32(8 * k)) & 255)
          worst = max(worst, abs(seen - (middle?[k] ?? 0)))
        }
        compared += 1
      }
    }
    return (worst, compared)
  }

  static let extends: [Gradient.Extend] = [.pad, .repeat, .reflect]

  @Test(arguments: extends)
  func linear(extend: Gradient.Extend) throws {
    let (p, q) = (Point(x: 10, y: 14), Point(x: 34, y: 26))
    let g = Gradient(.axial(from: p, to: q), stops: Self.stops, extend: extend)
    let r = try Self.worst(g) { s in
      ((s.x - p.x) * (q.x - p.x) + (s.y - p.y) * (q.y - p.y))
        / ((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y))
    }
    #expect(r.worst <= 0.65 && r.compared > 1500, "\(r)")
  }

  /// The greatest t with a circle of non-negative radius through the point, found by bisection
  /// between samples.
  static func radialOffset(
    _ s: Point, _ c0: Point, _ r0: Double, _ c1: Point, _ r1: Double
  ) -> Double? {
    func inside(_ t: Double) -> Double {
      let (x, y) = (c0.x + (c1.x - c0.x) * t - s.x, c0.y + (c1.y - c0.y) * t - s.y)
      return sqrt(x * x + y * y) - (r0 + (r1 - r0) * t)
    }
    var t = 40.0
    let step = 0.04
    var b = inside(t)
    while t > -40 {
      let a = b
      b = inside(t - step)
      if a == 0 || (a > 0) != (b > 0) {
        var (low, high) = (t - step, t)
        for _ in 0..<50 {
          let middle = (low + high) / 2
          if (inside(middle) > 0) == (inside(high) > 0) { high = middle } else { low = middle }
        }
        if r0 + (r1 - r0) * low >= 0 { return low }
      }
      t -= step
    }
    return nil
  }

  /// One circle within the other; circles apart, which make a cone; equal circles, which make a
  /// band.
  @Test(
    arguments: extends,
    [
      (Point(x: 20, y: 22), 3.0, Point(x: 26, y: 24), 19.0),
      (Point(x: 12, y: 24), 8, Point(x: 36, y: 24), 3),
      (Point(x: 12, y: 20), 9, Point(x: 36, y: 28), 9),
    ])
  func radial(
    extend: Gradient.Extend, circles: (from: Point, radius: Double, to: Point, toRadius: Double)
  ) throws {
    let (c0, r0, c1, r1) = circles
    let g = Gradient(
      .radial(center: c0, radius: r0, toCenter: c1, toRadius: r1), stops: Self.stops,
      extend: extend)
    let r = try Self.worst(g) { Self.radialOffset($0, c0, r0, c1, r1) }
    #expect(r.worst <= 0.65 && r.compared > 1200, "\(r)")
  }

  @Test(arguments: extends, [(0.0, 2 * Double.pi), (0.5, 2.0), (3, 1)])
  func sweep(extend: Gradient.Extend, angles: (Double, Double)) throws {
    let c = Point(x: 23.3, y: 24.2)
    let g = Gradient(
      .conic(center: c, startAngle: angles.0, endAngle: angles.1), stops: Self.stops,
      extend: extend)
    let r = try Self.worst(g) { s in
      var angle = atan2(s.y - c.y, s.x - c.x)
      if angle < 0 { angle += 2 * .pi }
      return (angle - angles.0) / (angles.1 - angles.0)
    }
    #expect(r.worst <= 0.65 && r.compared > 1200, "\(r)")
  }

  @Test func transformsOfContextAndGradientAreBothApplied() throws {
    let inner = AffineTransform(a: 1, b: 0.3, c: -0.2, d: 0.8, tx: 2, ty: -3)
    let outer = AffineTransform(a: 1.5, b: 0, c: 0.4, d: 1.2, tx: 1, ty: 4)
    let g = Gradient(
      .axial(from: Point(x: 5, y: 5), to: Point(x: 30, y: 5)), stops: Self.stops,
      transform: inner)
    let inverse = try #require(inner.concatenating(outer).inverted())
    let r = try Self.worst(g, transform: outer) { (inverse.apply($0).x - 5) / 25 }
    #expect(r.worst <= 0.65 && r.compared > 1500, "\(r)")
  }

  @Test func clearStopsLendNoColour() throws {
    // Premultiplied mixing, as the COLR table asks for: no grey between red and clear black.
    let g = Gradient(
      .axial(from: .zero, to: Point(x: 48, y: 0)),
      stops: [
        .init(offset: 0, color: Color(red: 1, green: 0, blue: 0)),
        .init(offset: 1, color: Color(red: 0, green: 0, blue: 0, alpha: 0)),
      ])
    var c = try GraphicsContext(pixels: PixelSize(width: 48, height: 1))
    try c.fillClip(with: g)
    let b = c.makeBitmap()
    for x in 0..<48 {
      let pixel = b.pixel(x: x, y: 0)
      #expect(pixel & 255 == pixel >> 24)
    }
  }

  @Test func stopsInOnePlaceAreASuddenChange() throws {
    let g = Gradient(
      .axial(from: .zero, to: Point(x: 10, y: 0)),
      stops: [.init(offset: 0.5, color: .black), .init(offset: 0.5, color: .white)])
    var c = try GraphicsContext(pixels: PixelSize(width: 10, height: 1))
    try c.fillClip(with: g)
    let b = c.makeBitmap()
    #expect(b.pixel(x: 4, y: 0) == 0xff00_0000)
    #expect(b.pixel(x: 5, y: 0) == 0xffff_ffff)
  }

  /// The colour at the place of a hint is the mean of both stops, and the curve ends at the stops.
  @Test(arguments: [0.2, 0.8]) func hints(_ hint: Double) throws {
    let ends = [Gradient.Stop(offset: 1, color: .black), Gradient.Stop(offset: 3, color: .white)]
    let stops = Gradient.stops(between: ends[0], ends[1], hint: 1 + 2 * hint)
    #expect(stops.count == 9 && stops.allSatisfy { $0.offset > 1 && $0.offset < 3 })
    let middle = try #require(stops.min { abs($0.color.red - 0.5) < abs($1.color.red - 0.5) })
    #expect(abs(middle.offset - 1 - 2 * hint) < 1e-9 && abs(middle.color.red - 0.5) < 1e-9)
    #expect(zip(stops, stops.dropFirst()).allSatisfy { $0.color.red < $1.color.red })
    #expect(Gradient.stops(between: ends[0], ends[1], hint: 2).isEmpty)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// Where particles start: S-202 to S-204, by 10⁵ births for each shape and mode.
struct ParticlePlaceTests {
  private static let births = 100_000
  private static let middle = ParticlePlace(x: 7, y: -3, z: 2)
  private static let size = (width: 60.0, height: 20.0, depth: 10.0)

  /// The places of births around the middle.
  private func places(_ shape: EmitterShape, _ mode: EmitterMode) -> [ParticlePlace] {
    let cell = EmitterCell { ($0.birthRate, $0.lifetime) = (Double(Self.births), 10) }
    let emitter = ParticleEmitter([cell]) {
      $0.position = Point(x: Self.middle.x, y: Self.middle.y)
      $0.zPosition = Self.middle.z
      $0.size = Size(width: Self.size.width, height: Self.size.height)
      $0.depth = Self.size.depth
      ($0.shape, $0.mode) = (shape, mode)
    }
    return ParticleSystem(emitter, seed: 4).particles(at: 0.99999).map {
      ParticlePlace(
        x: $0.place.x - Self.middle.x, y: $0.place.y - Self.middle.y,
        z: $0.place.z - Self.middle.z)
    }
  }

  /// S-202, S-203, S-204: every place lies on its part of the shape, and all of it is reached.
  @Test(arguments: EmitterShape.allCases, EmitterMode.allCases)
  func s202_s203_s204_places(_ shape: EmitterShape, _ mode: EmitterMode) {
    let places = places(shape, mode)
    #expect(abs(places.count - Self.births) <= 1)
    let isRound = shape == .circle || shape == .sphere
    let half = ParticlePlace(
      x: shape == .point ? 0 : isRound ? Self.size.width : Self.size.width / 2,
      y: isRound
        ? Self.size.width : shape == .rectangle || shape == .cuboid ? Self.size.height / 2 : 0,
      z: shape == .cuboid
        ? Self.size.depth / 2 : shape == .sphere && mode != .outline ? Self.size.width : 0)
    // Extent and mean.
    for (axis, limit) in [(\ParticlePlace.x, half.x), (\.y, half.y), (\.z, half.z)] {
      let values = places.map { $0[keyPath: axis] }
      let low = values.min() ?? .nan, high = values.max() ?? .nan
      #expect(low >= -limit - 1e-9 && high <= limit + 1e-9)
      #expect(low <= -limit * 0.97 && high >= limit * 0.97, "\(low) to \(high), not ±\(limit)")
      let mean = values.reduce(0, +) / Double(values.count)
      #expect(abs(mean) <= 0.01 * limit, "\(mean)")
    }
    // On the part of the shape.
    func onEdges(_ place: ParticlePlace) -> Int {
      [(place.x, half.x), (place.y, half.y), (place.z, half.z)]
        .count { abs(abs($0.0) - $0.1) < 1e-9 }
    }
    let axes = shape == .point ? 3 : mode == .points ? 3 : mode == .outline ? 2 : 1
    switch (shape, mode) {
    case (.point, _), (.cuboid, .points), (.cuboid, .outline), (.cuboid, .surface),
      (.rectangle, .points), (.rectangle, .outline), (.line, .points):
      // The flat axes of a rectangle and a line count as reached.
      #expect(places.allSatisfy { onEdges($0) >= axes })
    case (.circle, .outline), (.sphere, .outline), (.sphere, .surface), (.circle, .points),
      (.sphere, .points):
      #expect(places.allSatisfy { abs(Self.radius($0) - half.x) < 1e-6 })
    default:
      #expect(places.allSatisfy { !isRound || Self.radius($0) <= half.x + 1e-9 })
    }
    let kinds = Set(places).count
    switch (shape, mode) {
    case (.point, _): #expect(kinds == 1)
    case (.line, .points): #expect(kinds == 2)
    case (.rectangle, .points), (.circle, .points): #expect(kinds == 4)
    case (.sphere, .points): #expect(kinds == 6)
    case (.cuboid, .points): #expect(kinds == 8)
    default: #expect(kinds > 90_000)
    }
  }

  private static func radius(_ place: ParticlePlace) -> Double {
    (place.x * place.x + place.y * place.y + place.z * place.z).squareRoot()
  }

  /// The share of births in equal parts of the shape.
  private func expectEven(
    _ parts: [Double], _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var histogram = [Int](repeating: 0, count: count)
    for part in parts { histogram[max(0, min(count - 1, Int(part * Double(count))))] += 1 }
    let mean = Double(parts.count) / Double(count)
    for number in histogram {
      // Five standard deviations.
      #expect(
        abs(Double(number) - mean) < 5 * mean.squareRoot(), "\(histogram)",
        sourceLocation: sourceLocation)
    }
  }

  /// S-203: a line is filled evenly, circles and spheres by area and volume.
  @Test func s203_even() {
    expectEven(places(.line, .volume).map { $0.x / 60 + 0.5 }, 20)
    for mode in [EmitterMode.surface, .volume] {
      let circle = places(.circle, mode)
      expectEven(circle.map { ($0.x * $0.x + $0.y * $0.y) / 3600 }, 20)
      expectEven(circle.map { Angle.arctangent($0.y, $0.x) / (2 * .pi) + 0.5 }, 20)
    }
    let ball = places(.sphere, .volume)
    expectEven(ball.map { Self.radius($0) * Self.radius($0) * Self.radius($0) / 216_000 }, 20)
    expectEven(ball.map { $0.z / Self.radius($0) / 2 + 0.5 }, 20)
    let sphere = places(.sphere, .surface)
    expectEven(sphere.map { $0.z / 120 + 0.5 }, 20)
    let box = places(.cuboid, .volume)
    expectEven(box.map { $0.x / 60 + 0.5 }, 10)
    expectEven(box.map { $0.y / 20 + 0.5 }, 10)
    expectEven(box.map { $0.z / 10 + 0.5 }, 10)
  }

  /// S-204: outlines by length, surfaces by area, corners alike.
  @Test func s204_shares() {
    func share(_ places: [ParticlePlace], _ test: (ParticlePlace) -> Bool) -> Double {
      Double(places.count(where: test)) / Double(places.count)
    }
    let sides = places(.rectangle, .outline)
    #expect(abs(share(sides) { abs(abs($0.y) - 10) < 1e-9 } - 0.75) < 0.01)
    #expect(abs(share(sides) { $0.y < 0 } - 0.5) < 0.01)
    let edges = places(.cuboid, .outline)
    let isAlong = share(edges) { abs(abs($0.y) - 10) < 1e-9 && abs(abs($0.z) - 5) < 1e-9 }
    #expect(abs(isAlong - 60 / 90.0) < 0.01)
    let faces = places(.cuboid, .surface)
    // 60 × 20, 60 × 10, 20 × 10.
    #expect(abs(share(faces) { abs(abs($0.z) - 5) < 1e-9 } - 0.6) < 0.01)
    #expect(abs(share(faces) { abs(abs($0.y) - 10) < 1e-9 } - 0.3) < 0.01)
    let corners = places(.cuboid, .points)
    #expect(abs(share(corners) { $0.x > 0 && $0.y > 0 && $0.z > 0 } - 0.125) < 0.01)
  }

  /// S-201: the shape lies around the emitter's position, the origin by default.
  @Test func s201_position() {
    let cell = EmitterCell { ($0.birthRate, $0.lifetime) = (1, 1) }
    #expect(ParticleSystem(ParticleEmitter([cell])).particles(at: 0)[0].place == ParticlePlace())
    let moved = ParticleEmitter([cell]) { ($0.position, $0.zPosition) = (Point(x: 3, y: 4), 5) }
    #expect(
      ParticleSystem(moved).particles(at: 0)[0].place == ParticlePlace(x: 3, y: 4, z: 5))
  }
}

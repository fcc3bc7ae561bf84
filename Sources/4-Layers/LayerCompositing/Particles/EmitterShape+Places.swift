// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A place in the space of a layer.
struct ParticlePlace: Hashable {
  var x = 0.0
  var y = 0.0
  var z = 0.0
}

/// The places where particles start: evenly spread over the part of the shape that `EmitterMode`
/// names, by length, area or volume.
extension EmitterShape {
  /// A place around the middle of the shape.
  ///
  /// - Parameters:
  ///   - half: Half of width, height and depth, in points; the first is the radius of a circle and
  ///     a sphere.
  func place(_ mode: EmitterMode, half: ParticlePlace, _ random: ParticleRandom) -> ParticlePlace {
    func number(_ field: ParticleRandom.Field) -> Double { 2 * random.fraction(field) - 1 }
    switch self {
    case .point: return ParticlePlace()
    case .line:
      let x = mode == .points ? (random.index(2, .place) == 0 ? -1 : 1) : number(.placeX)
      return ParticlePlace(x: x * half.x)
    case .rectangle: return Self.onRectangle(mode, half, random)
    case .cuboid: return Self.onCuboid(mode, half, random)
    case .circle:
      if mode == .points { return Self.axisPoint(2, half.x, random) }
      let radius = mode == .outline ? half.x : half.x * random.fraction(.place).squareRoot()
      return Self.onCircle(radius, random)
    case .sphere:
      if mode == .points { return Self.axisPoint(3, half.x, random) }
      if mode == .outline { return Self.onCircle(half.x, random) }
      let radius = mode == .surface ? half.x : half.x * Self.cubeRoot(random.fraction(.place))
      // Places are uniform on a sphere if their z is uniform (Archimedes' theorem).
      let z = number(.placeZ)
      var place = Self.onCircle(radius * max(0, 1 - z * z).squareRoot(), random)
      place.z = z * radius
      return place
    }
  }

  private static func onCircle(_ radius: Double, _ random: ParticleRandom) -> ParticlePlace {
    let (sine, cosine) = ParticleAngle.sineAndCosine(2 * .pi * random.fraction(.placeX))
    return ParticlePlace(x: radius * cosine, y: radius * sine)
  }

  /// One of the points where axes meet a circle or a sphere.
  private static func axisPoint(
    _ axes: Int, _ radius: Double, _ random: ParticleRandom
  ) -> ParticlePlace {
    let index = random.index(2 * axes, .place)
    let value = index & 1 == 0 ? -radius : radius
    switch index >> 1 {
    case 0: return ParticlePlace(x: value)
    case 1: return ParticlePlace(y: value)
    default: return ParticlePlace(z: value)
    }
  }

  private static func onRectangle(
    _ mode: EmitterMode, _ half: ParticlePlace, _ random: ParticleRandom
  ) -> ParticlePlace {
    var place = inside(half, random)
    place.z = 0
    switch mode {
    case .surface, .volume: break
    case .points: place = corner(half, random, depth: 0)
    case .outline:
      let side = choice([abs(half.x), abs(half.y)], random)
      let end = random.index(2, .placeZ) == 0 ? -1.0 : 1
      if side == 0 { place.y = end * half.y } else { place.x = end * half.x }
    }
    return place
  }

  private static func onCuboid(
    _ mode: EmitterMode, _ half: ParticlePlace, _ random: ParticleRandom
  ) -> ParticlePlace {
    var place = inside(half, random)
    let corner = corner(half, random, depth: half.z)
    let lengths = [abs(half.x), abs(half.y), abs(half.z)]
    switch mode {
    case .volume: return place
    case .points: return corner
    case .outline:
      // The place lies on an edge along one axis: its two other coordinates are those of a corner.
      let axis = choice(lengths, random)
      if axis != 0 { place.x = corner.x }
      if axis != 1 { place.y = corner.y }
      if axis != 2 { place.z = corner.z }
    case .surface:
      let areas = [lengths[1] * lengths[2], lengths[0] * lengths[2], lengths[0] * lengths[1]]
      switch choice(areas, random) {
      case 0: place.x = corner.x
      case 1: place.y = corner.y
      default: place.z = corner.z
      }
    }
    return place
  }

  private static func inside(_ half: ParticlePlace, _ random: ParticleRandom) -> ParticlePlace {
    ParticlePlace(
      x: half.x * (2 * random.fraction(.placeX) - 1),
      y: half.y * (2 * random.fraction(.placeY) - 1),
      z: half.z * (2 * random.fraction(.placeZ) - 1))
  }

  /// One of the corners, by bits that nothing else of the place uses.
  private static func corner(
    _ half: ParticlePlace, _ random: ParticleRandom, depth: Double
  ) -> ParticlePlace {
    let index = random.child(0).index(8, .place)
    return ParticlePlace(
      x: index & 1 == 0 ? -half.x : half.x, y: index & 2 == 0 ? -half.y : half.y,
      z: index & 4 == 0 ? -depth : depth)
  }

  /// An index with a probability in proportion to its weight; the last one where all are 0.
  private static func choice(_ weights: [Double], _ random: ParticleRandom) -> Int {
    var left = weights.reduce(0, +) * random.fraction(.place)
    for (index, weight) in weights.enumerated() {
      if left < weight { return index }
      left -= weight
    }
    return weights.count - 1
  }

  /// The cube root of a fraction, by Newton's method from above.
  private static func cubeRoot(_ value: Double) -> Double {
    if value <= 0 { return 0 }
    var root = value.squareRoot().squareRoot()
    for _ in 0..<64 {
      let next = (2 * root + value / (root * root)) / 3
      if next >= root { break }
      root = next
    }
    return root
  }
}

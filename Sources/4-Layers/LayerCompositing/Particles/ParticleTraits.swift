// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The properties that a particle has from its birth on.
struct ParticleStart {
  var birth: Double
  var lifetime: Double
  var place: ParticlePlace
  var velocity: ParticlePlace
  var scale: Double
  var spin: Double
  /// Red, green, blue and opacity.
  var color: SIMD4<Double>
  /// The factors by which the particle that emits this one multiplies its scale and its colour.
  var scaleFactor = 1.0
  var colorFactor = SIMD4<Double>(repeating: 1)
}

/// The numbers of a cell, checked, with the factors of the emitter: what particles are made of.
struct ParticleTraits {
  let sprite: Sprite?
  let contentsScale: Double
  let cells: [EmitterCell]
  private let lifetime: (mean: Double, range: Double)
  private let velocity: (mean: Double, range: Double)
  private let scale: (mean: Double, range: Double)
  private let spin: (mean: Double, range: Double)
  private let longitude: (mean: Double, range: Double)
  /// Sine and cosine of the latitude.
  private let latitude: (sine: Double, cosine: Double)
  private let color: (mean: SIMD4<Double>, range: SIMD4<Double>)
  private let acceleration: ParticlePlace
  private let scaleSpeed: Double
  private let colorSpeed: SIMD4<Double>

  /// - Parameter emitter: The emitter whose factors apply; `nil` for a sub-cell.
  init(_ cell: EmitterCell, _ emitter: ParticleEmitter?, _ meaning: ParticleSystem.RangeMeaning) {
    let part = meaning == .width ? 0.5 : 1
    func range(_ value: Double) -> Double { value.bounded * part }
    func scaled(_ mean: Double, _ value: Double, by factor: Double?) -> (Double, Double) {
      let factor = factor?.bounded ?? 1
      // A factor of 0 gives 0 even for an infinite mean, where the product would be NaN.
      return factor == 0 ? (0, 0) : (mean.sane * factor, range(value) * factor)
    }
    sprite = cell.sprite
    let perPoint = cell.contentsScale
    contentsScale = perPoint > 0 && perPoint.isFinite ? perPoint : 1
    cells = cell.emitterCells
    lifetime = scaled(cell.lifetime, cell.lifetimeRange, by: emitter?.lifetime)
    velocity = scaled(cell.velocity.bounded, cell.velocityRange, by: emitter?.velocity)
    scale = scaled(cell.scale.bounded, cell.scaleRange, by: emitter?.scale)
    spin = scaled(cell.spin.bounded, cell.spinRange, by: emitter?.spin)
    scaleSpeed = cell.scaleSpeed.bounded * (emitter?.scale.bounded ?? 1)
    longitude = (cell.emissionLongitude.bounded, range(cell.emissionRange))
    latitude = ParticleAngle.sineAndCosine(cell.emissionLatitude.bounded)
    acceleration = ParticlePlace(
      x: cell.xAcceleration.bounded, y: cell.yAcceleration.bounded, z: cell.zAcceleration.bounded)
    color = (
      SIMD4(
        cell.color.red.bounded, cell.color.green.bounded, cell.color.blue.bounded,
        cell.color.alpha.bounded),
      SIMD4(
        range(cell.redRange), range(cell.greenRange), range(cell.blueRange), range(cell.alphaRange))
    )
    colorSpeed = SIMD4(
      cell.redSpeed.bounded, cell.greenSpeed.bounded, cell.blueSpeed.bounded,
      cell.alphaSpeed.bounded)
  }

  /// The length of a particle's life; not above 0 for one that never lives.
  func lifetime(_ random: ParticleRandom) -> Double {
    random.value(lifetime.mean, lifetime.range, .lifetime)
  }

  /// A particle at its birth.
  ///
  /// - Parameters:
  ///   - direction: The direction from which longitudes are counted, of length 1.
  func start(
    birth: Double, lifetime: Double, at place: ParticlePlace,
    along direction: (x: Double, y: Double),
    _ random: ParticleRandom
  ) -> ParticleStart {
    let speed = random.value(velocity.mean, velocity.range, .velocity)
    var start = ParticleStart(
      birth: birth, lifetime: lifetime, place: place, velocity: ParticlePlace(),
      scale: random.value(scale.mean, scale.range, .scale),
      spin: random.value(spin.mean, spin.range, .spin), color: color.mean)
    if speed != 0 {
      let angle = random.value(longitude.mean, longitude.range, .longitude)
      let (sine, cosine) = angle == 0 ? (0, 1) : ParticleAngle.sineAndCosine(angle)
      let flat = speed * latitude.cosine
      start.velocity = ParticlePlace(
        x: flat * (direction.x * cosine - direction.y * sine),
        y: flat * (direction.x * sine + direction.y * cosine), z: speed * latitude.sine)
    }
    if color.range != .zero {
      start.color = SIMD4(
        random.value(color.mean[0], color.range[0], .red),
        random.value(color.mean[1], color.range[1], .green),
        random.value(color.mean[2], color.range[2], .blue),
        random.value(color.mean[3], color.range[3], .alpha))
    }
    return start
  }

  /// Whether a particle stays as it is until it dies.
  func isStill(_ start: ParticleStart) -> Bool {
    start.velocity == ParticlePlace() && acceleration == ParticlePlace() && start.spin == 0
      && scaleSpeed == 0 && colorSpeed == .zero
  }

  /// The place at an age, by p₀ + v·t + ½·a·t².
  func place(_ start: ParticleStart, at age: Double) -> ParticlePlace {
    let half = 0.5 * age * age
    return ParticlePlace(
      x: start.place.x + start.velocity.x * age + acceleration.x * half,
      y: start.place.y + start.velocity.y * age + acceleration.y * half,
      z: start.place.z + start.velocity.z * age + acceleration.z * half)
  }

  /// The direction in the plane at an age, of length 1; that of +x without motion.
  func direction(_ start: ParticleStart, at age: Double) -> (x: Double, y: Double) {
    let x = start.velocity.x + acceleration.x * age, y = start.velocity.y + acceleration.y * age
    let length = (x * x + y * y).squareRoot()
    return length > 0 && length.isFinite ? (x / length, y / length) : (1, 0)
  }

  /// The scale at an age, not below 0.
  func scale(_ start: ParticleStart, at age: Double) -> Double {
    max(0, start.scale + scaleSpeed * age) * start.scaleFactor
  }

  /// The colour at an age, cut off at 0 and 1.
  func color(_ start: ParticleStart, at age: Double) -> SIMD4<Double> {
    let color = start.color + colorSpeed * age
    return color.clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1)) * start.colorFactor
  }
}

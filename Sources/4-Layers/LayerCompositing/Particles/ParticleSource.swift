// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The values that particles of a cell of an emitter get at their birth.
struct ParticleSource {
  let traits: ParticleTraits
  private let emitter: ParticleEmitter
  private let half: ParticlePlace
  private let middle: ParticlePlace

  init(_ emitter: ParticleEmitter, _ cell: Int, _ meaning: ParticleSystem.RangeMeaning) {
    self.emitter = emitter
    traits = ParticleTraits(emitter.cells[cell], emitter, meaning)
    let isRound = emitter.shape == .circle || emitter.shape == .sphere
    let part = isRound ? 1 : 0.5
    half = ParticlePlace(
      x: emitter.size.width.bounded * part, y: emitter.size.height.bounded * part,
      z: emitter.depth.bounded * part)
    middle = ParticlePlace(
      x: emitter.position.x.bounded, y: emitter.position.y.bounded, z: emitter.zPosition.bounded)
  }

  /// A particle at its birth.
  func start(birth: Double, lifetime: Double, _ random: ParticleRandom) -> ParticleStart {
    let offset = emitter.shape.place(emitter.mode, half: half, random)
    var direction = (x: 1.0, y: 0.0)
    if emitter.emitsOutward {
      let length = (offset.x * offset.x + offset.y * offset.y).squareRoot()
      if length > 0, length.isFinite { direction = (offset.x / length, offset.y / length) }
    }
    return traits.start(
      birth: birth, lifetime: lifetime,
      at: ParticlePlace(x: middle.x + offset.x, y: middle.y + offset.y, z: middle.z + offset.z),
      along: direction, random)
  }
}

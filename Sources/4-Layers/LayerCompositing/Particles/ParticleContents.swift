// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

/// Particles as the contents of a layer, in the space of its bounds, above its background and
/// border. They are not clipped.
package final class ParticleContents: TimedContents {
  /// The particles as a function of time.
  package let system: ParticleSystem
  private let timeline: ParticleTimeline
  /// The animations of the layer, if they change the emitter.
  private let motion: LayerMotion?
  /// Whether animations of the layer change the emitter, besides those of the system.
  private let followsMotion: Bool

  /// Creates contents.
  ///
  /// - Parameter system: The particles. Animations of the layer that shows them, such as those of
  ///   `birthRate`, apply to all births, in addition to those of the system.
  package convenience init(_ system: ParticleSystem) { self.init(system, followsMotion: true) }

  /// - Parameters:
  ///   - followsMotion: Whether animations of the layer that shows the particles change the
  ///     emitter; `false` for a layer that records its animations in the system.
  ///   - motion: The animations of the layer.
  package init(_ system: ParticleSystem, followsMotion: Bool, motion: LayerMotion? = nil) {
    (self.system, self.motion, self.followsMotion) = (system, motion, followsMotion)
    timeline = ParticleTimeline(system, motion)
  }

  /// The same particles in a layer with animations.
  func moved(by motion: LayerMotion?) -> ParticleContents {
    let motion = motion?.changesEmitter ?? false ? motion : nil
    guard followsMotion, motion !== self.motion else { return self }
    return ParticleContents(system, followsMotion: true, motion: motion)
  }

  /// The particles that live at a time.
  func particles(at time: Double) -> LivingParticles {
    LivingParticles(system, timeline, at: time)
  }

  /// The emitter at a time, with the animations of the layer.
  package func emitter(at time: Double) -> ParticleEmitter {
    timeline.emitter(at: time) ?? system.emitter
  }

  /// The particles at a time, as contents that do not change.
  ///
  /// - Complexity: O(*n* log *n*) for *n* births in the longest lifetime, at most
  ///   `LayerLimits.particles`.
  package func presented(at time: Double, treeTime: Double) -> any VectorContents {
    let emitter = timeline.emitter(at: time)
    let hasEmptyCells = emitter?.cells.contains { cell in
      cell.isEnabled && cell.birthRate > 0 && cell.contents == nil && cell.emitterCells.isEmpty
    }
    return ParticlePicture(
      particles(at: time), emitter?.renderMode ?? .unordered,
      hasEmptyCells: hasEmptyCells ?? false)
  }

  /// The next time at which the picture changes: the given time while a particle moves or emits
  /// others, otherwise the next birth or death; `infinity` if there is none.
  package func nextChange(from time: Double) -> Double {
    if time.isNaN || time == .infinity { return .infinity }
    let living = LivingParticles(system, timeline, at: time, stopsAtMotion: true)
    if living.isMoving { return time }
    var next = living.nextDeath
    if living.particles.count > 1, let stage = timeline.stage(at: time) {
      // A change of the emitter may change the order in which particles are drawn.
      next = min(next, stage.end, timeline.nextMotion(from: time))
    }
    for cell in 0..<timeline.cellCount {
      let birth = timeline.nextBirth(of: cell, after: time) { cell, emitter in
        let (longest, factor) = (cell.longestLife, emitter.lifetime.bounded)
        return longest > 0 && factor != 0 && (cell.sprite != nil || !cell.emitterCells.isEmpty)
      }
      next = min(next, birth)
    }
    return next == .infinity ? next : max(next, time.nextUp)
  }

  /// Empty: only the result of ``presented(at:treeTime:)`` is drawn.
  package func extent(in layerBounds: Rect) -> Rect { .zero }

  /// Draws nothing: only the result of ``presented(at:treeTime:)`` is drawn.
  package func draw(in context: inout GraphicsContext, layerBounds: Rect) {}

  /// Whether other contents are the same particles.
  package func isEqual(to other: any VectorContents) -> Bool {
    guard let other = other as? ParticleContents else { return false }
    return self === other || motion === other.motion && system == other.system
  }
}

/// The particles of one time, ready to be drawn.
final class ParticlePicture: VectorContents {
  /// A picture at its place.
  struct Placed: Equatable {
    var sprite: Int32
    /// Premultiplied.
    var color: UInt32
    var x: Double
    var y: Double
    /// The first column of the map from pixels of the picture to points; the second is at a right
    /// angle to it.
    var across: Double
    var down: Double
    /// Half of the diagonal, in points, and a pixel more.
    var reach: Double
  }

  private let sprites: [Sprite]
  private let placed: [Placed]
  /// The rows of each particle in points, rounded outwards: a quick test against the rows of a
  /// band.
  private let rows: [SIMD2<Float>]
  private let isAdditive: Bool
  private let extent: Rect

  /// Particles farther away, or larger, are not drawn; in points.
  private static let farthest = 1e7

  /// Whether particles are left out because there are too many.
  let isOverLimit: Bool
  /// Whether cells emit particles that have neither a picture nor cells of their own.
  let hasEmptyCells: Bool

  init(_ living: LivingParticles, _ mode: EmitterRenderMode, hasEmptyCells: Bool = false) {
    (isOverLimit, self.hasEmptyCells) = (living.isOverLimit, hasEmptyCells)
    let particles = Self.ordered(living.particles, mode)
    sprites = living.sprites.map(\.sprite)
    isAdditive = mode == .additive
    let sizes = living.sprites.map { entry in
      let size = entry.sprite.size
      let diagonal = (size.width * size.width + size.height * size.height).squareRoot()
      return (points: entry.pointsPerPixel, reach: diagonal / 2 + 1)
    }
    var placed: [Placed] = []
    placed.reserveCapacity(particles.count)
    var (left, top, right, bottom) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for particle in particles {
      guard let index = particle.sprite else { continue }
      let color = Self.packed(particle.color)
      let factor = particle.scale * sizes[index].points
      let reach = factor * sizes[index].reach
      let (x, y) = (particle.place.x, particle.place.y)
      guard color != 0, factor > 0, reach < Self.farthest, abs(x) < Self.farthest,
        abs(y) < Self.farthest
      else { continue }
      let (sine, cosine) =
        particle.angle == 0 ? (0, 1) : ParticleAngle.sineAndCosine(particle.angle)
      placed.append(
        Placed(
          sprite: Int32(index), color: color, x: x, y: y, across: factor * cosine,
          down: factor * sine, reach: reach))
      (left, right) = (min(left, x - reach), max(right, x + reach))
      (top, bottom) = (min(top, y - reach), max(bottom, y + reach))
    }
    self.placed = placed
    rows = placed.map {
      SIMD2(Float($0.y - $0.reach).nextDown, Float($0.y + $0.reach).nextUp)
    }
    extent =
      placed.isEmpty ? .zero : Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func ordered(_ particles: [Particle], _ mode: EmitterRenderMode) -> [Particle] {
    let key: (Particle) -> Double
    switch mode {
    case .unordered, .additive: return particles
    case .oldestFirst: key = { $0.birth }
    case .oldestLast: key = { -$0.birth }
    case .backToFront: key = { $0.place.z.bounded }
    }
    let keys = particles.map(key)
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) { return particles }
    return particles.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { particles[$0] }
  }

  /// The colour, premultiplied.
  private static func packed(_ color: SIMD4<Double>) -> UInt32 {
    Color(red: color[0], green: color[1], blue: color[2], alpha: color[3]).premultiplied8
  }

  func extent(in layerBounds: Rect) -> Rect { extent }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let map = PlaneMap(of: context)
    context.saveGState()
    defer { context.restoreGState() }
    // Without this clip, pixels beyond the extent would depend on the area that is painted.
    context.clip(pixels: PixelRect(covering: map.boundingBox(of: extent)))
    let clip = context.clipPixels
    if clip.isEmpty { return }
    let levels = sprites.map { $0.levels() }
    let sizes = sprites.map(\.size)
    let (left, right) = (Double(clip.x), Double(clip.maxX))
    let (top, bottom) = (Double(clip.y), Double(clip.maxY))
    let affine = map.affine
    // The clip in points; infinite under a perspective, or if the map cannot be inverted.
    let box = affine?.inverted()?.boundingBox(
      of: Rect(x: left - 2, y: top - 2, width: right - left + 4, height: bottom - top + 4))
    let (above, below) = (
      box.map { Float($0.minY).nextDown } ?? -.infinity,
      box.map { Float($0.maxY).nextUp } ?? .infinity
    )
    for (number, interval) in rows.enumerated() where interval.y >= above && interval.x <= below {
      let particle = placed[number]
      let local = affine ?? map.affine(near: Point(x: particle.x, y: particle.y))
      let x = local.a * particle.x + local.c * particle.y + local.tx
      let y = local.b * particle.x + local.d * particle.y + local.ty
      // Rows are tested first: most particles lie above or below a band.
      let reach = particle.reach * (abs(local.b) + abs(local.d)) + 2
      guard y + reach > top, y - reach < bottom else { continue }
      let width = particle.reach * (abs(local.a) + abs(local.c)) + 2
      guard x + width > left, x - width < right else { continue }
      let index = Int(particle.sprite)
      let (halfWidth, halfHeight) = (sizes[index].width / 2, sizes[index].height / 2)
      let (a, b) = (particle.across, particle.down)
      let turned = AffineTransform(
        a: a, b: b, c: -b, d: a, tx: particle.x - a * halfWidth + b * halfHeight,
        ty: particle.y - b * halfWidth - a * halfHeight)
      try context.draw(
        levels[index], map: turned.concatenating(local), color: particle.color,
        isAdditive: isAdditive)
    }
  }

  func isEqual(to other: any VectorContents) -> Bool {
    guard let other = other as? ParticlePicture else { return false }
    return self === other
      || isAdditive == other.isAdditive && placed == other.placed
        && sprites.elementsEqual(other.sprites) { $0.isSame(as: $1) }
  }
}

extension NodeContents {
  /// The contents of a layer with animations, which particles follow.
  func moved(by motion: LayerMotion?) -> NodeContents {
    guard case .vector(let vector) = self, let particles = vector as? ParticleContents else {
      return self
    }
    return .vector(particles.moved(by: motion))
  }

  /// Whether the contents are particles.
  var areParticles: Bool {
    if case .vector(let vector) = self { vector is ParticlePicture } else { false }
  }
}

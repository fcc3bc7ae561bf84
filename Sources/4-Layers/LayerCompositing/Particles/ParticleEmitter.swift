// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// Where particles start, and the factors of their cells: the properties of `CAEmitterLayer` as one
/// value.
///
/// ``birthRate`` to ``spin`` multiply the values of the ``cells``. All properties except
/// ``renderMode`` apply to particles at their birth, and do not change older ones. NaN counts as 0.
public struct ParticleEmitter: Sendable, Equatable {
  /// The middle of the shape, in the space of the layer's bounds.
  public var position = Point.zero
  /// The z of the middle of the shape, in points.
  public var zPosition = 0.0
  /// Width and height of the shape, in points; the width is the radius of a circle and of a sphere.
  public var size = Size.zero
  /// The depth of a cuboid, in points.
  public var depth = 0.0
  /// The shape that particles start on.
  public var shape = EmitterShape.point
  /// The part of the shape that particles start on.
  public var mode = EmitterMode.volume
  /// The order in which particles are drawn.
  public var renderMode = EmitterRenderMode.unordered
  /// Whether longitudes are counted from the direction away from ``position``, so that particles
  /// leave a circle on all sides; from +x otherwise.
  public var emitsOutward = false
  /// The factor of the cells' birth rates.
  public var birthRate = 1.0
  /// The factor of the cells' lifetimes.
  public var lifetime = 1.0
  /// The factor of the cells' velocities.
  public var velocity = 1.0
  /// The factor of the cells' scales.
  public var scale = 1.0
  /// The factor of the cells' spins.
  public var spin = 1.0

  /// The kinds of particles. Those beyond `LayerLimits.emitterCells` in all, sub-cells included,
  /// emit nothing.
  public var cells: [EmitterCell] = []

  /// Creates an emitter in the origin, without cells.
  public init() {}

  /// The cells within the limit, which emit particles.
  var emittingCells: ArraySlice<EmitterCell> {
    var count = 0
    for (index, cell) in cells.enumerated() {
      count += cell.cellCount
      if count > LayerLimits.emitterCells { return cells[..<index] }
    }
    return cells[...]
  }

  /// The longest time from a birth to the end of the particle and of all that it emits.
  package var longevity: Double {
    // `max` makes this an upper bound: the factor does not apply to the lifetimes of sub-cells.
    let factor = max(1, abs(lifetime.bounded))
    return (emittingCells.map(\.longevity).max() ?? 0) * factor
  }
}

/// The shape that particles start on.
public enum EmitterShape: String, Hashable, Sendable, CaseIterable {
  /// A point.
  case point
  /// A horizontal line as long as the width.
  case line
  /// A rectangle.
  case rectangle
  /// A box.
  case cuboid
  /// A circle whose radius is the width.
  case circle
  /// A ball whose radius is the width.
  case sphere
}

/// The part of a shape that particles start on.
public enum EmitterMode: String, Hashable, Sendable, CaseIterable {
  /// The corners: the ends of a line; of a circle and a sphere the points where the axes meet it.
  case points
  /// The edges: the sides of a rectangle, the twelve edges of a cuboid; the circle, also of a
  /// sphere.
  case outline
  /// The faces: a rectangle or a circle with its inside, the six sides of a cuboid, the sphere.
  case surface
  /// Anywhere inside.
  case volume
}

/// The order in which particles are drawn, and how.
public enum EmitterRenderMode: String, Hashable, Sendable, CaseIterable {
  /// In no order of age or depth: first the particles of the emitter's own cells, cell by cell,
  /// then those that other particles emit.
  case unordered
  /// The oldest first, behind all others.
  case oldestFirst
  /// The oldest last, in front of all others.
  case oldestLast
  /// By depth, the farthest first.
  case backToFront
  /// Their colours are added to what lies behind.
  case additive
}

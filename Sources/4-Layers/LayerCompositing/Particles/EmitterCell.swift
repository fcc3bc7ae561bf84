// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// A kind of particles: the template from which an emitter makes them, after `CAEmitterCell`.
///
/// A value with a range is random for each particle, evenly distributed from mean − range to mean +
/// range. Lengths are in points, times in seconds, angles in radians, clockwise on the screen. Any
/// number may be set: NaN counts as 0, a rate that is not above 0 emits nothing, and a particle
/// whose lifetime is not above 0 is not shown.
public struct EmitterCell: Sendable, Equatable {
  /// The name, by which key paths find the cell; `nil` for none.
  public var name: String?
  /// Whether particles are emitted.
  public var isEnabled = true
  /// The particles a second; 0 by default.
  public var birthRate = 0.0
  /// The mean length of a particle's life; 0 by default, so that none lives. May be infinite.
  public var lifetime = 0.0 { didSet { updateLongevity() } }
  /// The range of lifetimes.
  public var lifetimeRange = 0.0 { didSet { updateLongevity() } }
  /// The delay of the emission after that of the layer or, in a sub-cell, after the birth of the
  /// particle that emits.
  public var beginTime = 0.0
  /// How long particles are emitted; infinite by default.
  public var duration = Double.infinity

  /// The angle of the direction in which particles start, from +x towards +y; in a sub-cell from
  /// the direction of the particle that emits.
  public var emissionLongitude = 0.0
  /// The angle of the direction in which particles start, out of the layer's plane towards the
  /// viewer.
  ///
  /// 0, the default, lies in the layer's plane. Core Animation's documentation counts the angle
  /// from the z axis, along which particles would not appear to move; its pictures show that it
  /// counts from the plane.
  public var emissionLatitude = 0.0
  /// The range of the longitude: particles fill a wedge of twice that angle.
  public var emissionRange = 0.0
  /// The mean speed, in points a second.
  public var velocity = 0.0
  /// The range of speeds.
  public var velocityRange = 0.0
  /// The acceleration to the right, in points a second, a second.
  public var xAcceleration = 0.0
  /// The acceleration downwards, in points a second, a second.
  public var yAcceleration = 0.0
  /// The acceleration towards the viewer, in points a second, a second.
  public var zAcceleration = 0.0

  /// The mean factor of the contents' size.
  public var scale = 1.0
  /// The range of scales.
  public var scaleRange = 0.0
  /// The change of the scale a second; a scale below 0 counts as 0.
  public var scaleSpeed = 0.0
  /// The mean angle by which particles turn a second.
  public var spin = 0.0
  /// The range of spins.
  public var spinRange = 0.0

  /// The mean colour, by which the contents are multiplied; white by default. Its components are
  /// cut off at 0 and 1 when they are drawn.
  public var color = Color.white
  /// The range of red.
  public var redRange = 0.0
  /// The range of green.
  public var greenRange = 0.0
  /// The range of blue.
  public var blueRange = 0.0
  /// The range of the opacity.
  public var alphaRange = 0.0
  /// The change of red a second.
  public var redSpeed = 0.0
  /// The change of green a second.
  public var greenSpeed = 0.0
  /// The change of blue a second.
  public var blueSpeed = 0.0
  /// The change of the opacity a second.
  public var alphaSpeed = 0.0

  /// The picture of a particle. Without one the particle is invisible, but can emit others. An
  /// `alpha8` bitmap counts as white. It is drawn with at most 2,048 pixels a side.
  public var contents: Bitmap? { didSet { makeSprite() } }
  /// The part of the picture that is shown, as fractions of its size, rounded to whole pixels.
  public var contentsRect = Rect(width: 1, height: 1) { didSet { makeSprite() } }
  /// Pixels of the contents in a point at scale 1.
  public var contentsScale = 1.0
  /// The filter where particles are larger than the picture.
  public var magnificationFilter = ContentsFilter.linear { didSet { makeSprite() } }
  /// The filter where particles are smaller than the picture.
  public var minificationFilter = ContentsFilter.linear { didSet { makeSprite() } }

  /// The kinds of particles that each particle of this kind emits.
  ///
  /// They start at the place of the particle. Their angles count from its direction, and their
  /// colour and scale are multiplied by its own. The factors of the emitter do not apply to them.
  /// Cells beyond `LayerLimits.emitterCells` in all, or deeper than `LayerLimits.emitterCellDepth`
  /// levels, are dropped.
  public var emitterCells: [EmitterCell] {
    get { subcells }
    set { setSubcells(newValue) }
  }

  private var subcells: [EmitterCell] = []
  /// The number of cells: this one and all below it.
  package private(set) var cellCount = 1
  /// The number of levels: this cell's and those of the cells below it.
  private var levelCount = 1
  /// The longest time from the birth of a particle to the end of its life, or of the life of any
  /// particle that it emits, directly or not.
  private(set) var longevity = 0.0
  /// The contents, ready to be drawn many times.
  private(set) var sprite: Sprite?

  /// Creates a cell that emits nothing.
  public init() {}

  /// The longest life of a particle of this cell.
  var longestLife: Double { max(0, lifetime.sane + abs(lifetimeRange.sane)) }

  private mutating func updateLongevity() {
    longevity = longestLife + (subcells.map(\.longevity).max() ?? 0)
  }

  private mutating func setSubcells(_ cells: [EmitterCell]) {
    subcells = []
    (cellCount, levelCount) = (1, 1)
    for cell in cells {
      var cell = cell
      if cell.levelCount >= LayerLimits.emitterCellDepth {
        cell.trim(to: LayerLimits.emitterCellDepth - 1)
      }
      if cellCount + cell.cellCount > LayerLimits.emitterCells { break }
      subcells.append(cell)
      cellCount += cell.cellCount
      levelCount = max(levelCount, cell.levelCount + 1)
    }
    updateLongevity()
  }

  /// Drops cells that lie deeper than a number of levels.
  private mutating func trim(to levels: Int) {
    if levelCount <= levels { return }
    var cells = levels > 1 ? subcells : []
    for index in cells.indices { cells[index].trim(to: levels - 1) }
    setSubcells(cells)
  }

  private mutating func makeSprite() {
    sprite = contents.flatMap {
      Sprite(
        $0, part: contentsRect, growing: magnificationFilter.bitmapFilter,
        shrinking: minificationFilter.bitmapFilter)
    }
  }

  /// Whether all properties are equal; contents that are not the same memory differ.
  public static func == (a: EmitterCell, b: EmitterCell) -> Bool {
    let isSameSprite =
      switch (a.sprite, b.sprite) {
      case (nil, nil): true
      case (let a?, let b?): a.isSame(as: b)
      default: false
      }
    return isSameSprite && a.name == b.name && a.isEnabled == b.isEnabled && a.color == b.color
      && a.contentsRect == b.contentsRect && (a.contents == nil) == (b.contents == nil)
      && a.magnificationFilter == b.magnificationFilter
      && a.minificationFilter == b.minificationFilter
      && EmitterCell.numbers.allSatisfy { a[keyPath: $0] == b[keyPath: $0] }
      && a.subcells == b.subcells
  }
}

extension ContentsFilter {
  fileprivate var bitmapFilter: BitmapFilter { self == .nearest ? .nearest : .average }
}

extension Double {
  /// The number within ±10^12, 0 for NaN; infinity stays.
  var sane: Double { isNaN ? 0 : isInfinite ? self : Swift.max(-1e12, Swift.min(1e12, self)) }

  /// The number within ±10^12, 0 for NaN.
  var bounded: Double { isNaN ? 0 : Swift.max(-1e12, Swift.min(1e12, self)) }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerCompositing
package import StyledDocuments
internal import TextModel

/// The members of an element of `changes`: `at`, the time at which an emitter changes, and the
/// values from then on. All members but `at` are also members of a layer of the type `emitter`;
/// there they are the values before the first change.
package enum EmitterMember: String, DocumentObject {
  case at
  case birthRate
  case lifetime
  case velocity
  case scale
  case spin
  case emitterPosition
  case emitterZPosition
  case emitterSize
  case emitterDepth
  case emitterShape
  case emitterMode
  case renderMode
  case emitsOutward
  case cells

  package var summary: String {
    switch self {
    case .at: "when the rest changes, in seconds of the layer's time"
    case .birthRate: "the factor of the cells' birth rates (default 1)"
    case .lifetime: "the factor of the cells' lifetimes (default 1)"
    case .velocity: "the factor of the cells' velocities (default 1)"
    case .scale: "the factor of the cells' scales (default 1)"
    case .spin: "the factor of the cells' spins (default 1)"
    case .emitterPosition: "the middle of the shape (default [0,0])"
    case .emitterZPosition: "the depth of the middle (default 0)"
    case .emitterSize: "width and height; the width is a circle's radius (default [0,0])"
    case .emitterDepth: "the depth of a cuboid (default 0)"
    case .emitterShape: "where particles start (default point)"
    case .emitterMode: "the part of the shape (default volume)"
    case .renderMode: "the order in which particles are drawn (default unordered)"
    case .emitsOutward: "whether longitudes count from the direction away from emitterPosition"
    case .cells: "the kinds of particles"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .emitterPosition, .emitterSize: .numbers(2)
    case .emitterShape: .words("SHAPE", EmitterShape.self)
    case .emitterMode: .words("MODE", EmitterMode.self)
    case .renderMode: .words("MODE", EmitterRenderMode.self)
    case .emitsOutward: .flag
    case .cells: nil
    default: .amount
    }
  }

  package var isRequired: Bool { self == .at }
  package var nested: NestedForm { .list(of: "emitterCell") }
}

/// The members of an element of `cells`; angles are in radians.
package enum CellMember: String, DocumentObject {
  case name
  case enabled
  case contents
  case contentsRect
  case contentsScale
  case magnificationFilter
  case minificationFilter
  case birthRate
  case lifetime
  case lifetimeRange
  case beginTime
  case duration
  case emissionLongitude
  case emissionLatitude
  case emissionRange
  case velocity
  case velocityRange
  case xAcceleration
  case yAcceleration
  case zAcceleration
  case scale
  case scaleRange
  case scaleSpeed
  case spin
  case spinRange
  case color
  case redRange
  case greenRange
  case blueRange
  case alphaRange
  case redSpeed
  case greenSpeed
  case blueSpeed
  case alphaSpeed
  case emitterCells

  package var summary: String {
    switch self {
    case .name: "a name, for key paths"
    case .enabled: "whether particles are emitted (default true)"
    case .contents: "the picture of a particle; without one it is not seen"
    case .contentsRect: "the part that is shown, as fractions (default [0,0,1,1])"
    case .contentsScale: "pixels of the picture per point (default 1)"
    case .magnificationFilter: "the filter where particles are larger (default linear)"
    case .minificationFilter: "the filter where particles are smaller (default linear)"
    case .birthRate: "particles a second (default 0)"
    case .lifetime: "seconds, or infinite (default 0: none lives)"
    case .lifetimeRange: "the range of lifetimes: mean ± range, as all ranges"
    case .beginTime: "when the emission begins, in seconds after the emitter's (default 0)"
    case .duration: "how long particles are emitted, in seconds (default: always)"
    case .emissionLongitude: "the direction, in radians from +x towards +y"
    case .emissionLatitude: "the direction out of the plane, in radians"
    case .emissionRange: "the range of the direction, in radians"
    case .velocity: "points a second (default 0)"
    case .velocityRange: "the range of velocities"
    case .xAcceleration: "the acceleration to the right, in points a second, a second"
    case .yAcceleration: "the acceleration downwards"
    case .zAcceleration: "the acceleration towards the viewer"
    case .scale: "the factor of the picture's size (default 1)"
    case .scaleRange: "the range of scales"
    case .scaleSpeed: "the change of the scale a second"
    case .spin: "radians a second (default 0)"
    case .spinRange: "the range of spins"
    case .color: "the colour that the picture is multiplied by (default white)"
    case .redRange, .greenRange, .blueRange, .alphaRange: "the range of this component, 0 to 1"
    case .redSpeed, .greenSpeed, .blueSpeed, .alphaSpeed: "the change of this component a second"
    case .emitterCells: "the cells of which each particle emits others"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .name: .text
    case .enabled: .flag
    case .contentsRect: .numbers(4)
    case .magnificationFilter, .minificationFilter: .words("FILTER", ContentsFilter.self)
    case .color: .color
    case .contents, .emitterCells, .lifetime: nil
    default: .amount
    }
  }

  package var nested: NestedForm {
    switch self {
    case .contents: .object("contents")
    case .emitterCells: .list(of: "emitterCell")
    default: .anything
    }
  }
}

extension EmitterShape: Keyword {}

extension EmitterMode: Keyword {}

extension EmitterRenderMode: Keyword {}

extension ParticleSystem.RangeMeaning: Keyword {}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerCompositing
package import StyledDocuments
internal import TextModel

/// The members of an element of `animations`.
package enum AnimationMember: String, DocumentObject {
  case key
  case from
  case to
  case by
  case values
  case keyTimes
  case path
  case rotationMode
  case calculationMode
  case duration
  case begin
  case curve
  case repeatCount = "repeat"
  case autoreverses
  case speed
  case timeOffset
  case fill
  case additive
  case cumulative

  package var summary: String {
    switch self {
    case .key: "the property: its key, or a field of it such as position.x"
    case .from: "the value at the start, as in the layer (default: the layer's)"
    case .to: "the value at the end (default: the layer's)"
    case .by: "the difference between start and end"
    case .values: "the values in order, in place of from, to and by"
    case .keyTimes: "the time of each value, 0 to 1 (default evenly spread)"
    case .path: "the path of a point, such as position, in place of values"
    case .rotationMode: "whether the layer turns with the path (default none)"
    case .calculationMode: "the way from one value to the next (default linear)"
    case .duration: "the length of one cycle, in seconds (default 0.25; a spring's until it rests)"
    case .begin: "the start, in seconds (default 0)"
    case .curve: "the way in which progress follows time (default: default)"
    case .repeatCount: "the number of cycles, or infinite (default 1)"
    case .autoreverses: "whether each cycle goes back to its start"
    case .speed: "the local seconds in one second; negative: backwards (default 1)"
    case .timeOffset: "the local time at the start, in seconds (default 0)"
    case .fill: "what is shown before the start and after the end (default removed: nothing)"
    case .additive: "whether the value is added to the layer's"
    case .cumulative: "whether each cycle begins with the sum of the ends before it"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .key: .text
    case .keyTimes: .amounts
    case .rotationMode: .words("MODE", MotionPath.Rotation.self)
    case .calculationMode: .words("MODE", Keyframes.Mode.self)
    case .duration, .begin, .speed, .timeOffset: .amount
    case .fill: .words("MODE", FillMode.self)
    case .autoreverses, .additive, .cumulative: .flag
    case .from, .to, .by, .values, .path, .curve, .repeatCount: nil
    }
  }

  package var isRequired: Bool { self == .key }

  package var nested: NestedForm {
    switch self {
    case .path: .object("path")
    case .curve: .object("curve")
    default: .anything
    }
  }
}

/// The members of a timing curve that is written as an object: either `spring` or `steps`; `jump`
/// goes with `steps`.
package enum CurveMember: String, DocumentObject {
  case spring
  case steps
  case jump

  package var summary: String {
    switch self {
    case .spring: "a spring"
    case .steps: "the number of equal steps"
    case .jump: "the end of the interval at which steps jump (default end)"
    }
  }

  package var form: ValueForm? {
    switch self {
    case .spring: nil
    case .steps: .integer
    case .jump: .words("JUMP", TimingCurve.StepJump.self)
    }
  }
  package var nested: NestedForm { .object("spring") }
}

/// The members of a spring.
package enum SpringMember: String, DocumentObject {
  case mass
  case stiffness
  case damping
  case initialVelocity

  package var summary: String {
    switch self {
    case .mass: "the mass (default 1)"
    case .stiffness: "the stiffness (default 100)"
    case .damping: "the friction (default 10)"
    case .initialVelocity: "the velocity at the start, in distances a second (default 0)"
    }
  }

  package var form: ValueForm? { .amount }
}

extension Keyframes.Mode: Keyword {}

extension MotionPath.Rotation: Keyword {}

extension FillMode: Keyword {}

extension TimingCurve.StepJump: Keyword {}

package enum CurveKeyword: String, CaseIterable, Keyword {
  case linear
  case easeIn
  case easeOut
  case easeInEaseOut
  case `default`

  var curve: TimingCurve {
    switch self {
    case .linear: .linear
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInEaseOut: .easeInEaseOut
    case .default: .default
    }
  }
}

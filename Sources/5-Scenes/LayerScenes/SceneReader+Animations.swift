// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
import DocumentJSON
internal import LayerCompositing
internal import StyledDocuments
internal import SystemConcurrency

extension SceneReader {
  /// Reads the animations of a layer.
  ///
  /// - Parameter parts: The layer.
  mutating func motion(
    _ value: JSONValue, _ key: DocumentKey, _ parts: LayerParts
  ) throws(DocumentError) -> LayerMotion? {
    var animations: [(key: String, animation: LayerAnimation)] = []
    var list = try key.list(value)
    while let (key, value) = try list.next() {
      let animation = try animation(try key.object(value), key, parts)
      animations.append((key: "\(animations.count)", animation: animation))
    }
    return animations.isEmpty ? nil : LayerMotion(animations: animations)
  }

  private mutating func animation(
    _ object: JSONObject, _ parent: DocumentKey, _ parts: LayerParts
  ) throws(DocumentError) -> LayerAnimation {
    guard let target = object.member(AnimationMember.key.rawValue) else {
      // Core Animation calls the member `keyPath`, so that name gets a hint.
      if let other = object.member("keyPath") {
        throw UnknownKey(parent.at(other), hint: AnimationMember.key.rawValue).error
      }
      throw parent.error("its key is missing")
    }
    let property = try AnimatedKey(
      try parent.at(target).string(target.value), parent.at(target), parts)
    var draft = AnimationDraft()
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      guard let name = AnimationMember(rawValue: member.name) else {
        try noteUnknown(key, member.name, known: AnimationMember.keys)
        continue
      }
      if case .null = member.value, !property.acceptsNull { continue }
      let value = member.value
      switch name {
      case .key: break
      case .from: draft.from = try self.value(value, key, property)
      case .to: draft.to = try self.value(value, key, property)
      case .by: draft.by = try self.value(value, key, property)
      case .values:
        var values: [LayerValue] = []
        var list = try key.list(value)
        while let (key, value) = try list.next() {
          values.append(try self.value(value, key, property))
        }
        draft.values = values
      case .keyTimes: draft.times = try key.numbers(value, 0...Int.max)
      case .path:
        guard case .point = property.sample else {
          throw key.error("only points, such as position, move along a path")
        }
        draft.path = try path(value, key)
      case .rotationMode: draft.rotation = try key.keyword(value)
      case .calculationMode: draft.mode = try key.keyword(value)
      case .duration: draft.duration = try key.number(value)
      case .begin: draft.timing.begin = try key.number(value)
      case .curve: draft.curve = try curve(value, key)
      case .repeatCount: draft.timing.repeatCount = try repeatCount(value, key)
      case .autoreverses: draft.timing.autoreverses = try key.bool(value)
      case .speed: draft.timing.speed = try key.number(value)
      case .timeOffset: draft.timing.timeOffset = try key.number(value)
      case .fill: draft.timing.fill = try key.keyword(value)
      case .additive: draft.isAdditive = try key.bool(value)
      case .cumulative: draft.isCumulative = try key.bool(value)
      }
    }
    guard let animation = draft.animation(of: property.keyPath) else {
      throw parent.error("its values are missing: from, to, by, values or path")
    }
    for (name, reason) in draft.unused {
      guard let member = object.member(name.rawValue) else { continue }
      note(parent.at(member), "is not used: \(reason)")
    }
    return animation
  }

  private func repeatCount(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> Double {
    if case .string("infinite") = value { return .infinity }
    guard case .number = value else { throw key.typeError("a number or \"infinite\"", value) }
    return try key.number(value, from: 0)
  }

  // MARK: Curves

  private mutating func curve(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> TimingCurve {
    switch value {
    case .string: return (try key.keyword(value) as CurveKeyword).curve
    case .array:
      let n = try key.numbers(value, 4...4)
      guard (0...1).contains(n[0]), (0...1).contains(n[2]) else {
        throw key.error("the first and the third number are times, from 0 to 1")
      }
      return .cubic(x1: n[0], y1: n[1], x2: n[2], y2: n[3])
    case .object(let object): return try curve(object, key)
    default: throw key.typeError("a name, four numbers, a spring or steps", value)
    }
  }

  private mutating func curve(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> TimingCurve {
    var (spring, steps) = (Spring?.none, Int?.none)
    var jump = TimingCurve.StepJump.end
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      switch CurveMember(rawValue: member.name) {
      case nil: try noteUnknown(key, member.name, known: CurveMember.keys)
      case .spring: spring = try self.spring(try key.object(member.value), key)
      case .steps:
        steps = try key.integer(member.value)
        if steps == 0 { throw key.error("a step at least") }
      case .jump:
        jump = try key.keyword(member.value)
        if object.member(CurveMember.steps.rawValue) == nil {
          note(key, "is not used: only steps have a jump")
        }
      }
    }
    switch (spring, steps) {
    case (let spring?, nil): return .spring(spring)
    case (nil, let steps?): return .steps(steps, jump: jump)
    default: throw parent.error("a curve has one of spring and steps")
    }
  }

  private mutating func spring(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> Spring {
    var spring = Spring()
    for member in object.members {
      try cancellation.checkReading()
      let key = parent.at(member)
      guard let name = SpringMember(rawValue: member.name) else {
        try noteUnknown(key, member.name, known: SpringMember.keys)
        continue
      }
      let number = try key.number(member.value)
      switch name {
      case .mass: spring.mass = number
      case .stiffness: spring.stiffness = number
      case .damping: spring.damping = number
      case .initialVelocity: spring.initialVelocity = number
      }
    }
    guard spring.isValid else {
      throw parent.error("mass, stiffness and damping must be above 0")
    }
    return spring
  }

  // MARK: Values

  /// Reads a value that has the type of an animated property.
  private mutating func value(
    _ value: JSONValue, _ key: DocumentKey, _ property: AnimatedKey
  ) throws(DocumentError) -> LayerValue {
    guard var new = try layerValue(value, key, like: property.sample) else {
      throw key.error("no animation changes \(property.keyPath)")
    }
    if property.isAngle, case .number(let degrees) = new { new = .number(degrees * .pi / 180) }
    do {
      try LayerAnimation(property.keyPath, to: new)
        .check(for: property.properties, emitter: property.emitter)
    } catch {
      throw key.error(error.message)
    }
    return new
  }
}

/// The property that an animation names.
private struct AnimatedKey {
  let keyPath: String
  let properties: LayerProperties
  /// The emitter of the layer; `nil` if the layer is of another type.
  let emitter: ParticleEmitter?
  /// A sample value of the property, which tells its type.
  let sample: LayerValue

  /// Reads a key path. `boundsOrigin` stands for the origin of the bounds.
  init(
    _ name: String, _ key: DocumentKey, _ parts: LayerParts
  ) throws(DocumentError) {
    let origin = LayerMember.boundsOrigin.rawValue
    let isOrigin = name == origin || name.hasPrefix(origin + ".")
    keyPath = isOrigin ? "bounds.origin" + name.dropFirst(origin.count) : name
    (properties, emitter) = (parts.layer.properties, parts.emitter)
    if let value = emitter?.value(forKeyPath: name) {
      sample = value
      isAngle = false
      return
    }
    // Angles in scenes are in degrees, except those of emitters, which are in radians.
    isAngle = keyPath.split(separator: ".").contains("rotation")
    if name == LayerMember.foregroundColor.rawValue {
      guard parts.isText else { throw key.error("only layers of type text have foregroundColor") }
      sample = .color(nil)
      return
    }
    if name == LayerMember.fontSize.rawValue {
      guard parts.isText else { throw key.error("only layers of type text have fontSize") }
      sample = .number(0)
      return
    }
    do {
      sample = try properties.value(forKeyPath: keyPath)
    } catch {
      throw key.error(error.message)
    }
  }

  /// Whether `null` is a value, as for colours, where it means no colour.
  var acceptsNull: Bool { if case .color = sample { true } else { false } }

  /// Whether numbers are angles in degrees.
  let isAngle: Bool
}

/// The parts of an animation while it is read.
private struct AnimationDraft {
  var (from, to, by): (LayerValue?, LayerValue?, LayerValue?)
  var values: [LayerValue]?
  var times: [Double]?
  var path: Path?
  var rotation = MotionPath.Rotation.none
  var mode = Keyframes.Mode.linear
  var duration: Double?
  var timing = MediaTiming()
  var curve = TimingCurve.default
  var isAdditive = false
  var isCumulative = false

  /// The members that have no effect together with the other members, each with the reason.
  var unused: [(AnimationMember, String)] {
    var unused: [(AnimationMember, String)] = []
    let ends: [(AnimationMember, LayerValue?)] = [(.from, from), (.to, to), (.by, by)]
    if path != nil || values != nil {
      let kind = path != nil ? "path" : "values"
      unused += ends.filter { $0.1 != nil }.map { ($0.0, "there is \(kind)") }
      if path != nil, values != nil { unused.append((.values, "there is path")) }
    } else if from != nil, to != nil, by != nil {
      unused.append((.by, "there are from and to"))
    }
    if let times, let reason = reasonAgainst(times) { unused.append((.keyTimes, reason)) }
    return unused
  }

  /// The reason why times of keyframes are invalid; `nil` if they are valid.
  private func reasonAgainst(_ times: [Double]) -> String? {
    if mode == .paced || mode == .cubicPaced { return "lengths give the times of paced values" }
    let wanted: Int
    if let path {
      wanted = MotionPath(path).stepCount + 1
    } else if let values {
      wanted = values.count
    } else {
      return "only values and path have times"
    }
    if times.count == wanted || mode == .discrete && times.count == wanted + 1 { return nil }
    return "\(wanted) times are wanted, not \(times.count)"
  }

  /// The animation; `nil` if there is neither a path nor a value.
  func animation(of keyPath: String) -> LayerAnimation? {
    let change: LayerAnimation.Change
    if let path {
      change = .path(
        keyPath: keyPath, MotionPath(path, times: times, mode: mode, rotation: rotation))
    } else if let values {
      change = .keyframes(keyPath: keyPath, Keyframes(values, times: times, mode: mode))
    } else if from != nil || to != nil || by != nil {
      change = .values(keyPath: keyPath, from: from, to: to, by: by)
    } else {
      return nil
    }
    var animation = LayerAnimation(change, timing: timing, curve: curve)
    if let duration {
      animation.timing.duration = duration
    } else if case .spring(let spring) = curve {
      animation.timing.duration = spring.settlingDuration
    }
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    return animation
  }
}

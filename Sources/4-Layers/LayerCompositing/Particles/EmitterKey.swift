// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The effect of a property of an emitter or a cell, which decides at what times an animation of
/// the property is evaluated.
enum EmitterPart: Sendable {
  /// When particles are born and how long they live: constant for a step of time.
  case births
  /// The properties that a particle gets at its birth.
  case traits
  /// How living particles are drawn.
  case picture
  /// The property cannot be animated.
  case fixed
}

/// A property of ``ParticleEmitter`` by name.
struct EmitterKey: Sendable {
  let row: KeyRow<ParticleEmitter>
  let part: EmitterPart

  private init<Value: LayerValueConvertible>(
    _ name: String, _ path: any WritableKeyPath<ParticleEmitter, Value> & Sendable,
    _ part: EmitterPart = .traits
  ) {
    (row, self.part) = (KeyRow(name, path), part)
  }

  private init<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    word name: String, _ path: any WritableKeyPath<ParticleEmitter, Value> & Sendable,
    _ part: EmitterPart = .traits
  ) {
    (row, self.part) = (KeyRow(word: name, path), part)
  }

  /// The table of emitters.
  static let all: [EmitterKey] = [
    EmitterKey("birthRate", \.birthRate, .births), EmitterKey("lifetime", \.lifetime, .births),
    EmitterKey("velocity", \.velocity), EmitterKey("scale", \.scale), EmitterKey("spin", \.spin),
    EmitterKey("emitterPosition", \.position), EmitterKey("emitterZPosition", \.zPosition),
    EmitterKey("emitterSize", \.size), EmitterKey("emitterDepth", \.depth),
    EmitterKey(word: "emitterShape", \.shape), EmitterKey(word: "emitterMode", \.mode),
    EmitterKey(word: "renderMode", \.renderMode, .picture),
    EmitterKey("emitsOutward", \.emitsOutward),
  ]

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.row.name, $0) })

  static func named(_ name: String) -> EmitterKey? { table[name] }
}

/// A property of ``EmitterCell`` by name.
struct CellKey: Sendable {
  let row: KeyRow<EmitterCell>
  let part: EmitterPart
  /// The property as a number; `nil` if it is none.
  let number: (any WritableKeyPath<EmitterCell, Double> & Sendable)?

  private init(
    _ name: String, number path: any WritableKeyPath<EmitterCell, Double> & Sendable,
    _ part: EmitterPart = .traits
  ) {
    (row, self.part, number) = (KeyRow(name, path), part, path)
  }

  private init(_ row: KeyRow<EmitterCell>, _ part: EmitterPart = .traits) {
    (self.row, self.part, number) = (row, part, nil)
  }

  private static let numbers: [CellKey] = [
    CellKey("birthRate", number: \.birthRate, .births),
    CellKey("lifetime", number: \.lifetime, .births),
    CellKey("lifetimeRange", number: \.lifetimeRange, .births),
    CellKey("beginTime", number: \.beginTime, .fixed),
    CellKey("duration", number: \.duration, .fixed),
    CellKey("emissionLongitude", number: \.emissionLongitude),
    CellKey("emissionLatitude", number: \.emissionLatitude),
    CellKey("emissionRange", number: \.emissionRange), CellKey("velocity", number: \.velocity),
    CellKey("velocityRange", number: \.velocityRange),
    CellKey("xAcceleration", number: \.xAcceleration),
    CellKey("yAcceleration", number: \.yAcceleration),
    CellKey("zAcceleration", number: \.zAcceleration), CellKey("scale", number: \.scale),
    CellKey("scaleRange", number: \.scaleRange), CellKey("scaleSpeed", number: \.scaleSpeed),
    CellKey("spin", number: \.spin), CellKey("spinRange", number: \.spinRange),
    CellKey("redRange", number: \.redRange), CellKey("greenRange", number: \.greenRange),
    CellKey("blueRange", number: \.blueRange), CellKey("alphaRange", number: \.alphaRange),
    CellKey("redSpeed", number: \.redSpeed), CellKey("greenSpeed", number: \.greenSpeed),
    CellKey("blueSpeed", number: \.blueSpeed), CellKey("alphaSpeed", number: \.alphaSpeed),
    CellKey("contentsScale", number: \.contentsScale),
  ]

  private static let others: [CellKey] = [
    CellKey(KeyRow("color", \.color)), CellKey(KeyRow("enabled", \.isEnabled), .births),
    CellKey(KeyRow("name", \.name), .fixed),
    // Pictures cannot be animated: they are prepared when they are set, not for each particle.
    CellKey(KeyRow("contentsRect", \.contentsRect), .fixed),
    CellKey(KeyRow(word: "magnificationFilter", \.magnificationFilter), .fixed),
    CellKey(KeyRow(word: "minificationFilter", \.minificationFilter), .fixed),
    CellKey(
      KeyRow(
        "contents", read: { .picture($0.contents) },
        write: { value, cell in
          guard case .reference(let reference) = value, reference.object == nil else {
            return false
          }
          cell.contents = reference.bitmap
          return true
        }), .fixed),
  ]

  /// The table of cells.
  static let all = numbers + others

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.row.name, $0) })

  static func named(_ name: String) -> CellKey? { table[name] }
}

extension EmitterCell {
  /// The properties that are numbers.
  static let numbers = CellKey.all.compactMap(\.number)

  /// The names of all properties with a key.
  package static let keys = CellKey.all.map(\.row.name)

  /// The property of a name, if it is a number; otherwise `nil`.
  package static func number(
    named name: String
  ) -> (any WritableKeyPath<EmitterCell, Double> & Sendable)? { CellKey.named(name)?.number }
}

extension ParticleEmitter {
  /// The names of all properties with a key, without those of cells.
  package static let keys = EmitterKey.all.map(\.row.name)

  /// The keys whose changes implicit animations follow: numbers, points and sizes.
  package static let animatable = EmitterKey.all.filter {
    switch $0.row.read(ParticleEmitter()) {
    case .number, .point, .size: true
    default: false
    }
  }.map(\.row.name)

  /// The key path of a property, or of a property's field such as `\.position.x`; `nil` for a path
  /// that no key has.
  package static func keyPath(of path: PartialKeyPath<ParticleEmitter>) -> String? {
    keyPaths[path]
  }

  /// The table of ``keyPath(of:)``, made at its first use.
  private static let keyPaths = KeyPathNames(EmitterKey.all.map(\.row))

  /// The value at a key path such as `birthRate`, `emitterPosition.x` or
  /// `emitterCells.spark.velocity`, where `spark` is the name of a cell; `nil` if there is none.
  package func value(forKeyPath path: String) -> LayerValue? {
    EmitterKeyPath(path)?.value(in: self)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  package mutating func setValue(
    _ value: LayerValue, forKeyPath path: String
  ) throws(LayerKeyError) {
    guard let keyPath = EmitterKeyPath(path) else { throw EmitterKeyPath.unknown(path) }
    try keyPath.set(value, in: &self)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The numbers of cells and emitters by name, for key paths and scenes.
extension EmitterCell {
  private typealias Number = (
    name: String, path: any WritableKeyPath<EmitterCell, Double> & Sendable
  )

  private static let named: [Number] = [
    ("birthRate", \.birthRate), ("lifetime", \.lifetime), ("lifetimeRange", \.lifetimeRange),
    ("beginTime", \.beginTime), ("duration", \.duration),
    ("emissionLongitude", \.emissionLongitude), ("emissionLatitude", \.emissionLatitude),
    ("emissionRange", \.emissionRange), ("velocity", \.velocity),
    ("velocityRange", \.velocityRange), ("xAcceleration", \.xAcceleration),
    ("yAcceleration", \.yAcceleration), ("zAcceleration", \.zAcceleration), ("scale", \.scale),
    ("scaleRange", \.scaleRange), ("scaleSpeed", \.scaleSpeed), ("spin", \.spin),
    ("spinRange", \.spinRange), ("redRange", \.redRange), ("greenRange", \.greenRange),
    ("blueRange", \.blueRange), ("alphaRange", \.alphaRange), ("redSpeed", \.redSpeed),
    ("greenSpeed", \.greenSpeed), ("blueSpeed", \.blueSpeed), ("alphaSpeed", \.alphaSpeed),
    ("contentsScale", \.contentsScale),
  ]

  static let numbers = named.map(\.path)

  private static let table = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.path) })

  /// The property with a number of a name; `nil` if there is none.
  package static func number(
    named name: String
  ) -> (any WritableKeyPath<EmitterCell, Double> & Sendable)? { table[name] }
}

extension ParticleEmitter {
  private static let table: [String: any WritableKeyPath<ParticleEmitter, Double> & Sendable] = [
    "birthRate": \.birthRate, "lifetime": \.lifetime, "velocity": \.velocity, "scale": \.scale,
    "spin": \.spin, "emitterZPosition": \.zPosition, "emitterDepth": \.depth,
    "emitterPosition.x": \.position.x, "emitterPosition.y": \.position.y,
    "emitterSize.width": \.size.width, "emitterSize.height": \.size.height,
  ]

  /// The property with a number of a key path; `nil` if there is none.
  package static func number(
    named name: String
  ) -> (any WritableKeyPath<ParticleEmitter, Double> & Sendable)? { table[name] }
}

extension ParticleEmitter {
  /// The value at a key path such as `birthRate`, `emitterPosition.x` or
  /// `emitterCells.spark.velocity`, where `spark` is the name of a cell; `nil` if there is none.
  public func value(forKeyPath path: String) -> LayerValue? {
    if let number = Self.number(named: path) { return .number(self[keyPath: number]) }
    switch path {
    case "emitterPosition": return .point(position)
    case "emitterSize": return .size(size)
    case "emitterShape": return .string(shape.rawValue)
    case "emitterMode": return .string(mode.rawValue)
    case "renderMode": return .string(renderMode.rawValue)
    default: break
    }
    guard let (cell, key) = cell(atKeyPath: path) else { return nil }
    switch key {
    case "color": return .color(cells[cell].color)
    case "enabled": return .boolean(cells[cell].isEnabled)
    default:
      return EmitterCell.number(named: key).map { .number(cells[cell][keyPath: $0]) }
    }
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  public mutating func setValue(
    _ value: LayerValue, forKeyPath path: String
  ) throws(LayerKeyError) {
    guard let old = self.value(forKeyPath: path) else {
      throw LayerKeyError(.unknownKey, keyPath: path, "An emitter has no property \(path).")
    }
    if !set(value, path) {
      throw LayerKeyError(
        .wrongType, keyPath: path,
        old.typeName == value.typeName
          ? "\(path) has no value of this name."
          : "\(path) takes \(old.typeName), not \(value.typeName).")
    }
  }

  private mutating func set(_ value: LayerValue, _ path: String) -> Bool {
    switch (value, path) {
    case (.point(let point), "emitterPosition"): position = point
    case (.size(let new), "emitterSize"): size = new
    case (.string(let name), "emitterShape"):
      guard let new = EmitterShape(rawValue: name) else { return false }
      shape = new
    case (.string(let name), "emitterMode"):
      guard let new = EmitterMode(rawValue: name) else { return false }
      mode = new
    case (.string(let name), "renderMode"):
      guard let new = EmitterRenderMode(rawValue: name) else { return false }
      renderMode = new
    case (.number(let number), _):
      if let key = Self.number(named: path) {
        self[keyPath: key] = number
      } else if let (cell, key) = cell(atKeyPath: path), let key = EmitterCell.number(named: key) {
        cells[cell][keyPath: key] = number
      } else {
        return false
      }
    case (.color(let color?), _):
      guard let (cell, key) = cell(atKeyPath: path), key == "color" else { return false }
      cells[cell].color = color
    case (.boolean(let flag), _):
      guard let (cell, key) = cell(atKeyPath: path), key == "enabled" else { return false }
      cells[cell].isEnabled = flag
    default: return false
    }
    return true
  }

  /// The index of a cell and the key of its property.
  private func cell(atKeyPath path: String) -> (cell: Int, key: String)? {
    let start = "emitterCells."
    guard path.hasPrefix(start) else { return nil }
    let rest = path.dropFirst(start.count)
    // A name may have dots.
    guard let dot = rest.lastIndex(of: ".") else { return nil }
    let name = rest[..<dot]
    guard let index = cells.firstIndex(where: { $0.name.map { $0[...] == name } ?? false }) else {
      return nil
    }
    return (index, String(rest[rest.index(after: dot)...]))
  }
}

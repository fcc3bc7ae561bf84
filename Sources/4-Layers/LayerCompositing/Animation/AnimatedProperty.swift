// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The state of a layer that animations change.
struct PresentedLayer {
  var properties: LayerProperties
  /// The colour of text and of `alpha8` contents; `nil` for contents without one.
  var foregroundColor: Color?
  /// The em size of text; `nil` for contents without one.
  var fontSize: Double?
  /// The emitter; `nil` for a layer without one, and while a layer is presented, since particles
  /// depend on the animations at their birth and not at the time of the picture.
  var emitter: ParticleEmitter?
  /// The part of the emitter's properties that animations may change; `nil` for all.
  var part: EmitterPart?
  /// The transition under way, and its progress.
  var transition: (LayerTransition, Double)?
}

/// A property that animations change.
enum AnimatedProperty: Sendable {
  case property(LayerKeyPath)
  /// The colour of contents, which is none of the layer's properties.
  case foregroundColor
  /// The em size of contents.
  case fontSize
  /// A property of an emitter or a cell.
  case emitter(EmitterKeyPath)

  /// Reads a key path; `nil` for an unknown one.
  init?(_ keyPath: String) {
    if keyPath == "foregroundColor" {
      self = .foregroundColor
    } else if keyPath == "fontSize" {
      self = .fontSize
    } else if let path = LayerKeyPath(keyPath) {
      self = .property(path)
    } else if let path = EmitterKeyPath(keyPath) {
      self = .emitter(path)
    } else {
      return nil
    }
  }

  func value(in state: PresentedLayer) -> LayerValue? {
    switch self {
    case .foregroundColor: state.foregroundColor.map { .color($0) }
    case .fontSize: state.fontSize.map { .number($0) }
    case .property(let path): try? path.value(in: state.properties)
    case .emitter(let path):
      if let part = state.part, part != path.part {
        nil
      } else {
        state.emitter.flatMap { path.value(in: $0) }
      }
    }
  }

  func set(_ value: LayerValue, in state: inout PresentedLayer) {
    switch self {
    case .foregroundColor:
      if case .color(let color) = value { state.foregroundColor = color ?? .clear }
    case .fontSize: if case .number(let size) = value { state.fontSize = size }
    case .property(let path):
      // A value that does not fit the property changes nothing.
      try? path.set(value, in: &state.properties)
    case .emitter(let path):
      if state.part == nil || state.part == path.part, var emitter = state.emitter {
        try? path.set(value, in: &emitter)
        state.emitter = emitter
      }
    }
  }

  /// Checks that a value fits the property, and that animations can change the property.
  ///
  /// - Parameters:
  ///   - value: `nil` to check the property alone.
  ///   - properties: The properties of the layer.
  ///   - emitter: The emitter of a layer of particles; `nil` for other layers.
  /// - Throws: `unknownKey`, `wrongType` or `notAnimatable`.
  func check(
    _ value: LayerValue?, in properties: LayerProperties, _ emitter: ParticleEmitter?
  ) throws(LayerKeyError) {
    switch self {
    case .emitter(let path):
      guard var emitter else { throw LayerProperties.unknown(path.text) }
      guard let old = path.value(in: emitter) else { throw EmitterKeyPath.unknown(path.text) }
      if path.part == .fixed { throw LayerKeyError.notAnimatable(path.text) }
      try path.set(value ?? old, in: &emitter)
    case .fontSize:
      if let value, Double(value) == nil {
        throw LayerKeyError.wrongType("fontSize", wanted: .number(0), given: value)
      }
    case .foregroundColor:
      guard let value else { return }
      guard case .color = value else {
        throw LayerKeyError(
          .wrongType, keyPath: "foregroundColor",
          "foregroundColor takes a colour, not \(value.typeName).")
      }
    case .property(let path):
      var copy = properties
      let old = try path.value(in: properties)
      try path.set(value ?? old, in: &copy)
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerCompositing

/// A property that a class of layers keeps itself, by name: a row of ``Layer/keys``.
///
/// What a layer is drawn with lies in `LayerProperties`, whose table is `LayerKey.all`. All else
/// (its name, its mask, the mode in which it scrolls) has a row in the table of its class, also
/// in classes of a program's own:
///
/// ```swift
/// final class Gauge: Layer {
///   var reading = 0.0
///   override class var keys: [LayerClassKey] {
///     super.keys + [LayerClassKey("reading", \Gauge.reading)]
///   }
/// }
/// ```
@MainActor
public struct LayerClassKey {
  /// The name in Core Animation's spelling.
  package let name: String
  let read: (Layer) -> LayerValue?
  let write: (Layer, LayerValue) -> Bool
  /// Whether the property cannot be set.
  var isReadOnly = false

  /// Creates the row of a property that is read and set by closures.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - read: The value of the property.
  ///   - write: Sets the property; returns whether the value fits.
  public init<Owner: Layer>(
    _ name: String, read: @escaping (Owner) -> LayerValue,
    write: @escaping (Owner, LayerValue) -> Bool
  ) {
    self.name = name
    self.read = { ($0 as? Owner).map(read) }
    self.write = { layer, value in (layer as? Owner).map { write($0, value) } ?? false }
  }

  /// Creates the row of a property that cannot be set: setting it throws `readOnly`.
  public init<Owner: Layer>(readOnly name: String, read: @escaping (Owner) -> LayerValue) {
    self.init(name, read: read, write: { _, _ in false })
    isReadOnly = true
  }

  /// Creates the row of a number.
  public init<Owner: Layer>(_ name: String, _ path: ReferenceWritableKeyPath<Owner, Double>) {
    self.init(value: name, path)
  }

  /// Creates the row of a truth value.
  public init<Owner: Layer>(_ name: String, _ path: ReferenceWritableKeyPath<Owner, Bool>) {
    self.init(value: name, path)
  }

  /// Creates the row of a string.
  public init<Owner: Layer>(_ name: String, _ path: ReferenceWritableKeyPath<Owner, String>) {
    self.init(value: name, path)
  }

  /// Creates the row of a colour, which may be absent.
  public init<Owner: Layer>(_ name: String, _ path: ReferenceWritableKeyPath<Owner, Color?>) {
    self.init(value: name, path)
  }

  /// Creates the row of a property with a value.
  package init<Owner: Layer, Value: LayerValueConvertible>(
    value name: String, _ path: ReferenceWritableKeyPath<Owner, Value>
  ) {
    self.init(
      name, read: { (owner: Owner) in owner[keyPath: path].layerValue },
      write: { owner, value in
        guard let value = Value(value) else { return false }
        owner[keyPath: path] = value
        return true
      })
  }

  /// Creates the row of a property whose values have names.
  public init<Owner: Layer, Value: RawRepresentable<String>>(
    word name: String, _ path: ReferenceWritableKeyPath<Owner, Value>
  ) {
    self.init(
      name, read: { (owner: Owner) in .string(owner[keyPath: path].rawValue) },
      write: { owner, value in
        guard case .string(let word) = value, let new = Value(rawValue: word) else { return false }
        owner[keyPath: path] = new
        return true
      })
  }

  /// Creates the row of a property whose values are known by the names of their cases.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - path: The property.
  ///   - aliases: Further names of values.
  package init<Owner: Layer, Value: CaseIterable & Sendable>(
    case name: String, _ path: ReferenceWritableKeyPath<Owner, Value>,
    aliases: [String: Value] = [:]
  ) {
    self.init(
      name, read: { (owner: Owner) in .string("\(owner[keyPath: path])") },
      write: { owner, value in
        guard case .string(let word) = value,
          let new = aliases[word] ?? Value.allCases.first(where: { "\($0)" == word })
        else { return false }
        owner[keyPath: path] = new
        return true
      })
  }

  /// Creates the row of a whole number. Setting another number throws `wrongType`.
  public init<Owner: Layer>(_ name: String, _ path: ReferenceWritableKeyPath<Owner, Int>) {
    self.init(
      name, read: { (owner: Owner) in .number(Double(owner[keyPath: path])) },
      write: { owner, value in
        guard case .number(let number) = value, let new = Int(exactly: number) else { return false }
        owner[keyPath: path] = new
        return true
      })
  }

  /// Creates the row of an object; `nil` is no object.
  package init<Owner: Layer, Object: AnyObject & Sendable>(
    object name: String, _ path: ReferenceWritableKeyPath<Owner, Object?>
  ) {
    self.init(
      name, read: { (owner: Owner) in .object(owner[keyPath: path]) },
      write: { owner, value in
        guard case .reference(let reference) = value else { return false }
        let object = reference.object as? Object
        if object == nil, !reference.isEmpty { return false }
        owner[keyPath: path] = object
        return true
      })
  }
}

extension Layer {
  /// The rows that all layers have.
  static let commonKeys: [LayerClassKey] = [
    LayerClassKey(value: "name", \Layer.name), LayerClassKey(object: "mask", \Layer.mask),
    LayerClassKey("needsDisplayOnBoundsChange", \Layer.needsDisplayOnBoundsChange),
    LayerClassKey("contentsTint", \Layer.contentsTint),
    LayerClassKey(
      "contents", read: { (layer: Layer) in .picture(layer.contents) },
      write: { layer, value in
        guard case .reference(let reference) = value, reference.object == nil else { return false }
        layer.contents = reference.bitmap
        return true
      }),
    LayerClassKey(
      "delegate", read: { (layer: Layer) in .object(layer.delegate) },
      write: { layer, value in
        guard case .reference(let reference) = value else { return false }
        let delegate = reference.object as? any LayerDelegate
        if delegate == nil, !reference.isEmpty { return false }
        layer.delegate = delegate
        return true
      }),
    LayerClassKey(
      "affineTransform",
      read: { (layer: Layer) in .transform(Transform3D(layer.affineTransform)) },
      write: { layer, value in
        guard case .transform(let transform) = value, let affine = transform.affine else {
          return false
        }
        layer.affineTransform = affine
        return true
      }),
    LayerClassKey("beginTime", \Layer.timing.begin),
    LayerClassKey("duration", \Layer.timing.duration),
    LayerClassKey("speed", \Layer.timing.speed),
    LayerClassKey("timeOffset", \Layer.timing.timeOffset),
    LayerClassKey("repeatCount", \Layer.timing.repeatCount),
    LayerClassKey(
      "repeatDuration", read: { (layer: Layer) in .number(layer.timing.repeatDuration ?? 0) },
      write: { layer, value in
        guard case .number(let seconds) = value else { return false }
        // 0 stands for no duration, as in Core Animation.
        layer.timing.repeatDuration = seconds == 0 ? nil : seconds
        return true
      }),
    LayerClassKey("autoreverses", \Layer.timing.autoreverses),
    LayerClassKey(word: "fillMode", \Layer.timing.fill),
    LayerClassKey(
      "autoresizingMask",
      read: { (layer: Layer) in .number(Double(layer.autoresizingMask.rawValue)) },
      write: { layer, value in
        guard case .number(let number) = value, let bits = UInt32(exactly: number) else {
          return false
        }
        layer.autoresizingMask = AutoresizingMask(rawValue: bits)
        return true
      }),
    LayerClassKey(readOnly: "superlayer") { (layer: Layer) in .object(layer.superlayer) },
    LayerClassKey(readOnly: "visibleRect") { (layer: Layer) in .rect(layer.visibleRect) },
  ]

  /// The rows of each class by their names, made at the first use.
  private static var keyTables: [ObjectIdentifier: [String: LayerClassKey]] = [:]

  /// The row of a name in the table of this layer's class; `nil` for none.
  func classKey(_ name: String) -> LayerClassKey? {
    let type = type(of: self)
    if let table = Self.keyTables[ObjectIdentifier(type)] { return table[name] }
    // If rows have the same name, the last one counts: a class may replace a row of its superclass.
    let table = Dictionary(type.keys.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    Self.keyTables[ObjectIdentifier(type)] = table
    return table[name]
  }

  /// The names of all properties with a key, those of cells of an emitter and those that cannot be
  /// set left out.
  public var keyNames: [String] {
    let properties = LayerKey.all.filter { $0.applies(to: state.properties) }.map(\.name)
    let emitter = particles == nil ? [] : ParticleEmitter.keys
    // Each name is listed once: a class may replace a row of its superclass.
    var known: Set<String> = []
    let own = type(of: self).keys.filter { !$0.isReadOnly }.map(\.name)
      .filter { known.insert($0).inserted }
    return own + emitter + properties
  }

  /// Whether the layer has a property of a name.
  func hasKey(_ name: String) -> Bool {
    if classKey(name) != nil { return true }
    if particles != nil, ParticleEmitter.keys.contains(name) { return true }
    return LayerKey.named(name)?.applies(to: state.properties) ?? false
  }
}

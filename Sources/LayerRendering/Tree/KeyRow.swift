// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// A row of a table of keys: one property of a value, by name.
///
/// The tables are `LayerKey.all` of ``LayerProperties``, and those of ``ParticleEmitter`` and
/// ``EmitterCell``. Reading, setting, animations, typed key paths and scenes all go through them: a
/// new property needs one row.
struct KeyRow<Root: Sendable>: Sendable {
  /// The name in Core Animation's spelling.
  let name: String
  let read: @Sendable (Root) -> LayerValue
  /// Sets the property; returns whether the value fits.
  let write: @Sendable (LayerValue, inout Root) -> Bool
  /// The key path of the property, or of a field of it, that a Swift key path names; `nil` for
  /// another property.
  let keyPath: @Sendable (PartialKeyPath<Root>) -> String?

  init(
    _ name: String, read: @escaping @Sendable (Root) -> LayerValue,
    write: @escaping @Sendable (LayerValue, inout Root) -> Bool,
    keyPath: @escaping @Sendable (PartialKeyPath<Root>) -> String? = { _ in nil }
  ) {
    (self.name, self.read, self.write, self.keyPath) = (name, read, write, keyPath)
  }

  init<Value: LayerValueConvertible>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(
      name, read: { $0[keyPath: path].layerValue },
      write: { value, root in
        guard let value = Value(value) else { return false }
        root[keyPath: path] = value
        return true
      },
      keyPath: { other in
        if other == path { return name }
        return Self.field(of: path, other).map { "\(name).\($0)" }
      })
  }

  /// Creates the row of a property whose values have names.
  init<Value: RawRepresentable<String> & SendableMetatype>(
    word name: String, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(
      name, read: { .string($0[keyPath: path].rawValue) },
      write: { value, root in
        guard case .string(let word) = value, let value = Value(rawValue: word) else {
          return false
        }
        root[keyPath: path] = value
        return true
      })
  }

  /// The field of a property that a Swift key path names.
  private static func field(of path: PartialKeyPath<Root>, _ other: PartialKeyPath<Root>) -> String?
  {
    if let point = path as? WritableKeyPath<Root, Point> {
      if other == point.appending(path: \.x) { return "x" }
      if other == point.appending(path: \.y) { return "y" }
    } else if let size = path as? WritableKeyPath<Root, Size> {
      if other == size.appending(path: \.width) { return "width" }
      if other == size.appending(path: \.height) { return "height" }
    } else if let rect = path as? WritableKeyPath<Root, Rect> {
      if other == rect.appending(path: \.origin) { return "origin" }
      if other == rect.appending(path: \.size) { return "size" }
      if other == rect.appending(path: \.origin.x) { return "origin.x" }
      if other == rect.appending(path: \.origin.y) { return "origin.y" }
      if other == rect.appending(path: \.size.width) { return "size.width" }
      if other == rect.appending(path: \.size.height) { return "size.height" }
    }
    return nil
  }

  /// Sets the property.
  ///
  /// - Throws: `wrongType` if the value is of another type, or a name that the type does not have.
  func set(
    _ value: LayerValue, in root: inout Root, keyPath: String
  ) throws(LayerKeyError) {
    if write(value, &root) { return }
    throw LayerKeyError.wrongType(keyPath, wanted: read(root), given: value)
  }
}

extension LayerKeyError {
  /// A value of another type than the property, or a name that its type does not have.
  package static func wrongType(
    _ keyPath: String, wanted: LayerValue, given: LayerValue
  ) -> LayerKeyError {
    LayerKeyError(
      .wrongType, keyPath: keyPath,
      wanted.typeName == given.typeName
        ? "\(keyPath) has no value of this name."
        : "\(keyPath) takes \(wanted.typeName), not \(given.typeName).")
  }

  /// A property that no animation changes.
  package static func notAnimatable(_ keyPath: String) -> LayerKeyError {
    LayerKeyError(.notAnimatable, keyPath: keyPath, "No animation changes \(keyPath).")
  }
}

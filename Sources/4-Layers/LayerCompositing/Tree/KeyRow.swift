// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// A row of a table of keys: one property of a value, by name.
///
/// The tables are `LayerKey.all` of ``LayerProperties``, and those of ``ParticleEmitter`` and
/// ``EmitterCell``. Reading, setting, animations, typed key paths and scenes all go through them: a
/// new property needs one row.
struct KeyRow<Root: Sendable>: Sendable {
  /// The name in Core Animation's spelling.
  let name: String
  /// The names of the values; empty for a property whose values have none.
  let words: [String]
  let read: @Sendable (Root) -> LayerValue
  /// Sets the property; returns whether the value fits.
  let write: @Sendable (LayerValue, inout Root) -> Bool
  /// Makes the Swift key paths of the property and its fields, with their names.
  let keyPaths: @Sendable () -> [(path: PartialKeyPath<Root>, name: String)]

  init(
    _ name: String, words: [String] = [], read: @escaping @Sendable (Root) -> LayerValue,
    write: @escaping @Sendable (LayerValue, inout Root) -> Bool,
    keyPaths: @escaping @Sendable () -> [(path: PartialKeyPath<Root>, name: String)] = { [] }
  ) {
    (self.name, self.words) = (name, words)
    (self.read, self.write, self.keyPaths) = (read, write, keyPaths)
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
      keyPaths: {
        [(path, name)] + Self.fields(of: path).map { ($0.path, "\(name).\($0.name)") }
      })
  }

  /// Creates the row of a property whose values have names.
  init<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    word name: String, _ path: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(
      name, words: Value.allCases.map(\.rawValue), read: { .string($0[keyPath: path].rawValue) },
      write: { value, root in
        guard case .string(let word) = value, let value = Value(rawValue: word) else {
          return false
        }
        root[keyPath: path] = value
        return true
      },
      keyPaths: { [(path, name)] })
  }

  /// The Swift key paths of the fields of a property, with their names.
  private static func fields(
    of path: PartialKeyPath<Root>
  ) -> [(path: PartialKeyPath<Root>, name: String)] {
    if let point = path as? WritableKeyPath<Root, Point> {
      return [(point.appending(path: \.x), "x"), (point.appending(path: \.y), "y")]
    }
    if let size = path as? WritableKeyPath<Root, Size> {
      return [
        (size.appending(path: \.width), "width"), (size.appending(path: \.height), "height"),
      ]
    }
    if let rect = path as? WritableKeyPath<Root, Rect> {
      return [
        (rect.appending(path: \.origin), "origin"), (rect.appending(path: \.size), "size"),
        (rect.appending(path: \.origin.x), "origin.x"),
        (rect.appending(path: \.origin.y), "origin.y"),
        (rect.appending(path: \.size.width), "size.width"),
        (rect.appending(path: \.size.height), "size.height"),
      ]
    }
    return []
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

/// The names of the properties of a table and of their fields, by their Swift key paths.
///
/// @unchecked Sendable: the key paths are those of rows, which are sendable, and of their fields.
struct KeyPathNames<Root: Sendable>: @unchecked Sendable {
  private let names: [PartialKeyPath<Root>: String]

  init(_ rows: some Sequence<KeyRow<Root>>) {
    names = Dictionary(uniqueKeysWithValues: rows.lazy.flatMap { $0.keyPaths() })
  }

  /// The name of a property or a field; `nil` for a path that no row has.
  subscript(_ path: PartialKeyPath<Root>) -> String? { names[path] }
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

  /// A property that cannot be set.
  package static func readOnly(_ keyPath: String) -> LayerKeyError {
    LayerKeyError(.readOnly, keyPath: keyPath, "\(keyPath) cannot be set.")
  }

  /// A property that no animation changes.
  package static func notAnimatable(_ keyPath: String) -> LayerKeyError {
    LayerKeyError(.notAnimatable, keyPath: keyPath, "No animation changes \(keyPath).")
  }
}

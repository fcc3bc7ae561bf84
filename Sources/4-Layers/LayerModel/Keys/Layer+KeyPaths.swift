// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

/// Properties by name, with Core Animation's names.
///
/// There is one row for each key, in three tables: `LayerKey.all` for the properties with which a
/// layer is drawn, ``keys`` for those that a class of layers stores itself, such as `name`, `mask`
/// or `scrollMode`, and the table of emitters, such as `birthRate`, `emitterPosition.x` or
/// `emitterCells.spark.velocity`, where `spark` is the name of a cell.
extension Layer {
  /// The value at a key path: a property, or a property's field such as `position.x`,
  /// `bounds.size.width` or `transform.rotation.z`.
  ///
  /// - Throws: `unknownKey`.
  public func value(forKeyPath path: String) throws(LayerKeyError) -> LayerValue {
    if let value = particles?.value(forKeyPath: path) { return value }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let value = classKey(names[0])?.read(self) {
      guard let field = value.field(names.dropFirst()) else { throw LayerProperties.unknown(path) }
      return field
    }
    return try state.properties.value(forKeyPath: path)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. It has all effects of setting the
  /// property itself.
  ///
  /// - Throws: `unknownKey`, `wrongType` or `readOnly`; then nothing is set.
  public func setValue(_ value: LayerValue, forKeyPath path: String) throws(LayerKeyError) {
    if var changed = particles, changed.value(forKeyPath: path) != nil {
      try changed.setValue(value, forKeyPath: path)
      particles = changed
      return
    }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let key = classKey(names[0]), let old = key.read(self) {
      if key.isReadOnly { throw LayerKeyError.readOnly(path) }
      let fields = names.dropFirst()
      let whole = fields.isEmpty ? value : try old.setting(value, atField: fields, of: path)
      if !key.write(self, whole) {
        throw LayerKeyError.wrongType(path, wanted: old, given: whole)
      }
      return
    }
    var new = state.properties
    try new.setValue(value, forKeyPath: path)
    properties = new
  }

  /// The value of a key: a property of that name (``keyNames``), or what the program keeps under
  /// any other name, which has no effect on the picture.
  ///
  /// `layer["name"]` is ``name``, and `layer["opacity"]` a `Double`. Values have the types of the
  /// properties; for a property with named cases, the value is the name. Setting `nil` removes a
  /// value of the program.
  ///
  /// - Precondition: A value that is set has the type of the property, as for key-value coding in
  ///   Core Animation; ``setValue(_:forKeyPath:)`` throws instead.
  public subscript(key: String) -> Any? {
    get { hasKey(key) ? (try? value(forKeyPath: key))?.any : state.extras?.values[key] }
    set {
      guard hasKey(key) else {
        extras.values[key] = newValue
        return
      }
      do {
        let old = try value(forKeyPath: key)
        guard let value = LayerValue(newValue, like: old) else {
          throw LayerKeyError(
            .wrongType, keyPath: key,
            "\(key) takes \(old.typeName), not \(newValue.map { "\(type(of: $0))" } ?? "nil").")
        }
        try setValue(value, forKeyPath: key)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

/// Properties by name, with Core Animation's names; see `LayerKey`. Contents, mask and sublayers
/// are no values and have no name.
///
/// An ``EmitterLayer`` has those of its emitter, too, such as `birthRate`, `emitterPosition.x` or
/// `emitterCells.spark.velocity`, where `spark` is the name of a cell.
extension Layer {
  /// The value at a key path: a property, or a field of one such as `position.x`,
  /// `bounds.size.width` or `transform.rotation.z`.
  ///
  /// - Throws: `unknownKey`.
  public func value(forKeyPath path: String) throws(LayerKeyError) -> LayerValue {
    if let value = (self as? EmitterLayer)?.emitter.value(forKeyPath: path) { return value }
    return try state.properties.value(forKeyPath: path)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. It has all effects of setting the
  /// property itself.
  ///
  /// - Throws: `unknownKey` or `wrongType`; then nothing is set.
  public func setValue(_ value: LayerValue, forKeyPath path: String) throws(LayerKeyError) {
    if let layer = self as? EmitterLayer, layer.emitter.value(forKeyPath: path) != nil {
      return try layer.emitter.setValue(value, forKeyPath: path)
    }
    var new = state.properties
    try new.setValue(value, forKeyPath: path)
    properties = new
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

/// Properties by name, with Core Animation's names; see `LayerKey`. Contents, mask and sublayers
/// are no values and have no name.
extension Layer {
  /// The value at a key path: a property, or a field of one such as `position.x`,
  /// `bounds.size.width` or `transform.rotation.z`.
  ///
  /// - Throws: `unknownKey`.
  public func value(forKeyPath path: String) throws(LayerKeyError) -> LayerValue {
    try state.properties.value(forKeyPath: path)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. It has all effects of setting the
  /// property itself.
  ///
  /// - Throws: `unknownKey` or `wrongType`; then nothing is set.
  public func setValue(_ value: LayerValue, forKeyPath path: String) throws(LayerKeyError) {
    var new = state.properties
    try new.setValue(value, forKeyPath: path)
    properties = new
  }
}

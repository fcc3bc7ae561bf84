// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// One step of a key path below a property: `size`, `width`, or of a transform `rotation.z`.
struct LayerField: Hashable, Sendable {
  let name: String

  /// The steps for the names after the property in a key path. Two names of a transform, such as
  /// `rotation.z`, make one step.
  static func fields(_ names: ArraySlice<String>) -> [LayerField] {
    if let first = names.first, TransformField(name: first) != nil {
      return [LayerField(name: names.joined(separator: "."))]
    }
    return names.map { LayerField(name: $0) }
  }
}

extension LayerValue {
  /// The part of a value that the names after the property in a key path stand for, such as
  /// `size.width` in `bounds.size.width`; `nil` if the value has no such part.
  package func field(_ names: ArraySlice<String>) -> LayerValue? {
    var value = self
    for field in LayerField.fields(names) {
      guard let next = value.field(field) else { return nil }
      value = next
    }
    return value
  }

  /// The value with the part set that ``field(_:)`` returns.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  package func setting(
    _ new: LayerValue, atField names: ArraySlice<String>, of path: String
  ) throws(LayerKeyError) -> LayerValue {
    try setting(new, at: LayerField.fields(names)[...], of: path)
  }

  /// The part of a value at one step; `nil` if it has none of that name.
  func field(_ field: LayerField) -> LayerValue? {
    switch (self, field.name) {
    case (.point(let point), "x"): .number(point.x)
    case (.point(let point), "y"): .number(point.y)
    case (.size(let size), "width"): .number(size.width)
    case (.size(let size), "height"): .number(size.height)
    case (.rect(let rect), "origin"): .point(rect.origin)
    case (.rect(let rect), "size"): .size(rect.size)
    case (.transform(let transform), let name): TransformField(name: name)?.value(in: transform)
    default: nil
    }
  }

  /// The value with the part at some steps set.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  func setting(
    _ new: LayerValue, at fields: ArraySlice<LayerField>, of path: String
  ) throws(LayerKeyError) -> LayerValue {
    guard let first = fields.first else { return new }
    guard let old = field(first) else { throw LayerProperties.unknown(path) }
    let inner = try old.setting(new, at: fields.dropFirst(), of: path)
    guard let whole = setting(inner, first) else {
      throw LayerKeyError(
        .wrongType, keyPath: path, "\(path) takes \(old.typeName), not \(inner.typeName).")
    }
    return whole
  }

  /// The value with one field set; `nil` if the new value is of another type.
  private func setting(_ new: LayerValue, _ field: LayerField) -> LayerValue? {
    switch (self, field.name, new) {
    case (.point(var point), "x", .number(let number)):
      point.x = number
      return .point(point)
    case (.point(var point), "y", .number(let number)):
      point.y = number
      return .point(point)
    case (.size(var size), "width", .number(let number)):
      size.width = number
      return .size(size)
    case (.size(var size), "height", .number(let number)):
      size.height = number
      return .size(size)
    case (.rect(var rect), "origin", .point(let point)):
      rect.origin = point
      return .rect(rect)
    case (.rect(var rect), "size", .size(let size)):
      rect.size = size
      return .rect(rect)
    case (.transform(let transform), let name, let new):
      return TransformField(name: name)?.setting(new, in: transform).map { .transform($0) }
    default: return nil
    }
  }
}

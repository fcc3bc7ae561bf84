// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing

/// Values without a type.
extension LayerValue {
  /// The value itself: a `Double`, a `Point`, a `Layer` …; `nil` for an absent one.
  var any: Any? {
    switch self {
    case .number(let value): value
    case .boolean(let value): value
    case .string(let value): value
    case .names(let value): value
    case .numbers(let value): value
    case .colors(let value): value
    case .point(let value): value
    case .size(let value): value
    case .rect(let value): value
    case .color(let value): value
    case .transform(let value): value
    case .path(let value): value
    case .box(let value): value
    case .reference(let value): value.object ?? value.bitmap
    }
  }

  /// Reads a value for a property; `nil` if no property has values of its type.
  ///
  /// - Parameter old: A value of the property: its type decides which value stands for `nil`.
  @MainActor
  init?(_ any: Any?, like old: LayerValue) {
    guard let any else {
      switch old {
      case .numbers: self = .numbers(nil)
      case .color: self = .color(nil)
      case .path: self = .path(nil)
      case .string, .reference: self = .nothing
      default: return nil
      }
      return
    }
    switch any {
    case let value as LayerValue: self = value
    case let value as Int: self = .number(Double(value))
    case let value as Float: self = .number(Double(value))
    case let value as [Double]: self = .numbers(value)
    case let value as [String]: self = .names(value)
    case let value as [Color?]: self = .colors(value)
    case let value as AffineTransform: self = .transform(Transform3D(value))
    case let value as Bitmap: self = .picture(value)
    case let value as Layer: self = .object(value)
    case let value as any LayerDelegate: self = .object(value)
    case let value as BoxValue: self = .box(value)
    case let value as any LayerValueConvertible: self = value.layerValue
    case let value as any RawRepresentable<String>: self = .string(value.rawValue)
    default: return nil
    }
  }
}

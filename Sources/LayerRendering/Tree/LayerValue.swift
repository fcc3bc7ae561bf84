// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel

/// A value of a layer's property whose type is known only when the program runs.
public enum LayerValue: Hashable, Sendable {
  /// A number, such as an opacity.
  case number(Double)
  /// A truth value, such as `masksToBounds`.
  case boolean(Bool)
  /// A name, such as a gravity.
  case string(String)
  /// A position.
  case point(Point)
  /// A width and a height.
  case size(Size)
  /// A rectangle.
  case rect(Rect)
  /// A colour; `nil` for none.
  case color(Color?)
  /// A map of space.
  case transform(Transform3D)
  /// A path; `nil` for none.
  case path(Path?)

  /// The name of the type, for messages.
  var typeName: String {
    switch self {
    case .number: "a number"
    case .boolean: "a boolean"
    case .string: "a string"
    case .point: "a point"
    case .size: "a size"
    case .rect: "a rectangle"
    case .color: "a colour"
    case .transform: "a transform"
    case .path: "a path"
    }
  }
}

/// A type that ``LayerValue`` can hold.
public protocol LayerValueConvertible: Sendable, Equatable {
  /// Reads a value; `nil` if it is of another type.
  init?(_ value: LayerValue)
  /// The value without its type.
  var layerValue: LayerValue { get }
}

extension Double: LayerValueConvertible {
  /// Reads a number.
  public init?(_ value: LayerValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }

  /// The number.
  public var layerValue: LayerValue { .number(self) }
}

extension Bool: LayerValueConvertible {
  /// Reads a truth value.
  public init?(_ value: LayerValue) {
    guard case .boolean(let flag) = value else { return nil }
    self = flag
  }

  /// The truth value.
  public var layerValue: LayerValue { .boolean(self) }
}

extension Point: LayerValueConvertible {
  /// Reads a position.
  public init?(_ value: LayerValue) {
    guard case .point(let point) = value else { return nil }
    self = point
  }

  /// The position.
  public var layerValue: LayerValue { .point(self) }
}

extension Size: LayerValueConvertible {
  /// Reads a width and a height.
  public init?(_ value: LayerValue) {
    guard case .size(let size) = value else { return nil }
    self = size
  }

  /// The width and the height.
  public var layerValue: LayerValue { .size(self) }
}

extension Rect: LayerValueConvertible {
  /// Reads a rectangle.
  public init?(_ value: LayerValue) {
    guard case .rect(let rect) = value else { return nil }
    self = rect
  }

  /// The rectangle.
  public var layerValue: LayerValue { .rect(self) }
}

extension Transform3D: LayerValueConvertible {
  /// Reads a map of space.
  public init?(_ value: LayerValue) {
    guard case .transform(let transform) = value else { return nil }
    self = transform
  }

  /// The map of space.
  public var layerValue: LayerValue { .transform(self) }
}

extension Color?: LayerValueConvertible {
  /// Reads a colour.
  public init?(_ value: LayerValue) {
    guard case .color(let color) = value else { return nil }
    self = color
  }

  /// The colour.
  public var layerValue: LayerValue { .color(self) }
}

extension ContentsGravity: LayerValueConvertible {
  /// Reads a name.
  public init?(_ value: LayerValue) {
    guard case .string(let name) = value else { return nil }
    self.init(rawValue: name)
  }

  /// The name.
  public var layerValue: LayerValue { .string(rawValue) }
}

extension ContentsFilter: LayerValueConvertible {
  /// Reads a name.
  public init?(_ value: LayerValue) {
    guard case .string(let name) = value else { return nil }
    self.init(rawValue: name)
  }

  /// The name.
  public var layerValue: LayerValue { .string(rawValue) }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// A value of a layer's property whose type is known only when the program runs.
public enum LayerValue: Hashable, Sendable {
  /// A number, such as an opacity.
  case number(Double)
  /// A truth value, such as `masksToBounds`.
  case boolean(Bool)
  /// A name, such as a gravity.
  case string(String)
  /// A list of names, such as corners.
  case names([String])
  /// A list of numbers, such as dashes; `nil` for none.
  case numbers([Double]?)
  /// A list of colours; `nil` is a clear one.
  case colors([Color?])
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
  /// A part of the decoration of a box, such as its borders.
  case box(BoxValue)
  /// An object, such as a mask, or a picture; neither of them for no value.
  case reference(LayerReference)

  /// An object, such as a mask; `nil` for none.
  public static func object(_ object: (any AnyObject & Sendable)?) -> LayerValue {
    .reference(LayerReference(object))
  }

  /// A picture; `nil` for none.
  public static func picture(_ bitmap: Bitmap?) -> LayerValue {
    .reference(LayerReference(bitmap))
  }

  /// The absence of an object or a name.
  public static let nothing = LayerValue.reference(LayerReference(nil as Bitmap?))

  /// The name of the type, for messages.
  package var typeName: String {
    switch self {
    case .number: "a number"
    case .boolean: "a boolean"
    case .string: "a string"
    case .names: "a list of names"
    case .numbers: "a list of numbers"
    case .colors: "a list of colours"
    case .point: "a point"
    case .size: "a size"
    case .rect: "a rectangle"
    case .color: "a colour"
    case .transform: "a transform"
    case .path: "a path"
    case .box(let value): value.typeName
    case .reference: "an object"
    }
  }
}

/// An object or a picture as the value of a property; two are equal if they are the same object, or
/// share their pixels.
public struct LayerReference: Hashable, Sendable {
  /// The object; `nil` for none.
  public let object: (any AnyObject & Sendable)?
  /// The picture; `nil` for none.
  public let bitmap: Bitmap?

  /// Creates a reference.
  package init(_ object: (any AnyObject & Sendable)?) { (self.object, bitmap) = (object, nil) }

  /// Creates a reference to a picture.
  package init(_ bitmap: Bitmap?) { (object, self.bitmap) = (nil, bitmap) }

  /// Whether there is neither an object nor a picture.
  package var isEmpty: Bool { object == nil && bitmap == nil }

  /// Whether both are the same object or picture, or none.
  public static func == (a: LayerReference, b: LayerReference) -> Bool {
    a.object === b.object && a.bitmap?.id == b.bitmap?.id
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(object.map { ObjectIdentifier($0) } ?? bitmap?.id)
  }
}

/// A type that ``LayerValue`` can hold.
package protocol LayerValueConvertible: Sendable, Equatable {
  /// Reads a value; `nil` if it is of another type.
  init?(_ value: LayerValue)
  /// The value without its type.
  var layerValue: LayerValue { get }
}

extension Double: LayerValueConvertible {
  /// Reads a number.
  package init?(_ value: LayerValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }

  /// The number.
  package var layerValue: LayerValue { .number(self) }
}

extension Bool: LayerValueConvertible {
  /// Reads a truth value.
  package init?(_ value: LayerValue) {
    guard case .boolean(let flag) = value else { return nil }
    self = flag
  }

  /// The truth value.
  package var layerValue: LayerValue { .boolean(self) }
}

extension String: OptionalLayerValueConvertible {
  /// Reads a name.
  package init?(_ value: LayerValue) {
    guard case .string(let name) = value else { return nil }
    self = name
  }

  /// The name.
  package var layerValue: LayerValue { .string(self) }

  /// No name.
  package static let absent = LayerValue.nothing
}

extension Point: LayerValueConvertible {
  /// Reads a position.
  package init?(_ value: LayerValue) {
    guard case .point(let point) = value else { return nil }
    self = point
  }

  /// The position.
  package var layerValue: LayerValue { .point(self) }
}

extension Size: LayerValueConvertible {
  /// Reads a width and a height.
  package init?(_ value: LayerValue) {
    guard case .size(let size) = value else { return nil }
    self = size
  }

  /// The width and the height.
  package var layerValue: LayerValue { .size(self) }
}

extension Rect: LayerValueConvertible {
  /// Reads a rectangle.
  package init?(_ value: LayerValue) {
    guard case .rect(let rect) = value else { return nil }
    self = rect
  }

  /// The rectangle.
  package var layerValue: LayerValue { .rect(self) }
}

extension Transform3D: LayerValueConvertible {
  /// Reads a map of space.
  package init?(_ value: LayerValue) {
    guard case .transform(let transform) = value else { return nil }
    self = transform
  }

  /// The map of space.
  package var layerValue: LayerValue { .transform(self) }
}

extension LayerValueConvertible where Self: RawRepresentable<String> {
  /// Reads a name.
  package init?(_ value: LayerValue) {
    guard case .string(let name) = value else { return nil }
    self.init(rawValue: name)
  }

  /// The name.
  package var layerValue: LayerValue { .string(rawValue) }
}

extension ContentsGravity: LayerValueConvertible {}

extension ContentsFilter: LayerValueConvertible {}

extension Corners: LayerValueConvertible {
  private static let names: [(name: String, corner: Corners)] = [
    ("topLeft", .topLeft), ("topRight", .topRight), ("bottomLeft", .bottomLeft),
    ("bottomRight", .bottomRight),
  ]

  /// Reads the names of corners.
  package init?(_ value: LayerValue) {
    guard case .names(let names) = value else { return nil }
    self = []
    for name in names {
      guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
      formUnion(known.corner)
    }
  }

  /// The names of the corners, from the top left one, line by line.
  package var layerValue: LayerValue {
    .names(Self.names.filter { contains($0.corner) }.map(\.name))
  }
}

extension BlendMode: LayerValueConvertible {
  /// The names: those of CSS `mix-blend-mode`, and the operators of Porter and Duff.
  package static let names: [(name: String, mode: BlendMode)] = [
    ("normal", .sourceOver), ("multiply", .multiply), ("screen", .screen), ("overlay", .overlay),
    ("darken", .darken), ("lighten", .lighten), ("color-dodge", .colorDodge),
    ("color-burn", .colorBurn), ("hard-light", .hardLight), ("soft-light", .softLight),
    ("difference", .difference), ("exclusion", .exclusion), ("hue", .hue),
    ("saturation", .saturation), ("color", .color), ("luminosity", .luminosity),
    ("clear", .clear), ("source-in", .sourceIn), ("source-out", .sourceOut),
    ("source-atop", .sourceAtop), ("destination-over", .destinationOver),
    ("destination-in", .destinationIn), ("destination-out", .destinationOut),
    ("destination-atop", .destinationAtop), ("xor", .xor), ("plus-lighter", .plus),
    ("source", .source), ("destination", .destination),
  ]

  /// Reads a name.
  package init?(_ value: LayerValue) {
    guard case .string(let name) = value,
      let known = Self.names.first(where: { $0.name == name })
    else { return nil }
    self = known.mode
  }

  /// The name; `normal` for `sourceOver`.
  package var layerValue: LayerValue {
    .string(Self.names.first { $0.mode == self }?.name ?? "normal")
  }
}

// MARK: - Values that may be absent

/// A type of which a property may have no value.
package protocol OptionalLayerValueConvertible: LayerValueConvertible {
  /// The value of a property that has none.
  static var absent: LayerValue { get }
}

extension Optional: LayerValueConvertible where Wrapped: OptionalLayerValueConvertible {
  /// Reads a value of the type, or its absence.
  package init?(_ value: LayerValue) {
    if value == Wrapped.absent {
      self = .none
    } else if let wrapped = Wrapped(value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }

  /// The value without its type, or its absence.
  package var layerValue: LayerValue { self?.layerValue ?? Wrapped.absent }
}

extension Color: OptionalLayerValueConvertible {
  /// Reads a colour.
  package init?(_ value: LayerValue) {
    guard case .color(let color?) = value else { return nil }
    self = color
  }

  /// The colour.
  package var layerValue: LayerValue { .color(self) }

  /// No colour.
  package static let absent = LayerValue.color(nil)
}

extension Path: OptionalLayerValueConvertible {
  /// Reads a path.
  package init?(_ value: LayerValue) {
    guard case .path(let path?) = value else { return nil }
    self = path
  }

  /// The path.
  package var layerValue: LayerValue { .path(self) }

  /// No path.
  package static let absent = LayerValue.path(nil)
}

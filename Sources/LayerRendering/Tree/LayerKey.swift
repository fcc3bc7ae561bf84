// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A property of ``LayerProperties`` by name: what key paths, documents and animations share.
///
/// Contents, mask and sublayers of a layer are no values and have no key.
public struct LayerKey: Sendable {
  /// The name in Core Animation's spelling.
  public let name: String
  private let read: @Sendable (LayerProperties) -> LayerValue
  private let write: @Sendable (LayerValue, inout LayerProperties) -> Bool

  private init<Value: LayerValueConvertible>(
    _ name: String, _ path: any WritableKeyPath<LayerProperties, Value> & Sendable
  ) {
    self.name = name
    read = { $0[keyPath: path].layerValue }
    write = { value, properties in
      guard let value = Value(value) else { return false }
      properties[keyPath: path] = value
      return true
    }
  }

  /// The value of the property.
  public func value(in properties: LayerProperties) -> LayerValue { read(properties) }

  /// Sets the property.
  ///
  /// - Throws: `wrongType` if the value is of another type, or a name that the type does not have.
  public func set(
    _ value: LayerValue, in properties: inout LayerProperties
  ) throws(LayerKeyError) {
    if write(value, &properties) { return }
    let wanted = read(properties).typeName
    throw LayerKeyError(
      .wrongType, keyPath: name,
      wanted == value.typeName
        ? "\(name) has no value of this name." : "\(name) takes \(wanted), not \(value.typeName).")
  }

  /// The key of a name; `nil` for an unknown one.
  public static func named(_ name: String) -> LayerKey? { table[name] }

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// All keys.
  public static let all: [LayerKey] = [
    LayerKey("bounds", \.bounds), LayerKey("position", \.position), LayerKey("frame", \.frame),
    LayerKey("anchorPoint", \.anchorPoint), LayerKey("anchorPointZ", \.anchorPointZ),
    LayerKey("zPosition", \.zPosition), LayerKey("transform", \.transform),
    LayerKey("sublayerTransform", \.sublayerTransform), LayerKey("hidden", \.isHidden),
    LayerKey("opaque", \.isOpaque), LayerKey("doubleSided", \.isDoubleSided),
    LayerKey("geometryFlipped", \.isGeometryFlipped), LayerKey("opacity", \.opacity),
    LayerKey("masksToBounds", \.masksToBounds), LayerKey("backgroundColor", \.backgroundColor),
    LayerKey("cornerRadius", \.cornerRadius), LayerKey("maskedCorners", \.maskedCorners),
    LayerKey("borderWidth", \.borderWidth),
    LayerKey("borderColor", \.borderColor), LayerKey("shadowColor", \.shadow.color),
    LayerKey("shadowOpacity", \.shadow.opacity), LayerKey("shadowOffset", \.shadow.offset),
    LayerKey("shadowRadius", \.shadow.radius), LayerKey("shadowPath", \.shadow.path),
    LayerKey("blendMode", \.blendMode), LayerKey("contentsScale", \.contentsScale),
    LayerKey("contentsGravity", \.contentsGravity), LayerKey("contentsRect", \.contentsRect),
    LayerKey("contentsCenter", \.contentsCenter),
    LayerKey("magnificationFilter", \.magnificationFilter),
    LayerKey("minificationFilter", \.minificationFilter),
    LayerKey("shouldRasterize", \.shouldRasterize),
  ]
}

/// A name or path of a property that cannot be read or set.
public struct LayerKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// No property, or no field of a property, has the name.
    public static let unknownKey = Code(name: "unknownKey")
    /// The value is of another type than the property, or a name that the type does not have.
    public static let wrongType = Code(name: "wrongType")
  }

  /// The kind of failure.
  public let code: Code
  /// The path that was asked for.
  public let keyPath: String
  /// A sentence for the user.
  public let message: String

  init(_ code: Code, keyPath: String, _ message: String) {
    self.code = code
    self.keyPath = keyPath
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension LayerProperties {
  /// The value at a key path: a property, or a field of one such as `position.x`,
  /// `bounds.size.width` or `transform.rotation.z`.
  ///
  /// - Throws: `unknownKey`.
  public func value(forKeyPath path: String) throws(LayerKeyError) -> LayerValue {
    let (key, fields) = try Self.resolve(path)
    var value = key.value(in: self)
    for field in fields {
      guard let next = value.field(field) else { throw Self.unknown(path) }
      value = next
    }
    return value
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  public mutating func setValue(
    _ value: LayerValue, forKeyPath path: String
  ) throws(LayerKeyError) {
    let (key, fields) = try Self.resolve(path)
    guard !fields.isEmpty else { return try key.set(value, in: &self) }
    let whole = try key.value(in: self).setting(value, at: fields[...], of: path)
    try key.set(whole, in: &self)
  }

  private static func resolve(_ path: String) throws(LayerKeyError) -> (LayerKey, [LayerField]) {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let key = LayerKey.named(names[0]) else { throw unknown(path) }
    return (key, LayerField.fields(names.dropFirst()))
  }

  static func unknown(_ path: String) -> LayerKeyError {
    LayerKeyError(.unknownKey, keyPath: path, "A layer has no property \(path).")
  }
}

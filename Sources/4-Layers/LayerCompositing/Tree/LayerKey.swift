// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A property of ``LayerProperties`` by name, for key paths, documents and animations.
///
/// ``all`` is the table of these properties, with a part for each kind of layers. Other properties
/// are in other tables: those of emitters and cells in their own, and those that a class of layers
/// stores itself (`name`, `mask`, `scrollMode` …) in `Layer.keys` of `LayerModel`.
public struct LayerKey: Sendable {
  private let row: KeyRow<LayerProperties>
  /// The name in Core Animation's spelling.
  public var name: String { row.name }
  /// The kind of layers that have the property, with its defaults; `nil` if all have it.
  public let kind: LayerKind?
  /// The names of the values; empty for a property whose values have none.
  package var words: [String] { row.words }

  private init(_ row: KeyRow<LayerProperties>, of kind: LayerKind?) {
    (self.row, self.kind) = (row, kind)
  }

  /// Creates the key of a part of a box's decoration.
  init(
    box name: String, read: @escaping @Sendable (BoxDecoration) -> BoxValue,
    write: @escaping @Sendable (BoxValue, inout BoxDecoration) -> Bool
  ) {
    self.init(
      KeyRow(
        name, read: { .box(read($0.decoration)) },
        write: { value, properties in
          guard case .box(let part) = value else { return false }
          return write(part, &properties.decoration)
        }), of: nil)
  }

  init(
    _ name: String, of kind: LayerKind, words: [String] = [],
    read: @escaping @Sendable (LayerProperties) -> LayerValue,
    write: @escaping @Sendable (LayerValue, inout LayerProperties) -> Bool
  ) {
    self.init(KeyRow(name, words: words, read: read, write: write), of: kind)
  }

  init<Value: LayerValueConvertible>(
    _ name: String, _ path: any WritableKeyPath<LayerProperties, Value> & Sendable,
    of kind: LayerKind? = nil
  ) {
    self.init(KeyRow(name, path), of: kind)
  }

  /// Creates the key of a property whose values have names.
  init<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    word name: String, _ path: any WritableKeyPath<LayerProperties, Value> & Sendable,
    of kind: LayerKind? = nil
  ) {
    self.init(KeyRow(word: name, path), of: kind)
  }

  /// The key path of a property, or of a property's field such as `\.position.x`; `nil` for a path
  /// that no key has.
  package static func keyPath(of path: PartialKeyPath<LayerProperties>) -> String? {
    keyPaths[path]
  }

  /// The names of the Swift key paths, made at the first use.
  private static let keyPaths = KeyPathNames(all.map(\.row))

  /// Whether layers with such properties have this one.
  package func applies(to properties: LayerProperties) -> Bool {
    kind?.isKind(properties.kind) ?? true
  }

  /// The value of the property.
  package func value(in properties: LayerProperties) -> LayerValue { row.read(properties) }

  /// Sets the property.
  ///
  /// - Throws: `wrongType` if the value is of another type, or a name that the type does not have;
  ///   `unknownKey` for a layer of a kind without the property.
  package func set(
    _ value: LayerValue, in properties: inout LayerProperties
  ) throws(LayerKeyError) {
    if let kind, !applies(to: properties) {
      throw LayerKeyError(
        .unknownKey, keyPath: name, "Only layers of type \(kind.name) have \(name).")
    }
    try row.set(value, in: &properties, keyPath: name)
  }

  /// The key of a name; `nil` for an unknown one.
  public static func named(_ name: String) -> LayerKey? { table[name] }

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// All keys.
  public static let all: [LayerKey] = common + BoxValue.keys + LayerKind.keys

  /// Whether implicit animations change the property: its values can be interpolated, and it is not
  /// composed of others (`frame`), the scale of a bitmap, or the count or delay of copies.
  package var isAnimatable: Bool {
    switch value(in: LayerProperties()) {
    case .boolean, .string, .names, .reference: false
    case .number, .numbers, .colors, .point, .size, .rect, .color, .transform, .path, .box:
      ![
        "backgrounds", "borderImage",
        "frame", "contentsScale", "rasterizationScale", "instanceCount", "instanceDelay",
      ].contains(name)
    }
  }

  /// The keys that implicit animations change.
  package static let animatable = all.filter(\.isAnimatable)

  /// The keys of properties that lie in ``LayerProperties`` itself, and not in the box of those
  /// that few layers have.
  private static let stored = all.filter { key in
    key.row.keyPaths().first.map { MemoryLayout<LayerProperties>.offset(of: $0.path) != nil }
      ?? false
  }

  /// The keys whose values may differ, without `frame`, which is made of others. They are few if
  /// both values share one box of rare properties, as before and after most changes.
  package static func mayDiffer(_ a: LayerProperties, _ b: LayerProperties) -> [LayerKey] {
    a.sharesRare(with: b) ? stored : allButFrame
  }

  private static let allButFrame = all.filter { $0.name != "frame" }

  private static let common: [LayerKey] = [
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
    LayerKey(word: "contentsGravity", \.contentsGravity), LayerKey("contentsRect", \.contentsRect),
    LayerKey("contentsCenter", \.contentsCenter),
    LayerKey(word: "magnificationFilter", \.magnificationFilter),
    LayerKey(word: "minificationFilter", \.minificationFilter),
    LayerKey("shouldRasterize", \.shouldRasterize),
    LayerKey("rasterizationScale", \.rasterizationScale),
    LayerKey("allowsGroupOpacity", \.allowsGroupOpacity),
    LayerKey(word: "cornerCurve", \.cornerCurve),
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
    /// The property cannot be animated.
    public static let notAnimatable = Code(name: "notAnimatable")
    /// The property cannot be set.
    public static let readOnly = Code(name: "readOnly")
  }

  /// The kind of failure.
  public let code: Code
  /// The path that could not be read or set.
  public let keyPath: String
  /// A sentence for the user.
  public let message: String

  package init(_ code: Code, keyPath: String, _ message: String) {
    self.code = code
    self.keyPath = keyPath
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

/// A key path, read once: a property and the steps below it.
struct LayerKeyPath: Sendable {
  let text: String
  let key: LayerKey
  let fields: [LayerField]

  /// Reads a path; `nil` without a property of its first name.
  init?(_ text: String) {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let key = LayerKey.named(names[0]) else { return nil }
    (self.text, self.key) = (text, key)
    fields = LayerField.fields(names.dropFirst())
  }

  /// The value in properties.
  ///
  /// - Throws: `unknownKey`.
  func value(in properties: LayerProperties) throws(LayerKeyError) -> LayerValue {
    guard key.applies(to: properties) else { throw LayerProperties.unknown(text) }
    var value = key.value(in: properties)
    for field in fields {
      guard let next = value.field(field) else { throw LayerProperties.unknown(text) }
      value = next
    }
    return value
  }

  /// Sets the value in properties.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  func set(
    _ value: LayerValue, in properties: inout LayerProperties
  ) throws(LayerKeyError) {
    guard key.applies(to: properties) else { throw LayerProperties.unknown(text) }
    guard !fields.isEmpty else { return try key.set(value, in: &properties) }
    let whole = try key.value(in: properties).setting(value, at: fields[...], of: text)
    try key.set(whole, in: &properties)
  }
}

extension LayerProperties {
  /// The value at a key path: a property, or a property's field such as `position.x`,
  /// `bounds.size.width` or `transform.rotation.z`.
  ///
  /// - Throws: `unknownKey`.
  public func value(forKeyPath path: String) throws(LayerKeyError) -> LayerValue {
    guard let keyPath = LayerKeyPath(path) else { throw Self.unknown(path) }
    return try keyPath.value(in: self)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``.
  ///
  /// - Throws: `unknownKey` or `wrongType`.
  public mutating func setValue(
    _ value: LayerValue, forKeyPath path: String
  ) throws(LayerKeyError) {
    guard let keyPath = LayerKeyPath(path) else { throw Self.unknown(path) }
    try keyPath.set(value, in: &self)
  }

  package static func unknown(_ path: String) -> LayerKeyError {
    LayerKeyError(.unknownKey, keyPath: path, "A layer has no property \(path).")
  }
}

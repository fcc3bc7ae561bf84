// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerRendering

/// The description of a layer in a ``TreeBuilder``: ``Box``, ``Text``, ``Image``, ``Group``,
/// ``Shape``, ``GradientBox``, ``Replicator``, ``Emitter`` or ``TransformGroup``.
///
/// Modifiers return changed copies. If the same modifier is used twice, the last one applies.
///
/// ```swift
/// let tree = try RenderTree(size: Size(width: 400, height: 300), scale: 2) {
///   Box(.white).frame(20, 20, 360, 260).cornerRadius(12).shadow(radius: 8)
///   Text("Hello, мир", size: 28).position(200, 150)
/// }
/// ```
public protocol TreeElement: Sendable {
  /// The properties, name, mask and sublayers of the element.
  var attributes: TreeElementAttributes { get set }

  /// Makes the layer.
  ///
  /// - Throws: An error of the text: `FontError`, `ShapingError`, `TypesettingError`.
  func makeNode() throws -> RenderNode
}

extension TreeElement {
  /// Makes a layer of the properties and sublayers alone.
  ///
  /// - Throws: An error of a text below it.
  public func makeNode() throws -> RenderNode {
    try attributes.makeNode(attributes.placedProperties())
  }
}

/// The properties that all elements of a ``TreeBuilder`` have.
public struct TreeElementAttributes: Sendable {
  /// The properties of the layer.
  public var properties = LayerProperties()
  /// The name, for reports.
  public var name: String?
  /// The identity of the layer in several trees; `nil` to identify it by its place in the tree.
  public var id: LayerID?
  /// The layer whose alpha multiplies this one.
  public var mask: (any TreeElement)?
  /// The layers inside, from back to front.
  public var sublayers: [any TreeElement]
  /// The changes over time, in the order in which they apply.
  public var animations: [LayerAnimation] = []
  /// The mapping of the time around the layer to its own time.
  public var timing = MediaTiming.continuous
  /// The rectangle that the layer fills before its transform; `nil` to use bounds and position.
  var frame: Rect?
  /// Whether a size was set.
  var hasSize = false

  /// Creates the attributes of a layer of size 0.
  public init(sublayers: [any TreeElement] = []) {
    self.sublayers = sublayers
  }

  /// The properties, with the frame applied.
  ///
  /// - Parameter size: The size of a layer for which none was set.
  func placedProperties(natural size: Size? = nil) -> LayerProperties {
    var properties = properties
    if let size, !hasSize { properties.bounds.size = size }
    guard let frame else { return properties }
    properties.bounds.size = frame.size
    properties.position = Point(
      x: frame.minX + properties.anchorPoint.x * frame.width,
      y: frame.minY + properties.anchorPoint.y * frame.height)
    return properties
  }

  /// Makes the layer.
  ///
  /// - Throws: An error of a text below it.
  func makeNode(
    _ properties: LayerProperties, contents: NodeContents = .none
  ) throws -> RenderNode {
    RenderNode(
      id: id, name: name, properties: properties, contents: contents,
      mask: try mask?.makeNode(), sublayers: try sublayers.map { try $0.makeNode() },
      motion: motion)
  }
}

/// A list of layers, from back to front, with `if`, `switch` and `for`.
@resultBuilder
public enum TreeBuilder {
  /// An element.
  public static func buildExpression(_ element: any TreeElement) -> [any TreeElement] { [element] }

  /// A list of elements.
  public static func buildExpression(_ elements: [any TreeElement]) -> [any TreeElement] {
    elements
  }

  /// The elements of all statements in order.
  public static func buildBlock(_ parts: [any TreeElement]...) -> [any TreeElement] {
    parts.flatMap(\.self)
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [any TreeElement]?) -> [any TreeElement] { part ?? [] }

  /// A first branch.
  public static func buildEither(first part: [any TreeElement]) -> [any TreeElement] { part }

  /// A second branch.
  public static func buildEither(second part: [any TreeElement]) -> [any TreeElement] { part }

  /// A loop.
  public static func buildArray(_ parts: [[any TreeElement]]) -> [any TreeElement] {
    parts.flatMap(\.self)
  }
}

extension RenderTree {
  /// Creates a tree from a list of layers, from back to front.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in points.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind the layers; `nil` for transparent.
  ///   - time: The point in time, in seconds.
  ///   - content: The layers.
  /// - Throws: An error of a text: `FontError`, `ShapingError`, `TypesettingError`.
  public init(
    size: Size, scale: Double = 1, background: Color? = nil, time: Double = 0,
    @TreeBuilder _ content: () throws -> [any TreeElement]
  ) throws {
    var properties = LayerProperties()
    properties.frame = Rect(origin: .zero, size: size)
    let sublayers = try content().map { try $0.makeNode() }
    self.init(
      root: RenderNode(properties: properties, sublayers: sublayers), size: size, scale: scale,
      background: background, time: time)
  }
}

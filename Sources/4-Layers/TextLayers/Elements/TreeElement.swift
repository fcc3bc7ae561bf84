// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import BoxTrees
public import CanvasGeometry
public import LayerCompositing
public import SystemConcurrency

/// The description of a layer in a ``TreeBuilder``: ``Box``, ``Text``, ``Image``, ``Group``,
/// ``Shape``, ``GradientBox``, ``Replicator``, ``Emitter``, ``TransformGroup``; and those that are
/// laid out by their contents: ``Row``, ``Column``, ``Grid`` and ``Spacer``.
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

/// An element with contents that a container asks for their size.
protocol BoxElement: TreeElement {
  /// Makes the layer as an item of a container, whose layout decides its frame.
  ///
  /// - Parameter cancellation: Polled while texts are measured.
  /// - Throws: As ``TreeElement/makeNode()``.
  func makeContentBox(_ cancellation: Cancellation) throws -> UnplacedLayer
}

extension TreeElement {
  /// Makes a layer of the properties and sublayers alone.
  ///
  /// A container without a frame is as large as its contents, and lies at the origin.
  ///
  /// - Throws: An error of a text below it, or `BoxLayoutError`.
  public func makeNode() throws -> RenderNode {
    try outermostNode() ?? attributes.makeNode(attributes.placedProperties())
  }

  /// The layer of an outermost container, sized by its contents; `nil` for an element without a
  /// layout.
  func outermostNode() throws -> RenderNode? {
    if attributes.layout == nil { return nil }
    return try makeBox(.never).makeNode(in: UnplacedLayer.Room(width: nil, height: nil))
  }

  /// Makes the layer as an item of a container, whose layout decides its frame.
  func makeBox(_ cancellation: Cancellation) throws -> UnplacedLayer {
    if let element = self as? any BoxElement {
      return try element.makeContentBox(cancellation)
    }
    if attributes.layout != nil {
      return try attributes.makeBox(cancellation)
    }
    return attributes.box(of: try makeNode())
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
  /// Whether a position was set.
  var hasPosition = false
  /// How the element lays out its sublayers; `nil` for one that lays out none.
  public var layout: BoxLayout?
  /// How the element lies in the container around it.
  public var item = BoxItem()

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
    properties.fill(frame)
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

  /// Whether the layer keeps its frame in a container.
  var keepsFrame: Bool { frame != nil || hasSize && hasPosition }

  /// Makes an item of a container.
  ///
  /// - Parameter contents: What the layer shows besides its sublayers.
  /// - Throws: An error of a text below it.
  func makeBox(
    _ cancellation: Cancellation, contents: UnplacedLayer.Contents = .made(.none)
  ) throws -> UnplacedLayer {
    var box = UnplacedLayer(placedProperties(), contents: contents, layout: layout)
    (box.id, box.name, box.motion) = (id, name, motion)
    box.mask = try mask?.makeNode()
    place(&box)
    if layout == nil {
      box.placed = try sublayers.map { try $0.makeNode() }
    } else {
      box.sublayers = try sublayers.map { try $0.makeBox(cancellation) }
    }
    return box
  }

  /// An item of a container that is made already.
  func box(of node: RenderNode) -> UnplacedLayer {
    var box = UnplacedLayer(node)
    place(&box)
    return box
  }

  private func place(_ box: inout UnplacedLayer) {
    box.item = item
    (box.hasSize, box.hasPosition) = (hasSize, hasPosition || frame != nil)
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
  ///   - size: The size of the picture, in points. A container without a frame fills it.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind the layers; `nil` for transparent.
  ///   - time: The point in time, in seconds.
  ///   - roundsBoxes: Whether edges of boxes are moved to whole pixels, as in browsers.
  ///   - cancellation: Polled while boxes are laid out.
  ///   - content: The layers.
  /// - Throws: An error of a text: `FontError`, `ShapingError`, `TypesettingError`;
  ///   `BoxLayoutError`, or `CancellationError`.
  public init(
    size: Size, scale: Double = 1, background: Color? = nil, time: Double = 0,
    roundsBoxes: Bool = false, cancellation: Cancellation = .never,
    @TreeBuilder _ content: () throws -> [any TreeElement]
  ) throws {
    try self.init(
      width: size.width, height: size.height, scale: scale, background: background, time: time,
      roundsBoxes: roundsBoxes, cancellation: cancellation, content)
  }

  /// Creates a tree from a list of layers, as large as they are.
  ///
  /// - Parameters:
  ///   - width: The width of the picture, in points; `nil` for that of the layers, rounded up to
  ///     whole pixels.
  ///   - height: The height of the picture, in points; `nil` for that of the layers.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind the layers; `nil` for transparent.
  ///   - time: The point in time, in seconds.
  ///   - roundsBoxes: Whether edges of boxes are moved to whole pixels, as in browsers.
  ///   - cancellation: Polled while boxes are laid out.
  ///   - content: The layers.
  /// - Throws: As ``init(size:scale:background:time:roundsBoxes:cancellation:_:)``.
  public init(
    width: Double?, height: Double?, scale: Double = 1, background: Color? = nil,
    time: Double = 0, roundsBoxes: Bool = false, cancellation: Cancellation = .never,
    @TreeBuilder _ content: () throws -> [any TreeElement]
  ) throws {
    let boxes = try content().map { element in
      element.attributes.layout == nil
        ? element.attributes.box(of: try element.makeNode())
        : try element.makeBox(cancellation)
    }
    var room = UnplacedLayer.Room(width: width, height: height)
    var size = Size(width: width ?? 0, height: height ?? 0)
    if width == nil || height == nil {
      let frames = try boxes.map { try $0.frame(in: room, cancellation: cancellation) }
      (size, room) = room.around(frames, scale: scale)
    }
    let sublayers = try boxes.map { box in
      try box.makeNode(
        in: room, rounding: roundsBoxes ? scale : nil, cancellation: cancellation)
    }
    var properties = LayerProperties()
    properties.frame = Rect(origin: .zero, size: size)
    self.init(
      root: RenderNode(properties: properties, sublayers: sublayers), size: size, scale: scale,
      background: background, time: time)
  }
}

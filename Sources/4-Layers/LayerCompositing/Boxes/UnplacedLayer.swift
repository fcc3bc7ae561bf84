// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
package import CanvasGeometry
package import SystemConcurrency

/// The description of a layer that has no frame yet: all that its ``RenderNode`` is made of, and
/// its box, which will give the layer a frame.
///
/// A layer with a ``layout`` is a container of its ``sublayers``. The outermost container is laid
/// out by ``makeNode(in:rounding:direction:cancellation:)``, with all containers in it.
package struct UnplacedLayer: Sendable {
  /// The layout and the item of a layer; immutable.
  private final class Values: Sendable {
    let layout: BoxLayout?
    let item: BoxItem
    let isContainer: Bool

    init(layout: BoxLayout?, item: BoxItem) {
      (self.layout, self.item) = (layout, item)
      isContainer = layout != nil
    }
  }

  /// What the layer shows.
  package enum Contents: Sendable {
    /// Contents that do not depend on the size of the box. An image has a size of its own.
    case made(NodeContents)
    /// Contents that are made for the size that the box turns out to have.
    case fitted(any FittedContents)
  }

  /// The identity in several trees; `nil` for a layer that is identified by its place.
  package var id: LayerID?
  /// The name, for reports.
  package var name: String?
  /// All properties. Box layout replaces size and position, unless ``keepsFrame`` is true.
  package var properties: LayerProperties
  /// What the layer shows.
  package var contents: Contents
  /// A layer whose alpha multiplies this one.
  package var mask: RenderNode?
  /// The layer's time and animations.
  package var motion: LayerMotion?
  /// How the layer lays out its sublayers; `nil` for a layer that lays out none.
  package var layout: BoxLayout? {
    get { values?.layout }
    set { values = Values(layout: newValue, item: item) }
  }
  /// How the layer lies in the container around it.
  package var item: BoxItem {
    get { values?.item ?? BoxItem() }
    set { values = Values(layout: layout, item: newValue) }
  }
  /// The layout and the item behind one reference: both are large, and most layers have neither.
  private var values: Values?
  /// Whether the layer has a layout; faster than reading ``layout``, which copies it.
  package var isContainer: Bool { values?.isContainer ?? false }
  /// Whether the size of the properties was set.
  package var hasSize = false
  /// Whether the position of the properties was set.
  package var hasPosition = false
  /// Whether the layer keeps its frame in a container, out of the flow: it has both a size and a
  /// position. A layer that has only a size is an item of that size.
  package var keepsFrame: Bool { hasSize && hasPosition }
  /// The layers inside, from back to front.
  package var sublayers: [UnplacedLayer] = []
  /// The sublayers with frames of their own, of a layer without ``layout``. They lie behind
  /// ``sublayers``.
  package var placed: [RenderNode] = []

  /// Creates a layer without a layout.
  package init() {
    properties = LayerProperties()
    contents = .made(.none)
  }

  /// Creates a layer.
  package init(
    _ properties: LayerProperties, contents: Contents = .made(.none), layout: BoxLayout? = nil,
    sublayers: [UnplacedLayer] = []
  ) {
    self.properties = properties
    self.contents = contents
    values = layout.map { Values(layout: $0, item: BoxItem()) }
    self.sublayers = sublayers
  }

  /// Creates a layer from a finished node, as an item of a container.
  package init(_ node: RenderNode) {
    (id, name, properties) = (node.id, node.name, node.properties)
    (contents, mask, motion) = (.made(node.contents), node.mask, node.motion)
    placed = node.sublayersInOrder
  }

  /// Lays the boxes out, and makes the nodes of the layers.
  ///
  /// - Parameters:
  ///   - room: The room for the layer; not used if the layer has a size.
  ///   - scale: Device pixels per point, where edges are moved to whole pixels, as browsers do;
  ///     `nil` to round nothing.
  ///   - direction: The direction of writing around the layer.
  ///   - cancellation: Polled for each layer. Contents poll the cancellation that they were created
  ///     with.
  /// - Throws: `BoxLayoutError`, `CancellationError`, and what the contents throw.
  /// - Complexity: That of `BoxTree.layout`.
  package func makeNode(
    in room: Room, rounding scale: Double? = nil,
    direction: BoxLayout.Direction = .leftToRight, cancellation: Cancellation = .never
  ) throws -> RenderNode {
    try LayerPlacement(cancellation: cancellation, scale: scale)
      .node(of: self, in: room, direction: direction)
  }

  /// The frame that the layer has in a room.
  ///
  /// - Throws: As ``makeNode(in:rounding:direction:cancellation:)``.
  package func frame(in room: Room, cancellation: Cancellation = .never) throws -> Rect {
    try LayerPlacement(cancellation: cancellation, scale: nil).frame(of: self, in: room)
  }
}

extension UnplacedLayer: BoxSource {
  package typealias Sublayer = UnplacedLayer

  package var hasBoxLayout: Bool { isContainer }

  package var boxLayout: BoxLayout? { layout }

  package func boxItem(isRoot: Bool) -> BoxItem {
    var item = item
    if isRoot || !hasSize { return item }
    let size = properties.bounds.size
    if item.width == .auto { item.width = .points(size.width) }
    if item.height == .auto { item.height = .points(size.height) }
    return item
  }

  package func makeBoxContent(cancellation: Cancellation) -> (any BoxContent)? {
    guard sublayers.isEmpty else { return nil }
    switch contents {
    case .fitted(let fitted): return fitted
    case .made(.image(let image)):
      return ImageBox(image.naturalSize(scale: properties.contentsScale))
    case .made(.vector(let vector)):
      return (vector as? any SizedContents).map { ImageBox($0.naturalSize) }
    case .made: return nil
    }
  }

  package func forEachInFlow(_ body: (UnplacedLayer) throws -> Void) rethrows {
    for sublayer in sublayers where !sublayer.keepsFrame { try body(sublayer) }
  }
}

extension UnplacedLayer {
  /// The room for an outermost container: a width and a height in points; a side that is `nil` is
  /// as long as the contents.
  package struct Room: Hashable, Sendable {
    /// Points; `nil` for the width of the contents without breaks.
    package var width: Double?
    /// Points; `nil` for the height of the contents.
    package var height: Double?
    /// Whether both sides are given.
    package var isGiven: Bool { width != nil && height != nil }
    /// The least width and height, in points, of a side that is as long as the contents.
    package var least = Size.zero

    /// Creates a room.
    package init(width: Double?, height: Double?) {
      self.width = width
      self.height = height
    }

    /// The size of a picture around some layers, and the room of its layers. A side that is not
    /// given ends with the last layer and is rounded up to whole pixels; the room is at least as
    /// long, so that layers which fill the picture fill all of it.
    ///
    /// - Parameters:
    ///   - frames: The frames that the layers have in this room.
    ///   - scale: Device pixels per point.
    package func around(_ frames: [Rect], scale: Double) -> (size: Size, room: Room) {
      func side(_ given: Double?, _ end: Double) -> Double {
        given ?? (scale > 0 ? (end * scale - Self.tolerance).rounded(.up) / scale : end)
      }
      var room = self
      room.least = Size(
        width: side(width, frames.reduce(0) { max($0, $1.maxX) }),
        height: side(height, frames.reduce(0) { max($0, $1.maxY) }))
      return (room.least, room)
    }

    /// The excess, in pixels, that counts as a rounding error and adds no pixel to a side.
    private static let tolerance = 1e-6
  }
}

extension LayerProperties {
  /// The rectangle that the layer fills before its transform, in the superlayer's space.
  package var untransformedFrame: Rect {
    Rect(
      x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
      width: bounds.width, height: bounds.height)
  }

  /// Sets size and position so that the layer fills a rectangle before its transform.
  package mutating func fill(_ frame: Rect) {
    (bounds.size, position) = (frame.size, frame.point(at: anchorPoint))
  }
}

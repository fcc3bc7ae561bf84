// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import SystemConcurrency

/// Makes nodes with frames of described layers: lays out the boxes of an outermost container, then
/// makes the nodes of its layers in the order of their boxes.
struct LayerPlacement {
  let cancellation: Cancellation
  /// Device pixels per point, if edges are rounded to whole pixels; `nil` for no rounding.
  let scale: Double?

  /// A point of the picture, before and after it is rounded to whole pixels.
  private struct Origin {
    var exact = Point.zero
    var rounded = Point.zero
  }

  /// The frames of a layout, taken in the order of the layers.
  private struct Frames {
    let frames: BoxFrames
    var next: Int

    mutating func take() -> (frame: Rect, room: Rect) {
      defer { next += 1 }
      return (frames.frames[next], frames.rooms[next])
    }
  }

  // MARK: Outermost containers

  /// The frame of a layer in a room.
  func frame(of layer: UnplacedLayer, in room: UnplacedLayer.Room) throws -> Rect {
    if layer.hasSize || !layer.isContainer { return layer.properties.untransformedFrame }
    var frames = try layOut(layer, in: room, direction: .leftToRight)
    let frame = frames.take().frame
    guard layer.hasPosition else { return frame }
    var properties = layer.properties
    properties.bounds.size = frame.size
    return properties.untransformedFrame
  }

  /// Makes the node of a layer that no container places, with all layers in it.
  func node(
    of layer: UnplacedLayer, in room: UnplacedLayer.Room, direction: BoxLayout.Direction
  ) throws -> RenderNode {
    try node(of: layer, in: room, direction: direction, at: Origin())
  }

  private func node(
    of layer: UnplacedLayer, in room: UnplacedLayer.Room, direction: BoxLayout.Direction,
    at origin: Origin
  ) throws -> RenderNode {
    guard layer.isContainer else {
      let bounds = Rect(origin: .zero, size: layer.properties.bounds.size)
      return try node(of: layer, room: bounds, sublayers: [])
    }
    var frames = try layOut(layer, in: room, direction: direction)
    if !layer.hasSize, !layer.hasPosition {
      return try node(of: layer, &frames, direction: direction, at: origin)
    }
    // The size or the position of the layer was set, so its frame is not rounded.
    var layer = layer
    let place = frames.take()
    var corner = layer.properties.untransformedFrame.origin
    if !layer.hasSize {
      layer.properties.bounds.size = place.frame.size
      corner = layer.properties.untransformedFrame.origin
    } else if place.frame.size != layer.properties.bounds.size {
      // A box is never smaller than its padding and border, so the frame may have grown.
      layer.properties.fill(Rect(origin: corner, size: place.frame.size))
    }
    let inner = Origin(exact: origin.exact + corner, rounded: origin.rounded + corner)
    return try fill(layer, place.room, &frames, direction: direction, at: inner)
  }

  /// Lays out an outermost container.
  ///
  /// - Returns: The frames of all boxes, the layer's frame first.
  private func layOut(
    _ layer: UnplacedLayer, in room: UnplacedLayer.Room, direction: BoxLayout.Direction
  ) throws -> Frames {
    var (layer, width, height) = (layer, room.width, room.height)
    var cell: BoxLayout?
    if layer.hasSize {
      let size = layer.properties.bounds.size
      (width, height) = (size.width, size.height)
    } else if layer.item.isSized {
      // Sizes and margins count only for items, so the layer lies in a cell as large as the room.
      cell = .cell(of: room, direction)
      layer.item.position = .relative
    } else if !layer.hasPosition {
      if room.width == nil { layer.item.minWidth = .points(room.least.width) }
      if room.height == nil { layer.item.minHeight = .points(room.least.height) }
    }
    let tree = try BoxTree(
      of: layer, cell: cell, direction: direction, cancellation: cancellation)
    let frames = try tree.layout(width: width, height: height, cancellation: cancellation)
    return Frames(frames: frames, next: cell == nil ? 0 : 1)
  }

  // MARK: Nodes

  /// Makes the node of a layer that has a box.
  ///
  /// - Parameter origin: The upper left corner of the container.
  private func node(
    of layer: UnplacedLayer, _ frames: inout Frames, direction: BoxLayout.Direction,
    at origin: Origin
  ) throws -> RenderNode {
    let (frame, room) = frames.take()
    var layer = layer
    let exact = origin.exact + frame.origin
    let corner = rounded(exact)
    let end = rounded(Point(x: exact.x + frame.width, y: exact.y + frame.height))
    layer.properties.fill(
      scale == nil
        ? frame
        : Rect(
          x: corner.x - origin.rounded.x, y: corner.y - origin.rounded.y,
          width: end.x - corner.x, height: end.y - corner.y))
    return try fill(
      layer, room, &frames, direction: direction, at: Origin(exact: exact, rounded: corner))
  }

  /// Makes the node of a layer whose frame is set, and the nodes of all layers in it.
  ///
  /// - Parameter origin: The upper left corner of the layer.
  private func fill(
    _ layer: UnplacedLayer, _ room: Rect, _ frames: inout Frames, direction: BoxLayout.Direction,
    at origin: Origin
  ) throws -> RenderNode {
    try cancellation.check()
    guard let layout = layer.layout else { return try node(of: layer, room: room, sublayers: []) }
    if layout.display == .none {
      frames.next += layer.boxesBelow
      return try hidden(layer)
    }
    let direction = layout.direction ?? direction
    var sublayers: [RenderNode] = []
    sublayers.reserveCapacity(layer.sublayers.count)
    for sublayer in layer.sublayers {
      if sublayer.keepsFrame {
        let room = UnplacedLayer.Room(width: nil, height: nil)
        sublayers.append(try node(of: sublayer, in: room, direction: direction, at: origin))
      } else {
        sublayers.append(try node(of: sublayer, &frames, direction: direction, at: origin))
      }
    }
    return try node(of: layer, room: room, sublayers: sublayers)
  }

  private func node(
    of layer: UnplacedLayer, room: Rect, sublayers: [RenderNode]
  ) throws -> RenderNode {
    var properties = layer.properties
    let contents: NodeContents
    switch layer.contents {
    case .made(let made): contents = made
    case .fitted(let fitted): contents = try fitted.contents(in: room, &properties)
    }
    return RenderNode(
      id: layer.id, name: layer.name, properties: properties, contents: contents,
      mask: layer.mask, sublayers: layer.placed + sublayers, motion: layer.motion, copies: nil,
      isContainer: layer.layout.map { $0.overflowX == .visible && $0.overflowY == .visible }
        ?? false,
      isItem: !layer.keepsFrame && layer.item.position == .relative)
  }

  private func rounded(_ point: Point) -> Point {
    guard let scale, scale > 0 else { return point }
    return Point(
      x: (point.x * scale + 0.5).rounded(.down) / scale,
      y: (point.y * scale + 0.5).rounded(.down) / scale)
  }

  // MARK: Layers without a box

  /// The node of a layer with `display` `none`: the layer and all layers in it have a size of zero
  /// and are not drawn.
  private func hidden(_ layer: UnplacedLayer) throws -> RenderNode {
    try cancellation.check()
    var properties = layer.properties
    properties.fill(.zero)
    properties.isHidden = true
    return RenderNode(
      id: layer.id, name: layer.name, properties: properties,
      sublayers: try layer.placed.map(withoutExtent) + layer.sublayers.map(hidden))
  }

  /// Returns a node with a size of zero, as all nodes below it.
  private func withoutExtent(_ node: RenderNode) throws -> RenderNode {
    try cancellation.check()
    var properties = node.properties
    properties.fill(.zero)
    return RenderNode(
      id: node.id, name: node.name, properties: properties,
      sublayers: try node.sublayersInOrder.map(withoutExtent))
  }
}

extension UnplacedLayer {
  /// The number of boxes in the tree below the layer's own.
  fileprivate var boxesBelow: Int {
    guard isContainer else { return 0 }
    return sublayers.reduce(0) { $1.keepsFrame ? $0 : $0 + 1 + $1.boxesBelow }
  }
}

extension BoxItem {
  /// Whether the item sets a size, a ratio of sides, or margins.
  fileprivate var isSized: Bool {
    [width, height, minWidth, minHeight, maxWidth, maxHeight].contains { $0 != .auto }
      || aspectRatio != nil || margin != BoxSides(.points(0))
  }
}

extension BoxLayout {
  /// A grid of one cell, as large as a room. An item without a size of its own fills the cell.
  fileprivate static func cell(of room: UnplacedLayer.Room, _ direction: Direction) -> BoxLayout {
    var layout = BoxLayout(.grid)
    layout.direction = direction
    let whole = GridTrack.minmax(.points(0), .fraction(1))
    layout.gridTemplateColumns = GridTemplate([room.width == nil ? .auto : whole])
    layout.gridTemplateRows = GridTemplate([room.height == nil ? .auto : whole])
    return layout
  }
}

extension Point {
  fileprivate static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
public import TextModel

import struct Synchronization.Atomic

/// The identity of a layer across trees: two nodes with the same identity are an older and a newer
/// state of one layer.
public struct LayerID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  /// The number, unique in the process.
  public let rawValue: UInt64

  /// Creates an identity that nothing else has.
  public init() {
    rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// One layer of a tree as an immutable value, shared between trees and threads.
///
/// A sublayer or mask with `TextLimits.layerDepth` levels or more is left out as a whole; see
/// ``isCutOff``.
public final class RenderNode: Sendable {
  /// The identity; `nil` for a layer that is known by its place among its siblings.
  public let id: LayerID?
  /// The name, for reports.
  public let name: String?
  /// All properties.
  public let properties: LayerProperties
  /// The picture above the background.
  public let contents: NodeContents
  /// The layer whose alpha multiplies this layer and its sublayers, in the space of the bounds.
  public let mask: RenderNode?
  /// The layers inside this one, from back to front: in the order of `zPosition`, those of equal
  /// ones in the order that was given.
  public let sublayers: [RenderNode]
  /// The rectangle outside which contents and sublayers draw nothing, before a mask and the clip of
  /// the bounds, in the layer's space.
  let extentOfInside: Rect
  /// The number of nodes from here down to the deepest one.
  let height: Int
  /// The number of nodes, this one and all below it.
  public let nodeCount: Int
  /// Whether layers below this one were left out because they lie too deep.
  public let isCutOff: Bool

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - id: The identity; `nil` for a layer that is known by its place among its siblings.
  ///   - name: A name for reports.
  ///   - properties: All properties.
  ///   - contents: The picture above the background.
  ///   - mask: A layer whose alpha multiplies this one.
  ///   - sublayers: The layers inside, in any order of `zPosition`.
  /// - Complexity: O(*n*) for *n* sublayers, O(*n* log *n*) if they have places of their own.
  public init(
    id: LayerID? = nil, name: String? = nil, properties: LayerProperties = LayerProperties(),
    contents: NodeContents = .none, mask: RenderNode? = nil, sublayers: [RenderNode] = []
  ) {
    self.id = id
    self.name = name
    self.properties = properties
    self.contents = contents
    let isMaskTooDeep = mask.map { $0.height >= TextLimits.layerDepth } ?? false
    self.mask = isMaskTooDeep ? nil : mask
    var kept = sublayers
    if kept.contains(where: { $0.height >= TextLimits.layerDepth }) {
      kept.removeAll { $0.height >= TextLimits.layerDepth }
    }
    kept = kept.backToFront { $0.properties.zPosition }
    self.sublayers = kept
    extentOfInside = Self.extent(contents, kept, properties)
    var (height, count) = (self.mask?.height ?? 0, 1 + (self.mask?.nodeCount ?? 0))
    var isCutOff = isMaskTooDeep || kept.count < sublayers.count || mask?.isCutOff ?? false
    for child in kept {
      height = max(height, child.height)
      count += child.nodeCount
      isCutOff = isCutOff || child.isCutOff
    }
    self.height = height + 1
    nodeCount = count
    self.isCutOff = isCutOff
  }
}

extension RenderNode {
  /// The rectangle outside which the layer and its sublayers draw nothing, in the superlayer's
  /// space; empty for a layer that draws nothing.
  var extent: Rect {
    guard !properties.isHidden, properties.opacity > 0, let map = properties.planeMap else {
      return .zero
    }
    var extent = properties.bounds
    if !properties.isCommon, properties.blendMode.coversAll { return .everywhere }
    if !properties.masksToBounds {
      extent = extent.union(extentOfInside)
      if !properties.isCommon, properties.shadow.ink != nil {
        extent = extent.union(extentOfShadow(around: extent).withinPictures)
      }
    }
    return map.boundingBox(of: extent.withinPictures).withinPictures
  }

  private func extentOfShadow(around extent: Rect) -> Rect {
    let shadow = properties.shadow
    // A filtered pixel reaches one pixel further at most.
    let reach = shadow.reach + 2
    return (shadow.path?.controlBounds ?? extent).inset(dx: -reach, dy: -reach)
      .offset(dx: shadow.offset.width, dy: shadow.offset.height)
  }

  private static func extent(
    _ contents: NodeContents, _ sublayers: [RenderNode], _ properties: LayerProperties
  ) -> Rect {
    var extent = Rect.zero
    switch contents {
    case .none: break
    case .vector(let vector): extent = vector.extent(in: properties.bounds)
    case .image(let image):
      extent = ContentsMapping(image, in: properties).target
      // Drawn contents are moved to whole pixels.
      if image.drawnSize != nil, properties.contentsScale > 0 {
        extent = extent.inset(
          dx: -2 / properties.contentsScale, dy: -2 / properties.contentsScale)
      }
    }
    if sublayers.isEmpty { return extent }
    var inside = Rect.zero
    for sublayer in sublayers { inside = inside.union(sublayer.extent) }
    guard let space = properties.planeMapOfSublayers else { return extent }
    if space != .identity { inside = space.boundingBox(of: inside) }
    return extent.withinPictures.union(inside.withinPictures)
  }
}

extension Rect {
  /// A rectangle greater than any picture.
  fileprivate static let everywhere = Rect(x: -1e8, y: -1e8, width: 2e8, height: 2e8)

  /// The part that a picture can show: the sum of a huge origin and a size would lose an edge.
  fileprivate var withinPictures: Rect { intersection(.everywhere) }
}

extension Array {
  /// The siblings from back to front, those at the same place in their order; a NaN counts as 0.
  ///
  /// - Parameter zPosition: The place of one; greater is nearer.
  package func backToFront(_ zPosition: (Element) -> Double) -> [Element] {
    if allSatisfy({ zPosition($0) == 0 }) { return self }
    let places = map { element in
      let place = zPosition(element)
      return place.isNaN ? 0 : place
    }
    return indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { self[$0] }
  }
}

/// A picture to compose: a tree of layers, its size and a point in time.
public struct RenderTree: Sendable {
  /// The root; the picture is the space that its `position` lies in.
  public var root: RenderNode
  /// The size of the picture, in points.
  public var size: Size
  /// Device pixels per point.
  public var scale: Double
  /// The colour behind the root; `nil` for transparent.
  public var background: Color?
  /// The point in time of the picture, in seconds.
  public var time: Double

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - root: The root layer.
  ///   - size: The size of the picture, in points.
  ///   - scale: Device pixels per point.
  ///   - background: The colour behind the root.
  ///   - time: The point in time, in seconds.
  public init(
    root: RenderNode, size: Size, scale: Double = 1, background: Color? = nil, time: Double = 0
  ) {
    self.root = root
    self.size = size
    self.scale = scale
    self.background = background
    self.time = time
  }
}

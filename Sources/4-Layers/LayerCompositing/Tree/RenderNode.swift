// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
public import CanvasGeometry
import Synchronization

/// The identity of a layer across trees: two nodes with the same identity are an older and a newer
/// state of one layer.
public struct LayerID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  /// The number, unique in the process.
  package let rawValue: UInt64

  /// Creates an identity that nothing else has.
  public init() {
    rawValue = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// One layer of a tree as an immutable value, shared between trees and threads.
///
/// A tree may be of any height. Pictures show its upper `LayerLimits.depth` levels: the root is the
/// first, and sublayers and a mask lie one level below their layer. Deeper layers are left out. See
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
  /// The layer's time and animations; `nil` for a layer in the time of its superlayer without any.
  package let motion: LayerMotion?
  /// Whether this layer or one below it has a ``motion`` or contents that change with time.
  let hasMotion: Bool
  /// Whether a layout of boxes has placed the sublayers, and overflow is visible: a sublayer that
  /// sticks out is then reported.
  package let isContainer: Bool
  /// Whether a container has placed the layer, in its flow.
  package let isItem: Bool
  /// Whether this layer or one below it shows filtered pixels of what lies behind it.
  let hasBackdrops: Bool
  /// Whether the node is the state at one time of a layer that has animations of its own.
  let isAnimated: Bool
  /// The sublayers of each copy of a replicator, if the copies differ; `nil` if every copy shows
  /// ``sublayers``.
  let copies: [[RenderNode]]?
  /// The layer whose alpha multiplies this layer and its sublayers, in the space of the bounds.
  public var mask: RenderNode? { unsafe below.mask }
  /// The layers inside this one, from back to front: sorted by `zPosition`, and equal ones in the
  /// order that was given.
  public var sublayers: [RenderNode] { unsafe below.sublayers }
  /// The place of each of ``sublayers`` in the order that was given; `nil` if both orders are
  /// equal.
  private let givenPlaces: [Int]?
  /// The layers inside this one in the order that was given.
  ///
  /// - Complexity: O(*n*).
  package var sublayersInOrder: [RenderNode] {
    guard let givenPlaces else { return sublayers }
    var places = givenPlaces
    for (place, given) in givenPlaces.enumerated() { places[given] = place }
    return places.map { sublayers[$0] }
  }
  // nonisolated(unsafe): `below` is written only in `init`, and in the `deinit` of a node
  // without other references.
  private nonisolated(unsafe) var below: Below
  /// The rectangle outside which contents and sublayers draw nothing, before a mask and the clip of
  /// the bounds, in the layer's space.
  let extentOfInside: Rect
  /// The number of nodes from here down to the deepest one.
  let height: Int
  /// The number of nodes, this one and all below it.
  package let nodeCount: Int
  /// The layers that copies of replicators draw, besides those of the tree.
  let copyCount: Int
  /// Whether a picture with this root leaves out layers because they lie too deep.
  public var isCutOff: Bool { height > LayerLimits.depth }

  /// The nodes one level below.
  private struct Below: Sendable {
    var mask: RenderNode?
    var sublayers: [RenderNode]

    /// Moves the nodes to the end of a list.
    mutating func take(into list: inout [RenderNode]) {
      if let mask { list.append(mask) }
      list.append(contentsOf: sublayers)
      (mask, sublayers) = (nil, [])
    }
  }

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
  public convenience init(
    id: LayerID? = nil, name: String? = nil, properties: LayerProperties = LayerProperties(),
    contents: NodeContents = .none, mask: RenderNode? = nil, sublayers: [RenderNode] = []
  ) {
    self.init(
      id: id, name: name, properties: properties, contents: contents, mask: mask,
      sublayers: sublayers, motion: nil)
  }

  /// Creates a node with a time and animations of its own.
  package convenience init(
    id: LayerID? = nil, name: String? = nil, properties: LayerProperties = LayerProperties(),
    contents: NodeContents = .none, mask: RenderNode? = nil, sublayers: [RenderNode] = [],
    motion: LayerMotion?
  ) {
    self.init(
      id: id, name: name, properties: properties, contents: contents, mask: mask,
      sublayers: sublayers, motion: motion, copies: nil)
  }

  /// Creates a node whose copies may differ, or whose sublayers are laid out.
  init(
    id: LayerID? = nil, name: String? = nil, properties: LayerProperties,
    contents: NodeContents = .none, mask: RenderNode? = nil, sublayers: [RenderNode] = [],
    motion: LayerMotion? = nil, copies copiedLayers: [[RenderNode]]?, isAnimated: Bool = false,
    isContainer: Bool = false, isItem: Bool = false
  ) {
    self.id = id
    self.isAnimated = isAnimated
    (self.isContainer, self.isItem) = (isContainer, isItem)
    self.name = name
    self.properties = properties
    let contents = contents.moved(by: motion)
    self.contents = contents
    self.motion = motion
    let copiedLayers = copiedLayers?.map { layers in
      layers.backToFront { $0.properties.zPosition }
    }
    self.copies = copiedLayers
    givenPlaces = sublayers.placesBackToFront { $0.properties.zPosition }
    let sorted = givenPlaces.map { places in places.map { sublayers[$0] } } ?? sublayers
    unsafe below = Below(mask: mask, sublayers: sorted)
    let copies = Self.copyCount(mask, sorted, copiedLayers, properties)
    // With more copies than the limit, every frame fails and needs no exact extent.
    extentOfInside =
      properties.isHidden || properties.opacity <= 0
      ? .zero
      : copies > LayerLimits.instances
        ? .everywhere
        : Self.extent(contents, sorted, copiedLayers, properties, isFlipped: false)
    var (height, count) = (mask?.height ?? 0, 1 + (mask?.nodeCount ?? 0))
    var hasBackdrops = !(properties.decorationBox?.value.backdropFilters.isEmpty ?? true)
    var moves = motion != nil || mask?.hasMotion ?? false || contents.timed != nil
    for child in sorted {
      height = max(height, child.height)
      count += child.nodeCount
      moves = moves || child.hasMotion
      hasBackdrops = hasBackdrops || child.hasBackdrops
    }
    self.hasBackdrops = hasBackdrops
    hasMotion = moves
    self.height = height + 1
    nodeCount = count
    copyCount = copies
  }

  /// Releases high trees from the top downwards, without recursion: a chain of nodes would need a
  /// stack of its height. Trees that pictures show as a whole are released as usual.
  deinit {
    guard isCutOff else { return }
    var released: [RenderNode] = []
    unsafe below.take(into: &released)
    while var node = released.popLast() {
      guard node.isCutOff, isKnownUniquelyReferenced(&node) else { continue }
      // The fence orders the reads of former owners, which have released the node, before this
      // write.
      atomicMemoryFence(ordering: .acquiring)
      unsafe node.below.take(into: &released)
    }
  }
}

extension RenderNode {
  /// The rectangle outside which the layer and its sublayers draw nothing, in the superlayer's
  /// plane; empty for a layer that draws nothing.
  ///
  /// - Parameters:
  ///   - space: The map of space that the superlayer applies to its sublayers; `nil` for none.
  ///   - isFlipped: Whether an odd number of layers around it are flipped.
  func extent(under space: Transform3D?, isFlipped: Bool) -> Rect {
    guard !properties.isHidden, properties.opacity > 0 else { return .zero }
    if let inner = properties.spaceOfSublayers(under: space) {
      if copyCount > LayerLimits.instances || height > LayerLimits.depth {
        return .everywhere
      }
      return Self.extent(
        of: sublayers, copies, properties.copies(in: inner),
        isFlipped: isFlipped != properties.isGeometryFlipped)
    }
    guard let map = properties.planeMap(under: space) else { return .zero }
    if !properties.isCommon, properties.blendMode.coversAll { return .everywhere }
    let extent = extentInPlane(isFlipped: isFlipped)
    return map.boundingBox(of: extent.withinPictures).withinPictures
  }

  /// The rectangle outside which the layer and its sublayers draw nothing, in the layer's plane.
  ///
  /// - Parameter isFlipped: Whether an odd number of layers around it are flipped.
  func extentInPlane(isFlipped: Bool) -> Rect {
    let extent = ownExtentInPlane(isFlipped: isFlipped)
    guard properties.isRasterized else { return extent }
    // The bitmap covers whole pixels, so it may reach up to a pixel further.
    let pixel = 1 / properties.rasterizationScale
    return extent.insetBy(dx: -pixel, dy: -pixel)
  }

  /// The rectangle outside which nothing is drawn, before ``LayerProperties/shouldRasterize``.
  func ownExtentInPlane(isFlipped: Bool) -> Rect {
    guard let box = properties.decorationBox?.value else {
      return extentOfBody(properties.bounds, isFlipped: isFlipped)
    }
    let extent = extentOfBody(box.extent(of: properties.bounds), isFlipped: isFlipped)
    return box.extentOfEffects(on: extent.withinPictures)
  }

  /// The rectangle outside which neither the layer itself nor its sublayers draw anything.
  ///
  /// - Parameter own: The rectangle in which the layer draws itself.
  private func extentOfBody(_ own: Rect, isFlipped: Bool) -> Rect {
    var extent = own
    if !properties.masksToBounds {
      extent = extent.union(extentOfInside(isFlipped: isFlipped))
      if !properties.isCommon, properties.shadow.ink != nil {
        extent = extent.union(extentOfShadow(around: extent).withinPictures)
      }
    }
    return extent
  }

  /// ``extentOfInside``, or the same rectangle for a layer whose plane is upside down.
  ///
  /// - Complexity: O(layers below) for the latter, down to the next flipped ones.
  func extentOfInside(isFlipped: Bool) -> Rect {
    guard isFlipped, !extentOfInside.isEmpty else { return extentOfInside }
    if copyCount > LayerLimits.instances || isCutOff { return .everywhere }
    return Self.extent(contents, sublayers, copies, properties, isFlipped: true)
  }

  private func extentOfShadow(around extent: Rect) -> Rect {
    let shadow = properties.shadow
    // A blur is made of whole pixels: it reaches at most one pixel further, on both sides of the
    // filter. Two pixels are a safe bound.
    let reach = shadow.reach + 2
    return (shadow.path?.controlBounds ?? extent).insetBy(dx: -reach, dy: -reach)
      .offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
  }

  private static func extent(
    _ contents: NodeContents, _ sublayers: [RenderNode], _ copies: [[RenderNode]]?,
    _ properties: LayerProperties, isFlipped: Bool
  ) -> Rect {
    var extent = Rect.zero
    switch contents {
    case .none: break
    case .vector(let vector):
      extent = vector.extent(in: properties.bounds)
      if isFlipped, !contents.areParticles { extent = extent.mirrored(in: properties.bounds) }
    case .image(let image):
      extent = ContentsMapping(image, in: properties).target
      // Contents that were drawn for the bounds may be moved to whole device pixels, so that they
      // reach a little further.
      if image.drawnSize != nil, properties.contentsScale > 0 {
        extent = extent.insetBy(
          dx: -2 / properties.contentsScale, dy: -2 / properties.contentsScale)
      }
    }
    if !properties.isCommon, let shape = properties.kind.shape {
      extent = extent.withinPictures.union(shape.extent.withinPictures)
    }
    if sublayers.isEmpty || !properties.isCommon && properties.kind.isSpace { return extent }
    let inside = Self.extent(
      of: sublayers, copies, properties.copies(in: properties.transformOfSublayers),
      isFlipped: isFlipped != properties.isGeometryFlipped)
    return extent.withinPictures.union(inside.withinPictures)
  }

  /// The sublayers that a copy of a replicator shows.
  func sublayers(of copy: LayerCopy) -> [RenderNode] { copies?[copy.index] ?? sublayers }

  /// The rectangle outside which copies of layers draw nothing.
  private static func extent(
    of sublayers: [RenderNode], _ copiedLayers: [[RenderNode]]?, _ copies: LayerCopies,
    isFlipped: Bool
  ) -> Rect {
    var extent = Rect.zero
    if sublayers.isEmpty { return extent }
    for copy in copies {
      for sublayer in copiedLayers?[copy.index] ?? sublayers {
        extent = extent.union(sublayer.extent(under: copy.space, isFlipped: isFlipped))
      }
    }
    return extent
  }

  /// The most layers that copies draw besides those of the tree; saturates at `Int.max`.
  private static func copyCount(
    _ mask: RenderNode?, _ sublayers: [RenderNode], _ copies: [[RenderNode]]?,
    _ properties: LayerProperties
  ) -> Int {
    let instances = properties.isCommon ? 1 : properties.kind.replicator?.instanceCount ?? 1
    if properties.isHidden || properties.opacity <= 0 { return 0 }
    var count = Saturating(mask?.copyCount ?? 0)
    if instances <= 0 { return count.value }
    if let copies {
      for (index, layers) in copies.enumerated() {
        for layer in layers {
          count.add(layer.copyCount, times: 1)
          if index > 0 { count.add(layer.nodeCount, times: 1) }
        }
      }
      return count.value
    }
    for sublayer in sublayers {
      count.add(sublayer.copyCount, times: instances)
      count.add(sublayer.nodeCount, times: instances - 1)
    }
    return count.value
  }
}

/// A sum that stays at the largest number.
private struct Saturating {
  private(set) var value: Int

  init(_ value: Int) { self.value = value }

  /// Adds a product of numbers that are not negative.
  mutating func add(_ number: Int, times factor: Int) {
    let product = number.multipliedReportingOverflow(by: factor)
    let sum = value.addingReportingOverflow(product.partialValue)
    value = product.overflow || sum.overflow ? .max : sum.partialValue
  }
}

extension Rect {
  /// A rectangle greater than what a picture shows of the plane of any layer, also of a layer of 10⁹
  /// points whose origin is far to the left, or that is made small.
  fileprivate static let everywhere = Rect(x: -1e13, y: -1e13, width: 2e13, height: 2e13)

  /// The part that a picture can show, whose edges are right to 1/500 point: the sum of a huge
  /// origin and a size would lose an edge.
  fileprivate var withinPictures: Rect { intersection(.everywhere) }
}

extension Array {
  /// The siblings from back to front, those at the same place in their order; a NaN counts as 0.
  ///
  /// - Parameter zPosition: The place of one; greater is nearer.
  package func backToFront(_ zPosition: (Element) -> Double) -> [Element] {
    placesBackToFront(zPosition).map { places in places.map { self[$0] } } ?? self
  }

  /// The places of the siblings from back to front, as ``backToFront(_:)`` sorts them; `nil` if
  /// all lie at 0.
  fileprivate func placesBackToFront(_ zPosition: (Element) -> Double) -> [Int]? {
    if allSatisfy({ zPosition($0) == 0 }) { return nil }
    let places = map { element in
      let place = zPosition(element)
      return place.isNaN ? 0 : place
    }
    return indices.sorted { (places[$0], $0) < (places[$1], $1) }
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

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// A tree of layers as a flat list of steps in device pixels, from back to front.
///
/// A step that contains others is followed by them; ``PlanStep/end`` leads past them. The plan is a
/// function of the tree alone, so every part of the picture can be painted by itself, on any
/// thread.
struct CompositionPlan: Sendable {
  /// The pixels of the picture.
  let canvas: PixelRect
  /// The colour of the picture before the first step, premultiplied.
  let background: UInt32
  private(set) var steps: [PlanStep] = []
  /// The layers that draw anything, in the order of their first step; empty without a report.
  private(set) var layers: [RenderNode] = []
  /// The number of layers that draw anything.
  private var layerCount = 0
  /// Whether frames have a report of their layers.
  let isReporting: Bool
  /// The rows above or below a part of the picture on which a shadow in that part depends, at most:
  /// shadows of paths and of drawn pixels are filtered anew in each part.
  var reach = 0
  /// Whether a layer shows filtered pixels of what lies behind it.
  private(set) var hasBackdrops = false
  /// The distance at which a pixel depends on others that lie behind such layers.
  private(set) var backdropReach = 0
  /// The device pixels that cast shadows of drawn pixels; see ``castingArea(around:)``.
  let castingArea: PixelRect
  /// The level of the layer that is added, 1 for the root.
  private(set) var level = 0
  /// The colour that fills are multiplied by.
  var modulation = Color.white
  /// The product of the opacities of superlayers that apply theirs to each sublayer by itself.
  private(set) var fade = 1.0
  /// The device pixels that clips leave of the layer that is added.
  var clip: PixelRect
  /// The visible parts of tiled layers.
  var tileDemands: [TileDemand] = []
  /// The memory of layers that are drawn as bitmaps; `nil` without any.
  var rasterMemory: RasterMemory?
  /// Whether rasterized layers have no room for a bitmap because other layers take it.
  var isOverRasterLimit = false
  /// Whether the layer that is added, or one around it, has animations.
  var isMoving = false
  /// Whether an odd number of layers around the one that is added have their geometry flipped, so
  /// that its plane is upside down and its contents stay upright.
  var isFlipped = false
  /// The content that the picture does not show although no property says so.
  var notes = PlanNotes()
  /// Ends the making of large outlines early: then the plan is not to be painted.
  let cancellation: Cancellation
  /// The filters of shadows: layers often have the same.
  var blurs: [Double: GaussianBlur] = [:]

  /// Plans a picture.
  ///
  /// - Parameters:
  ///   - reporting: Whether frames have a report of their layers.
  ///   - cancellation: Ends the planning early; then the plan is not to be painted.
  /// - Throws: As ``canvas(of:)``.
  init(
    _ tree: borrowing RenderTree, reporting: Bool = false, cancellation: Cancellation = .never
  ) throws(GraphicsError) {
    canvas = try Self.canvas(of: tree)
    clip = canvas
    isReporting = reporting
    self.cancellation = cancellation
    background = tree.background?.premultiplied8 ?? 0
    castingArea = Self.castingArea(around: canvas)
    // Some layers have several steps, others none: 1.5 steps for each layer are reserved.
    steps.reserveCapacity(min(tree.root.nodeCount + tree.root.nodeCount / 2, 1 << 16))
    add(tree.root, in: .affine(.scale(x: tree.scale, y: tree.scale)))
  }

  /// Plans a picture of some device pixels.
  ///
  /// - Parameters:
  ///   - map: The map from the plane that the root lies in to the device.
  ///   - level: The number of levels above the root.
  ///   - isMoving: Whether a layer around the root has animations.
  ///   - isFlipped: Whether an odd number of layers around the root are flipped.
  ///   - rasterMemory: The memory of the plan that this one is a part of.
  ///   - reporting: Whether the plan tells the layers of its steps.
  ///   - cancellation: Ends the planning early; then the plan is not to be painted.
  init(
    _ root: RenderNode, in map: PlaneMap, canvas: PixelRect, level: Int = 0,
    isMoving: Bool = false, isFlipped: Bool = false, rasterMemory: RasterMemory? = nil,
    reporting: Bool = false, cancellation: Cancellation = .never
  ) {
    self.canvas = canvas
    self.isFlipped = isFlipped
    isReporting = reporting
    self.cancellation = cancellation
    self.rasterMemory = rasterMemory
    self.level = level
    self.isMoving = isMoving
    clip = canvas
    background = 0
    castingArea = Self.castingArea(around: canvas)
    add(root, in: map)
  }

  /// The pixels of a picture.
  ///
  /// - Throws: `badSize` or `tooLarge` for a size without pixels or with too many; `tooLarge` for
  ///   too many copies of layers.
  static func canvas(of tree: borrowing RenderTree) throws(GraphicsError) -> PixelRect {
    let pixels = try GraphicsContext.pixels(of: tree.size, scale: tree.scale)
    try checkCopies(of: tree.root)
    return PixelRect(width: pixels.width, height: pixels.height)
  }

  // MARK: A layer

  /// Adds the steps of a layer; none for one that lies too deep.
  ///
  /// - Parameters:
  ///   - outer: The map from the plane that the layer lies in to the device.
  ///   - space: The map of space that the superlayer applies to its sublayers; `nil` for none.
  mutating func add(_ node: RenderNode, in outer: PlaneMap, under space: Transform3D? = nil) {
    let isAroundMoving = isMoving
    level += 1
    isMoving = isAroundMoving || node.isAnimated
    defer {
      level -= 1
      isMoving = isAroundMoving
    }
    let properties = node.properties
    guard !properties.isHidden, properties.opacity > 0, !cancellation.isCancelled else { return }
    guard level <= LayerLimits.depth else { return noteDepth(node) }
    if properties.spaceOfSublayers(under: space) != nil {
      return addSpace(node, in: outer, under: space)
    }
    guard let inner = properties.planeMap(under: space) else {
      return noteFlaw(of: node, under: space, isMoving: isMoving)
    }
    let map = inner.concatenating(outer)
    guard map.isDrawable else { return notePlace(of: node, map) }
    if properties.bounds.isEmpty { noteBounds(node) }
    if map.affine == nil { noteEye(node, map) }
    let layer = enter(node)
    if properties.isCommon, node.mask == nil {
      addPlain(node, map, layer)
    } else {
      addMasked(node, map, layer)
    }
  }

  /// Notes that a layer draws something.
  ///
  /// - Returns: The index of the layer in the report.
  mutating func enter(_ node: RenderNode) -> Int {
    if isReporting { layers.append(node) }
    layerCount += 1
    return layerCount - 1
  }

  /// Adds a layer with common properties alone.
  private mutating func addPlain(_ node: RenderNode, _ map: PlaneMap, _ layer: Int) {
    let opacity = fade * min(1, node.properties.opacity)
    if opacity < 1, !node.paintsOnce {
      nest(.group(GroupDraw(opacity: opacity, reason: .opacity)), layer) { plan in
        plan.fading(1) { $0.addBody(node, map, layer, opacity: 1) }
      }
    } else {
      addBody(node, map, layer, opacity: opacity)
    }
  }

  /// Adds a layer that may need groups: from the outside in, mask, blend mode and opacity, shadow.
  private mutating func addMasked(_ node: RenderNode, _ map: PlaneMap, _ layer: Int) {
    let opacity = fade * min(1, node.properties.opacity)
    if node.properties.isRasterized, addRasterized(node, map, layer, opacity: opacity) { return }
    guard var group = GroupDraw(of: node, opacity: opacity) else {
      return fading(opacity) { $0.addShadowed(node, map, layer, opacity: opacity) }
    }
    if let box = node.properties.decorationBox {
      group.backdrop = backdrop(box.value, node.properties, map)
    }
    nest(.group(group), layer) { plan in
      plan.fading(1) { plan in
        plan.addShadowed(node, map, layer, opacity: 1)
        if let mask = node.mask { plan.addMask(mask, map, layer) }
      }
    }
  }

  /// Adds the sublayers of a layer in a closure: in a flipped layer they lie upside down.
  mutating func inside(
    _ properties: LayerProperties, _ body: (inout CompositionPlan) -> Void
  ) {
    let outer = isFlipped
    isFlipped = outer != properties.isGeometryFlipped
    body(&self)
    isFlipped = outer
  }

  /// Adds the steps of a closure; each layer that the closure adds is faded by an opacity.
  mutating func fading(_ opacity: Double, _ body: (inout CompositionPlan) -> Void) {
    let outer = fade
    fade = opacity
    body(&self)
    fade = outer
  }

  /// Adds the picture of a mask, outside of which the group around is erased.
  private mutating func addMask(_ mask: RenderNode, _ map: PlaneMap, _ layer: Int) {
    nest(.group(GroupDraw(blendMode: .destinationIn, reason: .masking)), layer) { plan in
      let start = plan.steps.count
      plan.add(mask, in: map)
      if plan.steps.count == start { plan.noteMask(mask) }
    }
  }

  private mutating func addShadowed(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    if let box = node.properties.decorationBox?.value, box.hasEffects {
      return addEffects(box, node.properties, map, layer, opacity: opacity) {
        $0.addCast(node, map, layer, opacity: $1)
      }
    }
    addCast(node, map, layer, opacity: opacity)
  }

  private mutating func addCast(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    guard let cast = addShadow(of: node, map, layer, opacity: opacity) else {
      return addBody(node, map, layer, opacity: opacity)
    }
    nest(.group(GroupDraw(shadow: cast, reason: .shadow)), layer) {
      $0.addBody(node, map, layer, opacity: opacity)
    }
  }

  /// Adds what a layer draws itself and its sublayers.
  private mutating func addBody(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    if let box = node.properties.decorationBox {
      return addBox(node, box.value, map, layer, opacity: opacity)
    }
    addBackground(node.properties, map, layer, opacity: opacity)
    // Particles are drawn above the border; all else inside a layer is drawn below it.
    let isBorderBelow = node.contents.areParticles
    if isBorderBelow { addBorder(node.properties, map, layer, opacity: opacity) }
    // A gradient has the shape of the clip. If there is nothing else to clip, it is drawn without
    // the clip, which would soften its edge a second time.
    let isUncut = node.hasKind && !node.hasContents && node.properties.kind.isGradient
    if isUncut { addKind(node, map, layer, opacity: opacity) }
    if node.hasContents || node.hasKind && !isUncut || !node.sublayers.isEmpty {
      clipped(node.properties, map, layer) { plan in
        plan.addContents(node, map, layer, opacity: opacity)
        if !isUncut { plan.addKind(node, map, layer, opacity: opacity) }
        plan.addSublayers(node, map, layer)
      }
    }
    if !isBorderBelow { addBorder(node.properties, map, layer, opacity: opacity) }
  }

  private mutating func addBackground(
    _ properties: LayerProperties, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    guard let color = properties.backgroundColor, color.alpha > 0, !properties.bounds.isEmpty else {
      return
    }
    let outline =
      properties.outlineBelowBorder(map, opacity: opacity) ?? properties.outline(map)
    addFill(FillDraw(outline: outline, border: nil, color: color), layer, opacity: opacity)
  }

  mutating func addBorder(
    _ properties: LayerProperties, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    guard !properties.isCommon, properties.borderWidth > 0, let color = properties.borderColor,
      color.alpha > 0, !properties.bounds.isEmpty
    else { return }
    addFill(
      FillDraw(outline: properties.outline(map), border: properties.borderWidth, color: color),
      layer, opacity: opacity)
  }

  mutating func addFill(_ draw: FillDraw, _ layer: Int, opacity: Double) {
    var draw = draw
    draw.color = draw.color.multiplied(by: modulation)
    draw.color.alpha *= opacity
    let isOpaque = draw.border == nil && draw.color.premultiplied8 >> 24 == 255
    append(
      .fill(draw), draw.outline.pixels, layer,
      opaque: isOpaque ? draw.outline.inner : .empty)
  }

  mutating func addContents(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) {
    if case .gradient = node.properties.kind {
      if node.hasContents { noteGradientContents(node) }
      return
    }
    let map = isFlipped ? node.contentsMap(map) : map
    switch node.contents {
    case .none: break
    case .vector(var vector):
      if let particles = vector as? ParticlePicture { note(particles, node) }
      if let tiles = vector as? TilePicture {
        if tiles.contents.lacksSource { noteSource(node) }
        guard let shown = addDemand(of: tiles, map) else { return }
        vector = shown
      }
      let bounds = node.properties.bounds
      let extent = PixelRect(covering: map.boundingBox(of: vector.extent(in: bounds)))
      if opacity < 1 {
        nest(.group(GroupDraw(opacity: opacity, reason: .opacity)), layer) {
          $0.append(.vector(vector, bounds, map), extent, layer)
        }
      } else {
        append(.vector(vector, bounds, map), extent, layer)
      }
    case .image(var contents):
      var mapping = ContentsMapping(contents, in: node.properties, isFlipped: isFlipped)
      // A drawing cannot show a part of its picture or stand elsewhere in the bounds, so it is
      // drawn as a bitmap.
      if contents.showsDrawing, mapping.drawing == nil,
        let redrawn = contents.redrawn(scale: node.properties.contentsScale)
      {
        contents = redrawn
        mapping = ContentsMapping(contents, in: node.properties, isFlipped: isFlipped)
      }
      var parts = mapping.parts
      if parts.isEmpty { return noteContents(node) }
      if map.affine == nil {
        let levels = MipLevels(of: contents.bitmap)
        for index in parts.indices { parts[index].levels = levels }
      }
      let place = mapping.wholePixelPlace(on: map)
      if let (drawing, map) = mapping.repeatedDrawing(at: place, map) {
        return addDrawing(drawing, mapping.drawnBounds(at: place), map, layer, opacity: opacity)
      }
      let draw = ImageDraw(parts: parts, place: place, map: map, opacity: opacity)
      let outline = ShapeOutline(rect: mapping.drawnTarget, map: map)
      let extent =
        place.map {
          PixelRect(
            x: $0.x, y: $0.y, width: contents.bitmap.width, height: contents.bitmap.height)
        } ?? outline.pixels
      // The step never counts as opaque, since both bitmap formats have alpha.
      append(.image(draw), extent, layer)
    }
  }

  // MARK: Steps

  mutating func append(
    _ action: PlanAction, _ bounds: PixelRect, _ layer: Int,
    opaque: PixelRect = .empty
  ) {
    steps.append(
      PlanStep(
        bounds: bounds, opaque: opaque, end: steps.count + 1, layer: layer, action: action))
  }

  /// Adds the steps of a closure within the clip of `masksToBounds`, if there is one.
  mutating func clipped(
    _ properties: LayerProperties, _ map: PlaneMap, _ layer: Int,
    _ body: (inout CompositionPlan) -> Void
  ) {
    if !properties.masksToBounds { return body(&self) }
    if properties.bounds.isEmpty { return }
    let (outline, outer) = (properties.outline(map), clip)
    clip = outer.intersection(outline.pixels)
    nest(.clip(outline), layer, body: body)
    clip = outer
  }

  /// Keeps some steps alone. A step that contains others beyond the range contains those in it.
  mutating func keep(_ range: Range<Int>) {
    steps = steps[range].map { step in
      var step = step
      step.end = min(step.end, range.upperBound) - range.lowerBound
      return step
    }
  }

  /// Adds a step that contains the steps of a closure; nothing if the closure adds no step.
  mutating func nest(
    _ action: PlanAction, _ layer: Int, body: (inout CompositionPlan) -> Void
  ) {
    let start = steps.count
    append(action, .empty, layer)
    body(&self)
    if steps.count == start + 1, !action.coversAll {
      steps.removeLast()
      return
    }
    close(start)
  }

  /// Ends a step that contains all steps after it: sums up their pixels.
  private mutating func close(_ start: Int) {
    let action = steps[start].action
    var (bounds, opaque) = (PixelRect.empty, PixelRect.empty)
    var i = start + 1
    while i < steps.count {
      bounds = bounds.union(action.isGroup ? drawn(i) : steps[i].bounds)
      if steps[i].opaque.area > opaque.area { opaque = steps[i].opaque }
      i = steps[i].end
    }
    switch action {
    case .clip(let outline):
      bounds = bounds.intersection(outline.pixels)
      opaque = opaque.intersection(outline.inner)
    case .group(var group):
      if let shadow = group.shadow {
        group.caster = bounds.intersection(castingArea)
        steps[start].action = .group(group)
        if !group.caster.isEmpty { bounds = bounds.union(shadow.extent(of: group.caster)) }
      }
      if let filters = group.filters {
        bounds = bounds.intersection(castingArea)
        if !bounds.isEmpty { bounds = bounds.inset(by: -filters.reach) }
        opaque = .empty
      }
      if let backdrop = group.backdrop {
        backdropReach += 2 * backdrop.chain.reach
        hasBackdrops = true
      }
      let isFaded = (group.modulation ?? .max) >> 24 < 255
      if group.opacity < 1 || isFaded || group.blendMode != .sourceOver || group.reason == .mask {
        opaque = .empty
      }
    case .pathClip(let clip):
      bounds = bounds.intersection(clip.pixels)
      opaque = opaque.intersection(clip.inner)
    case .cut: opaque = .empty
    case .fill, .image, .vector, .shape, .gradient, .shadow, .tiles, .backdrop: break
    }
    steps[start].bounds = action.coversAll ? .everything : bounds
    steps[start].opaque = opaque
    steps[start].end = steps.count
  }
}

extension CompositionPlan {
  /// The pixels in which a step inside a group leaves anything. A blend mode that changes all
  /// pixels leaves nothing where its own steps draw nothing.
  private func drawn(_ index: Int) -> PixelRect {
    let step = steps[index]
    guard case .group(let group) = step.action, group.blendMode.coversAll else {
      return step.bounds
    }
    var bounds = PixelRect.empty
    guard group.blendMode.drawsAlone else { return bounds }
    var i = index + 1
    while i < step.end {
      bounds = bounds.union(drawn(i))
      i = steps[i].end
    }
    return bounds
  }
}

extension PixelRect {
  static let empty = PixelRect(width: 0, height: 0)
  static let everything = PixelRect(x: -1 << 30, y: -1 << 30, width: 2 << 30, height: 2 << 30)

  var area: Int { width * height }
}

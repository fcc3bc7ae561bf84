// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel

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
  /// The layers that draw anything, in the order of their first step.
  private(set) var layers: [RenderNode] = []
  /// The rows above or below a part of the picture on which a shadow in that part depends, at most:
  /// shadows of paths and of drawn pixels are filtered anew in each part.
  private(set) var reach = 0
  /// The device pixels that cast shadows of drawn pixels; see ``castingArea(around:)``.
  private let castingArea: PixelRect
  /// The level of the layer that is added, 1 for the root.
  private var level = 0
  /// The filters of shadows: layers often have the same.
  private var blurs: [Double: GaussianBlur] = [:]

  /// Plans a picture.
  ///
  /// - Throws: `badSize` or `tooLarge` for a size without pixels or with too many.
  init(_ tree: borrowing RenderTree) throws(GraphicsError) {
    let pixels = try GraphicsContext.pixels(of: tree.size, scale: tree.scale)
    canvas = PixelRect(width: pixels.width, height: pixels.height)
    background = tree.background?.premultiplied8 ?? 0
    castingArea = Self.castingArea(around: canvas)
    add(tree.root, in: .scale(x: tree.scale, y: tree.scale))
  }

  /// The device pixels that cast shadows of drawn pixels into a picture.
  ///
  /// They reach 512 pixels beyond it, farther than any blur, and less if they would not fit into a
  /// bitmap. So a picture for a shadow has a bounded size, however large, far or nested the layers
  /// are.
  private static func castingArea(around canvas: PixelRect) -> PixelRect {
    var distance = 512
    while true {
      let area = canvas.inset(by: -distance)
      let isBitmap =
        max(area.width, area.height) <= TextLimits.bitmapSide
        && area.area <= TextLimits.bitmapBytes / 4
      if isBitmap || distance == 0 { return area }
      distance /= 2
    }
  }

  // MARK: A layer

  /// Adds the steps of a layer; none for one that lies too deep.
  ///
  /// - Parameter outer: The map from the space that the layer lies in to the device.
  private mutating func add(_ node: RenderNode, in outer: AffineTransform) {
    level += 1
    defer { level -= 1 }
    let properties = node.properties
    guard level <= TextLimits.layerDepth, !properties.isHidden, properties.opacity > 0,
      let inner = properties.planeMap
    else { return }
    let map = outer.concatenated(with: inner)
    guard map.tx.isFinite, map.ty.isFinite, abs(map.tx) < 1e9, abs(map.ty) < 1e9 else { return }
    layers.append(node)
    let layer = layers.count - 1
    if properties.isCommon, node.mask == nil {
      addPlain(node, map, layer)
    } else {
      addMasked(node, map, layer)
    }
  }

  /// Adds a layer with common properties alone.
  private mutating func addPlain(_ node: RenderNode, _ map: AffineTransform, _ layer: Int) {
    let opacity = min(1, node.properties.opacity)
    if opacity < 1, !node.paintsOnce {
      nest(.group(GroupDraw(opacity: opacity, reason: .opacity)), layer) {
        $0.addBody(node, map, layer, opacity: 1)
      }
    } else {
      addBody(node, map, layer, opacity: opacity)
    }
  }

  /// Adds a layer that may need groups: from the outside in, mask, blend mode and opacity, shadow.
  private mutating func addMasked(_ node: RenderNode, _ map: AffineTransform, _ layer: Int) {
    let (properties, rare) = (node.properties, node.properties.rare)
    let opacity = min(1, properties.opacity)
    guard let reason = node.groupReason else {
      return addShadowed(node, map, layer, opacity: opacity)
    }
    let group = GroupDraw(opacity: opacity, blendMode: rare.blendMode, reason: reason)
    nest(.group(group), layer) { plan in
      plan.addShadowed(node, map, layer, opacity: 1)
      if let mask = node.mask { plan.addMask(mask, map, layer) }
    }
  }

  /// Adds the picture of a mask, which keeps of the group around it only what the mask covers.
  private mutating func addMask(_ mask: RenderNode, _ map: AffineTransform, _ layer: Int) {
    nest(.group(GroupDraw(blendMode: .destinationIn, reason: .masking)), layer) { plan in
      plan.add(mask, in: map)
    }
  }

  private mutating func addShadowed(
    _ node: RenderNode, _ map: AffineTransform, _ layer: Int, opacity: Double
  ) {
    let (properties, rare) = (node.properties, node.properties.rare)
    // What cuts off the sublayers cuts off the shadow, too.
    guard let ink = rare.shadow.ink, !properties.masksToBounds else {
      return addBody(node, map, layer, opacity: opacity)
    }
    let (shadow, offset) = (rare.shadow, rare.shadow.offset)
    let factor = map.leastScale
    let blur = blur(deviation: max(0, shadow.radius) * factor)
    var color = ink
    color.alpha *= opacity
    if shadow.path == nil, let cast = node.castShape {
      let outline = properties.outline(map)
      if let rounded = outline.shadow(cast.radius, offset, blur, factor * max(0, shadow.radius)) {
        let draw = ShadowDraw(
          shape: .rounded(rounded), blur: blur, color: color.premultiplied8,
          hidden: opacity == 1 ? outline.inner : .empty)
        append(.shadow(draw), rounded.extent, layer)
        return addBody(node, map, layer, opacity: opacity)
      }
    }
    reach = max(reach, blur.reach)
    if let path = shadow.path ?? node.castShape?.path {
      let moved = map.concatenated(with: .translation(x: offset.width, y: offset.height))
      let draw = ShadowDraw(
        shape: .path(path, moved), blur: blur, color: color.premultiplied8, hidden: .empty)
      let extent = PixelRect(covering: moved.boundingBox(of: path.controlBounds))
      append(.shadow(draw), extent.inset(by: -blur.reach), layer)
      return addBody(node, map, layer, opacity: opacity)
    }
    let dx = (map.a * offset.width + map.c * offset.height).rounded()
    let dy = (map.b * offset.width + map.d * offset.height).rounded()
    // Farther than any picture is wide: nothing of the shadow is seen.
    guard abs(dx) < 1e6, abs(dy) < 1e6 else {
      return addBody(node, map, layer, opacity: opacity)
    }
    let cast = AlphaShadow(color: ink.premultiplied8, dx: Int(dx), dy: Int(dy), blur: blur)
    reach = max(reach, blur.reach + min(abs(cast.dy), canvas.height))
    nest(.group(GroupDraw(shadow: cast, reason: .shadow)), layer) {
      $0.addBody(node, map, layer, opacity: opacity)
    }
  }

  private mutating func blur(deviation: Double) -> GaussianBlur {
    if let known = blurs[deviation] { return known }
    let made = GaussianBlur(deviation: deviation)
    blurs[deviation] = made
    return made
  }

  /// Adds what a layer draws itself and its sublayers.
  private mutating func addBody(
    _ node: RenderNode, _ map: AffineTransform, _ layer: Int, opacity: Double
  ) {
    let properties = node.properties
    let outline = properties.outline(map)
    if let color = properties.backgroundColor, color.alpha > 0, !properties.bounds.isEmpty {
      let inner = properties.outlineBelowBorder(map) ?? outline
      addFill(FillDraw(outline: inner, border: nil, color: color), layer, opacity: opacity)
    }
    let hasInside = node.hasContents || !node.sublayers.isEmpty
    if hasInside {
      clipped(properties, map, layer) { plan in
        plan.addContents(node, map, layer, opacity: opacity)
        guard let space = properties.planeMapOfSublayers else { return }
        let inner = map.concatenated(with: space)
        for sublayer in node.sublayers { plan.add(sublayer, in: inner) }
      }
    }
    if !properties.isCommon, properties.borderWidth > 0, let color = properties.borderColor,
      color.alpha > 0, !properties.bounds.isEmpty
    {
      addFill(
        FillDraw(outline: outline, border: properties.borderWidth, color: color), layer,
        opacity: opacity)
    }
  }

  private mutating func addFill(_ draw: FillDraw, _ layer: Int, opacity: Double) {
    var draw = draw
    draw.color.alpha *= opacity
    let isOpaque = draw.border == nil && draw.color.premultiplied8 >> 24 == 255
    append(
      .fill(draw), draw.outline.pixels, layer,
      opaque: isOpaque ? draw.outline.inner : .empty)
  }

  private mutating func addContents(
    _ node: RenderNode, _ map: AffineTransform, _ layer: Int, opacity: Double
  ) {
    switch node.contents {
    case .none: break
    case .vector(let vector):
      let bounds = node.properties.bounds
      let extent = PixelRect(covering: map.boundingBox(of: vector.extent(in: bounds)))
      append(.vector(vector, bounds, map), extent, layer)
    case .image(let contents):
      let mapping = ContentsMapping(contents, in: node.properties)
      let parts = mapping.parts
      if parts.isEmpty { return }
      let place = mapping.wholePixelPlace(on: map)
      let draw = ImageDraw(parts: parts, place: place, map: map, opacity: opacity)
      let outline = ShapeOutline(rect: mapping.target, map: map)
      let extent =
        place.map {
          PixelRect(
            x: $0.x, y: $0.y, width: contents.bitmap.width, height: contents.bitmap.height)
        } ?? outline.pixels
      // Never opaque: both formats have alpha, and `isOpaque` may say what the pixels do not keep.
      append(.image(draw), extent, layer)
    }
  }

  // MARK: Steps

  private mutating func append(
    _ action: PlanAction, _ bounds: PixelRect, _ layer: Int,
    opaque: PixelRect = .empty
  ) {
    steps.append(
      PlanStep(
        bounds: bounds, opaque: opaque, end: steps.count + 1, layer: layer, action: action))
  }

  /// Adds the steps of a closure within the clip of `masksToBounds`, if there is one.
  private mutating func clipped(
    _ properties: LayerProperties, _ map: AffineTransform, _ layer: Int,
    _ body: (inout CompositionPlan) -> Void
  ) {
    if !properties.masksToBounds { return body(&self) }
    if properties.bounds.isEmpty { return }
    nest(.clip(properties.outline(map)), layer, body: body)
  }

  /// Adds a step that contains those of a closure; none if the closure adds none.
  private mutating func nest(
    _ action: PlanAction, _ layer: Int, body: (inout CompositionPlan) -> Void
  ) {
    let start = steps.count
    append(action, .empty, layer)
    body(&self)
    if steps.count == start + 1, !action.coversAll {
      steps.removeLast()
      return
    }
    var (bounds, opaque) = (PixelRect.empty, PixelRect.empty)
    var i = start + 1
    while i < steps.count {
      // In a group, what changes all pixels changes none where nothing else is drawn.
      if !action.isGroup || !steps[i].action.coversAll { bounds = bounds.union(steps[i].bounds) }
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
      if group.opacity < 1 || group.blendMode != .sourceOver || group.reason == .mask {
        opaque = .empty
      }
    case .fill, .image, .vector, .shadow: break
    }
    steps[start].bounds = action.coversAll ? .everything : bounds
    steps[start].opaque = opaque
    steps[start].end = steps.count
  }
}

extension PixelRect {
  static let empty = PixelRect(width: 0, height: 0)
  static let everything = PixelRect(x: -1 << 30, y: -1 << 30, width: 2 << 30, height: 2 << 30)

  var area: Int { width * height }
}

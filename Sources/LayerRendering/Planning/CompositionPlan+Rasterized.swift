// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime

/// Layers that are drawn as bitmaps of a scale of their own.
extension CompositionPlan {
  /// Adds a layer of `rasterizationScale` as a bitmap, with all that it draws.
  ///
  /// - Returns: Whether it did; not if the bitmap would be too large.
  mutating func addRasterized(
    _ node: RenderNode, _ map: PlaneMap, _ layer: Int, opacity: Double
  ) -> Bool {
    let memory = rasterMemory ?? RasterMemory(pixels: 4 * canvas.area)
    rasterMemory = memory
    // More pixels than that serve no picture of this size.
    let limit = min(TextLimits.bitmapBytes / 4, 4 * canvas.area + 1 << 20)
    guard let picture = RasterizedLayer(node, level: level, limit: limit, memory) else {
      return false
    }
    tileDemands += picture.plan.tileDemands
    let extent = PixelRect(covering: map.boundingBox(of: picture.area))
    let group = GroupDraw(
      opacity: opacity, blendMode: node.properties.blendMode, reason: .rasterize)
    nest(.group(group), layer) { $0.append(.vector(picture, picture.area, map), extent, layer) }
    return true
  }
}

extension LayerProperties {
  /// Whether the layer is drawn as a bitmap of its own scale.
  var isRasterized: Bool {
    !isCommon && shouldRasterize && rasterizationScale > 0 && rasterizationScale.isFinite
  }
}

extension RenderNode {
  /// The layer with all below it, in the space of its bounds: without position and transform.
  func atOrigin(_ change: (inout LayerProperties) -> Void = { _ in }) -> RenderNode {
    var properties = properties
    properties.position = properties.anchor
    if !properties.isCommon {
      properties.transform = .identity
      properties.anchorPointZ = 0
    }
    properties.zPosition = 0
    change(&properties)
    return RenderNode(
      id: id, name: name, properties: properties, contents: contents, mask: mask,
      sublayers: sublayers, motion: motion, copies: copies)
  }
}

/// The pixels that the bitmaps of a plan may keep while it is painted, so that its parts need not
/// draw them again.
final class RasterMemory: Sendable {
  private let left: Mutex<Int>

  init(pixels: Int) { left = Mutex(pixels) }

  /// Takes room for a bitmap.
  ///
  /// - Returns: Whether there was enough.
  func take(_ pixels: Int) -> Bool {
    left.withLock { left in
      if left < pixels { return false }
      left -= pixels
      return true
    }
  }
}

/// A layer with all below it as a bitmap, which is drawn when it is seen.
final class RasterizedLayer: VectorContents {
  /// The plan of the bitmap.
  let plan: CompositionPlan
  /// The rectangle that the bitmap fills, in the layer's space: whole pixels of it.
  let area: Rect
  private let picture = Mutex<Bitmap?>(nil)
  private let memory: RasterMemory

  /// Plans the picture; `nil` if it would be too large.
  ///
  /// - Parameters:
  ///   - level: The level of the layer.
  ///   - limit: The most pixels.
  init?(_ node: RenderNode, level: Int, limit: Int, _ memory: RasterMemory) {
    self.memory = memory
    let scale = node.properties.rasterizationScale
    let extent = node.ownExtentInPlane
    let (left, top) = ((extent.minX * scale).rounded(.down), (extent.minY * scale).rounded(.down))
    let width = (extent.maxX * scale).rounded(.up) - left
    let height = (extent.maxY * scale).rounded(.up) - top
    let side = Double(TextLimits.bitmapSide)
    guard width >= 1, height >= 1, width <= side, height <= side,
      width * height <= Double(limit), abs(left) < 1e9, abs(top) < 1e9
    else { return nil }
    area = Rect(x: left / scale, y: top / scale, width: width / scale, height: height / scale)
    let map = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -left, ty: -top)
    let root = node.atOrigin {
      $0.opacity = 1
      $0.blendMode = .sourceOver
      $0.shouldRasterize = false
    }
    plan = CompositionPlan(
      root, in: .affine(map), canvas: PixelRect(width: Int(width), height: Int(height)),
      level: level - 1, rasterMemory: memory)
  }

  func extent(in layerBounds: Rect) -> Rect { area }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let bitmap = try bitmap()
    let source = Rect(width: Double(bitmap.width), height: Double(bitmap.height))
    try context.draw(BitmapDraw(bitmap, source: source, in: area), alpha: 1)
  }

  /// Equal to itself alone.
  func isEqual(to other: any VectorContents) -> Bool { (other as? RasterizedLayer) === self }

  /// The bitmap; threads that ask for it at the same time draw it each, with the same pixels, since
  /// none waits for another. It is kept while there is room.
  private func bitmap() throws -> Bitmap {
    if let known = picture.withLock({ $0 }) { return known }
    let size = PixelSize(width: plan.canvas.width, height: plan.canvas.height)
    let surface = try SharedSurface(pixels: size)
    var painter = PlanPainter(plan, on: surface, area: plan.canvas)
    try painter.paint()
    let made = surface.freeze()
    if memory.take(size.width * size.height) { picture.withLock { $0 = made } }
    return made
  }
}

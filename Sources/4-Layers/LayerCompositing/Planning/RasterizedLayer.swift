// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// The pixels of a layer's bitmap, in the layer's space.
struct RasterGrid {
  /// The pixels of the bitmap; the first one is at (0, 0).
  let canvas: PixelRect
  /// The rectangle that the bitmap fills, in the layer's space: whole pixels of it.
  let area: Rect
  /// The map from the layer's space to the bitmap.
  let map: AffineTransform

  /// The pixels that hold all that a layer draws, at its `rasterizationScale`; `nil` for a layer
  /// that draws nothing.
  ///
  /// The number of pixels may exceed the limit of bitmaps; see ``isPossible``.
  ///
  /// - Parameter isFlipped: Whether an odd number of layers around it are flipped.
  init?(of node: RenderNode, isFlipped: Bool) {
    let scale = node.properties.rasterizationScale
    let extent = node.ownExtentInPlane(isFlipped: isFlipped)
    let (left, top) = ((extent.minX * scale).rounded(.down), (extent.minY * scale).rounded(.down))
    let width = (extent.maxX * scale).rounded(.up) - left
    let height = (extent.maxY * scale).rounded(.up) - top
    guard width >= 1, height >= 1 else { return nil }
    // Longer sides are cut to 2³¹ pixels: the area then exceeds every limit, and does not overflow.
    let side = Double(1 << 31)
    canvas = PixelRect(width: Int(min(width, side)), height: Int(min(height, side)))
    area = Rect(x: left / scale, y: top / scale, width: width / scale, height: height / scale)
    map = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -left, ty: -top)
  }

  /// Whether a bitmap can have this size, and the numbers of its place are exact.
  var isPossible: Bool {
    canvas.width <= CanvasLimits.bitmapSide && canvas.height <= CanvasLimits.bitmapSide
      && canvas.area <= CanvasLimits.bitmapBytes / 4 && abs(map.tx) < 1e9 && abs(map.ty) < 1e9
  }
}

/// The bitmaps of the layers of a plan, and the pixels that they may have together.
///
/// Every bitmap that is planned is kept while the plan is painted, so no part of the picture draws
/// it again; copies of a layer share one.
final class RasterMemory: Sendable {
  /// The most pixels of all bitmaps together.
  let limit: Int
  private let state: Mutex<State>

  private struct Key: Hashable {
    let node: ObjectIdentifier
    let level: Int
    let isFlipped: Bool

    init(_ node: RenderNode, _ level: Int, _ isFlipped: Bool) {
      (self.node, self.level, self.isFlipped) = (ObjectIdentifier(node), level, isFlipped)
    }
  }

  private struct State: Sendable {
    var left: Int
    var pictures: [Key: RasterizedLayer] = [:]
  }

  /// Makes room for four times the pixels of a picture and 2²⁰ more: further pixels would not make
  /// the picture finer.
  init(for canvas: PixelRect) {
    limit = min(CanvasLimits.bitmapBytes / 4, 4 * canvas.area + 1 << 20)
    state = Mutex(State(left: limit))
  }

  /// Takes room for a bitmap.
  ///
  /// - Returns: Whether there was enough room.
  func take(_ pixels: Int) -> Bool {
    state.withLock { state in
      if state.left < pixels { return false }
      state.left -= pixels
      return true
    }
  }

  /// The bitmap of a layer that was planned before.
  func picture(of node: RenderNode, level: Int, isFlipped: Bool) -> RasterizedLayer? {
    state.withLock { $0.pictures[Key(node, level, isFlipped)] }
  }

  /// Keeps a bitmap for copies of the layer.
  func keep(_ picture: RasterizedLayer, of node: RenderNode, level: Int, isFlipped: Bool) {
    state.withLock { $0.pictures[Key(node, level, isFlipped)] = picture }
  }
}

/// A layer with all below it as a bitmap, which is drawn once, when it is first seen.
final class RasterizedLayer: VectorContents {
  /// The plan of the bitmap.
  let plan: CompositionPlan
  /// The layer as the bitmap shows it: the root of the plan.
  let root: RenderNode
  /// The rectangle that the bitmap fills, in the layer's space: whole pixels of it.
  let area: Rect
  private let picture = Mutex<Bitmap?>(nil)

  /// Plans the picture.
  ///
  /// - Parameters:
  ///   - level: The level of the layer.
  ///   - isMoving: Whether animations apply to the layer or one around it.
  ///   - isFlipped: Whether an odd number of layers around it are flipped.
  ///   - memory: The memory of the plan around, of which the bitmaps inside take their part.
  ///   - cancellation: Ends the planning early; then the plan around is not to be painted.
  init(
    _ node: RenderNode, _ grid: RasterGrid, level: Int, isMoving: Bool, isFlipped: Bool,
    _ memory: RasterMemory, cancellation: Cancellation
  ) {
    area = grid.area
    root = node.atOrigin {
      $0.opacity = 1
      $0.blendMode = .sourceOver
      $0.shouldRasterize = false
    }
    var plan = CompositionPlan(
      root, in: .affine(grid.map), canvas: grid.canvas, level: level - 1, isMoving: isMoving,
      isFlipped: isFlipped, rasterMemory: memory, cancellation: cancellation)
    // The memory keeps this object, so keeping the memory here would make a reference cycle.
    plan.rasterMemory = nil
    self.plan = plan
  }

  func extent(in layerBounds: Rect) -> Rect { area }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    try draw(in: &context, cancellation: nil)
  }

  /// Draws the bitmap, which is made at the first call.
  ///
  /// - Throws: `CancellationError`, `GraphicsError`, or an error of contents that draw themselves.
  func draw(in context: inout GraphicsContext, cancellation: Cancellation?) throws {
    let bitmap = try bitmap(cancellation)
    let source = Rect(width: Double(bitmap.width), height: Double(bitmap.height))
    try context.draw(BitmapDraw(bitmap, source: source, in: area), alpha: 1)
  }

  /// A rasterized layer is equal only to itself.
  func isEqual(to other: any VectorContents) -> Bool { (other as? RasterizedLayer) === self }

  /// The bitmap. Threads that need it at the same time each draw it, with the same pixels, since no
  /// thread waits for another.
  private func bitmap(_ cancellation: Cancellation?) throws -> Bitmap {
    if let known = picture.withLock({ $0 }) { return known }
    let size = PixelSize(width: plan.canvas.width, height: plan.canvas.height)
    let surface = try SharedSurface(pixels: size)
    for band in plan.bands(of: plan.canvas) {
      try cancellation?.check()
      var painter = PlanPainter(plan, on: surface, area: band, cancellation: cancellation)
      try painter.paint()
    }
    let made = surface.freeze()
    return picture.withLock { picture in
      picture = picture ?? made
      return picture ?? made
    }
  }
}

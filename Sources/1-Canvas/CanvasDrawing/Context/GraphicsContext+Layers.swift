// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension GraphicsContext {
  /// A layer that was begun: what is restored, and how it is blended, at its end.
  struct Layer {
    /// The target that the layer is blended into at the end.
    var below: DrawingTarget
    var state: SavedState
    var savedCount: Int
    var blendMode: BlendMode
    var alpha: UInt8
  }

  /// Starts a layer: drawings until ``endLayer()`` go to a clear bitmap of its own.
  ///
  /// - Parameters:
  ///   - blendMode: The operator that joins the layer with the backdrop.
  ///   - alpha: The opacity of the whole layer, 0 to 1.
  /// - Throws: `allocationFailed`; then no layer was begun.
  public mutating func beginLayer(
    blendMode: BlendMode = .sourceOver, alpha: Double = 1
  ) throws(GraphicsError) {
    try beginLayer(in: clipPixels, blendMode: blendMode, alpha: alpha)
  }

  /// Starts a layer that holds given device pixels, within the clip or not.
  ///
  /// The present clip applies when the layer is blended, not to what is drawn into the layer.
  ///
  /// - Throws: `allocationFailed`; then no layer was begun.
  package mutating func beginLayer(
    in area: PixelRect, blendMode: BlendMode = .sourceOver, alpha: Double = 1
  ) throws(GraphicsError) {
    // A layer without pixels still needs a target, which gets one clear pixel outside the clip.
    let layer = DrawingTarget(
      try BitmapBuffer(
        width: max(1, area.width), height: max(1, area.height), format: format,
        freeList: freeList, pattern: 0),
      x: area.x, y: area.y)
    layers.append(
      Layer(
        below: target,
        state: state,
        savedCount: saved.count, blendMode: blendMode, alpha: Self.byte(alpha)))
    target = layer
    clipPixels = area
    // The soft clip applies once, when the layer is blended.
    clipMask = nil
  }

  /// Ends the innermost layer: restores the transform and the clip of its beginning, and blends the
  /// layer with the backdrop within that clip. Without a layer it does nothing.
  public mutating func endLayer() throws(GraphicsError) {
    guard let ended = popLayer() else { return }
    let area = clipPixels.intersection(ended.picture.bounds)
    if area.isEmpty { return }
    target.blend(
      ended.picture, in: area, mode: ended.blendMode, alpha: ended.alpha, clip: clipMask)
  }

  /// Ends the innermost layer as ``endLayer()`` does, after drawing the blurred shadow of its
  /// alpha.
  ///
  /// A pixel of the shadow depends on the layer's pixels up to `shadow.blur.reach` away from the
  /// pixel's place, moved back by the offset. The layer must hold all of them for the pixels of the
  /// clip.
  ///
  /// - Throws: `allocationFailed`.
  package mutating func endLayer(casting shadow: AlphaShadow) throws(GraphicsError) {
    guard let ended = popLayer() else { return }
    let (target, clip) = (target, clipMask)
    try shadow.coverage(of: ended.picture, in: clipPixels) { mask in
      Self.blend(mask, color: shadow.color, into: target, clip: clip)
    }
    let area = clipPixels.intersection(ended.picture.bounds)
    if area.isEmpty { return }
    target.blend(
      ended.picture, in: area, mode: ended.blendMode, alpha: ended.alpha, clip: clipMask)
  }

  /// Ends the innermost layer by drawing shadows of its alpha in its place.
  ///
  /// - Parameters:
  ///   - shadows: The shadows, the first one on top.
  ///   - inside: Whether the shadows fall into the shapes of the layer rather than behind them.
  ///   - poll: Called before each shadow; its errors end the drawing.
  /// - Throws: `allocationFailed`, and the errors of `poll`.
  package mutating func endLayer(
    castingOnly shadows: [AlphaShadow], inside: Bool, poll: () throws -> Void
  ) throws {
    guard let ended = popLayer() else { return }
    let (target, clip) = (target, clipMask)
    for shadow in shadows.reversed() {
      try poll()
      let blend = { (mask: CoverageMask) in
        Self.blend(mask, color: shadow.color, into: target, clip: clip)
      }
      if inside {
        try shadow.innerCoverage(of: ended.picture, in: clipPixels, blend)
      } else {
        try shadow.coverage(of: ended.picture, in: clipPixels, blend)
      }
    }
  }

  /// Multiplies all pixels of the innermost layer by a premultiplied colour, channel by channel:
  /// white leaves them, half transparent white fades them, red keeps their red. Without a layer it
  /// does nothing.
  package mutating func modulateLayer(by color: UInt32) {
    if !layers.isEmpty { target.modulate(by: color, in: target.bounds) }
  }

  private mutating func popLayer() -> (picture: DrawingTarget, blendMode: BlendMode, alpha: UInt8)?
  {
    guard let layer = layers.popLast() else { return nil }
    let picture = target
    target = layer.below
    saved.removeLast(saved.count - layer.savedCount)
    apply(layer.state)
    return (picture, layer.blendMode, layer.alpha)
  }
}

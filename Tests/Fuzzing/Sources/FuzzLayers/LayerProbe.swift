// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport

/// Calls on a tree of a dozen layers, and checks of the tree and of its pictures.
@MainActor
struct LayerProbe {
  private var choices: ByteSource
  private let root = Layer()
  private var layers: [Layer]

  init(_ choices: ByteSource) {
    self.choices = choices
    layers = (0..<6).map { _ in Layer() } + [ShapeLayer(), GradientLayer(), ScrollLayer()]
    layers += [ReplicatorLayer(), TransformLayer(), EmitterLayer()]
    root.frame = Rect(width: 64, height: 48)
    for layer in layers.prefix(4) { root.addSublayer(layer) }
  }

  mutating func use() {
    var calls = 0
    while !choices.isAtEnd, calls < 200 {
      call(on: choices.element(of: layers))
      calls += 1
      if calls % 16 == 0 { checkPicture() }
    }
    checkTree()
    checkPicture()
  }

  private mutating func call(on layer: Layer) {
    let other = choices.once(in: 6) ? root : choices.element(of: layers)
    let sibling = choices.element(of: layers)
    let kind = choices.below(24)
    // It is a precondition that no layer is put below itself.
    if kind < 6, isBelow(other, layer) { return }
    switch kind {
    case 0: other.addSublayer(layer)
    case 1: other.insertSublayer(layer, at: choices.below(8) - 2)
    case 2: other.insertSublayer(layer, below: sibling)
    case 3: other.insertSublayer(layer, above: sibling)
    case 4: other.replaceSublayer(sibling, with: layer)
    case 5: other.mask = layer
    case 6: other.mask = nil
    case 7: layer.removeFromSuperlayer()
    case 8: layer.scroll(point())
    case 9: layer.scrollRectToVisible(rect())
    case 10: check(root.hitTest(point()).map { isBelow($0, root) } ?? true, "hit outside the tree")
    case 11: _ = (layer.convert(point(), to: other), layer.convert(rect(), from: other))
    case 12: _ = (layer.visibleRect, layer.frame, layer.layoutIfNeeded())
    case 13:
      other.sublayers = (0..<choices.below(4)).map { _ in choices.element(of: layers) }
        .filter { !isBelow(other, $0) }
    default: change(layer)
    }
    checkTree()
  }

  private mutating func change(_ layer: Layer) {
    switch choices.below(24) {
    case 0: layer.frame = rect()
    case 1: layer.bounds = rect()
    case 2: layer.position = point()
    case 3: layer.transform = transform()
    case 4: layer.sublayerTransform = transform()
    case 5: layer.opacity = choices.length(to: 1)
    case 6: layer.cornerRadius = choices.length(to: 20)
    case 7: layer.masksToBounds.toggle()
    case 8: (layer.borderWidth, layer.borderColor) = (choices.length(to: 9), .lime)
    case 9:
      (layer.shadowOpacity, layer.shadowRadius) = (choices.length(to: 1), choices.length(to: 9))
    case 10: layer.blendMode = choices.element(of: BlendMode.allCases)
    case 11: layer.zPosition = choices.length(to: 9)
    case 12: layer.isGeometryFlipped.toggle()
    case 13: layer.isDoubleSided.toggle()
    case 14: layer.shouldRasterize.toggle()
    case 15: layer.affineTransform = .scale(x: choices.length(to: 3), y: choices.length(to: 3))
    case 16: layer.anchorPoint = point()
    case 17: layer.cornerCurve = choices.element(of: CornerCurve.allCases)
    case 18: layer.allowsGroupOpacity.toggle()
    case 19: layer.rasterizationScale = choices.length(to: 4)
    case 20: layer.autoresizingMask = AutoresizingMask(rawValue: UInt32(choices.below(64)))
    default: changeKind(layer)
    }
    if choices.once(in: 3) { layer.backgroundColor = choices.element(of: [.red, .blue, .black]) }
  }

  private mutating func changeKind(_ layer: Layer) {
    switch layer {
    case let shape as ShapeLayer:
      var path = Path()
      path.move(to: point())
      for _ in 0..<choices.below(5) { path.addLine(to: point()) }
      path.addCurve(to: point(), control1: point(), control2: point())
      shape.path = path
      shape.lineWidth = choices.length(to: 9)
      shape.strokeColor = .red
      shape.lineDashPattern = (0..<choices.below(4)).map { _ in choices.length(to: 9) }
      shape.strokeEnd = choices.length(to: 1)
    case let gradient as GradientLayer:
      gradient.colors = (0..<choices.below(4)).map { $0 & 1 == 0 ? .red : .blue }
      gradient.locations =
        choices.once(in: 2) ? nil : [choices.length(to: 1), choices.length(to: 1)]
      (gradient.startPoint, gradient.endPoint) = (point(), point())
    case let replicator as ReplicatorLayer:
      replicator.instanceCount = choices.below(40) - 2
      replicator.instanceTransform = transform()
    case let emitter as EmitterLayer: changeParticles(emitter)
    default: layer.isHidden.toggle()
    }
  }

  private mutating func changeParticles(_ layer: EmitterLayer) {
    var cell = EmitterCell()
    cell.contents = Self.picture
    (cell.birthRate, cell.lifetime) = (choices.length(to: 500), choices.length(to: 9))
    (cell.velocity, cell.emissionRange) = (choices.length(), choices.length(to: 7))
    (cell.scale, cell.scaleSpeed) = (choices.length(to: 9), choices.length(to: 1))
    (cell.spin, cell.alphaSpeed) = (choices.length(to: 9), -choices.length(to: 1))
    if choices.once(in: 3) { cell.emitterCells = layer.emitterCells }
    layer.emitterCells = choices.once(in: 3) ? layer.emitterCells + [cell] : [cell]
    (layer.emitterPosition, layer.emitterSize.width) = (point(), choices.length())
    layer.emitterShape = choices.element(of: EmitterShape.allCases)
    layer.emitterMode = choices.element(of: EmitterMode.allCases)
    layer.renderMode = choices.element(of: EmitterRenderMode.allCases)
    layer.beginTime = choices.once(in: 4) ? nil : -choices.length(to: 20)
  }

  /// A small picture of particles; `nil` without memory.
  private static let picture = try? makePicture()

  private static func makePicture() throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: 5, height: 4))
    try context.fill(Rect(x: 1, y: 0, width: 3, height: 4), with: .red)
    return context.makeBitmap()
  }

  private mutating func point() -> Point { Point(x: choices.length(), y: choices.length()) }

  private mutating func rect() -> Rect {
    Rect(
      x: choices.length(), y: choices.length(), width: choices.length(), height: choices.length())
  }

  private mutating func transform() -> Transform3D {
    var transform = Transform3D.identity
    if choices.once(in: 2) { transform.m34 = -1 / choices.length(to: 500) }
    return transform.concatenating(
      .rotation(
        choices.length(to: 7), x: choices.length(to: 1), y: choices.length(to: 1),
        z: choices.length(to: 1)))
  }

  // MARK: - Checks

  /// Whether a layer is another one, or lies below it.
  private func isBelow(_ layer: Layer, _ other: Layer) -> Bool {
    var above: Layer? = layer
    for _ in 0...layers.count {
      if above === other { return true }
      above = above?.superlayer
    }
    return false
  }

  /// Each layer has one superlayer, which has it as a sublayer or a mask, and is not above itself.
  private func checkTree() {
    for layer in layers {
      for sublayer in layer.sublayers { check(sublayer.superlayer === layer, "superlayer") }
      if let above = layer.superlayer {
        let places = above.sublayers.filter { $0 === layer }.count + (above.mask === layer ? 1 : 0)
        check(places == 1, "a layer in \(places) places of its superlayer")
      }
      var above = layer.superlayer
      for _ in 0...layers.count + 1 { above = above?.superlayer }
      check(above == nil, "a layer above itself")
    }
  }

  /// The nodes that are kept between changes give the picture that new ones give.
  private func checkPicture() {
    func picture() -> Bitmap? {
      try? Compositor.image(
        of: RenderTree(root: root.node, size: Size(width: 64, height: 48), background: .white))
    }
    let kept = picture()
    for layer in [root] + layers {
      let color = layer.backgroundColor
      layer.backgroundColor = color == .lime ? .red : .lime
      layer.backgroundColor = color
    }
    check(picture() == kept, "kept nodes give another picture")
  }
}

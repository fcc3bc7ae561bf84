// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// A small random tree of what ``ReferencePainter`` can paint.
struct ReferenceScene {
  /// What a scene has besides plain layers.
  enum Subject: Int, CaseIterable {
    case plain, groups, clips, masks, blends, shadows, shapes, gradients, contents, copies, planes,
      space
  }

  static let size = Size(width: 32, height: 24)
  let subject: Subject
  private var random: SeededGenerator
  private let pictures: [Bitmap]
  private var layersLeft = 9

  init(_ subject: Subject, seed: UInt64) throws {
    self.subject = subject
    random = SeededGenerator(seed: seed &* 31 &+ UInt64(subject.rawValue))
    pictures = try [PixelFormat.rgba8, .alpha8].map { format in
      var context = try GraphicsContext(size: Size(width: 6, height: 5), format: format)
      try context.fill(Rect(x: 0, y: 0, width: 4, height: 3), with: .red)
      try context.fill(
        Rect(x: 2, y: 1, width: 4, height: 3), with: Color(red: 0, green: 0.4, blue: 1, alpha: 0.6))
      return context.makeBitmap()
    }
  }

  mutating func tree() -> RenderTree {
    var properties = LayerProperties()
    properties.bounds = Rect(width: 32, height: 24)
    properties.position = Point(x: 16, y: 12)
    let sublayers = (0..<Int.random(in: 1...3, using: &random)).map { _ in layer(depth: 1) }
    return RenderTree(
      root: RenderNode(properties: properties, sublayers: sublayers), size: Self.size,
      background: one(in: 3) ? nil : color(opaque: true))
  }

  // MARK: Numbers

  private mutating func one(in n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }

  private mutating func has(_ subjects: Subject...) -> Bool {
    subjects.contains(subject) && !one(in: 3)
  }

  private mutating func any<Value>(of values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  /// A number, half of the time a whole one.
  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    let value = Double.random(in: range, using: &random)
    return one(in: 2) ? value.rounded() : value
  }

  private mutating func color(opaque: Bool = false) -> Color {
    func part() -> Double { Double(Int.random(in: 0...255, using: &random)) / 255 }
    let (r, g, b) = (part(), part(), part())
    return Color(red: r, green: g, blue: b, alpha: opaque || one(in: 2) ? 1 : part())
  }

  // MARK: Layers

  private mutating func layer(depth: Int) -> RenderNode {
    layersLeft -= 1
    var p = LayerProperties()
    p.bounds = Rect(
      x: one(in: 4) ? number(-5...5) : 0, y: one(in: 4) ? number(-5...5) : 0,
      width: number(3...24), height: number(3...18))
    p.position = Point(x: number(2...30), y: number(2...22))
    if one(in: 4) { p.anchorPoint = Point(x: number(0...1), y: number(0...1)) }
    if !one(in: 4) { p.backgroundColor = color() }
    if one(in: 12) { p.isHidden = true }
    if one(in: 6) { p.zPosition = number(-2...2) }
    if one(in: 5) || has(.groups) { p.opacity = number(0...1) == 1 ? 1 : number(0.1...0.9) }
    if has(.groups), one(in: 2) { p.allowsGroupOpacity = false }
    if has(.groups), one(in: 4) { p.shouldRasterize = true }
    if has(.clips, .groups, .shadows) { corners(&p) }
    if has(.clips) || one(in: 6) { p.masksToBounds = true }
    if has(.blends), one(in: 2) { p.blendMode = any(of: BlendMode.allCases) }
    if has(.shadows), one(in: 2) { shadow(&p) }
    vary(&p)
    var contents = NodeContents.none
    if has(.contents) { contents = image(&p) }
    let count = depth < 3 ? Int.random(in: 0...2, using: &random) : 0
    let sublayers = (0..<count).compactMap { _ in layersLeft > 0 ? layer(depth: depth + 1) : nil }
    let mask = has(.masks) && layersLeft > 0 ? layer(depth: 3) : nil
    return RenderNode(properties: p, contents: contents, mask: mask, sublayers: sublayers)
  }

  private mutating func corners(_ p: inout LayerProperties) {
    if !one(in: 3) { p.cornerRadius = number(0...12) }
    if one(in: 3) { p.maskedCorners = Corners(rawValue: UInt8.random(in: 0...15, using: &random)) }
    if one(in: 2) { (p.borderWidth, p.borderColor) = (number(0...4), color()) }
  }

  /// Whole offsets, since a shadow of drawn pixels is moved by whole ones.
  private mutating func shadow(_ p: inout LayerProperties) {
    p.shadow = Shadow(
      color: color(), opacity: number(0.2...1),
      offset: Size(width: number(-4...4).rounded(), height: number(-4...4).rounded()),
      radius: one(in: 4) ? 0 : number(0.5...3))
    if one(in: 3) {
      p.shadow.path = Path(ellipseIn: Rect(x: -2, y: 1, width: number(4...20), height: 9))
    }
  }

  private mutating func vary(_ p: inout LayerProperties) {
    if has(.planes, .space), one(in: 2) {
      p.transform = Transform3D.scale(x: number(0.5...2), y: number(0.5...2))
        .concatenating(.rotation(number(-3...3)))
      if one(in: 3) { p.transform = .scale(x: -1, y: number(0.5...2)) }
    }
    if has(.planes, .space), one(in: 3) {
      p.sublayerTransform = .rotation(number(-1...1))
      if one(in: 2) { p.sublayerTransform.m34 = -1 / number(60...200) }
    }
    if has(.planes), one(in: 4) { p.isGeometryFlipped = true }
    if has(.planes, .space), one(in: 5) { p.isDoubleSided = false }
    if has(.space) {
      p.transform = .rotation(number(-3...3), x: number(-1...1), y: 1, z: number(-1...1))
      if one(in: 3) { p.anchorPointZ = number(-3...3) }
      if one(in: 2) { p.kind = .transform }
    }
    if has(.shapes) { shape(&p) }
    if has(.gradients) { gradient(&p) }
    if has(.copies) || has(.space) && one(in: 4) { copies(&p) }
  }

  private mutating func shape(_ p: inout LayerProperties) {
    var path = Path()
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      path = Path(ellipseIn: Rect(x: number(-4...4), y: 1, width: number(2...20), height: 12))
    case 1:
      for i in 0..<Int.random(in: 3...6, using: &random) {
        let point = Point(x: number(-6...24), y: number(-6...20))
        if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      if one(in: 2) { path.closeSubpath() }
    default:
      path = Path(rect: Rect(x: 1, y: 2, width: number(2...20), height: 9))
      path.addRect(Rect(x: 4, y: number(-4...4), width: 5, height: 9))
    }
    p.shape.path = path
    p.shape.fillColor = one(in: 4) ? nil : color()
    p.shape.fillRule = one(in: 2) ? .evenOdd : .nonZero
    guard one(in: 2) else { return }
    p.shape.strokeColor = color()
    p.shape.stroke = StrokeStyle(lineWidth: number(1...6), lineCap: .round, lineJoin: .round)
  }

  private mutating func gradient(_ p: inout LayerProperties) {
    p.gradient.type = any(of: Gradient.Kind.allCases)
    p.gradient.colors = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      one(in: 8) ? nil : color()
    }
    p.gradient.startPoint = Point(x: number(0...1), y: number(0...1))
    p.gradient.endPoint = Point(x: number(0...1), y: number(0...1))
    let count = p.gradient.colors.count
    if one(in: 3) { p.gradient.locations = (0..<count).map { Double($0 + 1) / Double(count + 2) } }
    corners(&p)
  }

  private mutating func image(_ p: inout LayerProperties) -> NodeContents {
    p.magnificationFilter = .nearest
    p.minificationFilter = .nearest
    p.contentsGravity = any(of: ContentsGravity.allCases)
    if one(in: 3) { p.contentsScale = number(0.4...2) == 1 ? 1 : 0.5 }
    if one(in: 3) { p.contentsRect = Rect(x: 1 / 6.0, y: 0.2, width: 0.5, height: 0.6) }
    if one(in: 3) { p.contentsCenter = Rect(x: 1 / 3.0, y: 0.4, width: 1 / 3.0, height: 0.2) }
    return .image(ImageContents(any(of: pictures), tint: color()))
  }

  private mutating func copies(_ p: inout LayerProperties) {
    var copies = ReplicatorProperties()
    copies.instanceCount = Int.random(in: 0...3, using: &random)
    copies.instanceTransform = Transform3D.rotation(number(-1...1))
      .concatenating(.translation(x: number(-8...8), y: number(-8...8)))
    if one(in: 2) { copies.instanceColor = color() }
    if one(in: 2) { copies.instanceRedOffset = number(-1...1) / 3 }
    if one(in: 2) { copies.instanceAlphaOffset = number(-1...1) / 3 }
    copies.preservesDepth = one(in: 4)
    p.kind = .replicator(copies)
  }
}

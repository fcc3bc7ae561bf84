// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import TextModel

/// The scenes that are measured; `Peers/cairo_layers.c` draws the same ones.
struct LayerScenes {
  static let size = Size(width: 1080, height: 1920)
  let labels: [Bitmap]
  let photo: Bitmap

  init() throws {
    labels = try (0..<2).map { try Self.label(600, 20, shift: Double($0)) }
    photo = try Self.photo(72, 72)
  }

  /// Coverage that is as dense as a line of text.
  static func label(_ width: Int, _ height: Int, shift: Double) throws -> Bitmap {
    var context = try GraphicsContext(
      pixels: PixelSize(width: width, height: height), format: .alpha8)
    for x in stride(from: 2.0, to: Double(width) - 12, by: 11) {
      try context.fill(
        Path(ellipseIn: Rect(x: x + shift, y: 4, width: 8, height: Double(height) - 8)),
        with: .black)
    }
    return context.makeBitmap()
  }

  /// An opaque gradient.
  static func photo(_ width: Int, _ height: Int) throws -> Bitmap {
    var buffer = try BitmapBuffer(width: width, height: height)
    let stride = buffer.bytesPerRow
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let at = y * stride + 4 * x
          bytes[at] = UInt8(truncatingIfNeeded: x * 3)
          bytes[at + 1] = UInt8(truncatingIfNeeded: y * 3)
          bytes[at + 2] = UInt8(truncatingIfNeeded: x ^ y)
          bytes[at + 3] = 255
        }
      }
    }
    return buffer.freeze()
  }

  private func node(
    _ id: LayerID? = nil, _ frame: Rect, _ color: Color? = nil, contents: NodeContents = .none,
    sublayers: [RenderNode] = [], _ change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode {
    var properties = LayerProperties()
    properties.frame = frame
    properties.backgroundColor = color
    change(&properties)
    return RenderNode(id: id, properties: properties, contents: contents, sublayers: sublayers)
  }

  private func text(_ label: Bitmap, _ x: Double, _ y: Double) -> RenderNode {
    let frame = Rect(x: x, y: y, width: Double(label.width), height: Double(label.height))
    let size = frame.size
    return node(
      nil, frame,
      contents: .image(ImageContents(label, tint: Color(white: 0.1), drawnSize: size)))
  }

  /// Twenty cards of ten layers.
  ///
  /// - Parameter changed: The card whose first label is the other one.
  func feed(changed: Int? = nil, cards known: inout [Int: RenderNode]) -> RenderTree {
    var cards: [RenderNode] = []
    for i in 0..<20 {
      if i != changed, let card = known[i] {
        cards.append(card)
        continue
      }
      let card = card(i, label: labels[i == changed ? 1 : 0])
      if i != changed { known[i] = card }
      cards.append(card)
    }
    let root = node(nil, Rect(origin: .zero, size: Self.size), sublayers: cards)
    return RenderTree(root: root, size: Self.size, background: Color(white: 0.93))
  }

  private func card(_ i: Int, label: Bitmap) -> RenderNode {
    let blue = Color(red: 0.2, green: 0.4, blue: 0.9)
    let inside = [
      node(
        nil, Rect(x: 8, y: 8, width: 72, height: 72),
        contents: .image(ImageContents(photo))
      ) {
        $0.cornerRadius = 36
        $0.masksToBounds = true
      },
      text(label, 100, 8), text(labels[0], 100, 32), text(labels[0], 100, 56),
      node(nil, Rect(x: 100, y: 84, width: 900, height: 1), Color(white: 0.8)),
      node(nil, Rect(x: 960, y: 8, width: 24, height: 24), .init(red: 0.9, green: 0.1, blue: 0.1)) {
        $0.cornerRadius = 12
      },
      node(nil, Rect(x: 780, y: 8, width: 120, height: 32), blue) { $0.cornerRadius = 8 },
      node(nil, Rect(x: 780, y: 46, width: 120, height: 32), Color(white: 0, alpha: 0.2)) {
        $0.cornerRadius = 16
      },
      node(nil, Rect(x: 920, y: 44, width: 100, height: 36), opacityGroup: true),
    ]
    return node(
      nil, Rect(x: 8, y: Double(8 + 96 * i), width: 1064, height: 88), .white, sublayers: inside
    ) {
      $0.cornerRadius = 12
      $0.shadow = Shadow(opacity: 0.3, offset: Size(width: 0, height: 2), radius: 6)
    }
  }

  /// Two boxes that overlap and fade together.
  private func node(_ id: LayerID?, _ frame: Rect, opacityGroup: Bool) -> RenderNode {
    node(
      id, frame,
      sublayers: [
        node(nil, Rect(x: 0, y: 0, width: 60, height: 36), .init(red: 0, green: 0.6, blue: 0.3)),
        node(nil, Rect(x: 40, y: 6, width: 60, height: 24), .init(red: 0.9, green: 0.6, blue: 0)),
      ]
    ) { $0.opacity = 0.6 }
  }

  /// A thousand rounded rectangles with shadows.
  func shadows() -> RenderTree {
    var boxes: [RenderNode] = []
    for i in 0..<1000 {
      let (x, y) = (Double(i % 25) * 42 + 6, Double(i / 25) * 47 + 6)
      let frame = Rect(x: x, y: y, width: 34, height: Double(28 + i % 8))
      let box = node(nil, frame, .white) {
        $0.cornerRadius = 6
        $0.shadow = Shadow(opacity: 0.4, offset: Size(width: 0, height: 2), radius: 4)
      }
      boxes.append(box)
    }
    let root = node(nil, Rect(origin: .zero, size: Self.size), sublayers: boxes)
    return RenderTree(root: root, size: Self.size, background: .white)
  }

  /// A picture over the whole screen, plain or fading as a group of two halves.
  func whole(_ picture: Bitmap, opacity: Double) -> RenderTree {
    let frame = Rect(origin: .zero, size: Self.size)
    let child = node(nil, frame, contents: .image(ImageContents(picture)))
    let root = node(nil, frame, sublayers: [child, node(nil, .zero)]) { $0.opacity = opacity }
    return RenderTree(root: root, size: Self.size, background: .white)
  }

  /// A gradient over the whole screen.
  func gradient(_ type: Gradient.Kind) -> RenderTree {
    var gradient = GradientProperties()
    gradient.type = type
    gradient.colors = [
      Color(red: 1, green: 0, blue: 0), Color(red: 1, green: 1, blue: 0),
      Color(red: 0, green: 0, blue: 1),
    ]
    gradient.locations = [0, 0.4, 1]
    gradient.startPoint = type == .axial ? .zero : Point(x: 0.5, y: 0.5)
    gradient.endPoint = Point(x: 1, y: 1)
    let root = node(nil, Rect(origin: .zero, size: Self.size)) { $0.kind = .gradient(gradient) }
    return RenderTree(root: root, size: Self.size)
  }

  /// Twelve pictures of 512 pixels in a ring, seen in perspective.
  func carousel(_ pictures: [Bitmap]) -> RenderTree {
    var ring = LayerProperties()
    ring.kind = .transform
    ring.position = Point(x: 540, y: 960)
    ring.transform = Transform3D.translation(x: 0, y: 0, z: -600)
      .rotated(-0.25, x: 1, y: 0, z: 0)
    let sublayers = pictures.enumerated().map { k, picture in
      node(
        nil, Rect(x: -150, y: -150, width: 300, height: 300),
        contents: .image(ImageContents(picture))
      ) {
        $0.transform = Transform3D.rotation(Double(k) * .pi / 6, x: 0, y: 1, z: 0)
          .translated(x: 0, y: 0, z: 620)
      }
    }
    var properties = LayerProperties()
    properties.frame = Rect(origin: .zero, size: Self.size)
    properties.sublayerTransform.m34 = -1.0 / 1200
    let root = RenderNode(
      properties: properties, sublayers: [RenderNode(properties: ring, sublayers: sublayers)])
    return RenderTree(root: root, size: Self.size, background: .white)
  }

  /// Ten thousand turned particles of 16 points, all over the screen.
  func particles() throws -> RenderNode {
    var cell = EmitterCell()
    cell.contents = try Self.photo(16, 16)
    (cell.birthRate, cell.lifetime) = (2_000, 5)
    (cell.velocity, cell.emissionRange, cell.yAcceleration) = (40, .pi, 20)
    (cell.spinRange, cell.alphaSpeed) = (3, -0.1)
    cell.color = Color(red: 1, green: 0.8, blue: 0.6)
    var emitter = ParticleEmitter()
    (emitter.shape, emitter.size) = (.rectangle, Self.size)
    emitter.position = Point(x: 540, y: 860)
    emitter.cells = [cell]
    let system = ParticleSystem(emitter, seed: 1, beginTime: -10)
    return node(
      nil, Rect(origin: .zero, size: Self.size), contents: .vector(ParticleContents(system)))
  }

  /// The size of the pictures of shapes.
  static let shapeSize = Size(width: 1024, height: 1024)

  /// A hundred stick figures.
  func sticks() -> RenderTree {
    var figure = Path()
    figure.addArc(
      center: Point(x: 50, y: 25), radius: 20, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    for (a, b) in [
      (Point(x: 50, y: 45), Point(x: 50, y: 70)), (Point(x: 50, y: 70), Point(x: 30, y: 95)),
      (Point(x: 50, y: 70), Point(x: 70, y: 95)), (Point(x: 20, y: 55), Point(x: 80, y: 55)),
    ] {
      figure.move(to: a)
      figure.addLine(to: b)
    }
    return shapes((0..<100).map { Point(x: Double($0 % 10) * 100, y: Double($0 / 10) * 100) }) {
      $0.path = figure
      $0.fillColor = nil
      $0.strokeColor = .init(red: 1, green: 0, blue: 0)
      $0.stroke = StrokeStyle(lineWidth: 4, lineCap: .round, lineJoin: .round)
    }
  }

  /// A polygon of 400 edges that bends in and out around a circle.
  func polygon(_ change: (inout ShapeProperties) -> Void) -> RenderTree {
    var path = Path()
    for k in 0..<400 {
      let (sine, cosine) = Angle.sineAndCosine(Double(k) * .pi / 200)
      let radius = k % 2 == 0 ? 500.0 : 440
      let point = Point(x: 512 + radius * cosine, y: 512 + radius * sine)
      if k == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return shapes([.zero]) {
      $0.path = path
      $0.fillColor = nil
      change(&$0)
    }
  }

  private func shapes(
    _ places: [Point], _ change: (inout ShapeProperties) -> Void
  ) -> RenderTree {
    let nodes = places.map { place in
      var properties = LayerProperties()
      properties.anchorPoint = .zero
      properties.position = place
      change(&properties.shape)
      return RenderNode(properties: properties)
    }
    let root = node(nil, Rect(origin: .zero, size: Self.shapeSize), sublayers: nodes)
    return RenderTree(root: root, size: Self.shapeSize, background: .white)
  }

  /// A thousand layers that move, each by one animation.
  func moving() -> RenderTree {
    let boxes = (0..<1000).map { i in
      var properties = LayerProperties()
      properties.frame = Rect(x: Double(i % 40) * 20, y: Double(i / 40) * 20, width: 10, height: 10)
      properties.backgroundColor = Color(red: 1, green: 0, blue: 0)
      let slide = LayerAnimation(
        i % 2 == 0 ? "position.x" : "opacity", from: .number(0), to: .number(1),
        duration: 1 + Double(i % 7), curve: .easeInEaseOut)
      return RenderNode(
        properties: properties, motion: LayerMotion(animations: [(key: "", animation: slide)]))
    }
    let root = node(nil, Rect(width: 800, height: 500), sublayers: boxes)
    return RenderTree(root: root, size: Size(width: 800, height: 500), background: .white)
  }

  /// Five hundred discs that move side by side, one second long.
  func dots() -> RenderTree {
    let discs = (0..<500).map { i in
      var properties = LayerProperties()
      let x = Double(20 + i / 20)
      properties.position = Point(x: x, y: Double(20 + i % 20 * 20))
      properties.shape.path = Path(ellipseIn: Rect(x: -8, y: -8, width: 16, height: 16))
      properties.shape.fillColor = Color(red: 0, green: 0.4, blue: 0.8)
      let slide = LayerAnimation(
        "position.x", from: .number(x), to: .number(x + 720), duration: 1, curve: .easeInEaseOut)
      return RenderNode(
        properties: properties,
        motion: LayerMotion(animations: [(key: "", animation: slide)]))
    }
    let root = node(nil, Rect(width: 800, height: 440), sublayers: discs)
    return RenderTree(root: root, size: Size(width: 800, height: 440), background: .white)
  }

  /// A large picture, made smaller.
  func reduced(_ picture: Bitmap) -> RenderTree {
    let frame = Rect(width: 1080, height: 1080)
    let root = node(nil, frame, contents: .image(ImageContents(picture)))
    return RenderTree(root: root, size: frame.size)
  }
}

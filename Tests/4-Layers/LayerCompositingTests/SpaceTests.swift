// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Layers in space: order, cuts, perspective.
@Suite struct SpaceTests {
  private static func panel(
    _ color: Color?, _ transform: Transform3D, size: Size = Size(width: 60, height: 60),
    _ change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode {
    var properties = LayerProperties()
    properties.bounds.size = size
    properties.backgroundColor = color
    properties.transform = transform
    change(&properties)
    return RenderNode(properties: properties)
  }

  private static func space(
    _ panels: [RenderNode], _ change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode {
    var properties = LayerProperties()
    properties.kind = .transform
    properties.position = Point(x: 50, y: 50)
    change(&properties)
    return RenderNode(properties: properties, sublayers: panels)
  }

  private static func scene(_ nodes: [RenderNode], perspective: Double = -1.0 / 500) -> RenderTree {
    var properties = LayerProperties()
    properties.frame = Rect(width: 100, height: 100)
    properties.sublayerTransform.m34 = perspective
    return RenderTree(
      root: RenderNode(properties: properties, sublayers: nodes),
      size: Size(width: 100, height: 100))
  }

  @Test("S-096, S-097, S-144: m34 makes what is nearer larger, about the container's anchor")
  func perspective() throws {
    var root = LayerProperties()
    root.frame = Rect(width: 100, height: 100)
    root.sublayerTransform.m34 = -1.0 / 100
    func width(z: Double, anchorZ: Double = 0) throws -> Int {
      let panel = Self.panel(
        .red, .translation(x: 0, y: 0, z: z), size: Size(width: 40, height: 40)
      ) {
        $0.position = Point(x: 50, y: 50)
        $0.anchorPointZ = anchorZ
      }
      let tree = RenderTree(
        root: RenderNode(properties: root, sublayers: [panel]), size: Size(width: 100, height: 100))
      let image = try tree.image
      return (0..<100).count { image.rgba($0, 50) == [255, 0, 0, 255] }
    }
    // 40 / (1 − z / 100)
    #expect(try width(z: 0) == 40)
    #expect(try width(z: 50) == 80)
    #expect(try width(z: -100) == 20)
    #expect(try width(z: 0, anchorZ: 100) == 20)
    #expect(try width(z: 60) == 100)
    // At and behind the eye nothing is seen.
    #expect(try width(z: 100) == 0)
    #expect(try width(z: 300) == 0)
  }

  @Test("S-142: a transform layer draws nothing itself, and fades each sublayer by itself")
  func drawsNothingItself() throws {
    let panels = [
      Self.panel(.red, .identity), Self.panel(.blue, .translation(x: 0, y: 0, z: 10)),
    ]
    let plain = try Self.scene([Self.space(panels)], perspective: 0).image
    let dressed = try Self.scene(
      [
        Self.space(panels) {
          $0.bounds.size = Size(width: 90, height: 90)
          $0.backgroundColor = .lime
          $0.borderWidth = 4
          $0.cornerRadius = 10
          $0.masksToBounds = true
          $0.shadow = Shadow(opacity: 1)
        }
      ], perspective: 0
    ).image
    #expect(plain.rgba(50, 50) == [0, 0, 255, 255])
    #expect(plain.rgba(5, 5) == [0, 0, 0, 0])
    // The bounds move the sublayers: their place is that of the layer's own space.
    #expect(dressed.rgba(50, 50) == [0, 0, 0, 0] || dressed.rgba(50, 50) == [0, 0, 255, 255])
    #expect(dressed.rgba(97, 97) == [0, 0, 0, 0])
    let faded = try Self.scene([Self.space(panels) { $0.opacity = 0.5 }], perspective: 0).image
    // Blue at one half over red at one half, not a group of blue alone.
    #expect(faded.rgba(50, 50) == [64, 0, 128, 192])
  }

  @Test("the nearer panel covers the farther one, whatever the order; equal ones keep it")
  func order() throws {
    for isReversed in [false, true] {
      let panels = [
        Self.panel(.red, .translation(x: 0, y: 0, z: 20)),
        Self.panel(.blue, .translation(x: 0, y: 0, z: -20)),
      ]
      let image = try Self.scene([Self.space(isReversed ? panels.reversed() : panels)]).image
      #expect(image.rgba(50, 50) == [255, 0, 0, 255])
    }
    let same = [Self.panel(.red, .identity), Self.panel(.blue, .identity)]
    #expect(try Self.scene([Self.space(same)]).image.rgba(50, 50) == [0, 0, 255, 255])
    let reversed = try Self.scene([Self.space(same.reversed())]).image
    #expect(reversed.rgba(50, 50) == [255, 0, 0, 255])
  }

  @Test("panels that go through each other are cut where they meet, without a seam")
  func crossing() throws {
    let panels = [
      Self.panel(.red, .rotation(0.6, x: 0, y: 1, z: 0)),
      Self.panel(.blue, .rotation(-0.6, x: 0, y: 1, z: 0)),
    ]
    let image = try Self.scene([Self.space(panels)]).image
    #expect(image.rgba(35, 50)[0] != image.rgba(65, 50)[0])
    for y in 30..<70 {
      for x in 30..<70 {
        let pixel = image.rgba(x, y)
        #expect(pixel == [255, 0, 0, 255] || pixel == [0, 0, 255, 255], "\(x), \(y)")
      }
    }
    // The other way round the same panel is seen on each side.
    let other = try Self.scene([Self.space(panels.reversed())]).image
    #expect(other.rgba(35, 50) == image.rgba(35, 50) && other.rgba(65, 50) == image.rgba(65, 50))
  }

  @Test("the pieces of a cut panel are the whole panel")
  func piecesAreTheWhole() throws {
    let panel = Self.panel(.red, .rotation(0.3, x: 1, y: 1, z: 0)) { $0.cornerRadius = 20 }
    let alone = try Self.scene([Self.space([panel])]).image
    // Cut by panels that cannot be seen.
    let knives = (0..<5).map { i in
      Self.panel(nil, .rotation(1.2, x: 1, y: Double(i) - 2.3, z: 0.2)) {
        $0.position.x = Double(i)
      }
    }
    let cut = try Self.scene([Self.space([panel] + knives)]).image
    let first = try Self.scene([Self.space(knives + [panel])]).image
    #expect(PixelDifference(alone, cut).most == 0)
    #expect(PixelDifference(alone, first).most == 0)
    let plan = try CompositionPlan(Self.scene([Self.space(knives + [panel])]))
    let cuts = plan.steps.count { if case .cut = $0.action { true } else { false } }
    #expect(cuts > 1)
  }

  @Test("polygons: crossing, edges, rings, limits")
  func depthOrder() throws {
    let square = Rect(x: -10, y: -10, width: 20, height: 20)
    func polygon(_ map: Transform3D, _ layer: Int) -> DepthPolygon? {
      DepthPolygon(square, under: map, layer: layer)
    }
    #expect(polygon(.rotation(.pi / 2, x: 0, y: 1, z: 0), 0) == nil)
    #expect(polygon(.translation(x: .nan, y: 0), 0) == nil)
    #expect(polygon(.scale(x: 0, y: 1), 0) == nil)
    let flat = try #require(polygon(.identity, 0))
    let turned = try #require(polygon(.rotation(0.5, x: 0, y: 1, z: 0), 1))
    #expect(
      DepthOrder([flat, turned]).polygons.map(\.layer) == [0, 1, 1]
        || DepthOrder([flat, turned]).polygons.map(\.layer) == [1, 0, 1])
    // Three bars, each in front of the next one.
    let bar = Rect(x: -30, y: -3, width: 60, height: 6)
    let ring = (0..<3).compactMap { i in
      DepthPolygon(
        bar,
        under: Transform3D.identity.rotated(Double(i) * 2 * .pi / 3).translated(x: 0, y: 12)
          .rotated(0.3, x: 0, y: 1, z: 0), layer: i)
    }
    #expect(DepthOrder(ring).polygons.count == 3)
    let many = (0..<DepthOrder.limit + 10).compactMap {
      polygon(.translation(x: 0, y: 0, z: Double($0 * 7 % 1034)), $0)
    }
    let sorted = DepthOrder(many).polygons.map(\.meanDepth)
    #expect(sorted == sorted.sorted())
    #expect(sorted.count == many.count)
  }

  @Test("contents, masks, shadows and groups in perspective lie where their layer lies")
  func everythingInPerspective() throws {
    let map = Transform3D.rotation(0.8, x: 0, y: 1, z: 0)
    let corners = { (p: Point) -> Point? in
      let whole = map.concatenating(.translation(x: 50, y: 50))
        .concatenating(.translation(x: -50, y: -50))
        .concatenating(Self.scene([]).root.properties.sublayerTransform)
        .concatenating(.translation(x: 50, y: 50))
      return Projection(whole).apply(p)
    }
    let p = try #require(corners(Point(x: -25, y: -25)))
    let q = try #require(corners(Point(x: 25, y: 25)))
    let photo = try GraphicsContext(
      pixels: PixelSize(width: 16, height: 16), background: .lime
    ).makeBitmap()
    let nodes = [
      Self.panel(.lime, map),
      RenderNode(
        properties: Self.panel(nil, map).properties, contents: .image(ImageContents(photo))),
      RenderNode(
        properties: Self.panel(.lime, map) { $0.masksToBounds = true }.properties,
        sublayers: [Self.panel(.lime, .identity, size: Size(width: 500, height: 500))]),
      RenderNode(
        properties: Self.panel(.lime, map).properties,
        mask: Self.panel(.black, .identity) { $0.position = Point(x: 30, y: 30) }),
      Self.panel(.lime, map) {
        $0.shadow = Shadow(opacity: 0.5, offset: .zero, radius: 0)
        $0.blendMode = .multiply
      },
    ]
    for (index, node) in nodes.enumerated() {
      let image = try Self.scene([Self.space([node])]).image
      for point in [p, q] {
        #expect(
          image.rgba(Int(point.x), Int(point.y)) == [0, 255, 0, 255], "\(index) at \(point)")
      }
      #expect(image.rgba(95, 50) == [0, 0, 0, 0], "\(index)")
    }
  }

  @Test("layers of one depth keep their order, also where one of them covers what lies behind")
  func orderWithinAPlane() throws {
    let nearer = Transform3D.translation(x: 0, y: 0, z: 1)
    func panel(_ color: Color, x: Double, width: Double, _ transform: Transform3D) -> RenderNode {
      Self.panel(color, transform, size: Size(width: width, height: 20)) { $0.position.x = x }
    }
    // Red from -30 to 10 and blue from -10 to 30, both nearer than lime from -30 to -20.
    let image = try Self.scene(
      [
        Self.space([
          panel(.red, x: -10, width: 40, nearer), panel(.blue, x: 10, width: 40, nearer),
          panel(.lime, x: -25, width: 10, .identity),
        ])
      ], perspective: 0
    ).image
    #expect(image.rgba(25, 50) == [255, 0, 0, 255])
    #expect(image.rgba(50, 50) == [0, 0, 255, 255])
    #expect(image.rgba(75, 50) == [0, 0, 255, 255])
  }

  @Test("pictures that shrink in perspective are averaged, thin ones too")
  func smallerCopies() throws {
    for size in [PixelSize(width: 256, height: 256), PixelSize(width: 1024, height: 3)] {
      // Columns in turn black and white.
      var context = try GraphicsContext(pixels: size, background: .white)
      for x in stride(from: 0, to: size.width, by: 2) {
        try context.fill(
          Rect(x: Double(x), y: 0, width: 1, height: Double(size.height)), with: .black)
      }
      let stripes = context.makeBitmap()
      let panel = RenderNode(
        properties: Self.panel(nil, .rotation(0.5, x: 0, y: 1, z: 0)).properties,
        contents: .image(ImageContents(stripes)))
      let image = try Self.scene([Self.space([panel])]).image
      for x in stride(from: 35, to: 65, by: 3) {
        let gray = image.rgba(x, 50)[0]
        #expect(abs(Int(gray) - 127) < 24, "\(size), \(x): \(gray)")
      }
    }
  }

  @Test("a layer's back is seen unless it is not double-sided")
  func backs() throws {
    let back = Transform3D.rotation(.pi, x: 0, y: 1, z: 0)
    #expect(try Self.scene([Self.space([Self.panel(.red, back)])]).image.rgba(50, 50)[3] == 255)
    let single = Self.panel(.red, back) { $0.isDoubleSided = false }
    #expect(try Self.scene([Self.space([single])]).image.rgba(50, 50)[3] == 0)
    let front = Self.panel(.red, .identity) { $0.isDoubleSided = false }
    #expect(try Self.scene([Self.space([front])]).image.rgba(50, 50)[3] == 255)
  }

  @Test("a change inside a transform layer repaints what it must")
  func damage() throws {
    var generator = SeededGenerator(seed: 3)
    func random(_ low: Double, _ high: Double) -> Double {
      Double.random(in: low..<high, using: &generator)
    }
    let ids = (0..<4).map { _ in LayerID() }
    func tree() -> RenderTree {
      let panels = ids.map { id in
        let panel = Self.panel(
          Color(red: random(0, 1), green: random(0, 1), blue: 0),
          Transform3D.translation(x: random(-20, 20), y: 0, z: random(-30, 30))
            .rotated(random(-1, 1), x: random(0, 1), y: 1, z: 0))
        return RenderNode(id: id, properties: panel.properties)
      }
      let space = Self.space(panels)
      return Self.scene([RenderNode(id: ids[0], properties: space.properties, sublayers: panels)])
    }
    var buffers = FrameBuffers()
    for _ in 0..<12 {
      let next = tree()
      guard let job = try buffers.begin(next) else { continue }
      _ = job.run()
      let frame = try buffers.finish(job)
      #expect(PixelDifference(frame.image, try next.image).most == 0)
    }
  }

  @Test("a map that has no inverse in the plane draws nothing, one that flattens z alone does")
  func flatMaps() throws {
    for (flat, alpha) in [
      (Transform3D.scale(x: 1, y: 0), UInt8(0)), (.scale(x: 0, y: 1, z: 0), 0),
      (.scale(x: 1, y: 1, z: 0), 255), (.scale(x: 1, y: -1, z: 0), 255),
    ] {
      let panel = Self.scene([Self.space([Self.panel(.red, flat)])])
      #expect(try panel.image.rgba(50, 50)[3] == alpha)
      let inside = Self.space([Self.panel(.red, .identity)]) { $0.transform = flat }
      #expect(try Self.scene([inside]).image.rgba(50, 50)[3] == alpha)
      var root = LayerProperties()
      root.frame = Rect(width: 100, height: 100)
      root.sublayerTransform = flat
      let layer = Self.panel(.red, .identity) { $0.position = Point(x: 50, y: 50) }
      let below = RenderNode(properties: root, sublayers: [layer])
      let tree = RenderTree(root: below, size: Size(width: 100, height: 100))
      #expect(try tree.image.rgba(50, 50)[3] == alpha)
    }
  }

  @Test("empty and very deep spaces end at once")
  func emptyAndDeep() throws {
    var copies = LayerProperties()
    copies.replicator.instanceCount = 1_000_000_000
    copies.replicator.preservesDepth = true
    _ = try Self.scene([RenderNode(properties: copies)]).image
    var chain = Self.panel(.red, .identity)
    for _ in 0..<20_000 { chain = Self.space([chain]) { $0.position = .zero } }
    _ = try Self.scene([chain]).image
  }

  @Test("curves stay smooth near the eye, and cost nothing behind it")
  func curvesInPerspective() throws {
    let map = Projection(
      Transform3D.identity.rotated(1.2, x: 1, y: 0, z: 0)
        .concatenating(Self.scene([]).root.properties.sublayerTransform))
    let behind = Projection(Transform3D.translation(x: 0, y: 5000)).concatenating(map)
    var path = Path()
    for i in 0..<2000 {
      path.addPath(Path(ellipseIn: Rect(x: Double(i), y: 0, width: 9, height: 9)))
    }
    let seen = path.applying(map)
    #expect(!seen.isEmpty && path.applying(behind).isEmpty)
    let plane = PlaneMap(map)
    let far = Rect(x: 0, y: -4000, width: 10, height: 4100)
    #expect(plane.greatestScale(in: far) > plane.affine(near: far.center).leastScale)
  }

  @Test("hostile maps: the eye inside, coincident planes, huge and tiny numbers")
  func hostile() throws {
    for map in [
      Transform3D.translation(x: 0, y: 0, z: 499.9), .translation(x: 0, y: 0, z: 500),
      .rotation(1, x: 0, y: 1, z: 0).translated(x: 0, y: 0, z: 480), .scale(x: 1e-300, y: 1),
      .scale(x: 1e8, y: 1e8), .translation(x: 1e300, y: 0), .translation(x: .nan, y: .infinity),
      Transform3D(elements: [Double](repeating: 1, count: 16)) ?? .identity,
    ] {
      _ = try Self.scene([Self.space([Self.panel(.red, map), Self.panel(.blue, map)])]).image
      _ = try Self.scene([Self.panel(.red, map)], perspective: -1.0 / 40).image
    }
    // Inside a cube: its far faces are seen.
    let inside = try CubeTests.scene([
      CubeTests.cube(Transform3D.translation(x: 0, y: 0, z: 500).rotated(0.2, x: 1, y: 0, z: 0))
    ]).image
    #expect(inside.rgba(200, 150)[3] == 255)
  }
}

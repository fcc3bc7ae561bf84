// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// The pictures of particles.
struct ParticlePictureTests {
  /// A tree with particles under a turned layer, behind and before others.
  private func tree(_ system: ParticleSystem, at time: Double, scale: Double = 1) -> RenderTree {
    var tree = RenderTree(
      320, 480, scale: scale,
      [
        RenderNode(Rect(x: 20, y: 30, width: 80, height: 90), .blue),
        system.node(Rect(width: 320, height: 480)),
        RenderNode(Rect(x: 200, y: 400, width: 80, height: 40), .lime),
      ])
    tree.time = time
    return tree
  }

  private func hearts(seed: UInt64 = 7) throws -> ParticleSystem {
    var context = try GraphicsContext(pixels: PixelSize(width: 24, height: 20))
    try context.fill(Path(ellipseIn: Rect(x: 1, y: 1, width: 14, height: 18)), with: .white)
    try context.fill(Rect(x: 8, y: 5, width: 16, height: 9), with: .red)
    return .hearts(seed: seed, contents: context.makeBitmap())
  }

  private func one(
    _ contents: Bitmap, _ change: (inout EmitterCell) -> Void = { _ in }
  ) -> ParticleSystem {
    let cell = EmitterCell {
      ($0.contents, $0.birthRate, $0.lifetime, $0.duration) = (contents, 1, 100, 0.5)
      change(&$0)
    }
    return ParticleSystem(ParticleEmitter([cell]) { $0.position = Point(x: 20, y: 20) })
  }

  private func image(_ system: ParticleSystem, at time: Double = 0) throws -> Bitmap {
    var tree = RenderTree(40, 40, background: nil, [system.node()])
    tree.time = time
    return try tree.image
  }

  /// S-214: one seed gives the same bytes, another one others, in whatever order frames are made.
  @Test func s214_seed() throws {
    let times = [1.0, 3, 5, 10]
    let first = try times.map { try tree(hearts(), at: $0).image }
    let second = try times.reversed().map { try tree(hearts(), at: $0).image }
    #expect(first == second.reversed())
    for (time, image) in zip(times, first) {
      #expect(try tree(hearts(seed: 8), at: time).image != image)
    }
  }

  /// The same bytes whatever the bands, also across the borders of their rows.
  @Test(arguments: [1.0, 1.37]) func bands(_ scale: Double) throws {
    let tree = try tree(hearts(), at: 6.2, scale: scale)
    let whole = try tree.image
    let plan = try CompositionPlan(tree.presented)
    let surface = try SharedSurface(
      pixels: PixelSize(width: plan.canvas.width, height: plan.canvas.height))
    for y in stride(from: 0, to: plan.canvas.height, by: 7) {
      for x in stride(from: 0, to: plan.canvas.width, by: 61) {
        let area = PixelRect(x: x, y: y, width: 61, height: 7).intersection(plan.canvas)
        var painter = PlanPainter(plan, on: surface, area: area)
        try painter.paint()
      }
    }
    let banded = surface.freeze()
    #expect(banded == whole, "\(PixelDifference(banded, whole))")
  }

  /// A frame painted over the last one is the whole picture.
  @Test(arguments: 0..<4) func damagedIsWhole(_ seed: Int) throws {
    var buffers = FrameBuffers()
    var image: Bitmap?
    for step in [0, 1, 2, 3, 9, 10, 40, 39, 38, 5, 4] {
      var tree = try tree(hearts(seed: UInt64(seed)), at: Double(step) * 0.11, scale: 0.8)
      if seed > 1 { tree.root = turned(tree.root) }
      if let job = try buffers.begin(tree) {
        _ = job.run()
        image = try buffers.finish(job).image
      }
      let whole = try Compositor.image(of: tree)
      if let image { #expect(image == whole, "step \(step): \(PixelDifference(image, whole))") }
    }
    #expect(image != nil)
  }

  private func turned(_ node: RenderNode) -> RenderNode {
    RenderNode(Rect(width: 320, height: 480), sublayers: node.sublayers) {
      $0.transform = .rotation(0.3)
      $0.opacity = 0.7
    }
  }

  /// S-205: the contents, a part of them, and their scale; centred.
  @Test func s205_contents() throws {
    var context = try GraphicsContext(pixels: PixelSize(width: 8, height: 4))
    try context.fill(Rect(width: 4, height: 4), with: .red)
    try context.fill(Rect(x: 4, width: 4, height: 4), with: .blue)
    let bitmap = context.makeBitmap()
    let whole = try image(one(bitmap))
    #expect(whole.rgba(16, 18) == [255, 0, 0, 255] && whole.rgba(23, 21) == [0, 0, 255, 255])
    #expect(whole.rgba(15, 18) == [0, 0, 0, 0] && whole.rgba(16, 17) == [0, 0, 0, 0])
    #expect(whole.rgba(24, 21) == [0, 0, 0, 0] && whole.rgba(23, 22) == [0, 0, 0, 0])
    let part = try image(
      one(bitmap) { $0.contentsRect = Rect(x: 0.5, y: 0, width: 0.5, height: 1) })
    #expect(part.rgba(18, 18) == [0, 0, 255, 255] && part.rgba(17, 18) == [0, 0, 0, 0])
    #expect(part.rgba(21, 21) == [0, 0, 255, 255])
    // Twice as many pixels a point: half as large, of the copy at half size.
    let dense = try image(one(bitmap) { $0.contentsScale = 2 })
    #expect(dense.rgba(18, 19) == [255, 0, 0, 255] && dense.rgba(21, 20) == [0, 0, 255, 255])
    #expect(dense.rgba(17, 19) == [0, 0, 0, 0] && dense.rgba(18, 21) == [0, 0, 0, 0])
    // A quarter turn.
    let turned = try image(one(bitmap) { $0.spin = .pi / 2 }, at: 1)
    #expect(turned.rgba(21, 16) == [255, 0, 0, 255] && turned.rgba(18, 23) == [0, 0, 255, 255])
    // Pixel by pixel where it grows.
    let large = try image(one(bitmap) { ($0.scale, $0.magnificationFilter) = (3, .nearest) })
    #expect(large.rgba(19, 20) == [255, 0, 0, 255] && large.rgba(20, 20) == [0, 0, 255, 255])
    #expect(large.rgba(8, 14) == [255, 0, 0, 255] && large.rgba(7, 14) == [0, 0, 0, 0])
  }

  /// S-206: the colour multiplies the contents; coverage alone counts as white.
  @Test func s206_color() throws {
    let color = Color(red: 0.5, green: 1, blue: 0.25, alpha: 0.5)
    let red = try image(one(.square(8, .white)) { $0.color = color })
    #expect(red.rgba(20, 20) == [64, 128, 32, 128])
    let mixed = try image(
      one(.square(8, Color(red: 1, green: 0.5, blue: 0))) { $0.color = Color(white: 0.5) })
    #expect(mixed.rgba(20, 20) == [128, 64, 0, 255])
    let coverage = try image(one(.square(8, .black, format: .alpha8)) { $0.color = color })
    #expect(coverage == red)
  }

  /// S-200: orders and the sum of colours, by two particles on one another.
  @Test func s200_renderModes() throws {
    func colors(_ mode: EmitterRenderMode, z: Double = 0) throws -> [UInt8] {
      let first = EmitterCell {
        ($0.contents, $0.birthRate, $0.lifetime, $0.duration) = (try? .square(6), 1, 9, 0.5)
        $0.color = Color(red: 0.2, green: 0, blue: 0)
        ($0.velocity, $0.emissionLatitude) = (z, .pi / 2)
      }
      var second = first
      (second.color, second.beginTime) = (Color(red: 0, green: 0.4, blue: 0), 0.25)
      (second.velocity, second.emissionLatitude) = (0, 0)
      // The older cell is the second one of the list.
      let emitter = ParticleEmitter([second, first]) {
        ($0.renderMode, $0.position) = (mode, Point(x: 20, y: 20))
      }
      return try image(ParticleSystem(emitter), at: 1).rgba(20, 20)
    }
    #expect(try colors(.unordered) == [51, 0, 0, 255])
    #expect(try colors(.oldestFirst) == [0, 102, 0, 255])
    #expect(try colors(.oldestLast) == [51, 0, 0, 255])
    #expect(try colors(.backToFront, z: 5) == [51, 0, 0, 255])
    #expect(try colors(.backToFront, z: -5) == [0, 102, 0, 255])
    #expect(try colors(.additive) == [51, 102, 0, 255])
  }

  /// Particles lie above the background and the border, below sublayers, and are cut off by
  /// `masksToBounds`.
  @Test func placeInTheLayer() throws {
    let system = try one(.square(20, .red))
    func node(_ change: (inout LayerProperties) -> Void = { _ in }) -> RenderNode {
      RenderNode(
        Rect(width: 20, height: 20), .blue, contents: .vector(ParticleContents(system)),
        sublayers: [RenderNode(Rect(x: 15, y: 15, width: 2, height: 2), .lime)]
      ) {
        ($0.borderWidth, $0.borderColor) = (4, .black)
        change(&$0)
      }
    }
    let free = try RenderTree(40, 40, [node()]).image
    #expect(free.rgba(5, 5) == [0, 0, 255, 255] && free.rgba(2, 10) == [0, 0, 0, 255])
    #expect(free.rgba(18, 18) == [255, 0, 0, 255] && free.rgba(25, 25) == [255, 0, 0, 255])
    #expect(free.rgba(16, 16) == [0, 255, 0, 255])
    let clipped = try RenderTree(40, 40, [node { $0.masksToBounds = true }]).image
    #expect(
      clipped.rgba(19, 19) == [255, 0, 0, 255] && clipped.rgba(20, 20) == [255, 255, 255, 255])
  }

  /// Round clips, masks and perspective.
  @Test func clips() throws {
    let system = try one(.square(20, .red))
    let round = try RenderTree(
      40, 40,
      [
        RenderNode(
          Rect(x: 10, y: 10, width: 20, height: 20), contents: .none,
          sublayers: [
            RenderNode(
              Rect(x: -10, y: -10, width: 40, height: 40),
              contents: .vector(ParticleContents(system)))
          ]
        ) { ($0.masksToBounds, $0.cornerRadius) = (true, 10) }
      ]
    ).image
    #expect(round.rgba(20, 20) == [255, 0, 0, 255] && round.rgba(11, 11) == [255, 255, 255, 255])
    let edge = round.rgba(13, 12)
    #expect(edge[0] == 255 && edge[1] > 0 && edge[1] < 255 && edge[1] == edge[2])
    let tilted = try RenderTree(
      40, 40,
      [
        RenderNode(Rect(width: 40, height: 40), contents: .vector(ParticleContents(system))) {
          var transform = Transform3D.identity
          transform.m34 = -1 / 100
          $0.transform = transform.rotated(1, x: 0, y: 1, z: 0)
        }
      ]
    ).image
    // Half as wide, cos 1 = 0.54.
    let wide = (0..<40).count { tilted.rgba($0, 20) == [255, 0, 0, 255] }
    #expect((9...11).contains(wide), "\(wide)")
    #expect(tilted.rgba(20, 12) == [255, 0, 0, 255] && tilted.rgba(20, 8)[1] == 255)
  }

  /// While nothing is said to change, the pictures are the same.
  @Test func nothingMovesUnseen() throws {
    var random = SeededGenerator(seed: 5)
    var rests = 0
    for round in 0..<20 {
      let cell = EmitterCell {
        $0.contents = try? .square(4, .blue)
        ($0.birthRate, $0.lifetime) = (
          Double.random(in: 0.1...2, using: &random), Double.random(in: 0.05...1, using: &random)
        )
        if round % 3 == 0 { $0.velocity = 20 }
        $0.lifetimeRange = round % 4 == 0 ? 0.2 : 0
        $0.beginTime = Double(round % 5) * 0.3
      }
      let emitter = ParticleEmitter([cell]) {
        ($0.position, $0.shape, $0.size.width) = (Point(x: 20, y: 20), .line, 30)
      }
      var stopped = emitter
      stopped.birthRate = 0
      let system = ParticleSystem(
        emitter, seed: UInt64(round), changes: [ParticleSystem.Change(at: 4, stopped)])
      var tree = RenderTree(40, 40, [system.node()])
      for step in 0..<24 {
        tree.time = Double(step) * 0.25 - 0.5
        let next = tree.root.nextChange(from: tree.time)
        if next <= tree.time { continue }
        rests += 1
        let before = try tree.image
        for fraction in [0.3, 0.7, 0.999] {
          tree.time += (min(next, 20) - tree.time) * fraction
          #expect(try tree.image == before, "round \(round), step \(step), next \(next)")
        }
      }
      #expect(tree.root.nextChange(from: 6) == .infinity)
    }
    #expect(rests > 100)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

/// Layers that emit particles.
@MainActor
struct EmitterLayerTests {
  private func cell(_ rate: Double = 10, _ lifetime: Double = 1) throws -> EmitterCell {
    var context = try GraphicsContext(pixels: PixelSize(width: 4, height: 4))
    try context.fillClip(with: .red)
    var cell = EmitterCell()
    (cell.name, cell.contents) = ("dot", context.makeBitmap())
    (cell.birthRate, cell.lifetime) = (rate, lifetime)
    return cell
  }

  private func system(_ layer: EmitterLayer) throws -> ParticleSystem {
    try #require(layer.vectorContents as? ParticleContents).system
  }

  /// S-198: the layer is the container, cells are templates; defaults emit nothing.
  @Test func s198_container() throws {
    let layer = EmitterLayer()
    #expect(layer.emitterCells.isEmpty && layer.birthRate == 1 && layer.lifetime == 1)
    #expect(layer.velocity == 1 && layer.scale == 1 && layer.spin == 1 && layer.seed == 0)
    #expect(layer.emitterShape == .point && layer.emitterMode == .volume)
    #expect(layer.renderMode == .unordered && layer.emitterPosition == .zero)
    #expect(layer.node.nextChange(from: 0) == .infinity)
    layer.emitterCells = [try cell()]
    layer.emitterPosition = Point(x: 20, y: 20)
    var tree = RenderTree(root: layer.node, size: Size(width: 40, height: 40))
    #expect(try Compositor.image(of: tree).rgba(20, 20) == [255, 0, 0, 255])
    tree.time = -1
    #expect(try Compositor.image(of: tree).rgba(20, 20) == [0, 0, 0, 0])
  }

  /// S-201, S-215: every property can be set and read, and reaches the picture's system.
  @Test func s201_s215_properties() throws {
    let layer = EmitterLayer()
    layer.emitterCells = [try cell()]
    (layer.emitterPosition, layer.emitterZPosition) = (Point(x: 1, y: 2), 3)
    (layer.emitterSize, layer.emitterDepth) = (Size(width: 4, height: 5), 6)
    (layer.emitterShape, layer.emitterMode) = (.cuboid, .outline)
    (layer.renderMode, layer.emitsOutward, layer.seed) = (.additive, true, 7)
    (layer.birthRate, layer.lifetime, layer.velocity) = (8, 9, 10)
    (layer.scale, layer.spin, layer.rangeMeaning) = (11, 12, .width)
    let system = try system(layer)
    #expect(system.emitter == layer.emitter && system.seed == 7 && system.changes.isEmpty)
    #expect(system.rangeMeaning == .width && system.emitter.zPosition == 3)
    #expect(layer.emitterDepth == 6 && layer.emitterSize.height == 5 && layer.spin == 12)
    #expect(layer.renderMode == .additive && layer.emitsOutward && layer.scale == 11)
  }

  /// S-215: properties by key path, those of cells by their names.
  @Test func s215_keyPaths() throws {
    let layer = EmitterLayer()
    layer.emitterCells = [try cell()]
    try layer.setValue(.number(3), forKeyPath: "emitterCells.dot.birthRate")
    try layer.setValue(.color(.blue), forKeyPath: "emitterCells.dot.color")
    try layer.setValue(.boolean(false), forKeyPath: "emitterCells.dot.enabled")
    try layer.setValue(.number(5), forKeyPath: "emitterPosition.x")
    try layer.setValue(.string("line"), forKeyPath: "emitterShape")
    try layer.setValue(.number(0.5), forKeyPath: "opacity")
    #expect(layer.emitterCells[0].birthRate == 3 && layer.emitterCells[0].color == .blue)
    #expect(!layer.emitterCells[0].isEnabled && layer.emitterPosition.x == 5)
    #expect(layer.emitterShape == .line && layer.opacity == 0.5)
    #expect(try layer.value(forKeyPath: "emitterCells.dot.birthRate") == .number(3))
    #expect(try layer.value(forKeyPath: "birthRate") == .number(1))
    for path in ["emitterCells.none.birthRate", "emitterCells.dot.colour", "emitterCells"] {
      #expect(throws: LayerKeyError.self) { try layer.setValue(.number(1), forKeyPath: path) }
    }
    #expect(throws: LayerKeyError.self) {
      try layer.setValue(.string("round"), forKeyPath: "emitterShape")
    }
    #expect(throws: LayerKeyError.self) {
      try Layer().setValue(.number(1), forKeyPath: "birthRate")
    }
  }

  /// The emission begins with the first frame of a host; later changes are those of its clock.
  @Test func s215_liveChanges() async throws {
    let clock = ManualClock(now: 50)
    let root = Layer()
    root.bounds.size = Size(width: 40, height: 40)
    let layer = EmitterLayer()
    layer.emitterCells = [try cell()]
    layer.emitterPosition = Point(x: 20, y: 20)
    root.addSublayer(layer)
    #expect(layer.beginTime == nil)
    let host = LayerHost(root: root, size: Size(width: 40, height: 40), clock: clock)
    let first = try await host.settledFrame()
    #expect(layer.beginTime == 50)
    // The root's middle lies in its origin.
    #expect(first.image.rgba(0, 0) == [255, 0, 0, 255])
    clock.advance(by: 1.05)
    layer.birthRate = 0
    layer.emitterPosition = Point(x: 30, y: 20)
    let system = try system(layer)
    #expect(system.changes.map(\.time) == [50 + 1.05] && system.beginTime == 50)
    let contents = ParticleContents(system)
    #expect(contents.nextChange(from: 51.06) > 51.06)
    #expect(contents.nextChange(from: 52.5) == .infinity)
    _ = try await host.settledFrame()
    clock.advance(by: 1.95)
    layer.birthRate = 2
    #expect(try self.system(layer).emitter(at: 53).birthRate == 2)
    #expect(try self.system(layer).emitter(at: 52).birthRate == 0)
    host.close()
  }

  /// A layer that changes in each frame keeps a bounded record.
  @Test func boundedRecord() async throws {
    let clock = ManualClock(now: 1)
    let layer = EmitterLayer()
    layer.emitterCells = [try cell(10, 0.5)]
    let host = LayerHost(root: layer, size: Size(width: 40, height: 40), clock: clock)
    _ = try await host.settledFrame()
    for step in 1...1_500 {
      clock.advance(by: 1.0 / 60)
      layer.emitterPosition.x = Double(step)
    }
    let record = try system(layer)
    #expect(record.changes.count <= 1_024)
    // 1,500 / 60 seconds, of which the last half lives.
    layer.emitterCells[0].lifetime = .infinity
    for step in 1_501...3_000 {
      clock.advance(by: 1.0 / 60)
      layer.emitterPosition.x = Double(step)
    }
    #expect(try system(layer).changes.count <= 1_024)
    host.close()
  }

  /// `beginTime` begins anew.
  @Test func beginTime() throws {
    let layer = EmitterLayer()
    layer.emitterCells = [try cell()]
    layer.beginTime = 3
    #expect(layer.beginTime == 3)
    #expect(layer.node.nextChange(from: 0) == 3)
    layer.beginTime = nil
    #expect(layer.beginTime == nil && layer.node.nextChange(from: -1) == 0)
  }

  /// Ten births a second, while an animation runs thirty; when it is over or removed, what was born
  /// stays as it is.
  @Test(arguments: [false, true]) func animations(isRemoved: Bool) async throws {
    let clock = ManualClock(now: 0)
    let layer = EmitterLayer()
    layer.emitterCells = [try cell(10, 100)]
    let host = LayerHost(root: layer, size: Size(width: 40, height: 40), clock: clock)
    _ = try await host.settledFrame()
    clock.set(to: 1)
    let duration = isRemoved ? 100.0 : 1
    layer.add(BasicAnimation(emitter: \.birthRate, from: 3, to: 3, duration: duration))
    layer.add(BasicAnimation(emitter: \.position.x, from: 7, to: 7, duration: duration))
    _ = try await host.settledFrame()
    clock.set(to: 2)
    if isRemoved { layer.removeAllAnimations() }
    try await until { layer.animationKeys.isEmpty }
    clock.set(to: 4.05)
    // 10 + 30 + 20 births, and the first one.
    let system = try system(layer)
    var births = (0..<10).map { Double($0) / 10 }
    births += (0..<30).map { 1 + Double($0) / 30 }
    births += (0...20).map { 2 + Double($0) / 10 }
    #expect(births.count == 61 && system.animations.map(\.start) == [1, 1])
    for (index, birth) in births.enumerated() {
      let place = birth >= 1 && birth < 2 ? 7.0 : 0
      #expect(system.emitter(at: birth + 1e-6).position.x == place, "\(index)")
    }
    let picture = try #require(layer.vectorContents as? ParticleContents)
    #expect(picture.nextChange(from: 4.05).rounded(toPlaces: 3) == 4.1)
    #expect(picture.nextChange(from: 1.02).rounded(toPlaces: 3) == 1.033)
    // An emitter that begins anew has no animations.
    layer.beginTime = 4
    #expect(try self.system(layer).animations.isEmpty)
    host.close()
  }

  /// What cannot be animated says so.
  @Test func animationErrors() throws {
    let layer = EmitterLayer()
    layer.emitterCells = [try cell()]
    try layer.add(LayerAnimation("emitterCells.dot.velocity", to: .number(1)))
    try layer.add(LayerAnimation("emitterSize", to: .size(.zero)))
    for (key, code) in [
      ("emitterCells.dot.beginTime", LayerKeyError.Code.notAnimatable), ("seed", .notAnimatable),
      ("emitterCells.none.scale", .unknownKey),
    ] {
      let error = #expect(throws: LayerKeyError.self) {
        try layer.add(LayerAnimation(key, to: .number(1)))
      }
      #expect(error?.code == code && error?.keyPath == key)
    }
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}

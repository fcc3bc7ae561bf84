// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("ReplicatorLayer")
@MainActor
struct ReplicatorLayerTests {
  private let replicator = ReplicatorLayer()

  @Test("S-157: defaults are Core Animation's")
  func s157_defaults() {
    #expect(replicator.properties.kind == .replicator(ReplicatorProperties()))
    #expect(replicator.instanceCount == 1)
    #expect(replicator.instanceTransform == .identity)
    #expect(replicator.instanceColor == .white)
    let offsets = [
      replicator.instanceRedOffset, replicator.instanceGreenOffset, replicator.instanceBlueOffset,
      replicator.instanceAlphaOffset, replicator.instanceDelay,
    ]
    #expect(offsets == [0, 0, 0, 0, 0])
    #expect(!replicator.preservesDepth)
  }

  @Test("S-156, S-159: each property is that of the value, and a new one makes a new node")
  func s156_s159_properties() throws {
    func set(_ key: String, _ value: LayerValue, _ body: () -> Void) throws {
      let node = replicator.node
      body()
      #expect(try replicator.value(forKeyPath: key) == value, "\(key)")
      #expect(replicator.node !== node, "\(key)")
    }
    try set("instanceCount", .number(7)) { replicator.instanceCount = 7 }
    try set("instanceTransform", .transform(.translation(x: 1, y: 2))) {
      replicator.instanceTransform = .translation(x: 1, y: 2)
    }
    try set("instanceColor", .color(.red)) { replicator.instanceColor = .red }
    try set("instanceRedOffset", .number(0.1)) { replicator.instanceRedOffset = 0.1 }
    try set("instanceGreenOffset", .number(0.2)) { replicator.instanceGreenOffset = 0.2 }
    try set("instanceBlueOffset", .number(0.3)) { replicator.instanceBlueOffset = 0.3 }
    try set("instanceAlphaOffset", .number(0.4)) { replicator.instanceAlphaOffset = 0.4 }
    try set("instanceDelay", .number(0.5)) { replicator.instanceDelay = 0.5 }
    try set("preservesDepth", .boolean(true)) { replicator.preservesDepth = true }
  }

  @Test("S-156: hit tests see the first copy alone")
  func s156_hitTest() {
    let square = Layer(Rect(width: 10, height: 10), .red)
    replicator.frame = Rect(width: 100, height: 100)
    replicator.instanceCount = 2
    replicator.instanceTransform = .translation(x: 50, y: 0)
    replicator.addSublayer(square)
    #expect(replicator.hitTest(Point(x: 5, y: 5)) === square)
    #expect(replicator.hitTest(Point(x: 55, y: 5)) === replicator)
  }

  /// A host layer that shows its sublayers with their reflection, at any size.
  private final class ReflectionLayer: ReplicatorLayer {
    override init() {
      super.init()
      instanceCount = 2
      instanceAlphaOffset = -0.6
    }

    override func layoutSublayers() {
      let height = bounds.height
      for sublayer in sublayers { sublayer.frame = bounds }
      instanceTransform = Transform3D.translation(x: 0, y: height + 2).scaled(x: 1, y: -1)
    }
  }

  @Test("S-163: a reflection follows the size of its layer")
  func s163_reflection() throws {
    let reflection = ReflectionLayer()
    reflection.addSublayer(Layer(.zero, .red))
    let root = Layer(Rect(width: 60, height: 120), nil, [reflection])
    for height in [30, 50] {
      reflection.frame = Rect(x: 0, y: 0, width: 60, height: Double(height))
      reflection.layoutIfNeeded()
      let picture = try root.picture()
      #expect(picture.rgba(30, height - 1) == [255, 0, 0, 255])
      #expect(picture.rgba(30, height + 1) == [255, 255, 255, 255])
      #expect(picture.rgba(30, height + 2) == [255, 153, 153, 255])
      #expect(picture.rgba(30, 2 * height + 1) == [255, 153, 153, 255])
      #expect(picture.rgba(30, 2 * height + 2) == [255, 255, 255, 255])
    }
  }

  @Test("Too many copies: the host reports it and goes on")
  func tooManyCopies() async throws {
    replicator.frame = Rect(width: 10, height: 10)
    replicator.addSublayer(Layer(Rect(width: 10, height: 10), .red))
    replicator.instanceCount = LayerLimits.instances + 2
    let host = LayerHost(root: replicator, size: Size(width: 10, height: 10))
    let error = await #expect(throws: GraphicsError.self) { _ = try await host.settledFrame() }
    #expect(error?.code == .tooLarge)
    #expect((host.frameError as? GraphicsError)?.code == .tooLarge)
    replicator.instanceCount = 2
    let frame = try await host.settledFrame()
    #expect(frame.image.rgba(5, 5) == [255, 0, 0, 255])
    let tree = RenderTree(root: replicator.node, size: host.size)
    #expect(try Compositor.frame(of: tree, reporting: true).report?.copyCount == 1)
    host.close()
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

/// Maps that flatten z, as the scale (1, −1, 0) of a reflection does: they are drawn and hit, since
/// they have an inverse in the plane.
@Suite("Transforms that flatten z")
@MainActor
struct FlatTransformTests {
  private let flat = Transform3D.scale(x: 1, y: -1, z: 0)
  /// The upper half of a box of 40 × 20 points at (20, 20).
  private let red = Layer(Rect(width: 40, height: 10), .red)
  private let box: Layer
  private let root: Layer

  init() {
    box = Layer(Rect(x: 20, y: 20, width: 40, height: 20), .blue, [red])
    root = Layer(Rect(width: 100, height: 100), nil, [box])
  }

  private func expect(red y: Int, blue other: Int, _ hit: Layer? = nil) throws {
    let picture = try root.picture()
    #expect(picture.rgba(30, y) == [255, 0, 0, 255])
    #expect(picture.rgba(30, other) == [0, 0, 255, 255])
    #expect(root.hitTest(Point(x: 30.5, y: Double(y) + 0.5)) === hit ?? red)
    #expect(root.hitTest(Point(x: 30.5, y: Double(other) + 0.5)) === box)
  }

  @Test func withoutATransform() throws { try expect(red: 25, blue: 35) }

  @Test func transform() throws {
    box.transform = flat
    try expect(red: 35, blue: 25)
  }

  @Test func sublayerTransform() throws {
    root.sublayerTransform = flat
    // The box is mirrored about the middle of the root: from 60 to 80.
    try expect(red: 75, blue: 65)
  }

  @Test func transformLayer() throws {
    let space = TransformLayer()
    space.frame = root.bounds
    root.addSublayer(space)
    space.addSublayer(box)
    space.transform = flat
    try expect(red: 75, blue: 65)
    space.transform = .identity
    box.transform = flat
    try expect(red: 35, blue: 25)
  }

  @Test("S-163: a reflection as the article writes it")
  func s163_replicator() throws {
    let replicator = ReplicatorLayer()
    replicator.frame = Rect(x: 20, y: 20, width: 40, height: 20)
    replicator.instanceCount = 2
    replicator.instanceTransform = Transform3D.translation(x: 0, y: 22).scaled(x: 1, y: -1, z: 0)
    root.addSublayer(replicator)
    box.frame = Rect(width: 40, height: 20)
    replicator.addSublayer(box)
    for preservesDepth in [false, true] {
      replicator.preservesDepth = preservesDepth
      let picture = try root.picture()
      #expect(picture.rgba(30, 25) == [255, 0, 0, 255])
      #expect(picture.rgba(30, 41) == [255, 255, 255, 255])
      // The row y = 20 of the box is at 20 + 22, its first row at 20 + 41.
      #expect(picture.rgba(30, 45) == [0, 0, 255, 255])
      #expect(picture.rgba(30, 58) == [255, 0, 0, 255])
      #expect(picture.rgba(30, 62) == [255, 255, 255, 255])
    }
  }

  @Test(
    "What has no inverse in the plane is neither drawn nor hit",
    arguments: [
      Transform3D.scale(x: 1, y: 0), .scale(x: 0, y: 1), .scale(x: 0, y: 0, z: 1),
      .scale(x: .nan, y: 1), .scale(x: 1e-200, y: 1e-200),
    ])
  func noInverse(transform: Transform3D) throws {
    box.transform = transform
    let picture = try root.picture()
    for y in 0..<100 {
      for x in 0..<100 where picture.rgba(x, y) != [255, 255, 255, 255] {
        Issue.record("(\(x), \(y)) is drawn")
      }
    }
    #expect(root.hitTest(Point(x: 40, y: 30)) === root)
  }

  @Test func boundsThatAreNotFiniteAreNotHit() throws {
    box.bounds = Rect(width: .infinity, height: 20)
    box.position = Point(x: 40, y: 30)
    #expect(try root.picture().rgba(40, 30) == [255, 255, 255, 255])
    #expect(root.hitTest(Point(x: 40, y: 30)) === root)
  }
}

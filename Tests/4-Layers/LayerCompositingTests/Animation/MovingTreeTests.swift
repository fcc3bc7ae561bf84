// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Frames of moving trees.
struct MovingTreeTests {
  /// A layer with a random animation.
  private func layer(_ random: inout SeededGenerator, depth: Int = 0) -> RenderNode {
    func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random)
    }
    var properties = LayerProperties()
    properties.frame = Rect(
      x: number(0...120), y: number(0...90), width: number(4...50), height: number(4...40))
    properties.backgroundColor = [.red, .lime, .blue, nil][Int.random(in: 0..<4, using: &random)]
    if Int.random(in: 0..<4, using: &random) == 0 { properties.cornerRadius = 6 }
    if Int.random(in: 0..<5, using: &random) == 0 { properties.shadow.opacity = 0.5 }
    if Int.random(in: 0..<5, using: &random) == 0 { properties.masksToBounds = true }
    if depth == 0, Int.random(in: 0..<4, using: &random) == 0 {
      properties.replicator.instanceCount = 3
      properties.replicator.instanceDelay = 0.2
      properties.replicator.instanceTransform = .translation(x: 20, y: 5)
    }
    let animations: [LayerAnimation] = [
      LayerAnimation("position.x", by: .number(number(-80...80)), duration: number(0.1...2)),
      LayerAnimation("opacity", from: .number(0), duration: number(0.1...2)),
      LayerAnimation("transform", to: .transform(.rotation(number(-3...3))), duration: 1),
      LayerAnimation("backgroundColor", to: .color(.black), duration: 0.7),
      LayerAnimation("zPosition", from: .number(-1), to: .number(1), duration: 1),
      LayerAnimation("hidden", to: .boolean(true), duration: 0.5),
      LayerAnimation("shadowRadius", to: .number(9), duration: 1),
      LayerAnimation("bounds.size.width", to: .number(90), duration: 1),
      LayerAnimation("cornerRadius", to: .number(20), duration: 1),
      LayerAnimation(
        .transition(
          LayerTransition(
            LayerTransition.Kind.allCases.randomElement(using: &random) ?? .fade,
            from: RenderNode(Rect(width: 30, height: 30), .black),
            side: LayerTransition.Side.allCases.randomElement(using: &random) ?? .left)),
        timing: MediaTiming(duration: 1)),
    ]
    var chosen: [(key: String, animation: LayerAnimation)] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      guard var animation = animations.randomElement(using: &random) else { continue }
      animation.timing.begin = number(0...2)
      animation.timing.autoreverses = Bool.random(using: &random)
      animation.timing.fill = FillMode.allCases.randomElement(using: &random) ?? .removed
      chosen.append((key: "\(chosen.count)", animation: animation))
    }
    let inside =
      depth < 2
      ? (0..<Int.random(in: 0...3, using: &random)).map { _ in
        layer(&random, depth: depth + 1)
      } : []
    return RenderNode(
      id: LayerID(), properties: properties, sublayers: inside,
      motion: chosen.isEmpty ? nil : LayerMotion(animations: chosen))
  }

  /// Each frame of a motion, painted over the one before, is the picture at its time; between two
  /// times without a change there is none.
  @Test(arguments: 0..<12) func s108_damagedIsWhole(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let layers = (0..<8).map { _ in layer(&random) }
    var buffers = FrameBuffers()
    var (image, partial) = (Bitmap?.none, 0)
    for step in 0...24 {
      var tree = RenderTree(160, 120, layers)
      // Forwards, then back.
      tree.time = Double(step <= 16 ? step : 32 - step) * 0.19
      if let job = try buffers.begin(tree) {
        _ = job.run()
        let frame = try buffers.finish(job)
        #expect(frame.time == tree.time)
        if frame.damage.pixelCount < 160 * 120 { partial += 1 }
        image = frame.image
      }
      let whole = try Compositor.image(of: tree)
      if let image, image != whole {
        Issue.record("seed \(seed), step \(step): \(PixelDifference(image, whole))")
        return
      }
    }
    #expect(partial > 0)
  }

  /// While `nextChange` says that nothing moves, the pictures are the same.
  @Test(arguments: 0..<12) func nothingMovesUnseen(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + seed))
    var tree = RenderTree(160, 120, (0..<3).map { _ in layer(&random) })
    var rests = 0
    for step in 0..<30 {
      tree.time = Double(step) * 0.2 - 1
      let next = tree.root.nextChange(from: tree.time)
      if next <= tree.time { continue }
      rests += 1
      let before = try tree.image
      for fraction in [0.3, 0.7, 0.999] {
        tree.time += (min(next, 10) - tree.time) * fraction
        #expect(try tree.image == before, "seed \(seed), step \(step), next \(next)")
      }
    }
    #expect(rests > 0)
  }

  /// A11: five dots, each with a curve; in the middle of the time they are .5, .3154, .6846, .5 and
  /// .8024 of the way.
  @Test func a11_dots() throws {
    let curves: [(TimingCurve, Double)] = [
      (.linear, 0.5), (.easeIn, 0.3154), (.easeOut, 0.6846), (.easeInEaseOut, 0.5),
      (.default, 0.8024),
    ]
    let dots = curves.enumerated().map { row, curve in
      var properties = LayerProperties()
      properties.shape.path = Path(ellipseIn: Rect(x: -8, y: -8, width: 16, height: 16))
      properties.shape.fillColor = .blue
      properties.position = Point(x: 20, y: Double(20 + 20 * row))
      return RenderNode(
        properties: properties,
        motion: LayerMotion(animations: [
          (
            key: "",
            animation: LayerAnimation("position.x", by: .number(400), duration: 1, curve: curve.0)
          )
        ]))
    }
    var tree = RenderTree(440, 120, dots)
    tree.time = 0.5
    let image = try tree.image
    for (row, curve) in curves.enumerated() {
      let y = 20 + 20 * row
      // The middle of the ink of the row through the centre.
      let ink = (0..<440).map { 255 - Double(image.rgba($0, y)[0]) }
      let sum = ink.reduce(0, +)
      let middle = ink.indices.reduce(0.0) { $0 + ink[$1] * (Double($1) + 0.5) } / sum
      #expect(abs(middle - (20 + 400 * curve.1)) < 0.5)
    }
  }
}

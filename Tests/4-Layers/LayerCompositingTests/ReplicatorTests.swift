// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// A replicator of 100 × 100 at the origin, in front of nothing.
private func replicator(
  _ sublayers: [RenderNode], in frame: Rect = Rect(width: 100, height: 100),
  _ change: (inout ReplicatorProperties) -> Void
) -> RenderNode {
  RenderNode(frame, sublayers: sublayers) { change(&$0.replicator) }
}

private func dot(_ x: Double, _ y: Double, _ color: Color = .white) -> RenderNode {
  RenderNode(Rect(x: x, y: y, width: 10, height: 10), color)
}

private func image(_ nodes: RenderNode..., background: Color? = nil) throws -> Bitmap {
  try RenderTree(100, 100, background: background, nodes).image
}

/// The columns of row 5 in which anything is drawn.
private func columns(_ image: Bitmap, row: Int = 5) -> [Int] {
  (0..<image.width).filter { image.rgba($0, row)[3] > 0 }
}

struct ReplicatorTests {
  /// S-156: one sublayer is drawn several times, and is one layer of the tree.
  @Test func s156Copies() throws {
    let node = replicator([dot(0, 0)]) {
      $0.instanceCount = 4
      $0.instanceTransform = .translation(x: 20, y: 0)
    }
    let frame = try Compositor.frame(
      of: RenderTree(100, 100, background: nil, [node]), reporting: true)
    #expect(columns(frame.image) == [0, 20, 40, 60].flatMap { Array($0..<$0 + 10) })
    let report = try #require(frame.report)
    #expect(report.layerCount == 3)
    #expect(report.copyCount == 3)
    #expect(report.layers.map(\.pixels) == [100, 100, 100, 100])
  }

  /// S-157: the count includes the sublayers themselves; by default there is nothing else.
  @Test(arguments: [(nil, 1), (3, 3), (0, 0), (-4, 0), (Int.min, 0)] as [(Int?, Int)])
  func s157Count(_ count: Int?, _ expected: Int) throws {
    let node = replicator([dot(0, 0)]) {
      if let count { $0.instanceCount = count }
      $0.instanceTransform = .translation(x: 20, y: 0)
    }
    #expect(columns(try image(node)).count == 10 * expected)
  }

  /// S-158: powers of one map, about the centre of the bounds.
  @Test func s158AboutTheCentre() throws {
    let node = replicator([dot(0, 0)], in: Rect(x: 20, y: 0, width: 60, height: 100)) {
      $0.instanceCount = 2
      $0.instanceTransform = .rotation(.pi)
    }
    let result = try image(node)
    #expect(columns(result) == Array(20..<30))
    #expect(columns(result, row: 95) == Array(70..<80))
  }

  /// S-158: the instance transform acts before the sublayer transform.
  @Test func s158BeforeTheSublayerTransform() throws {
    let node = RenderNode(Rect(width: 100, height: 100), sublayers: [dot(0, 0)]) {
      $0.replicator.instanceCount = 2
      $0.replicator.instanceTransform = .translation(x: 10, y: 0)
      $0.anchorPoint = .zero
      $0.position = .zero
      $0.sublayerTransform = .scale(x: 3, y: 1)
    }
    #expect(columns(try image(node)) == Array(0..<60))
  }

  /// S-158: a copy is flattened after the powers: turned about the vertical axis twice by 60°, it
  /// is half as wide both times.
  @Test func s158PowersOfSpace() throws {
    let node = replicator([RenderNode(Rect(x: 20, y: 0, width: 60, height: 10), .white)]) {
      $0.instanceCount = 3
      $0.instanceTransform = .rotation(.pi / 3, x: 0, y: 1, z: 0)
        .concatenating(.translation(x: 0, y: 20))
    }
    let result = try image(node)
    #expect(columns(result) == Array(20..<80))
    #expect(columns(result, row: 25) == Array(35..<65))
    #expect(columns(result, row: 45) == Array(35..<65))
  }

  /// S-159, S-160: a copy's colour is the first one and the offsets, cut off at 0 and 1.
  @Test func s159s160Colors() throws {
    var copies = ReplicatorProperties()
    copies.instanceColor = Color(red: 0.5, green: 1, blue: 1)
    (copies.instanceRedOffset, copies.instanceGreenOffset) = (0.2, -0.1)
    copies.instanceBlueOffset = .nan
    #expect(copies.color(ofCopy: 0).green == 1)
    #expect(abs(copies.color(ofCopy: 1).red - 0.7) < 1e-12)
    #expect(copies.color(ofCopy: 5).red == 1)
    #expect(copies.color(ofCopy: 5).green == 0.5)
    #expect(copies.color(ofCopy: 11).green == 0)
    #expect(copies.color(ofCopy: 1).blue == 0)
  }

  /// S-160: a masked fill fades once: half of white where the mask is, not half of that again.
  @Test func s160MaskedFill() throws {
    let mask = RenderNode(Rect(width: 5, height: 10), .black)
    let masked = RenderNode(Rect(width: 10, height: 10), .white, mask: mask)
    let result = try image(
      replicator([masked]) { $0.instanceColor = Color(white: 1, alpha: 0.5) })
    #expect(abs(Int(result.rgba(2, 5)[3]) - 128) <= 1)
    #expect(result.rgba(7, 5) == [0, 0, 0, 0])
  }

  /// S-160: a fill, and a group of the same pixels, are multiplied by the same colour.
  @Test(arguments: [false, true]) func s160Red(_ isGroup: Bool) throws {
    var sublayers = [dot(0, 0)]
    if isGroup { sublayers.append(dot(0, 20)) }
    let node = replicator(sublayers) {
      $0.instanceCount = 6
      $0.instanceTransform = .translation(x: 12, y: 0)
      ($0.instanceRedOffset, $0.instanceAlphaOffset) = (-0.1, -0.1)
    }
    let frame = try Compositor.frame(
      of: RenderTree(100, 100, background: nil, [node]), reporting: true)
    for k in 0..<6 {
      let factor = 255 * (1 - 0.1 * Double(k))
      let pixel = frame.image.rgba(12 * k + 5, 5).map(Double.init)
      for (channel, value) in [factor * factor / 255, factor, factor, factor].enumerated() {
        #expect(abs(pixel[channel] - value) <= 1.5, "copy \(k): \(pixel)")
      }
    }
    let groups = try #require(frame.report).layers.count { $0.groupReason == .instanceColor }
    #expect(groups == (isGroup ? 1 : 0))
  }

  /// S-161: ten times a tenth of a turn is the identity.
  @Test func s161TenthOfATurn() {
    var properties = LayerProperties()
    properties.bounds = Rect(width: 600, height: 600)
    properties.replicator.instanceCount = 11
    properties.replicator.instanceTransform = Transform3D.identity
      .translated(x: 0, y: 200).rotated(.pi / 5).translated(x: 0, y: -200)
    let last = Array(properties.copies(in: nil)).last?.space ?? Transform3D()
    for (element, one) in zip(last.elements, Transform3D.identity.elements) {
      #expect(abs(element - one) <= 1e-9)
    }
    #expect(properties.copies(in: nil).map(\.space).count == 11)
  }

  /// S-162: a copy fades as one picture.
  @Test func s162Alpha() throws {
    let node = replicator([dot(0, 0), dot(5, 0, .red)]) {
      $0.instanceCount = 2
      $0.instanceTransform = .translation(x: 0, y: 20)
      $0.instanceAlphaOffset = -0.6
    }
    let result = try image(node)
    #expect(result.rgba(7, 5) == [255, 0, 0, 255])
    #expect(result.rgba(2, 25) == [102, 102, 102, 102])
    #expect(result.rgba(7, 25) == [102, 0, 0, 102])
  }

  /// Copies of copies, the first one at the back.
  @Test func nestedAndOrdered() throws {
    let row = replicator([dot(0, 0, .red)]) {
      $0.instanceCount = 3
      $0.instanceTransform = .translation(x: 30, y: 0)
    }
    let grid = replicator([row]) {
      $0.instanceCount = 2
      $0.instanceTransform = .translation(x: 5, y: 0)
      $0.instanceRedOffset = -1
    }
    let result = try image(grid)
    for x in [0, 30, 60] {
      #expect(result.rgba(x + 2, 5) == [255, 0, 0, 255])
      #expect(result.rgba(x + 7, 5) == [0, 0, 0, 255])
      #expect(result.rgba(x + 12, 5) == [0, 0, 0, 255])
    }
  }

  /// A map that is singular, or no number, ends the copies.
  @Test(arguments: [
    Transform3D.scale(x: 0, y: 1), .translation(x: .nan, y: 0), .translation(x: .infinity, y: 0),
    .scale(x: 1e300, y: 1e300),
  ]) func wrongMaps(_ map: Transform3D) throws {
    let node = replicator([dot(0, 0)]) {
      $0.instanceCount = 5
      $0.instanceTransform = map
    }
    #expect(try image(node).rgba(5, 5) == [255, 255, 255, 255])
    let frame = try Compositor.frame(of: RenderTree(100, 100, [node]), reporting: true)
    #expect(try #require(frame.report).layers.count <= 2)
  }

  /// 10⁵ copies nested five deep are refused, whatever their number, before anything is drawn.
  @Test func tooManyCopies() throws {
    func nested(_ count: Int, depth: Int) -> RenderNode {
      (0..<depth).reduce(dot(0, 0)) { node, _ in replicator([node]) { $0.instanceCount = count } }
    }
    let limit = LayerLimits.instances
    for (count, depth) in [(100_000, 5), (Int.max, 5), (limit + 2, 1), (400, 2)] {
      do {
        _ = try image(nested(count, depth: depth))
        Issue.record("\(count) copies, \(depth) deep")
      } catch let error as GraphicsError {
        #expect(error.code == .tooLarge)
        #expect(error.message.contains("\(limit) layers"))
      }
    }
    #expect(nested(limit + 1, depth: 1).copyCount == limit)
    // Three replicators and nine dots, one of each in the tree.
    #expect(nested(3, depth: 2).copyCount == 2 + 8)
    // What is not drawn is not counted.
    let hidden = RenderNode(.zero, sublayers: [nested(1000, depth: 4)]) { $0.isHidden = true }
    #expect(try image(hidden, dot(0, 0)).rgba(5, 5)[3] == 255)
  }

  /// The shadow of a replicator is that of all copies.
  @Test func shadowOfCopies() throws {
    let node = RenderNode(Rect(width: 100, height: 100), sublayers: [dot(0, 0)]) {
      $0.replicator.instanceCount = 2
      $0.replicator.instanceTransform = .translation(x: 40, y: 0)
      $0.shadow = Shadow(opacity: 1, offset: Size(width: 0, height: 30), radius: 0)
    }
    let result = try image(node)
    #expect(columns(result, row: 35) == Array(0..<10) + Array(40..<50))
  }

  /// A background hides what copies that stick out of it cast: the shadow is that of all pixels.
  @Test func copiesOutsideOfTheBackground() throws {
    func node(_ count: Int) -> RenderNode {
      RenderNode(Rect(x: 0, y: 0, width: 20, height: 20), .red, sublayers: [dot(0, 0)]) {
        $0.replicator.instanceCount = count
        $0.replicator.instanceTransform = .translation(x: 50, y: 0)
        $0.shadow = Shadow(opacity: 1, offset: Size(width: 0, height: 30), radius: 0)
      }
    }
    #expect(node(1).castShape() != nil)
    #expect(node(2).castShape() == nil)
    #expect(columns(try image(node(2)), row: 35) == Array(0..<20) + Array(50..<60))
    #expect(node(2).extentOfInside == Rect(width: 60, height: 10))
  }

  /// Copies that keep their depth lie in one space: the second one, behind the first, is drawn
  /// first.
  @Test func preservesDepth() throws {
    func picture(_ isKept: Bool) throws -> [UInt8] {
      let copies = replicator([dot(20, 20)]) {
        $0.instanceCount = 2
        $0.instanceTransform = .translation(x: 5, y: 0, z: -10)
        $0.instanceGreenOffset = -1
        $0.preservesDepth = isKept
      }
      let space = RenderNode(Rect(width: 100, height: 100), sublayers: [copies]) {
        $0.kind = .transform
      }
      let result = try image(space)
      #expect(columns(result, row: 25) == Array(20..<35))
      #expect(result.rgba(32, 25) == [255, 0, 255, 255])
      return result.rgba(27, 25)
    }
    #expect(try picture(true) == [255, 255, 255, 255])
    #expect(try picture(false) == [255, 0, 255, 255])
  }
}

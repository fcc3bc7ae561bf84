// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Animations as values: what they present at a time.
struct LayerAnimationTests {
  private func layer(
    _ animations: LayerAnimation..., change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode {
    var properties = LayerProperties()
    properties.frame = Rect(width: 10, height: 10)
    change(&properties)
    return RenderNode(
      properties: properties,
      motion: LayerMotion(animations: animations.map { (key: "", animation: $0) }))
  }

  private func x(_ node: RenderNode, _ times: [Double]) -> [Double] {
    times.map { node.presented(at: $0).properties.position.x }
  }

  private func linear(
    from: Double? = nil, to: Double? = nil, by: Double? = nil, duration: Double = 1
  ) -> LayerAnimation {
    LayerAnimation(
      "position.x", from: from.map { .number($0) }, to: to.map { .number($0) },
      by: by.map { .number($0) }, duration: duration, curve: .linear)
  }

  @Test func s108_ends() {
    // The layer's own value is 5.
    #expect(x(layer(linear(from: 0, to: 100)), [-1, 0, 0.5, 1]) == [5, 0, 50, 5])
    #expect(x(layer(linear(from: 0)), [0, 0.5]) == [0, 2.5])
    #expect(x(layer(linear(to: 15)), [0, 0.5]) == [5, 10])
    #expect(x(layer(linear(by: 10)), [0, 0.5]) == [5, 10])
    #expect(x(layer(linear(from: 20, by: 10)), [0, 0.5]) == [20, 25])
    #expect(x(layer(linear(to: 20, by: 10)), [0, 0.5]) == [10, 15])
    #expect(x(layer(linear()), [0.5]) == [5])
  }

  @Test func sums() {
    var added = linear(from: 0, to: 10)
    added.isAdditive = true
    #expect(x(layer(added), [0, 0.5]) == [5, 10])
    // One on top of another, in order.
    #expect(x(layer(linear(from: 100, to: 200), added), [0.5]) == [155])
    var growing = linear(from: 0, to: 10)
    growing.timing.repeatCount = 3
    growing.isCumulative = true
    #expect(x(layer(growing), [0.5, 1.5, 2.5]) == [5, 15, 25])
    growing.timing.fill = .forwards
    #expect(x(layer(growing), [9]) == [30])
  }

  /// Durations that are none are over at their start; one without an end stays there.
  @Test func oddDurations() {
    for duration in [0, -1, -Double.infinity, .nan] {
      var animation = linear(from: 0, to: 100, duration: duration)
      let node = layer(animation)
      #expect(x(node, [-1, 0, 1]) == [5, 5, 5] && node.nextChange(from: 0) == .infinity)
      animation.timing.fill = .both
      #expect(x(layer(animation), [-1, 0, 1]) == [0, 100, 100])
      #expect(layer(animation).nextChange(from: -1) == 0)
    }
    let endless = layer(linear(from: 0, to: 100, duration: .infinity))
    #expect(x(endless, [-1, 0, 1e9]) == [5, 0, 0])
    #expect(endless.nextChange(from: -1) == 0 && endless.nextChange(from: 0) == .infinity)
  }

  @Test func keyframes() {
    func x(_ mode: Keyframes.Mode, times: [Double]? = nil, _ at: [Double]) -> [Double] {
      let values: [LayerValue] = [.number(0), .number(10), .number(40)]
      return self.x(
        layer(
          LayerAnimation(
            "position.x", keyframes: Keyframes(values, times: times, mode: mode), duration: 1)),
        at)
    }
    #expect(x(.linear, [0, 0.25, 0.5, 0.75]) == [0, 5, 10, 25])
    #expect(x(.linear, times: [0, 0.2, 1], [0.1, 0.2, 0.6]) == [5, 10, 25])
    #expect(x(.discrete, [0, 0.3, 0.34, 0.67]) == [0, 0, 10, 40])
    #expect(x(.discrete, times: [0, 0.5, 0.6, 1], [0.49, 0.5, 0.7]) == [0, 10, 40])
    #expect(x(.paced, [0.25, 0.5, 0.75]) == [10, 20, 30])
    let smooth = x(.cubic, [0, 0.25, 0.5, 0.75])
    #expect(smooth[0] == 0 && smooth[2] == 10 && smooth[1] < 5 && smooth[3] != 25)
    // Times out of order count as the one before; those of another number not at all.
    #expect(x(.linear, times: [0, 0.8, 0.2], [0.4, 0.9]) == [5, 40])
    #expect(x(.linear, times: [0, .nan, 7], [0.5]) == [25])
    #expect(x(.linear, times: [0, 1], [0.25]) == [5])
    #expect(x(.cubicPaced, [0.25])[0] == 10)
  }

  @Test func oddKeyframes() {
    for mode in Keyframes.Mode.allCases {
      for values in [[], [LayerValue.number(7)], [.number(1), .boolean(true), .path(nil)]] {
        for times in [nil, [], [0.5], [.nan, -1, .infinity]] {
          let node = layer(
            LayerAnimation(
              "position.x", keyframes: Keyframes(values, times: times, mode: mode), duration: 1))
          for time in [0, 0.3, 0.99] { #expect(x(node, [time])[0].isFinite) }
        }
      }
    }
  }

  @Test func paths() {
    let path = Path(svg: "M0 0L30 0L30 10")
    func place(_ motion: MotionPath, _ time: Double) -> RenderNode {
      layer(LayerAnimation(along: motion, duration: 1)).presented(at: time)
    }
    #expect(place(MotionPath(path, mode: .linear), 0.5).properties.position == Point(x: 30, y: 0))
    #expect(place(MotionPath(path), 0.5).properties.position == Point(x: 20, y: 0))
    // Each point has a part of the time, the last one too.
    let discrete = MotionPath(path, mode: .discrete)
    let points = path.elements.map { element in
      switch element {
      case .move(let point), .line(let point): point
      default: Point.zero
      }
    }
    #expect(discrete.stepCount == points.count - 1)
    for (i, point) in points.enumerated() {
      let time = (Double(i) + 0.5) / Double(points.count)
      #expect(place(discrete, time).properties.position == point)
    }
    let turned = place(MotionPath(path, rotation: .auto), 0.9).properties.transform
    #expect(turned.isClose(to: .rotation(.pi / 2)))
    let back = place(MotionPath(path, rotation: .autoReverse), 0.1).properties.transform
    #expect(back.isClose(to: .rotation(.pi)))
    // An even speed along a curve: half of the time, half of the length.
    let arc = place(MotionPath(Path(ellipseIn: Rect(width: 20, height: 20))), 0.5)
    #expect(abs(arc.properties.position.x) < 0.05 && abs(arc.properties.position.y - 10) < 0.05)
    #expect(place(MotionPath(Path()), 0.5).properties.position == Point(x: 5, y: 5))
  }

  @Test func s230_groups() {
    var member = linear(from: 0, to: 10)
    member.timing.begin = 1
    var group = LayerAnimation(.group([member, linear(from: 100, to: 200, duration: 1)]))
    group.timing = MediaTiming(begin: 2, duration: 2, speed: 2)
    // At twice the speed: the second member in 2 to 2.5, the first in 2.5 to 3.
    #expect(x(layer(group), [1, 2.25, 2.75, 3]) == [5, 150, 5, 5])
    group.timing.autoreverses = true
    #expect(x(layer(group), [3.25]) == [5])
  }

  /// The time of a layer holds for its animations and those of its sublayers.
  @Test func nestedTimes() {
    let inner = layer(linear(from: 0, to: 100))
    let outer = RenderNode(
      sublayers: [inner],
      motion: LayerMotion(
        timing: MediaTiming(begin: 1, duration: .infinity, speed: 0.5)))
    func x(_ time: Double) -> Double {
      outer.presented(at: time).sublayers[0].properties.position.x
    }
    // Until its time begins, it stands at 0.
    let places: [Double] = [0, 1, 2, 2.5, 3].map { x($0) }
    #expect(places == [0, 0, 50, 75, 5])
    #expect(outer.nextChange(from: 2) == 2)
    #expect(outer.nextChange(from: 3) == .infinity)
  }

  /// A layer whose time is ahead of its superlayer's: what comes in it at 7 comes there at 2, or at
  /// 1 for a layer of twice the speed.
  @Test func timesThatAreAhead() {
    var animation = linear(from: 0, to: 100)
    animation.timing.begin = 7
    for (speed, time) in [(1.0, 2.0), (2, 1)] {
      let outer = RenderNode(
        sublayers: [layer(animation)],
        motion: LayerMotion(
          timing: MediaTiming(duration: .infinity, speed: speed, timeOffset: 5)))
      #expect(outer.nextChange(from: 0) == time)
    }
  }

  @Test func s230_instanceDelay() throws {
    let square = RenderNode(Rect(width: 4, height: 4), .red)
    let moving = RenderNode(
      properties: square.properties,
      motion: LayerMotion(animations: [
        (
          key: "",
          animation: {
            var slide = linear(from: 2, to: 42, duration: 4)
            slide.timing.fill = .both
            return slide
          }()
        )
      ]))
    var properties = LayerProperties()
    properties.frame = Rect(width: 60, height: 40)
    properties.replicator.instanceCount = 3
    properties.replicator.instanceDelay = 1
    properties.replicator.instanceTransform = .translation(x: 0, y: 10)
    let copies = RenderNode(properties: properties, sublayers: [moving])
    func image(_ time: Double) throws -> Bitmap {
      var tree = RenderTree(60, 40, [copies])
      tree.time = time
      return try tree.image
    }
    let picture = try image(2)
    for (row, x) in [(2, 22), (12, 12), (22, 2)] {
      #expect(picture.rgba(x, row) == [255, 0, 0, 255])
      #expect(picture.rgba(x + 6, row) == [255, 255, 255, 255])
    }
    // The last copy moves two seconds longer.
    #expect(copies.nextChange(from: 5.5) == 5.5)
    #expect(copies.nextChange(from: 6) == .infinity)
    properties.replicator.preservesDepth = true
    let space = RenderNode(properties: properties, sublayers: [moving])
    var tree = RenderTree(60, 40, [space])
    tree.time = 2
    #expect(try tree.image == picture)
  }

  /// Each copy is later than the one before by the delay: half a second here, which is 5 points.
  @Test func delaysOfHalfASecond() throws {
    var slide = linear(from: 2, to: 42, duration: 4)
    slide.timing.fill = .both
    let moving = RenderNode(
      properties: RenderNode(Rect(width: 4, height: 4), .red).properties,
      motion: LayerMotion(animations: [(key: "", animation: slide)]))
    let copies = RenderNode(Rect(width: 60, height: 40), sublayers: [moving]) {
      $0.replicator.instanceCount = 3
      $0.replicator.instanceDelay = 0.5
      $0.replicator.instanceTransform = .translation(x: 0, y: 10)
    }
    var tree = RenderTree(60, 40, [copies])
    tree.time = 2
    let picture = try tree.image
    for (row, x) in [(2, 22), (12, 17), (22, 12)] {
      let ink = (0..<60).filter { picture.rgba($0, row) != [255, 255, 255, 255] }
      #expect(ink == Array(x - 2..<x + 2), "\(row)")
    }
    #expect(copies.nextChange(from: 4.75) == 4.75)
    #expect(copies.nextChange(from: 5) == .infinity)
  }

  @Test func s230_transitions() throws {
    let old = RenderNode(Rect(x: 10, y: 10, width: 20, height: 20), .red)
    func image(
      _ kind: LayerTransition.Kind, _ side: LayerTransition.Side = .left
    ) throws -> Bitmap {
      var properties = LayerProperties()
      properties.frame = Rect(x: 10, y: 10, width: 20, height: 20)
      properties.backgroundColor = .blue
      let transition = LayerAnimation(
        .transition(LayerTransition(kind, from: old, side: side)),
        timing: MediaTiming(duration: 1))
      let new = RenderNode(
        properties: properties, motion: LayerMotion(animations: [(key: "", animation: transition)]))
      var tree = RenderTree(40, 40, [new])
      tree.time = 0.25
      return try tree.image
    }
    let fade = try image(.fade)
    let mixed = fade.rgba(20, 20)
    #expect(abs(Int(mixed[0]) - 191) <= 1 && abs(Int(mixed[2]) - 64) <= 1 && mixed[3] == 255)
    let red: [UInt8] = [255, 0, 0, 255]
    let blue: [UInt8] = [0, 0, 255, 255]
    func row(_ image: Bitmap) -> [[UInt8]] { [12, 17, 28].map { image.rgba($0, 20) } }
    // A quarter of the way: five points.
    #expect(row(try image(.moveIn)) == [blue, red, red])
    #expect(row(try image(.push, .right)) == [red, red, blue])
    #expect(row(try image(.reveal)) == [blue, red, red])
    #expect(try image(.push, .top).rgba(20, 12) == blue)
    #expect(try image(.push, .bottom).rgba(20, 28) == blue)
    #expect(try image(.push).rgba(5, 20) == [255, 255, 255, 255])
  }

  /// However many copies are late: pictures are made or refused.
  @Test func manyLateCopies() throws {
    func nest(_ inside: RenderNode, _ count: Int, _ change: (inout LayerProperties) -> Void)
      -> RenderNode
    {
      var properties = LayerProperties()
      properties.frame = Rect(width: 40, height: 40)
      properties.replicator.instanceCount = count
      properties.replicator.instanceDelay = 0.1
      change(&properties)
      let grow = LayerAnimation("instanceCount", to: .number(1e5), duration: 0.5)
      return RenderNode(
        properties: properties, sublayers: [inside],
        motion: count == 1 ? LayerMotion(animations: [(key: "", animation: grow)]) : nil)
    }
    let moving = layer(linear(from: 0, to: 9, duration: 2))
    let hidden: [(inout LayerProperties) -> Void] = [{ $0.isHidden = true }, { $0.opacity = 0 }]
    for (count, changes) in [(1, [{ _ in }]), (100_000, hidden), (1 << 40, hidden + [{ _ in }])] {
      for change in changes {
        let node = nest(nest(moving, count) { _ in }, count, change)
        _ = node.nextChange(from: 0.49)
        var tree = RenderTree(40, 40, [node])
        tree.time = 0.49
        _ = try? tree.image
      }
    }
    // What is drawn late counts.
    let crowd = RenderNode(sublayers: (0..<300).map { _ in moving })
    var tree = RenderTree(40, 40, [nest(crowd, 300) { _ in }])
    #expect(tree.presented.root.copyCount == 299 * 301)
    tree.time = 1
    #expect(tree.presented.root.copyCount == 299 * 301)
  }

  @Test func hiddenTransitions() throws {
    func image(_ old: Bool, _ new: Bool) throws -> [UInt8] {
      func properties(_ isHidden: Bool) -> LayerProperties {
        var properties = LayerProperties()
        properties.frame = Rect(width: 10, height: 10)
        properties.backgroundColor = .black
        properties.isHidden = isHidden
        return properties
      }
      let fade = LayerAnimation(
        .transition(LayerTransition(.fade, from: RenderNode(properties: properties(old)))),
        timing: MediaTiming(duration: 1))
      var tree = RenderTree(
        10, 10,
        [
          RenderNode(
            properties: properties(new),
            motion: LayerMotion(animations: [(key: "", animation: fade)]))
        ])
      tree.time = 0.25
      return try tree.image.rgba(5, 5)
    }
    #expect(abs(Int(try image(true, false)[0]) - 191) <= 1)
    #expect(abs(Int(try image(false, true)[0]) - 64) <= 1)
    #expect(try image(true, true)[0] == 255 && image(false, false)[0] == 0)
  }

  /// What does not move is the same object, and what does not fit changes nothing.
  @Test func unmoved() {
    let still = RenderNode(Rect(width: 10, height: 10), .red)
    #expect(still.presented(at: 3) === still)
    let moving = layer(linear(from: 0, to: 10))
    let tree = RenderNode(sublayers: [still, moving])
    #expect(tree.presented(at: 0.5).sublayers[0] === still)
    for animation in [
      LayerAnimation("nothing", to: .number(1)), LayerAnimation("position.x", to: .boolean(true)),
      LayerAnimation("fillColor", to: .color(.red)), LayerAnimation("opacity.x", to: .number(1)),
    ] {
      #expect(layer(animation).presented(at: 0.1).properties == layer().properties)
      #expect(throws: LayerKeyError.self) { try animation.check(for: LayerProperties()) }
    }
  }

  @Test func nextChange() {
    var late = linear(from: 0, to: 10)
    late.timing.begin = 5
    let node = layer(linear(from: 0, to: 1), late)
    #expect(node.nextChange(from: -2) == 0)
    #expect(node.nextChange(from: 0.5) == 0.5)
    #expect(node.nextChange(from: 1) == 5)
    #expect(node.nextChange(from: 6) == .infinity)
    #expect(RenderNode().nextChange(from: 0) == .infinity)
    var still = linear(from: 0, to: 10)
    still.timing.speed = 0
    #expect(layer(still).nextChange(from: 0) == .infinity)
    // Over when it begins, and filled from then on.
    var over = linear(from: 0, to: 10)
    over.timing = MediaTiming(begin: 3, duration: 1, timeOffset: 2, fill: .forwards)
    #expect(layer(over).nextChange(from: 0) == 3 && x(layer(over), [2, 3]) == [5, 10])
    // In time that stands, or has ended, nothing moves.
    func inTime(_ timing: MediaTiming) -> RenderNode {
      RenderNode(
        sublayers: [layer(linear(from: 0, to: 9, duration: 5))], motion: LayerMotion(timing: timing)
      )
    }
    func inside(_ node: RenderNode, _ time: Double) -> Double {
      node.presented(at: time).sublayers[0].properties.position.x
    }
    #expect(
      inTime(MediaTiming(duration: .infinity, speed: 0, timeOffset: 1)).nextChange(from: 0)
        == .infinity)
    // Time that goes back, and time that ends, is held at its end.
    let back = inTime(MediaTiming(begin: 1, duration: .infinity, speed: -1, timeOffset: 4))
    #expect([0, 2, 5].map { back.nextChange(from: $0) } == [1, 2, .infinity])
    #expect([0, 1, 3, 5, 9].map { inside(back, $0) } == [7.2, 7.2, 3.6, 0, 0])
    let held = inTime(MediaTiming(duration: .infinity, repeatDuration: 2))
    #expect([-1, 1, 2].map { held.nextChange(from: $0) } == [0, 1, .infinity])
    #expect([1, 2, 9].map { inside(held, $0) } == [1.8, 3.6, 3.6])
    let cycle = inTime(MediaTiming(begin: 2, duration: 1, repeatCount: 2))
    #expect([0, 2.5, 4].map { cycle.nextChange(from: $0) } == [2, 2.5, .infinity])
  }
}

extension Transform3D {
  /// Whether all elements differ by less than 10⁻⁹.
  func isClose(to other: Transform3D) -> Bool {
    zip(elements, other.elements).allSatisfy { abs($0 - $1) < 1e-9 }
  }
}

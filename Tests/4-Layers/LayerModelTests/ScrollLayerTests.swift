// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("ScrollLayer")
@MainActor
struct ScrollLayerTests {
  /// A scroll layer of 100 × 80 at (10, 10) that shows its content from (200, 300) on.
  private static func scroll() -> ScrollLayer {
    let scroll = ScrollLayer()
    scroll.frame = Rect(x: 10, y: 10, width: 100, height: 80)
    scroll.bounds.origin = Point(x: 200, y: 300)
    return scroll
  }

  private static func layer(_ frame: Rect, in superlayer: Layer) -> Layer {
    let layer = Layer(frame)
    superlayer.addSublayer(layer)
    return layer
  }

  @Test("S-166: sublayers move with the origin of the bounds") func s166_origin() throws {
    let root = Layer(Rect(width: 120, height: 100))
    let scroll = Self.scroll()
    root.addSublayer(scroll)
    let inside = Self.layer(Rect(x: 205, y: 310, width: 20, height: 20), in: scroll)
    #expect(inside.convert(Point.zero, to: root) == Point(x: 15, y: 20))
    scroll.scroll(to: Point(x: 190, y: 305))
    #expect(inside.convert(Point.zero, to: root) == Point(x: 25, y: 15))
    #expect(scroll.frame == Rect(x: 10, y: 10, width: 100, height: 80))
    #expect(inside.frame == Rect(x: 205, y: 310, width: 20, height: 20))
  }

  @Test("A scroll layer that is asked to scroll scrolls itself, as a layer inside it does")
  func itself() {
    let outer = Self.scroll()
    let scroll = Self.scroll()
    outer.addSublayer(scroll)
    let layer: Layer = scroll
    layer.scroll(Point(x: 190, y: 305))
    #expect(scroll.bounds.origin == Point(x: 190, y: 305))
    layer.scrollRectToVisible(Rect(x: 300, y: 310, width: 10, height: 10))
    #expect(scroll.bounds.origin == Point(x: 210, y: 305))
    #expect(outer.bounds.origin == Point(x: 200, y: 300))
  }

  @Test("S-167: sublayers are cut off unless that is switched off") func s167_clip() throws {
    let root = Layer(Rect(width: 120, height: 100))
    let scroll = Self.scroll()
    root.addSublayer(scroll)
    Self.layer(Rect(x: 150, y: 250, width: 500, height: 500), in: scroll).backgroundColor = .red
    func red() throws -> Int {
      let image = try Compositor.image(
        of: RenderTree(root: root.node, size: Size(width: 120, height: 100), background: .white))
      return (0..<100).reduce(0) { sum, y in
        sum + (0..<120).count { image.pixel(x: $0, y: y) == Color.red.premultiplied8 }
      }
    }
    #expect(scroll.masksToBounds)
    #expect(try red() == 100 * 80)
    scroll.masksToBounds = false
    #expect(try red() == 120 * 100)
  }

  @Test("S-168: scrolling to a point, in the directions of the mode") func s168_point() {
    let to = Point(x: -5, y: 1000)
    for (mode, origin) in [
      (ScrollMode.both, to), (.none, Point(x: 200, y: 300)),
      (.horizontally, Point(x: -5, y: 300)), (.vertically, Point(x: 200, y: 1000)),
    ] {
      let scroll = Self.scroll()
      #expect(scroll.scrollMode == .both)
      scroll.scrollMode = mode
      scroll.scroll(to: to)
      #expect(scroll.bounds == Rect(origin: origin, size: Size(width: 100, height: 80)))
    }
    let scroll = Self.scroll()
    scroll.scroll(to: Point(x: .nan, y: 0))
    scroll.scroll(to: Point(x: 0, y: -.infinity))
    scroll.scroll(to: Rect(x: .nan, y: 0, width: 1, height: 1))
    scroll.scroll(to: Rect(x: 0, y: 0, width: 1, height: .nan))
    #expect(scroll.bounds.origin == Point(x: 200, y: 300))
  }

  /// The columns are left of what is shown, in it, and right of it; the rows above, in it, below.
  @Test("S-169: the least move to a rectangle at nine places")
  func s169_nine() {
    for (x, toX) in [(150.0, 150.0), (230, 200), (290, 220)] {
      for (y, toY) in [(200.0, 200.0), (350, 300), (390, 330)] {
        let scroll = Self.scroll()
        scroll.scroll(to: Rect(x: x, y: y, width: 30, height: 20))
        #expect(scroll.bounds.origin == Point(x: toX, y: toY), "\(x), \(y)")
        // A second time nothing moves.
        let node = scroll.node
        scroll.scroll(to: Rect(x: x, y: y, width: 30, height: 20))
        #expect(scroll.node === node)
      }
    }
  }

  @Test("S-169: modes, and rectangles larger than the bounds") func s169_modesAndLarge() {
    let far = Rect(x: 1000, y: 1000, width: 10, height: 10)
    for (mode, origin) in [
      (ScrollMode.none, Point(x: 200, y: 300)), (.horizontally, Point(x: 910, y: 300)),
      (.vertically, Point(x: 200, y: 930)), (.both, Point(x: 910, y: 930)),
    ] {
      let scroll = Self.scroll()
      scroll.scrollMode = mode
      scroll.scroll(to: far)
      #expect(scroll.bounds.origin == origin)
    }
    for x in [-500.0, 0, 199, 201, 250, 299, 400] {
      let scroll = Self.scroll()
      scroll.scroll(to: Rect(x: x, y: 310, width: 300, height: 10))
      #expect(scroll.bounds.origin == Point(x: x, y: 300), "\(x)")
    }
  }

  /// A scroll layer, a layer that is twice as large and moved, one that is turned by a quarter.
  private static func deep() -> (scroll: ScrollLayer, layer: Layer) {
    let scroll = scroll()
    let large = layer(Rect(x: 100, y: 100, width: 400, height: 400), in: scroll)
    large.anchorPoint = .zero
    large.position = Point(x: 100, y: 100)
    large.transform = .scale(x: 2, y: 2)
    let middle = layer(Rect(x: 50, y: 60, width: 200, height: 200), in: large)
    let turned = layer(Rect(x: 0, y: 0, width: 20, height: 10), in: middle)
    turned.anchorPoint = .zero
    turned.position = Point(x: 40, y: 30)
    turned.transform = .rotation(.pi / 2)
    return (scroll, turned)
  }

  private static func isNear(_ a: Point, _ b: Point) -> Bool {
    abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9
  }

  @Test("S-170, S-173: a point of a layer three levels below") func s170_point() {
    let (scroll, layer) = Self.deep()
    layer.scroll(Point(x: 5, y: 2))
    // (5, 2) is turned to (-2, 5), moved to (88, 95), doubled and moved to (276, 290).
    #expect(Self.isNear(scroll.bounds.origin, Point(x: 276, y: 290)))
  }

  @Test("S-171, S-173: a rectangle of a layer three levels below") func s171_rect() {
    let (scroll, layer) = Self.deep()
    layer.scrollRectToVisible(Rect(x: 0, y: 0, width: 20, height: 10))
    // It reaches from (260, 280) to (280, 320), and (200, 300) … (300, 380) is shown.
    #expect(Self.isNear(scroll.bounds.origin, Point(x: 200, y: 280)))
  }

  @Test("S-170, S-171: the nearest scroll layer alone, and none") func s170_nearest() {
    let outer = Self.scroll()
    let inner = Self.scroll()
    outer.addSublayer(inner)
    let layer = Self.layer(Rect(x: 0, y: 0, width: 10, height: 10), in: inner)
    layer.scroll(Point(x: 3, y: 4))
    #expect(inner.bounds.origin == Point(x: 3, y: 4))
    #expect(outer.bounds.origin == Point(x: 200, y: 300))
    // A scroll layer is the nearest one itself.
    inner.scroll(Point(x: 7, y: 9))
    #expect(inner.bounds.origin == Point(x: 7, y: 9))
    #expect(outer.bounds.origin == Point(x: 200, y: 300))
    inner.scroll(Point(x: 3, y: 4))
    let plain = Layer(Rect(width: 100, height: 100))
    let alone = Self.layer(Rect(x: 10, y: 10, width: 10, height: 10), in: plain)
    alone.scroll(Point(x: 50, y: 50))
    alone.scrollRectToVisible(Rect(x: 50, y: 50, width: 500, height: 500))
    plain.scroll(.zero)
    #expect(plain.bounds == Rect(width: 100, height: 100))
    // Where a map has no inverse, nothing happens either.
    plain.transform = .scale(x: .nan, y: 1)
    inner.addSublayer(plain)
    alone.scroll(Point(x: 50, y: 50))
    #expect(inner.bounds.origin == Point(x: 3, y: 4))
  }

  @Test("S-172: what nested clips and scrolls leave") func s172_visibleRect() {
    let scroll = Self.scroll()
    let clip = Self.layer(Rect(x: 180, y: 320, width: 60, height: 100), in: scroll)
    let layer = Self.layer(Rect(x: -20, y: 10, width: 200, height: 30), in: clip)
    // The bounds of the scroll layer: (200, 300) … (300, 380), in the layer from (40, -30) on.
    #expect(layer.visibleRect == Rect(x: 40, y: 0, width: 100, height: 30))
    #expect(clip.visibleRect == Rect(x: 20, y: 0, width: 40, height: 60))
    clip.masksToBounds = true
    #expect(layer.visibleRect == Rect(x: 40, y: 0, width: 40, height: 30))
    scroll.scroll(to: Point(x: 200, y: 345))
    #expect(layer.visibleRect == Rect(x: 40, y: 15, width: 40, height: 15))
    scroll.scroll(to: Point(x: 240, y: 345))
    #expect(layer.visibleRect.isEmpty && clip.visibleRect.isEmpty)
    #expect(scroll.visibleRect == scroll.bounds)
    scroll.scroll(to: Point(x: 200, y: 300))
    // Twice as large: half of the clip's distances.
    layer.anchorPoint = .zero
    layer.position = Point(x: -20, y: 10)
    layer.transform = .scale(x: 2, y: 2)
    #expect(layer.visibleRect == Rect(x: 20, y: 0, width: 20, height: 25))
    layer.transform = .scale(x: 0, y: 1)
    #expect(layer.visibleRect.isEmpty)
    #expect(Layer().visibleRect.isEmpty)
  }
}

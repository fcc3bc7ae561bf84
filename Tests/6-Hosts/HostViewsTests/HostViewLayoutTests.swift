// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing
import TextTestSupport

/// A view that draws a ring by the properties of its layer.
private final class RingView: HostView {
  var layouts = 0

  override class func makeLayer() -> Layer { ShapeLayer() }

  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
    guard let ring = layer as? ShapeLayer else { return }
    ring.path = Path(rect: bounds.insetBy(dx: 5, dy: 5))
    ring.fillColor = nil
    ring.strokeColor = .red
    ring.lineWidth = 10
  }
}

/// A view that fills its bounds with the colours of a gradient.
private final class GradientView: HostView {
  override class func makeLayer() -> Layer { GradientLayer() }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    (layer as? GradientLayer)?.colors = [.red, .red]
  }
}

private final class ListView: HostView {
  var origins: [Double] = []
  override class func makeLayer() -> Layer { ScrollLayer() }
  override func layoutSubviews() { origins.append(bounds.minY) }
}

@Suite("HostView: layout and drawing of views without subviews", .timeLimit(.minutes(30)))
@MainActor
struct HostViewLayoutTests {
  private func window(_ view: HostView) -> HostWindow {
    let window = HostWindow(size: Size(width: 40, height: 30))
    window.contentView = view
    return window
  }

  @Test("S-062: a view without subviews is laid out once for all new sizes of a turn, and drawn")
  func s062_shapeLayer() async throws {
    let (outer, ring) = (HostView(), RingView())
    outer.addSubview(ring)
    let window = window(outer)
    for side in 1...20 { ring.frame = Rect(width: Double(side), height: Double(side)) }
    let image = try await window.host.settledFrame().image
    #expect(ring.layouts == 1)
    // A line of 10 points whose middle lies 5 inside of 20: from 0 to 10 on each side.
    #expect(image.rgba(0, 0) == [255, 0, 0, 255] && image.rgba(19, 19) == [255, 0, 0, 255])
    #expect(image.rgba(20, 19) == [255, 255, 255, 255])
    #expect(ring.layer.contents == nil)
    ring.frame = Rect(x: 0, y: 0, width: 40, height: 30)
    let larger = try await window.host.settledFrame().image
    #expect(ring.layouts == 2)
    #expect(larger.rgba(9, 15) == [255, 0, 0, 255] && larger.rgba(10, 15) == [255, 255, 255, 255])
    #expect(larger.rgba(39, 29) == [255, 0, 0, 255])
    ring.center.x += 1
    _ = try await window.host.settledFrame()
    #expect(ring.layouts == 2)
  }

  @Test("A view whose layer draws by its own properties is drawn, as the window's content too")
  func ownProperties() async throws {
    let gradient = window(GradientView())
    let image = try await gradient.host.settledFrame().image
    #expect(image.rgba(0, 0) == [255, 0, 0, 255] && image.rgba(39, 29) == [255, 0, 0, 255])
    let ring = window(RingView())
    let line = try await ring.host.settledFrame().image
    #expect(line.rgba(0, 15) == [255, 0, 0, 255] && line.rgba(20, 15) == [255, 255, 255, 255])
  }

  @Test("S-062: a view on a scroll layer is laid out as it is scrolled")
  func s062_scrolling() async throws {
    let list = ListView()
    let window = window(list)
    _ = try await window.host.settledFrame()
    list.origins = []
    for y in 1...4 { list.bounds.origin.y = Double(y) }
    _ = try await window.host.settledFrame()
    #expect(list.origins == [4])
  }

  @Test("Conversions between views, and to the window with nil")
  func conversions() {
    let (outer, middle, inner) = (HostView(), HostView(), HostView())
    outer.addSubview(middle)
    middle.addSubview(inner)
    middle.frame = Rect(x: 5, y: 6, width: 20, height: 20)
    middle.bounds.origin = Point(x: 0, y: 10)
    inner.frame = Rect(x: 2, y: 13, width: 4, height: 4)
    let window = window(outer)
    #expect(inner.convert(Point(x: 1, y: 1), to: middle) == Point(x: 3, y: 14))
    // (5, 6) + (2, 13) − (0, 10) + (1, 1).
    #expect(inner.convert(Point(x: 1, y: 1), to: nil) == Point(x: 8, y: 10))
    #expect(inner.convert(Point(x: 8, y: 10), from: nil) == Point(x: 1, y: 1))
    #expect(
      outer.convert(Rect(width: 4, height: 4), from: inner)
        == Rect(x: 7, y: 9, width: 4, height: 4))
    #expect(inner.convert(inner.bounds, to: nil) == Rect(x: 7, y: 9, width: 4, height: 4))
    #expect(window.hit(at: Point(x: 8, y: 10))?.layer === inner.layer)
    #expect(inner.convert(Point.zero, to: HostView()) == nil)
  }

  @Test("A view gives way to a new size of its superview by the mask of its layer")
  func autoresizing() {
    let (outer, inner) = (HostView(frame: Rect(width: 40, height: 30)), HostView())
    outer.addSubview(inner)
    inner.frame = outer.bounds
    inner.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    outer.frame = Rect(width: 100, height: 20)
    #expect(inner.frame == Rect(width: 100, height: 20))
    #expect(inner.layer.autoresizingMask == [.layerWidthSizable, .layerHeightSizable])
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing
import TextTestSupport

/// A view that notes its calls and can draw.
private class NotingView: HostView {
  var notes: [String] = []
  var draws = false
  var drawCount = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    notes.append("layout")
  }
  override func didMoveToWindow() {
    super.didMoveToWindow()
    notes.append(window == nil ? "left" : "entered")
  }
  override func drawing() -> LayerDrawing? {
    guard draws else { return nil }
    return { [weak self] context in
      self?.drawCount += 1
      try context.fill(Rect(width: 10, height: 10), with: .red)
    }
  }
}

private final class ScrollView: HostView {
  override class func makeLayer() -> Layer { ScrollLayer() }
}

@Suite("HostView", .timeLimit(.minutes(30)))
@MainActor
struct HostViewTests {
  private func window(_ view: HostView, scale: Double = 1) -> HostWindow {
    let window = HostWindow(size: Size(width: 100, height: 80), scale: scale)
    window.contentView = view
    return window
  }

  @Test("A view owns one layer and is its delegate")
  func s038_ownsItsLayer() {
    let view = HostView(frame: Rect(x: 1, y: 2, width: 30, height: 40))
    #expect(view.layer.delegate === view)
    #expect(view.layer.frame == Rect(x: 1, y: 2, width: 30, height: 40))
  }

  @Test("A layer whose delegate was replaced ends the program at its next layout")
  func s038_delegateStays() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (view, other) = (HostView(), HostView())
        view.layer.delegate = other
        view.layer.setNeedsLayout()
        view.layer.layoutIfNeeded()
      }
    }
  }

  @Test("makeLayer() says what the layer is")
  func s039_makeLayer() {
    #expect(type(of: HostView().layer) == Layer.self)
    #expect(ScrollView().layer is ScrollLayer)
    #expect(LayerLabel().layer is TextLayer)
  }

  @Test("The background colour, the opacity and the rest are the layer's")
  func s040_look() {
    let view = HostView()
    view.backgroundColor = .blue
    view.alpha = 0.5
    view.isHidden = true
    view.isOpaque = true
    view.clipsToBounds = true
    let layer = view.layer
    #expect(layer.backgroundColor == .blue && layer.opacity == 0.5 && layer.isHidden)
    #expect(layer.isOpaque && layer.masksToBounds)
    layer.backgroundColor = .lime
    #expect(view.backgroundColor == .lime)
  }

  @Test("Frame, bounds, center and transform are the layer's")
  func s058_geometry() {
    let view = HostView(frame: Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(view.center == Point(x: 25, y: 40) && view.bounds == Rect(width: 30, height: 40))
    view.center = Point(x: 50, y: 50)
    #expect(view.layer.position == Point(x: 50, y: 50))
    view.bounds = Rect(width: 10, height: 10)
    #expect(view.frame == Rect(x: 45, y: 45, width: 10, height: 10))
    view.transform = .rotation(1)
    #expect(view.layer.transform == view.transform)
  }

  @Test(
    "layoutSubviews runs in the layer's layout, superviews first, once for all changes of a turn")
  func s062_layout() async throws {
    let (outer, inner) = (NotingView(), NotingView())
    outer.addSubview(inner)
    inner.addSubview(HostView())
    let window = window(outer)
    _ = try await window.host.settledFrame()
    (outer.notes, inner.notes) = ([], [])
    for width in 1...20 {
      outer.bounds.size.width = Double(50 + width)
      inner.bounds.size.width = Double(width)
    }
    _ = try await window.host.settledFrame()
    #expect(outer.notes == ["layout"] && inner.notes == ["layout"])
  }

  @Test("A view without a drawing has no bitmap, one with a drawing has bounds times scale")
  func s082_s083_noBackingWithoutDrawing() async throws {
    let (empty, drawn) = (NotingView(), NotingView())
    drawn.draws = true
    empty.addSubview(drawn)
    drawn.frame = Rect(width: 10, height: 10)
    let window = window(empty, scale: 2)
    _ = try await window.host.settledFrame()
    #expect(empty.layer.contents == nil)
    #expect(drawn.layer.contents?.pixelSize == PixelSize(width: 20, height: 20))
  }

  @Test("A view draws as it appears, and then only when it is out of date")
  func s084_drawingIsKept() async throws {
    let view = NotingView()
    view.draws = true
    #expect(view.drawCount == 0)
    let window = window(view)
    _ = try await window.host.settledFrame()
    #expect(view.drawCount == 1)
    view.alpha = 0.5
    view.center.x += 3
    _ = try await window.host.settledFrame()
    #expect(view.drawCount == 1)
    view.setNeedsDisplay()
    _ = try await window.host.settledFrame()
    view.bounds.size.height += 1
    _ = try await window.host.settledFrame()
    #expect(view.drawCount == 3)
  }

  @Test("A window gives its views its size and its scale")
  func s139_sizeAndScale() async throws {
    let (outer, inner) = (HostView(), LayerLabel(frame: Rect(width: 60, height: 20)))
    inner.text = "sharp"
    outer.addSubview(inner)
    let window = window(outer, scale: 2)
    #expect(outer.frame == Rect(width: 100, height: 80))
    #expect(inner.layer.contentsScale == 2)
    _ = try await window.host.settledFrame()
    #expect(inner.layer.contents?.pixelSize == PixelSize(width: 120, height: 40))
    window.send(.resized(Size(width: 200, height: 50), scale: 3))
    #expect(outer.frame == Rect(width: 200, height: 50) && inner.contentsScale == 3)
    let frame = try await window.host.settledFrame()
    #expect(frame.image.pixelSize == PixelSize(width: 600, height: 150))
    #expect(inner.layer.contents?.pixelSize == PixelSize(width: 180, height: 60))
    // Neither the window's root nor the view has a bitmap for that.
    #expect(window.host.root.contents == nil && outer.layer.contents == nil)
  }

  @Test("Views move between places in one order with their layers, and are told of windows")
  func hierarchy() {
    let (outer, a, b, c) = (NotingView(), HostView(), HostView(), HostView())
    for view in [a, b] { outer.addSubview(view) }
    outer.insertSubview(c, at: 1)
    #expect(outer.subviews.map(ObjectIdentifier.init) == [a, c, b].map(ObjectIdentifier.init))
    #expect(
      outer.layer.sublayers.map(ObjectIdentifier.init)
        == [a, c, b].map { ObjectIdentifier($0.layer) })
    outer.insertSubview(a, at: 3)
    #expect(outer.subviews.map(ObjectIdentifier.init) == [c, b, a].map(ObjectIdentifier.init))
    #expect(a.superview === outer && outer.window == nil)
    let window = window(outer)
    #expect(outer.window === window && a.window === window && outer.notes == ["entered"])
    window.contentView = nil
    #expect(a.window == nil && outer.notes == ["entered", "left"])
    a.removeFromSuperview()
    #expect(a.superview == nil && a.layer.superlayer == nil)
  }

  @Test("A view's layer is animated in a body of animate alone, a layer in it by its host's rule")
  func implicitAnimations() async throws {
    let view = HostView(frame: Rect(width: 40, height: 40))
    let inner = Layer()
    inner.frame = Rect(width: 5, height: 5)
    view.layer.addSublayer(inner)
    let host = LayerHost(
      root: view.layer, size: Size(width: 40, height: 40), implicitAnimations: true)
    _ = try await host.settledFrame()
    Transaction.begin()
    Transaction.setDisableActions(false)
    view.alpha = 0.5
    inner.opacity = 0.5
    Transaction.commit()
    #expect(view.layer.animationKeys.isEmpty && inner.animationKeys == ["opacity"])
    Transaction.animate(duration: 60) { view.alpha = 1 }
    #expect(view.layer.animationKeys == ["opacity"])
    host.close()
  }
}

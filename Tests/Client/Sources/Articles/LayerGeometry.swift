// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import HostViews

/// Where layers lie: positions, anchor points, depths, hits and layout.
@MainActor
enum LayerGeometry {
  static func all(_ ledger: Ledger) async throws {
    try await nestedLayers(ledger)
    try await clockFace(ledger)
    try await depth(ledger)
    try await hits(ledger)
    try await layout(ledger)
    try await frames(ledger)
  }

  static func nestedLayers(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 400, height: 480))
    ledger.listing("layers in layers", original: 17)
    let lay1 = Layer()
    lay1.backgroundColor = Color(red: 1, green: 0.4, blue: 1)
    lay1.frame = Rect(x: 113, y: 111, width: 132, height: 194)
    view.layer.addSublayer(lay1)
    let lay2 = Layer()
    lay2.backgroundColor = Color(red: 0.5, green: 1, blue: 0)
    lay2.frame = Rect(x: 41, y: 56, width: 132, height: 194)
    lay1.addSublayer(lay2)
    let lay3 = Layer()
    lay3.backgroundColor = Color(red: 1, green: 0, blue: 0)
    lay3.frame = Rect(x: 43, y: 197, width: 160, height: 230)
    view.layer.addSublayer(lay3)
    ledger.listingEnds()

    // In the view lay2 lies at 113 + 41, 111 + 56.
    var picture = try await shown(view)
    for (x, y, color) in [
      (113, 111, RGB(255, 102, 255)), (120, 120, RGB(255, 102, 255)), (154, 167, RGB(128, 255, 0)),
      (285, 360, RGB(128, 255, 0)), (153, 180, RGB(255, 102, 255)), (286, 350, .silver),
      (170, 250, .red), (43, 426, .red), (43, 427, .silver), (100, 300, .red),
    ] { ledger.pixel(picture, x, y, color, "layers") }
    lay1.masksToBounds = true
    picture = try await shown(view)
    // lay1 ends at 245, 305.
    ledger.pixel(picture, 244, 200, RGB(128, 255, 0), "inside of the mask")
    ledger.pixel(picture, 245, 200, .silver, "outside of the mask")
    ledger.pixel(picture, 260, 350, .silver, "outside of the mask")
    view.layer.insertSublayer(lay3, below: lay1)
    picture = try await shown(view)
    ledger.pixel(picture, 170, 250, RGB(128, 255, 0), "lay3 below")
  }

  static func clockFace(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 300, height: 300))
    view.backgroundColor = .white
    let hands = [(12.0, 70.0, RGB.black), (8, 100, .blue), (4, 120, .red)].map {
      (width: Double, height: Double, color: RGB) in
      let hand = HostView(frame: Rect(width: width, height: height))
      hand.center = Point(x: 150, y: 150)
      hand.backgroundColor = color.color
      view.addSubview(hand)
      return hand
    }
    let (hourHand, minuteHand, secondHand) = (hands[0], hands[1], hands[2])
    let (hour, minute, second) = (3.0, 20.0, 40.0)
    ledger.listing("clock face", original: 36)
    // The hands turn about a point near their lower ends.
    secondHand.layer.anchorPoint = Point(x: 0.5, y: 0.9)
    minuteHand.layer.anchorPoint = Point(x: 0.5, y: 0.9)
    hourHand.layer.anchorPoint = Point(x: 0.5, y: 0.9)
    func tick() {
      let hourAngle = hour / 12 * 2 * .pi
      let minuteAngle = minute / 60 * 2 * .pi
      let secondAngle = second / 60 * 2 * .pi
      hourHand.layer.affineTransform = AffineTransform(rotationAngle: hourAngle)
      minuteHand.layer.affineTransform = AffineTransform(rotationAngle: minuteAngle)
      secondHand.layer.affineTransform = AffineTransform(rotationAngle: secondAngle)
    }
    tick()
    ledger.listingEnds()

    // A hand reaches 0.9 of its length from the middle along its direction, clockwise from 12.
    let picture = try await shown(view)
    for (degrees, length, color) in [(90.0, 70.0, RGB.black), (120, 100, .blue), (240, 120, .red)] {
      let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      func at(_ distance: Double) -> (Int, Int) {
        (Int((150 + distance * sine).rounded(.down)), Int((150 - distance * cosine).rounded(.down)))
      }
      let (tip, beyond) = (at(0.9 * length - 3), at(0.9 * length + 3))
      ledger.pixel(picture, tip.0, tip.1, color, within: 2, "the tip at \(degrees)°")
      ledger.pixel(picture, beyond.0, beyond.1, .white, within: 2, "beyond the tip at \(degrees)°")
    }
    // The frame of the hour hand, which points to the right: from −7 to 63 about the middle.
    let frame = hourHand.layer.frame
    ledger.near(frame.minX, 143, within: 1e-9, "left of the hour hand")
    ledger.near(frame.maxX, 213, within: 1e-9, "right of the hour hand")
    ledger.near(frame.height, 12, within: 1e-9, "height of the hour hand")
  }

  static func depth(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 200, height: 200))
    let greenView = HostView(frame: Rect(x: 20, y: 20, width: 100, height: 100))
    greenView.backgroundColor = .green
    let redView = HostView(frame: Rect(x: 70, y: 70, width: 100, height: 100))
    redView.backgroundColor = .red
    view.addSubview(greenView)
    view.addSubview(redView)
    let before = try await shown(view)
    ledger.listing("zPosition", original: 8)
    // Moves the green view nearer to the eye.
    greenView.layer.zPosition = 1
    ledger.listingEnds()

    let after = try await shown(view)
    ledger.pixel(before, 100, 100, .red, "the later one is in front")
    ledger.pixel(after, 100, 100, RGB(0, 128, 0), "the nearer one is in front")
    ledger.pixel(after, 130, 130, .red, "the rest of the red one")
    ledger.expect(
      view.layer.hitTest(Point(x: 100, y: 100)) === greenView.layer, "the nearer one is hit")
  }

  static func hits(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 300, height: 300))
    let layerView = HostView(frame: Rect(x: 50, y: 50, width: 200, height: 200))
    layerView.backgroundColor = .white
    view.addSubview(layerView)
    ledger.listing("hit tests", original: 42)
    let blueLayer = Layer()
    blueLayer.frame = Rect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = .blue
    layerView.layer.addSublayer(blueLayer)
    func touchesBegan(at touch: Point) -> String? {
      // The point in the white layer, then in the blue one.
      guard let point = layerView.layer.convert(touch, from: view.layer),
        layerView.layer.contains(point)
      else { return nil }
      guard let inner = blueLayer.convert(point, from: layerView.layer),
        blueLayer.contains(inner)
      else { return "Inside White Layer" }
      return "Inside Blue Layer"
    }
    func layerTouched(at touch: Point) -> String? {
      guard let point = view.layer.convert(touch, to: layerView.layer) else { return nil }
      // A hit test takes a point of the superlayer's space: here the touch itself.
      let layer = layerView.layer.hitTest(touch)
      ledger.expect(
        (layer != nil) == layerView.layer.contains(point), "what contains a point is hit")
      if layer === blueLayer { return "Inside Blue Layer" }
      return layer === layerView.layer ? "Inside White Layer" : nil
    }
    ledger.listingEnds()

    for (x, y, answer) in [
      (100.0, 100.0, "Inside Blue Layer"), (199, 199, "Inside Blue Layer"),
      (99, 150, "Inside White Layer"), (200, 150, "Inside White Layer"),
      (50, 50, "Inside White Layer"), (49, 150, nil), (250, 150, nil), (150, 20, nil),
    ] as [(Double, Double, String?)] {
      let touch = Point(x: x, y: y)
      ledger.expect(
        touchesBegan(at: touch) == answer, "\(touch) is in \(touchesBegan(at: touch) ?? "none")")
      ledger.expect(
        layerTouched(at: touch) == answer, "\(touch) hits \(layerTouched(at: touch) ?? "none")")
    }
    // (10, 20) of the blue layer is (110, 120) of the view, and back.
    ledger.expect(
      blueLayer.convert(Point(x: 10, y: 20), to: view.layer) == Point(x: 110, y: 120),
      "a point of the blue layer in the view")
    ledger.expect(
      blueLayer.convert(Rect(x: 110, y: 120, width: 5, height: 6), from: view.layer)
        == Rect(x: 10, y: 20, width: 5, height: 6), "a rectangle of the view in the blue layer")
  }

  static func layout(_ ledger: Ledger) async throws {
    ledger.listing("layout by the delegate, and of a layer without sublayers", original: 20)
    final class Controller: LayerDelegate {
      func layoutSublayers(of layer: Layer) {
        layer.sublayers.first?.frame = layer.bounds.insetBy(dx: 10, dy: 20)
      }
    }
    final class RingView: HostView {
      override class func makeLayer() -> Layer { ShapeLayer() }
      override func layoutSubviews() {
        // The path depends on the size.
        (layer as? ShapeLayer)?.path = Path(ellipseIn: bounds)
      }
    }
    let controller = Controller()
    let layer = Layer()
    layer.delegate = controller
    let inner = Layer()
    inner.backgroundColor = .blue
    layer.addSublayer(inner)
    let ring = RingView()
    ledger.listingEnds()

    layer.frame = Rect(width: 100, height: 80)
    var picture = try await shown(layer)
    ledger.expect(
      inner.frame == Rect(x: 10, y: 20, width: 80, height: 40), "the first layout: \(inner.frame)")
    ledger.pixel(picture, 10, 20, .blue, "laid out")
    layer.bounds.size = Size(width: 200, height: 160)
    layer.position = Point(x: 100, y: 80)
    picture = try await shown(layer)
    ledger.expect(
      inner.frame == Rect(x: 10, y: 20, width: 180, height: 120),
      "the layout of another size: \(inner.frame)")
    ledger.pixel(picture, 189, 139, .blue, "laid out anew")

    let view = HostView(frame: Rect(width: 100, height: 100))
    ring.frame = Rect(x: 10, y: 10, width: 80, height: 60)
    view.addSubview(ring)
    picture = try await shown(view)
    // The default fill is black: an ellipse of 80 × 60.
    let ink = picture.sum(0..<100, 0..<100) { 1 - Double($0.green) / 192 }
    ledger.near(ink, 40 * 30 * .pi, within: 20, "the ink of a view's shape")
  }

  static func frames(_ ledger: Ledger) async throws {
    ledger.listing("frame of a turned layer", original: 6)
    let layer = Layer()
    layer.bounds = Rect(width: 100, height: 100)
    layer.position = Point(x: 200, y: 200)
    layer.affineTransform = AffineTransform(rotationAngle: .pi / 4)
    ledger.listingEnds()

    // A square of side 100 on its corner is 100·√2 wide.
    ledger.near(layer.frame.width, 141.421_356, within: 1e-5, "width")
    ledger.near(layer.frame.height, 141.421_356, within: 1e-5, "height")
    ledger.near(layer.frame.minX, 200 - 70.710_678, within: 1e-5, "left")
    ledger.expect(layer.bounds.width == 100 && layer.position.x == 200, "the rest stays")
    // A new anchor point keeps the position and moves the frame.
    layer.affineTransform = .identity
    layer.anchorPoint = .zero
    ledger.expect(layer.frame == Rect(x: 200, y: 200, width: 100, height: 100), "anchor point")
    // Setting the frame goes through the transform.
    layer.anchorPoint = Point(x: 0.5, y: 0.5)
    layer.affineTransform = AffineTransform(scaleX: 2, y: 2)
    layer.frame = Rect(width: 100, height: 100)
    ledger.near(layer.bounds.width, 50, within: 1e-9, "width of the bounds under a scale of 2")
    ledger.near(layer.frame.width, 100, within: 1e-9, "width of the frame that was set")
    ledger.near(layer.position.x, 50, within: 1e-9, "position")
  }
}

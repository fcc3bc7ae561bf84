// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import HostViews

/// Corners, borders, shadows, masks and groups: the chapter of effects.
@MainActor
enum VisualEffects {
  static func all(_ ledger: Ledger) async throws {
    try await corners(ledger)
    try await borders(ledger)
    try await shadows(ledger)
    try await shadowPaths(ledger)
    try await masks(ledger)
    try await groupOpacity(ledger)
  }

  /// Two white views of 200 with a red one of 100 about their top left corners.
  private static func pair() -> (view: HostView, layerView1: HostView, layerView2: HostView) {
    let view = HostView(frame: Rect(width: 560, height: 320))
    let views = [60.0, 310.0].map { x in
      let layerView = HostView(frame: Rect(x: x, y: 60, width: 200, height: 200))
      layerView.backgroundColor = .white
      let child = HostView(frame: Rect(x: -50, y: -50, width: 100, height: 100))
      child.backgroundColor = .red
      layerView.addSubview(child)
      view.addSubview(layerView)
      return layerView
    }
    return (view, views[0], views[1])
  }

  static func corners(_ ledger: Ledger) async throws {
    let (view, layerView1, layerView2) = pair()
    ledger.listing("cornerRadius and masksToBounds", original: 12)
    layerView1.layer.cornerRadius = 20
    layerView2.layer.cornerRadius = 20
    // Only the second one clips what is inside.
    layerView2.layer.masksToBounds = true
    ledger.listingEnds()

    let picture = try await shown(view)
    for (x, y, color) in [
      (10, 10, RGB.red), (109, 109, .red), (61, 61, .red), (110, 110, .white),
      (259, 259, .silver), (259, 160, .white),
      (300, 50, .silver), (310, 60, .silver), (320, 70, .red), (359, 109, .red),
      (360, 110, .white), (509, 259, .silver),
    ] { ledger.pixel(picture, x, y, color, "corners") }
    // A round corner lacks 20² (1 − π/4) = 85.84 of its square. White and silver differ by 63.
    for left in [240, 490] {
      let missing = picture.sum(left..<left + 20, 240..<260) { Double(255 - $0.red) / 63 }
      ledger.near(missing, 85.84, within: 1.5, "what a corner lacks")
    }
  }

  static func borders(_ ledger: Ledger) async throws {
    let (view, layerView1, layerView2) = pair()
    layerView1.layer.cornerRadius = 20
    layerView2.layer.cornerRadius = 20
    layerView2.layer.masksToBounds = true
    ledger.listing("borders", original: 14)
    layerView1.layer.borderWidth = 5
    layerView2.layer.borderWidth = 5
    ledger.listingEnds()

    let picture = try await shown(view)
    // Inside of the bounds, and above what is inside.
    for (x, y, color) in [
      (160, 60, RGB.black), (160, 64, .black), (160, 65, .white), (160, 59, .silver),
      (259, 160, .black), (255, 160, .black), (254, 160, .white), (62, 100, .black),
      (66, 100, .red), (59, 100, .red), (312, 100, .black), (316, 100, .red),
      (309, 100, .silver),
    ] { ledger.pixel(picture, x, y, color, "borders") }
  }

  /// The part of a Gaussian that lies beyond a distance, in deviations.
  private static func tail(_ distance: Double) -> Double { erfc(distance / 2.0.squareRoot()) / 2 }

  static func shadows(_ ledger: Ledger) async throws {
    let (view, layerView1, layerView2) = pair()
    layerView1.layer.cornerRadius = 20
    layerView2.layer.cornerRadius = 20
    view.backgroundColor = .white
    ledger.listing("shadows, and one of a layer that clips", original: 30)
    layerView1.layer.shadowOpacity = 0.5
    layerView1.layer.shadowOffset = Size(width: 0, height: 5)
    layerView1.layer.shadowRadius = 5
    // What clips has no shadow to be seen: an outer view casts it.
    let shadowView = HostView(frame: layerView2.frame)
    shadowView.layer.shadowOpacity = 0.5
    shadowView.layer.shadowOffset = Size(width: 0, height: 5)
    shadowView.layer.shadowRadius = 5
    layerView2.removeFromSuperview()
    view.addSubview(shadowView)
    shadowView.addSubview(layerView2)
    layerView2.frame = shadowView.bounds
    layerView2.layer.masksToBounds = true
    ledger.listingEnds()

    let picture = try await shown(view)
    // Below the middle of the lower edge, which the offset moves to 265: a row is half a pixel on.
    for row in [260, 262, 265, 268, 272, 278] {
      let alpha = 0.5 * tail((Double(row) + 0.5 - 265) / 5)
      let grey = Int((255 * (1 - alpha)).rounded())
      for x in [160, 410] {
        ledger.pixel(picture, x, row, RGB(grey, grey, grey), within: 3, "below the edge")
      }
    }
    // At the side, where the offset does not count: the edge is at 260 and at 510.
    for distance in [0, 3, 8] {
      let alpha = 0.5 * tail((Double(distance) + 0.5) / 5)
      let grey = Int((255 * (1 - alpha)).rounded())
      ledger.pixel(
        picture, 260 + distance, 160, RGB(grey, grey, grey), within: 3, "beside the edge")
      ledger.pixel(
        picture, 510 + distance, 160, RGB(grey, grey, grey), within: 3, "beside the edge")
    }
    ledger.pixel(picture, 160, 200, .white, "the view itself")
    // The child that reaches out casts a shadow too, unless it is clipped.
    ledger.expect(picture[60 - 20, 111].red < 220, "the shadow of the child outside")
    ledger.pixel(picture, 290, 111, .white, within: 3, "no shadow of what is clipped")
  }

  static func shadowPaths(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 320, height: 160))
    view.backgroundColor = .white
    // A cone: only the middle is not clear.
    let cone = try image(100, 100) {
      try $0.fill(Rect(x: 40, y: 40, width: 20, height: 20), with: .red)
    }
    let (layerView1, layerView2) = (
      HostView(frame: Rect(x: 30, y: 30, width: 100, height: 100)),
      HostView(frame: Rect(x: 190, y: 30, width: 100, height: 100))
    )
    for layerView in [layerView1, layerView2] {
      layerView.layer.contents = cone
      view.addSubview(layerView)
    }
    ledger.listing("shadowPath", original: 24)
    layerView1.layer.shadowOpacity = 0.5
    layerView2.layer.shadowOpacity = 0.5
    // A square shadow.
    var squarePath = Path()
    squarePath.addRect(layerView1.bounds)
    layerView1.layer.shadowPath = squarePath
    // A round one.
    var circlePath = Path()
    circlePath.addEllipse(in: layerView2.bounds)
    layerView2.layer.shadowPath = circlePath
    ledger.listingEnds()

    // By default 3 upwards, and blurred by a deviation of 3.
    let picture = try await shown(view)
    for distance in [-4, -1, 0, 2, 5] {
      let alpha = 0.5 * tail((Double(distance) + 0.5) / 3)
      let grey = Int((255 * (1 - alpha)).rounded())
      ledger.pixel(
        picture, 130 + distance, 77, RGB(grey, grey, grey), within: 3, "beside the square")
    }
    let inside = RGB(128, 128, 128)
    ledger.pixel(picture, 40, 40, inside, within: 3, "in the square's corner")
    ledger.pixel(picture, 200, 35, .white, within: 3, "beside the circle")
    ledger.pixel(picture, 210, 77, inside, within: 3, "in the circle")
    ledger.pixel(picture, 240, 85, .red, "the cone")
    // The alpha of each adds up to half of its area.
    func alpha(_ color: RGB) -> Double {
      // Under the cone, which is red, it is a half.
      color.red == 255 && color.green == 0 ? 0.5 : Double(255 - color.green) / 255
    }
    let square = picture.sum(0..<160, 0..<160, alpha)
    ledger.near(square, 5000, within: 40, "the square's shadow")
    let circle = picture.sum(160..<320, 0..<160, alpha)
    ledger.near(circle, 0.5 * 2500 * .pi, within: 40, "the circle's shadow")
  }

  static func masks(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 120, height: 120))
    view.backgroundColor = .white
    let imageView = HostView(frame: Rect(x: 10, y: 10, width: 100, height: 100))
    imageView.layer.contents = try image(100, 100) {
      try $0.fill(Rect(width: 50, height: 100), with: .red)
      try $0.fill(Rect(x: 50, y: 0, width: 50, height: 100), with: .blue)
    }
    view.addSubview(imageView)
    let cone = try image(100, 100) {
      try $0.fillEllipse(in: Rect(x: 10, y: 10, width: 80, height: 80), with: .black)
    }
    ledger.listing("mask by an image", original: 14)
    let maskLayer = Layer()
    maskLayer.frame = imageView.bounds
    maskLayer.contents = cone
    // What the mask's image covers is seen.
    imageView.layer.mask = maskLayer
    ledger.listingEnds()

    let picture = try await shown(view)
    ledger.pixel(picture, 59, 60, .red, "left half")
    ledger.pixel(picture, 60, 60, .blue, "right half")
    ledger.pixel(picture, 15, 15, .white, "outside of the mask")
    ledger.pixel(picture, 60, 18, .white, "above the mask")
    // A circle of radius 40, half of it red and half blue: neither has green.
    let ink = picture.sum(0..<120, 0..<120) { Double(255 - $0.green) / 255 }
    ledger.near(ink, 1600 * .pi, within: 8, "the area of the mask")
  }

  static func groupOpacity(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 400, height: 100))
    containerView.backgroundColor = Color(white: 0.5)
    ledger.listing("group opacity", original: 38)
    func customButton() -> HostView {
      let button = HostView(frame: Rect(width: 150, height: 50))
      button.backgroundColor = .white
      button.layer.cornerRadius = 10
      let label = HostView(frame: Rect(x: 20, y: 10, width: 110, height: 30))
      label.backgroundColor = .white
      button.addSubview(label)
      return button
    }
    let button1 = customButton()
    button1.center = Point(x: 100, y: 50)
    containerView.addSubview(button1)
    // The second one is translucent as a whole.
    let button2 = customButton()
    button2.center = Point(x: 300, y: 50)
    button2.alpha = 0.5
    containerView.addSubview(button2)
    button2.layer.shouldRasterize = true
    ledger.listingEnds()

    let picture = try await shown(containerView)
    // Half of white over a grey of 127.5: 191, in the button and in the label upon it.
    ledger.pixel(picture, 100, 50, .white, "opaque")
    ledger.pixel(picture, 300, 50, RGB(191, 191, 191), within: 1, "in the label")
    ledger.pixel(picture, 235, 50, RGB(191, 191, 191), within: 1, "beside the label")
    ledger.expect(
      picture[300, 50].distance(to: picture[235, 50]) == 0, "the label is not seen in the button")
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import HostViews

/// Transforms of the plane and of space.
@MainActor
enum Transforms {
  static func all(_ ledger: Ledger) async throws {
    try await rotation(ledger)
    try await combination(ledger)
    try await shear(ledger)
    try await rotationInSpace(ledger)
    try await perspective(ledger)
    try await sublayerTransform(ledger)
    try await backface(ledger)
    try await flattening(ledger)
  }

  /// A window of 300 with a blue view of 100 in the middle.
  private static func scene() -> (view: HostView, layerView: HostView) {
    let view = HostView(frame: Rect(width: 300, height: 300))
    view.backgroundColor = .white
    let layerView = HostView(frame: Rect(x: 100, y: 100, width: 100, height: 100))
    layerView.backgroundColor = .blue
    view.addSubview(layerView)
    return (view, layerView)
  }

  /// Expects that the points just inside of a quadrangle's corners are blue, and those outside
  /// white.
  private static func corners(
    _ corners: [(x: Double, y: Double)], in picture: Picture, _ ledger: Ledger, _ what: String
  ) {
    let middle = (
      x: corners.map(\.x).reduce(0, +) / Double(corners.count),
      y: corners.map(\.y).reduce(0, +) / Double(corners.count)
    )
    for corner in corners {
      let (dx, dy) = (corner.x - middle.x, corner.y - middle.y)
      let length = (dx * dx + dy * dy).squareRoot()
      for (distance, color) in [(-5.0, RGB.blue), (3, .white)] {
        let x = corner.x + dx / length * distance, y = corner.y + dy / length * distance
        ledger.pixel(
          picture, Int(x.rounded(.down)), Int(y.rounded(.down)), color, within: 2,
          "\(what), \(distance) from the corner (\(corner.x), \(corner.y))")
      }
    }
  }

  static func rotation(_ ledger: Ledger) async throws {
    let (view, layerView) = scene()
    ledger.listing("rotation by 45°", original: 6)
    let transform = AffineTransform(rotationAngle: .pi / 4)
    layerView.layer.affineTransform = transform
    ledger.listingEnds()

    // The corners lie 50·√2 from the middle.
    let half = 50 * 2.0.squareRoot()
    let picture = try await shown(view)
    corners(
      [(150, 150 - half), (150 + half, 150), (150, 150 + half), (150 - half, 150)], in: picture,
      ledger, "on a corner")
    let ink = picture.sum(0..<300, 0..<300) { Double(255 - $0.red) / 255 }
    ledger.near(ink, 10_000, within: 20, "the area stays")
  }

  static func combination(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 400, height: 300))
    view.backgroundColor = .white
    let layerView = HostView(frame: Rect(x: 50, y: 100, width: 100, height: 100))
    layerView.backgroundColor = .blue
    view.addSubview(layerView)
    ledger.listing("steps of a transform", original: 12)
    var transform = AffineTransform.identity
    // By half, by 30 degrees, and by 200 points: of the space that those before made.
    transform = transform.scaledBy(x: 0.5, y: 0.5)
    transform = transform.rotated(by: .pi / 180 * 30)
    transform = transform.translatedBy(x: 200, y: 0)
    layerView.layer.affineTransform = transform
    ledger.listingEnds()

    // 200 to the right of a space that is half as large and turned by 30°: 100 (cos 30°, sin 30°).
    let (sine, cosine) = (0.5, 0.75.squareRoot())
    let middle = (x: 100 + 100 * cosine, y: 150 + 100 * sine)
    let points = [(-25.0, -25.0), (25, -25), (25, 25), (-25, 25)].map { x, y in
      (x: middle.x + x * cosine - y * sine, y: middle.y + x * sine + y * cosine)
    }
    let picture = try await shown(view)
    corners(points, in: picture, ledger, "combined")
    let ink = picture.sum(0..<400, 0..<300) { Double(255 - $0.red) / 255 }
    ledger.near(ink, 2500, within: 10, "a quarter of the area")
  }

  static func shear(_ ledger: Ledger) async throws {
    let (view, layerView) = scene()
    ledger.listing("shear", original: 13)
    func shear(x: Double, y: Double) -> AffineTransform {
      var transform = AffineTransform.identity
      transform.c = -x
      transform.b = y
      return transform
    }
    layerView.layer.affineTransform = shear(x: 1, y: 0)
    ledger.listingEnds()

    // (x, y) about the middle becomes (x − y, y).
    let picture = try await shown(view)
    for (y, left) in [(102, 147.5), (150, 99.5), (197, 52.5)] {
      // At y + ½, from 100 + 150 − (y + ½) on.
      ledger.pixel(picture, Int(left) - 2, y, .white, within: 2, "left of the shear")
      ledger.pixel(picture, Int(left) + 3, y, .blue, within: 2, "in the shear")
      ledger.pixel(picture, Int(left) + 97, y, .blue, within: 2, "in the shear")
      ledger.pixel(picture, Int(left) + 102, y, .white, within: 2, "right of the shear")
    }
  }

  static func rotationInSpace(_ ledger: Ledger) async throws {
    let (view, layerView) = scene()
    ledger.listing("rotation about the vertical axis", original: 6)
    let transform = Transform3D.rotation(.pi / 4, x: 0, y: 1, z: 0)
    layerView.layer.transform = transform
    ledger.listingEnds()

    // Without perspective: narrower by cos 45°, from 150 − 35.36 on.
    let picture = try await shown(view)
    for y in [101, 150, 198] {
      for (x, color) in [(113, RGB.white), (116, .blue), (183, .blue), (186, .white)] {
        ledger.pixel(picture, x, y, color, within: 2, "narrower")
      }
    }
    let ink = picture.sum(0..<300, 0..<300) { Double(255 - $0.red) / 255 }
    ledger.near(ink, 7071.07, within: 20, "the area times cos 45°")
  }

  static func perspective(_ ledger: Ledger) async throws {
    let (view, layerView) = scene()
    ledger.listing("perspective", original: 9)
    var transform = Transform3D.identity
    // The eye is 500 points away.
    transform.m34 = -1.0 / 500
    transform = transform.rotated(.pi / 4, x: 0, y: 1, z: 0)
    layerView.layer.transform = transform
    ledger.listingEnds()

    // The right edge moves away: to z = −50 sin 45°, seen smaller by 1 − z / 500.
    let side = 50 * 0.5.squareRoot()
    let (far, near) = (1 + side / 500, 1 - side / 500)
    let picture = try await shown(view)
    corners(
      [
        (150 - side / near, 150 - 50 / near), (150 + side / far, 150 - 50 / far),
        (150 + side / far, 150 + 50 / far), (150 - side / near, 150 + 50 / near),
      ], in: picture, ledger, "perspective")
  }

  static func sublayerTransform(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 400, height: 300))
    containerView.backgroundColor = .white
    let (layerView1, layerView2) = (
      HostView(frame: Rect(x: 50, y: 100, width: 100, height: 100)),
      HostView(frame: Rect(x: 250, y: 100, width: 100, height: 100))
    )
    for layerView in [layerView1, layerView2] {
      layerView.backgroundColor = .blue
      containerView.addSubview(layerView)
    }
    ledger.listing("sublayerTransform", original: 14)
    var perspective = Transform3D.identity
    perspective.m34 = -1.0 / 500
    // One vanishing point for both.
    containerView.layer.sublayerTransform = perspective
    let transform1 = Transform3D.rotation(.pi / 4, x: 0, y: 1, z: 0)
    layerView1.layer.transform = transform1
    let transform2 = Transform3D.rotation(-.pi / 4, x: 0, y: 1, z: 0)
    layerView2.layer.transform = transform2
    ledger.listingEnds()

    // All distances are from the middle of the container, (200, 150).
    let side = 50 * 0.5.squareRoot()
    func seen(_ x: Double, _ y: Double, _ z: Double) -> (x: Double, y: Double) {
      (200 + x / (1 - z / 500), 150 + y / (1 - z / 500))
    }
    let picture = try await shown(containerView)
    // The left one's left edge is near the eye, and the right one's right edge.
    corners(
      [
        seen(-100 - side, -50, side), seen(-100 + side, -50, -side),
        seen(-100 + side, 50, -side), seen(-100 - side, 50, side),
      ], in: picture, ledger, "the left one")
    corners(
      [
        seen(100 - side, -50, -side), seen(100 + side, -50, side), seen(100 + side, 50, side),
        seen(100 - side, 50, -side),
      ], in: picture, ledger, "the right one")
  }

  static func backface(_ ledger: Ledger) async throws {
    let (view, layerView) = scene()
    layerView.layer.contents = try image(100, 100) {
      try $0.fill(Rect(width: 30, height: 100), with: .red)
    }
    ledger.listing("the back of a layer", original: 6)
    layerView.layer.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    ledger.listingEnds()

    var picture = try await shown(view)
    // Its contents are mirrored.
    ledger.pixel(picture, 110, 150, .blue, "the back: left")
    ledger.pixel(picture, 190, 150, .red, "the back: right")
    layerView.layer.isDoubleSided = false
    picture = try await shown(view)
    ledger.pixel(picture, 150, 150, .white, "no back")
    ledger.expect(
      view.layer.hitTest(Point(x: 150, y: 150)) === view.layer, "what has no back is not hit")
  }

  static func flattening(_ ledger: Ledger) async throws {
    let view = HostView(frame: Rect(width: 300, height: 300))
    view.backgroundColor = .white
    let outerView = HostView(frame: Rect(x: 50, y: 50, width: 200, height: 200))
    outerView.backgroundColor = .yellow
    let innerView = HostView(frame: Rect(x: 50, y: 50, width: 100, height: 100))
    innerView.backgroundColor = .blue
    view.addSubview(outerView)
    outerView.addSubview(innerView)
    ledger.listing("a turn and the turn back, in the plane and in space", original: 12)
    let outer = Transform3D.rotation(.pi / 4, x: 0, y: 0, z: 1)
    outerView.layer.transform = outer
    let inner = Transform3D.rotation(-.pi / 4, x: 0, y: 0, z: 1)
    innerView.layer.transform = inner
    ledger.listingEnds()

    var picture = try await shown(view)
    // Upright again.
    for (x, y, color) in [
      (101, 101, RGB.blue), (198, 101, .blue), (198, 198, .blue), (98, 150, .yellow),
      (150, 201, .yellow),
    ] { ledger.pixel(picture, x, y, color, within: 2, "upright") }
    // About the vertical axis: the inner plane is flattened into the outer one, and becomes
    // 100 · cos 45° · cos 45° = 50 wide instead of 100.
    outerView.layer.transform = .rotation(.pi / 4, x: 0, y: 1, z: 0)
    innerView.layer.transform = .rotation(-.pi / 4, x: 0, y: 1, z: 0)
    picture = try await shown(view)
    for (x, color) in [
      (76, RGB.white), (82, .yellow), (123, .yellow), (127, .blue), (173, .blue), (177, .yellow),
    ] { ledger.pixel(picture, x, 150, color, within: 2, "flattened") }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import HostViews

/// Solids of layers: a cube of six views with light, and two cubes of transform layers.
@MainActor
enum Solids {
  static func all(_ ledger: Ledger) async throws {
    try await cube(ledger)
    try await transformLayers(ledger)
  }

  /// A point of space, and the turns of the articles: a positive angle about x takes y to z, one
  /// about y takes z to x.
  private struct Point3 {
    var x, y, z: Double

    func aboutX(_ angle: Double) -> Point3 {
      Point3(x: x, y: y * cos(angle) - z * sin(angle), z: y * sin(angle) + z * cos(angle))
    }

    func aboutY(_ angle: Double) -> Point3 {
      Point3(x: x * cos(angle) + z * sin(angle), y: y, z: -x * sin(angle) + z * cos(angle))
    }

    /// Where it is seen from 500 points in front of a middle.
    func seen(from middle: (x: Double, y: Double)) -> (x: Int, y: Int) {
      let weight = 1 - z / 500
      return (
        Int((middle.x + x / weight).rounded(.down)), Int((middle.y + y / weight).rounded(.down))
      )
    }
  }

  static func cube(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 400, height: 400))
    containerView.backgroundColor = .silver
    let faces = (0..<6).map { _ in
      let face = HostView(frame: Rect(width: 200, height: 200))
      face.backgroundColor = .white
      return face
    }
    ledger.listing("a cube with light", original: 86)
    let lightDirection = (x: 0.0, y: 1.0, z: -0.5)
    let ambientLight = 0.5
    func applyLighting(to face: Layer) {
      // A layer of shadow, as dark as the face's normal turns away from the light.
      let layer = Layer()
      layer.frame = face.bounds
      face.addSublayer(layer)
      let map = face.transform
      // The image of (0, 0, 1).
      let normal = (x: map.m31, y: map.m32, z: map.m33)
      let length = (lightDirection.y * lightDirection.y + lightDirection.z * lightDirection.z)
        .squareRoot()
      let light = (x: 0.0, y: lightDirection.y / length, z: lightDirection.z / length)
      let dotProduct = light.x * normal.x + light.y * normal.y + light.z * normal.z
      let shadow = 1 + dotProduct - ambientLight
      layer.backgroundColor = Color(white: 0, alpha: shadow)
    }
    func addFace(_ index: Int, with transform: Transform3D) {
      let face = faces[index]
      containerView.addSubview(face)
      // In the middle of the container.
      let size = containerView.bounds.size
      face.center = Point(x: size.width / 2, y: size.height / 2)
      face.layer.transform = transform
      // Beyond the articles: layers beside each other are drawn in the order of zPosition, and not
      // of their depth in space, so the faces of a solid show no backs.
      face.layer.isDoubleSided = false
      applyLighting(to: face.layer)
    }
    var perspective = Transform3D.identity
    perspective.m34 = -1.0 / 500
    perspective = perspective.rotated(-.pi / 4, x: 1, y: 0, z: 0)
    perspective = perspective.rotated(-.pi / 4, x: 0, y: 1, z: 0)
    containerView.layer.sublayerTransform = perspective
    var transform = Transform3D.translation(x: 0, y: 0, z: 100)
    addFace(0, with: transform)
    transform = .translation(x: 100, y: 0, z: 0)
    transform = transform.rotated(.pi / 2, x: 0, y: 1, z: 0)
    addFace(1, with: transform)
    transform = .translation(x: 0, y: -100, z: 0)
    transform = transform.rotated(.pi / 2, x: 1, y: 0, z: 0)
    addFace(2, with: transform)
    transform = .translation(x: 0, y: 100, z: 0)
    transform = transform.rotated(-.pi / 2, x: 1, y: 0, z: 0)
    addFace(3, with: transform)
    transform = .translation(x: -100, y: 0, z: 0)
    transform = transform.rotated(-.pi / 2, x: 0, y: 1, z: 0)
    addFace(4, with: transform)
    transform = .translation(x: 0, y: 0, z: -100)
    transform = transform.rotated(.pi, x: 0, y: 1, z: 0)
    addFace(5, with: transform)
    ledger.listingEnds()

    // The steps of the container act from the last: about y, about x, then the eye.
    func seen(_ x: Double, _ y: Double, _ z: Double) -> (x: Int, y: Int) {
      Point3(x: x, y: y, z: z).aboutY(-.pi / 4).aboutX(-.pi / 4).seen(from: (200, 200))
    }
    // The light is (0, 0.894, −0.447). Normals of the three faces that are seen: z, x and −y.
    let light = 1.25.squareRoot()
    let shadows = [1 - 0.5 / light - 0.5, 0.5, max(0, 1 - 1 / light - 0.5)]
    let picture = try await shown(containerView)
    for (name, place, shadow) in [
      ("front", { (u: Double, v: Double) in seen(u, v, 100) }, shadows[0]),
      ("right", { (u: Double, v: Double) in seen(100, u, v) }, shadows[1]),
      ("top", { (u: Double, v: Double) in seen(u, -100, v) }, shadows[2]),
    ] {
      let grey = Int((255 * (1 - shadow)).rounded())
      for (u, v) in [(0.0, 0.0), (-85, -85), (85, -85), (-85, 85), (85, 85)] {
        let (x, y) = place(u, v)
        ledger.pixel(picture, x, y, RGB(grey, grey, grey), within: 2, "the face \(name)")
      }
    }
    // Outside of the outline: beyond the nearest corner of the top and the lowest one.
    let lowest = seen(100, 100, 100)
    ledger.pixel(picture, lowest.x, lowest.y + 4, .silver, "below the cube")
    let highest = seen(-100, -100, -100)
    ledger.pixel(picture, highest.x, highest.y - 4, .silver, "above the cube")
  }

  static func transformLayers(_ ledger: Ledger) async throws {
    let containerView = HostView(frame: Rect(width: 400, height: 300))
    containerView.backgroundColor = .white
    let colors = [RGB.red, .lime, .blue, .yellow, RGB(0, 255, 255), RGB(255, 0, 255)]
    ledger.listing("two cubes of transform layers", original: 70)
    func face(_ index: Int, with transform: Transform3D) -> Layer {
      let face = Layer()
      face.frame = Rect(x: -50, y: -50, width: 100, height: 100)
      face.backgroundColor = colors[index].color
      face.transform = transform
      return face
    }
    func cube(with transform: Transform3D) -> Layer {
      let cube = TransformLayer()
      var ct = Transform3D.translation(x: 0, y: 0, z: 50)
      cube.addSublayer(face(0, with: ct))
      ct = .translation(x: 50, y: 0, z: 0)
      ct = ct.rotated(.pi / 2, x: 0, y: 1, z: 0)
      cube.addSublayer(face(1, with: ct))
      ct = .translation(x: 0, y: -50, z: 0)
      ct = ct.rotated(.pi / 2, x: 1, y: 0, z: 0)
      cube.addSublayer(face(2, with: ct))
      ct = .translation(x: 0, y: 50, z: 0)
      ct = ct.rotated(-.pi / 2, x: 1, y: 0, z: 0)
      cube.addSublayer(face(3, with: ct))
      ct = .translation(x: -50, y: 0, z: 0)
      ct = ct.rotated(-.pi / 2, x: 0, y: 1, z: 0)
      cube.addSublayer(face(4, with: ct))
      ct = .translation(x: 0, y: 0, z: -50)
      ct = ct.rotated(.pi, x: 0, y: 1, z: 0)
      cube.addSublayer(face(5, with: ct))
      let size = containerView.bounds.size
      cube.position = Point(x: size.width / 2, y: size.height / 2)
      cube.transform = transform
      return cube
    }
    var pt = Transform3D.identity
    pt.m34 = -1.0 / 500
    containerView.layer.sublayerTransform = pt
    let c1t = Transform3D.translation(x: -100, y: 0, z: 0)
    containerView.layer.addSublayer(cube(with: c1t))
    var c2t = Transform3D.translation(x: 100, y: 0, z: 0)
    c2t = c2t.rotated(-.pi / 4, x: 1, y: 0, z: 0)
    c2t = c2t.rotated(-.pi / 4, x: 0, y: 1, z: 0)
    containerView.layer.addSublayer(cube(with: c2t))
    ledger.listingEnds()

    let picture = try await shown(containerView)
    // The first cube: its front from (33.33, 94.44) to (144.44, 205.56), its right side from there
    // to 154.55.
    for (x, y, color) in [
      (35, 96, RGB.red), (142, 96, .red), (142, 203, .red), (35, 203, .red), (31, 150, .white),
      (90, 92, .white), (90, 208, .white), (147, 150, .lime), (152, 150, .lime),
      (157, 150, .white),
    ] { ledger.pixel(picture, x, y, color, "the first cube") }
    // The second one, turned by −45° about both axes: the middles of its faces.
    func seen(_ x: Double, _ y: Double, _ z: Double) -> (x: Int, y: Int) {
      var p = Point3(x: x, y: y, z: z).aboutY(-.pi / 4).aboutX(-.pi / 4)
      p.x += 100
      return p.seen(from: (200, 150))
    }
    for (index, points) in [
      (0, [(0.0, 0.0, 50.0), (-45, -45, 50), (45, 45, 50)]),
      (1, [(50, 0, 0), (50, -45, -45), (50, 45, 45)]),
      (2, [(0, -50, 0), (-45, -50, 45), (45, -50, -45)]),
    ] {
      for (x, y, z) in points {
        let place = seen(x, y, z)
        ledger.pixel(
          picture, place.x, place.y, colors[index], within: 2, "face \(index) of the second cube")
      }
    }
    // Its outermost corners.
    for (x, y) in [(224, 112), (390, 112), (297, 62), (305, 242)] {
      ledger.pixel(picture, x, y, .white, "around the second cube")
    }
    ledger.expect(
      containerView.layer.hitTest(Point(x: 90, y: 150))?.backgroundColor == .red,
      "the front of the first cube is hit")
    ledger.expect(
      containerView.layer.hitTest(Point(x: 150, y: 150))?.backgroundColor == .lime,
      "the right side of the first cube is hit")
  }
}

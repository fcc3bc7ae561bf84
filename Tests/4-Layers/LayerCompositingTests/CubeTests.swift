// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Cubes of six layers in a transform layer, seen from a distance of 500 points.
@Suite struct CubeTests {
  static let eye: Transform3D = {
    var map = Transform3D.identity
    map.m34 = -1.0 / 500
    return map
  }()

  /// The least opacity inside of a cube. Where an edge that is seen crosses a hidden one, four
  /// faces share a pixel, and each pair covers three quarters of what lies behind it: 1/16 remains,
  /// rounded four times. Of ten thousand cubes 19 pixels have less than 239.
  static let leastOpacity: UInt32 = 237

  /// The maps of the faces of a cube with an edge of 100: front, right, top, bottom, left, back.
  static let faces: [Transform3D] = [
    .translation(x: 0, y: 0, z: 50),
    Transform3D.identity.translated(x: 50, y: 0).rotated(.pi / 2, x: 0, y: 1, z: 0),
    Transform3D.identity.translated(x: 0, y: -50).rotated(.pi / 2, x: 1, y: 0, z: 0),
    Transform3D.identity.translated(x: 0, y: 50).rotated(-.pi / 2, x: 1, y: 0, z: 0),
    Transform3D.identity.translated(x: -50, y: 0).rotated(-.pi / 2, x: 0, y: 1, z: 0),
    Transform3D.translation(x: 0, y: 0, z: -50).rotated(.pi, x: 0, y: 1, z: 0),
  ]
  static let colors: [Color] = [
    .red, .lime, .blue, Color(red: 1, green: 1, blue: 0), Color(red: 0, green: 1, blue: 1),
    Color(red: 1, green: 0, blue: 1),
  ]

  static func cube(
    _ transform: Transform3D, at position: Point = Point(x: 200, y: 150), size: Double = 100
  ) -> RenderNode {
    var properties = LayerProperties()
    properties.kind = .transform
    properties.position = position
    properties.transform = transform
    let sublayers = zip(faces, colors).map { face, color in
      var properties = LayerProperties()
      properties.bounds = Rect(width: 100, height: 100)
      properties.backgroundColor = color
      properties.transform = face
      return RenderNode(properties: properties)
    }
    return RenderNode(properties: properties, sublayers: sublayers)
  }

  static func scene(_ cubes: [RenderNode], size: Size = Size(width: 400, height: 300))
    -> RenderTree
  {
    var properties = LayerProperties()
    properties.frame = Rect(origin: .zero, size: size)
    properties.sublayerTransform = eye
    return RenderTree(root: RenderNode(properties: properties, sublayers: cubes), size: size)
  }

  /// The corners of a cube in the picture.
  static func corners(
    _ transform: Transform3D, at position: Point = Point(x: 200, y: 150),
    center: Point = Point(x: 200, y: 150)
  ) -> [Point] {
    let map =
      transform
      .concatenating(.translation(x: position.x, y: position.y))
      .concatenating(.translation(x: -center.x, y: -center.y))
      .concatenating(eye)
      .concatenating(.translation(x: center.x, y: center.y))
    return (0..<8).map { corner in
      let (x, y, z) = (
        corner & 1 > 0 ? 50.0 : -50, corner & 2 > 0 ? 50.0 : -50, corner & 4 > 0 ? 50.0 : -50
      )
      let w = x * map.m14 + y * map.m24 + z * map.m34 + map.m44
      return Point(
        x: (x * map.m11 + y * map.m21 + z * map.m31 + map.m41) / w,
        y: (x * map.m12 + y * map.m22 + z * map.m32 + map.m42) / w)
    }
  }

  private static func near(_ a: Point, _ x: Double, _ y: Double) -> Bool {
    abs(a.x - x) < 0.06 && abs(a.y - y) < 0.06
  }

  /// The distance of a point to the convex hull of others; negative inside.
  static func distance(_ p: Point, toHullOf points: [Point]) -> Double {
    // The greatest distance over all edges that have every point on one side.
    var greatest = -Double.infinity
    for i in points.indices {
      for j in points.indices where i != j {
        let (dx, dy) = (points[j].x - points[i].x, points[j].y - points[i].y)
        let length = (dx * dx + dy * dy).squareRoot()
        func side(_ q: Point) -> Double {
          ((q.x - points[i].x) * dy - (q.y - points[i].y) * dx) / length
        }
        guard length > 1e-9, points.allSatisfy({ side($0) <= 1e-9 }) else { continue }
        greatest = max(greatest, side(p))
      }
    }
    return greatest
  }

  @Test("S-145, S-146, A8: two cubes, their corners, and the faces that are seen")
  func twoCubes() throws {
    let first = Transform3D.identity.translated(x: -100, y: 0)
    let second = Transform3D.identity.translated(x: 100, y: 0)
      .rotated(-.pi / 4, x: 1, y: 0, z: 0).rotated(-.pi / 4, x: 0, y: 1, z: 0)
    let a = Self.corners(first)
    #expect(
      a.contains { Self.near($0, 33.33, 94.44) } && a.contains { Self.near($0, 144.44, 205.56) })
    #expect(a.contains { Self.near($0, 154.55, 104.55) })
    let b = Self.corners(second)
    for (x, y) in [
      (231.5, 112.0), (320.6, 167.7), (303.0, 237.9), (227.4, 183.0), (383.7, 112.0),
      (359.4, 183.0), (297.2, 67.1), (285.4, 137.5),
    ] {
      #expect(b.contains { Self.near($0, x, y) }, "\(x), \(y)")
    }
    let picture = try Self.scene([Self.cube(first), Self.cube(second)]).image
    #expect(picture.rgba(88, 150) == [255, 0, 0, 255])
    #expect(picture.rgba(149, 150) == [0, 255, 0, 255])
    #expect(picture.rgba(270, 170) == [255, 0, 0, 255])
    #expect(picture.rgba(300, 105) == [0, 0, 255, 255])
    #expect(picture.rgba(345, 165) == [0, 255, 0, 255])
    var (outside, holes) = (0, 0)
    for y in 0..<300 {
      for x in 0..<400 {
        let p = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let d = min(Self.distance(p, toHullOf: a), Self.distance(p, toHullOf: b))
        let alpha = picture.pixel(x: x, y: y) >> 24
        if d > 0.75, alpha > 0 { outside += 1 }
        if d < -0.75, alpha < Self.leastOpacity { holes += 1 }
      }
    }
    #expect(outside == 0 && holes == 0)
  }

  @Test("random cubes have no seams, and nothing lies outside of them")
  func randomCubes() throws {
    let count = ProcessInfo.processInfo.environment["LAYER_CUBES"].flatMap(Int.init) ?? 24
    var random = SeededGenerator(seed: 7)
    var (outside, holes, least) = (0, 0, UInt32(255))
    for _ in 0..<count {
      let axis = (0..<3).map { _ in Double.random(in: 0..<1, using: &random) * 2 - 1 }
      let map = Transform3D.identity.rotated(
        Double.random(in: 0..<1, using: &random) * 7, x: axis[0], y: axis[1], z: axis[2]
      )
      .scaled(x: 0.4, y: 0.4, z: 0.4)
      let center = Point(x: 40, y: 40)
      let corners = Self.corners(map, at: center, center: center)
      let picture = try Self.scene(
        [Self.cube(map, at: center)], size: Size(width: 80, height: 80)
      ).image
      for y in 0..<80 {
        for x in 0..<80 {
          let d = Self.distance(
            Point(x: Double(x) + 0.5, y: Double(y) + 0.5), toHullOf: corners)
          let alpha = picture.pixel(x: x, y: y) >> 24
          if d > 0.75, alpha > 0 { outside += 1 }
          if d < -0.75, alpha < Self.leastOpacity {
            holes += 1
            least = min(least, alpha)
          }
        }
      }
    }
    #expect(outside == 0)
    #expect(holes == 0, "the least opacity is \(least)")
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry
@testable import GLLayers

/// The estimate of what a mesh costs; it needs no OpenGL.
struct GLMeshTests {
  private let size = PixelSize(width: 300, height: 300)

  @Test func theAreaIsThatOfTheBoxes() {
    let area = GLMesh.triangle.paintedArea(under: .identity, size: size)
    // 150 × 150, and a pixel around it.
    #expect(area == 152 * 152)
    let far = GLMesh.triangle.paintedArea(under: .translation(x: 5, y: 0), size: size)
    #expect(far == 0)
    let whole = GLMesh.triangle.paintedArea(under: .scale(x: 1e9, y: 1e9), size: size)
    #expect(whole == 90_000)
  }

  @Test func whatIsBehindTheEyeCountsAsAll() {
    var map = Transform3D.identity
    (map.m34, map.m44) = (1, 0)
    #expect(GLMesh.triangle.paintedArea(under: map, size: size) == 90_000)
    (map.m11, map.m34, map.m44) = (.nan, 0, 1)
    #expect(GLMesh.triangle.paintedArea(under: map, size: size) == 90_000)
  }

  @Test(arguments: GLMesh.Primitive.allCases)
  func countsOfPrimitives(primitive: GLMesh.Primitive) {
    func area(_ count: Int) -> Double {
      GLMesh(positions: Array(repeating: .zero, count: count), primitive: primitive)
        .paintedArea(under: .identity, size: size)
    }
    let one = primitive == .points ? 1.0 : 4
    let expected: [Double] =
      switch primitive {
      case .triangles: [0, 0, 0, 1, 1, 1, 2]
      case .triangleStrip, .triangleFan: [0, 0, 0, 1, 2, 3, 4]
      case .lines: [0, 0, 1, 1, 2, 2, 3]
      case .lineStrip: [0, 0, 1, 2, 3, 4, 5]
      case .lineLoop: [0, 1, 2, 3, 4, 5, 6]
      case .points: [0, 1, 2, 3, 4, 5, 6]
      }
    #expect((0...6).map(area) == expected.map { $0 * one })
  }

  @Test func verticesWithoutColoursAreNotDrawnBesideOthers() {
    var mesh = GLMesh.triangle
    mesh.positions.append(.zero)
    #expect(mesh.vertexCount == 3)
    mesh.colors = []
    #expect(mesh.vertexCount == 4)
  }
}

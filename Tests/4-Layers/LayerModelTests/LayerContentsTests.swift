// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: contents in the picture")
@MainActor
struct LayerContentsTests {
  @Test("S-064, S-065: a bitmap is shown as it is; nil clears")
  func s064_contents() throws {
    let image = try Bitmap.filled(4, 4, .red)
    let layer = Layer(Rect(x: 2, y: 2, width: 4, height: 4))
    let root = Layer(Rect(width: 8, height: 8), nil, [layer])
    layer.contents = image
    let picture = try root.picture()
    #expect(picture.rgba(2, 2) == [255, 0, 0, 255] && picture.rgba(6, 6) == [255, 255, 255, 255])
    layer.contents = nil
    #expect(try root.picture().rgba(2, 2) == [255, 255, 255, 255])
  }

  @Test("S-078, S-086, S-087: gravity and scale; the default stretches")
  func s086_gravity() throws {
    let layer = Layer(Rect(width: 10, height: 10))
    layer.contents = try .filled(4, 4, .red)
    func area() throws -> PixelRect {
      let picture = try layer.picture()
      var area = PixelRect(width: 0, height: 0)
      for y in 0..<10 {
        for x in 0..<10 where picture.rgba(x, y) == [255, 0, 0, 255] {
          area = area.union(PixelRect(x: x, y: y, width: 1, height: 1))
        }
      }
      return area
    }
    #expect(layer.contentsGravity == .resize)
    #expect(try area() == PixelRect(width: 10, height: 10))
    layer.contentsGravity = .center
    #expect(try area() == PixelRect(x: 3, y: 3, width: 4, height: 4))
    layer.contentsScale = 2
    #expect(try area() == PixelRect(x: 4, y: 4, width: 2, height: 2))
    layer.contentsScale = 1
    layer.contentsGravity = .bottomRight
    #expect(try area() == PixelRect(x: 6, y: 6, width: 4, height: 4))
    layer.contentsGravity = .topLeft
    #expect(try area() == PixelRect(width: 4, height: 4))
  }

  @Test("A tint colours coverage; without one it is black")
  func tint() throws {
    let layer = Layer(Rect(width: 4, height: 4))
    var context = try GraphicsContext(size: Size(width: 4, height: 4), format: .alpha8)
    try context.fill(Rect(width: 4, height: 2), with: .white)
    layer.contents = context.makeBitmap()
    #expect(try layer.picture().rgba(1, 1) == [0, 0, 0, 255])
    layer.contentsTint = .red
    #expect(try layer.picture().rgba(1, 1) == [255, 0, 0, 255])
    #expect(try layer.picture().rgba(1, 3) == [255, 255, 255, 255])
  }
}

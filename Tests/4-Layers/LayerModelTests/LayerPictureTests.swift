// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: pictures of trees")
@MainActor
struct LayerPictureTests {
  @Test("A4, S-042, S-043: the four layers, unmasked and masked")
  func a4_s042_fourLayers() throws {
    let lay2 = Layer(
      Rect(x: 41, y: 56, width: 132, height: 194), Color(red: 0.5, green: 1, blue: 0))
    let lay1 = Layer(
      Rect(x: 113, y: 111, width: 132, height: 194), Color(red: 1, green: 0.4, blue: 1), [lay2])
    let lay3 = Layer(Rect(x: 43, y: 197, width: 160, height: 230), .red)
    let lay4 = Layer(Rect(x: 180, y: 180, width: 48, height: 48))
    lay4.contents = try .filled(48, 48, .blue)
    let root = Layer(Rect(width: 400, height: 460), nil, [lay1, lay4, lay3])
    let picture = try root.picture()
    #expect(picture.rgba(120, 120) == [255, 102, 255, 255])
    #expect(picture.rgba(260, 300) == [128, 255, 0, 255])
    #expect(picture.rgba(170, 250) == [255, 0, 0, 255])
    #expect(picture.rgba(100, 300) == [255, 0, 0, 255])
    #expect(picture.rgba(210, 190) == [0, 0, 255, 255])
    #expect(picture.rgba(260, 350) == [128, 255, 0, 255])
    lay1.masksToBounds = true
    #expect(try root.picture().rgba(260, 350) == [255, 255, 255, 255])
  }

  @Test("A2, S-074: a ring, drawn in the square of its layer and cut off there, of 2,524.8 points²")
  func a2_ring() throws {
    // An ellipse in the bounds, stroked with a width of 10.
    let ring = DrawnLayer(Rect(x: 50, y: 50, width: 100, height: 100)) { context in
      var path = Path(ellipseIn: Rect(x: -5, y: -5, width: 110, height: 110))
      path.addPath(Path(ellipseIn: Rect(x: 5, y: 5, width: 90, height: 90)))
      try context.fill(path, with: .red, rule: .evenOdd)
    }
    ring.backgroundColor = .blue
    let root = Layer(Rect(width: 200, height: 200), nil, [ring])
    for scale in [1.0, 2] {
      let picture = try root.picture(scale: scale)
      let (low, high) = (Int(50 * scale), Int(150 * scale))
      var ink = 0.0
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = picture.rgba(x, y)
          if (low..<high).contains(x), (low..<high).contains(y) {
            ink += Double(pixel[0]) / 255 / (scale * scale)
          } else {
            #expect(pixel == [255, 255, 255, 255])
          }
        }
      }
      #expect(abs(ink - 2524.8) < 5, "\(ink) at \(scale)")
      #expect(picture.rgba((low + high) / 2, (low + high) / 2) == [0, 0, 255, 255])
    }
  }

  /// The ends of the picture are 50 ± 20 (cos + sin), outwards to whole pixels.
  @Test(
    "A2: a turned square covers the same area, and reaches as far as its corners",
    arguments: [
      (0.0, 30, 70), (15, 25, 75), (30, 22, 78), (45, 21, 79), (60, 22, 78), (90, 30, 70),
    ]
  )
  func a2_turnedSquares(degrees: Double, low: Int, high: Int) throws {
    let square = Layer(Rect(x: 30, y: 30, width: 40, height: 40), .black)
    square.transform = .rotation(degrees * .pi / 180)
    let picture = try Layer(Rect(width: 100, height: 100), nil, [square]).picture()
    var ink = 0.0
    for y in 0..<100 {
      for x in 0..<100 { ink += 1 - Double(picture.rgba(x, y)[0]) / 255 }
    }
    #expect(abs(ink - 1600) < 2, "\(ink)")
    #expect(picture.inkArea == PixelRect(x: low, y: low, width: high - low, height: high - low))
  }

  @Test("A3: the twelve gravities of 80 × 40 in 100 × 100, at scales 1 and 2")
  func a3_gravitySheet() throws {
    let single: [(ContentsGravity, PixelRect)] = [
      (.center, PixelRect(x: 10, y: 30, width: 80, height: 40)),
      (.top, PixelRect(x: 10, y: 0, width: 80, height: 40)),
      (.bottom, PixelRect(x: 10, y: 60, width: 80, height: 40)),
      (.left, PixelRect(x: 0, y: 30, width: 80, height: 40)),
      (.right, PixelRect(x: 20, y: 30, width: 80, height: 40)),
      (.topLeft, PixelRect(x: 0, y: 0, width: 80, height: 40)),
      (.topRight, PixelRect(x: 20, y: 0, width: 80, height: 40)),
      (.bottomLeft, PixelRect(x: 0, y: 60, width: 80, height: 40)),
      (.bottomRight, PixelRect(x: 20, y: 60, width: 80, height: 40)),
      (.resize, PixelRect(x: 0, y: 0, width: 100, height: 100)),
      (.resizeAspect, PixelRect(x: 0, y: 25, width: 100, height: 50)),
      (.resizeAspectFill, PixelRect(x: -50, y: 0, width: 200, height: 100)),
    ]
    #expect(single.map(\.0).count == ContentsGravity.allCases.count)
    let layer = Layer(Rect(x: 60, y: 60, width: 100, height: 100))
    layer.contents = try .filled(80, 40, .red)
    let root = Layer(Rect(width: 220, height: 220), nil, [layer])
    for (gravity, rect) in single {
      layer.contentsGravity = gravity
      layer.contentsScale = 1
      let moved = PixelRect(x: rect.x + 60, y: rect.y + 60, width: rect.width, height: rect.height)
      #expect(try root.picture().inkArea == moved, "\(gravity)")
    }
    layer.contentsGravity = .center
    layer.contentsScale = 2
    #expect(try root.picture().inkArea == PixelRect(x: 90, y: 100, width: 40, height: 20))
  }

  @Test("S-081: opacity is that of the layer and its sublayers as one")
  func s081_groupOpacity() throws {
    let group = Layer(
      Rect(width: 20, height: 20), nil,
      [
        Layer(Rect(width: 12, height: 20), .red), Layer(Rect(x: 8, width: 12, height: 20), .red),
      ])
    let root = Layer(Rect(width: 20, height: 20), nil, [group])
    group.opacity = 0.5
    let picture = try root.picture()
    #expect(
      picture.rgba(2, 2) == [255, 128, 128, 255] || picture.rgba(2, 2) == [255, 127, 127, 255])
    #expect(picture.rgba(10, 2) == picture.rgba(2, 2))
  }
}

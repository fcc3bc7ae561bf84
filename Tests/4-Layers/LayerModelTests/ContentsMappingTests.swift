// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

/// A strip of ten fields of 20 × 30 pixels, each with a colour of its own and a mark in it.
func digitStrip() throws -> Bitmap {
  var context = try GraphicsContext(size: Size(width: 200, height: 30))
  for k in 0..<10 {
    let (x, tone) = (Double(k * 20), Double(k) / 9)
    let color = Color(red: tone, green: 1 - tone, blue: 0.5)
    try context.fill(Rect(x: x, y: 0, width: 20, height: 30), with: color)
    try context.fill(Rect(x: x + Double(k), y: Double(2 * k), width: 5, height: 7), with: .black)
  }
  return context.makeBitmap()
}

/// Draws a frame of 40 × 40 points: green, with corners of 10 × 10 that have a pattern.
func drawNineParts(_ context: inout GraphicsContext) throws {
  try context.fill(Rect(width: 40, height: 40), with: .lime)
  for (x, y) in [(0.0, 0.0), (30, 0), (0, 30), (30, 30)] {
    try context.fill(Rect(x: x, y: y, width: 10, height: 10), with: .red)
    try context.fill(Path(ellipseIn: Rect(x: x + 1, y: y + 2, width: 7, height: 5)), with: .black)
  }
}

/// A layer that draws what a test says.
@MainActor
final class DrawnLayer: Layer {
  private let body: LayerDrawing

  init(_ frame: Rect, _ body: @escaping LayerDrawing) {
    self.body = body
    super.init()
    self.frame = frame
    display()
  }

  override func drawing() -> LayerDrawing? { body }
}

@Suite("Layer: the part of the contents that is shown, and the part that stretches")
@MainActor
struct ContentsMappingTests {
  @Test(
    "S-089, A5: of a strip of ten digits, k/10 shows digit k, pixel for pixel", arguments: 0..<10)
  func s089_digits(k: Int) throws {
    let strip = try digitStrip()
    let layer = Layer(Rect(x: 5, y: 6, width: 20, height: 30))
    #expect(layer.contentsRect == Rect(width: 1, height: 1))
    layer.contents = strip
    layer.contentsRect = Rect(x: Double(k) / 10, y: 0, width: 0.1, height: 1)
    let picture = try Layer(Rect(width: 40, height: 40), nil, [layer]).picture()
    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (5..<25).contains(x) && (6..<36).contains(y)
        let expected = isInside ? strip.rgba(x - 5 + k * 20, y - 6) : [255, 255, 255, 255]
        #expect(picture.rgba(x, y) == expected)
      }
    }
  }

  @Test("S-090: a part beyond the contents shrinks them, and their edge pixels go on")
  func s090_smear() throws {
    // Columns and rows of different colours, so that each edge pixel is known.
    var context = try GraphicsContext(size: Size(width: 20, height: 20), background: .blue)
    try context.fill(Rect(width: 1, height: 20), with: .red)
    try context.fill(Rect(x: 5, y: 0, width: 5, height: 1), with: .lime)
    let image = context.makeBitmap()
    let layer = Layer(Rect(width: 30, height: 30))
    layer.contents = image
    layer.contentsRect = Rect(x: -0.5, y: -0.5, width: 1.5, height: 1.5)
    let picture = try layer.picture()
    for y in 0..<30 {
      for x in 0..<30 {
        #expect(picture.rgba(x, y) == image.rgba(max(x - 10, 0), max(y - 10, 0)), "\(x) \(y)")
      }
    }
  }

  @Test(
    "S-091, S-092, A5: nine parts of assigned and of drawn contents; corners keep every pixel",
    arguments: [40, 100, 200], [false, true])
  func s091_s092_nineParts(side: Int, isDrawn: Bool) throws {
    let drawn = DrawnLayer(Rect(width: 40, height: 40), drawNineParts)
    let source = try #require(drawn.contents)
    let layer = isDrawn ? drawn : Layer()
    if !isDrawn { layer.contents = source }
    #expect(layer.contentsCenter == Rect(width: 1, height: 1))
    layer.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    layer.frame = Rect(width: Double(side), height: Double(side))
    #expect(layer.contents?.id == source.id)
    let picture = try layer.picture()
    if side == 40 { #expect(picture.differences(from: source) == 0) }
    for (cornerX, cornerY) in [(0, 0), (30, 0), (0, 30), (30, 30)] {
      let (dx, dy) = (cornerX == 0 ? 0 : side - 40, cornerY == 0 ? 0 : side - 40)
      for y in cornerY..<cornerY + 10 {
        for x in cornerX..<cornerX + 10 {
          #expect(picture.rgba(x + dx, y + dy) == source.rgba(x, y))
        }
      }
    }
    // The sides stretch in one direction, the middle in both.
    for place in [10, side / 2, side - 11] {
      for (x, y) in [(place, 0), (place, side - 1), (0, place), (side - 1, place), (place, place)] {
        #expect(picture.rgba(x, y) == [0, 255, 0, 255])
      }
    }
  }

  @Test(
    "S-093: a drawing fills its layer; after a resize without display the gravity places it",
    arguments: [
      (ContentsGravity.resize, PixelRect(x: 0, y: 0, width: 100, height: 60)),
      (.resizeAspect, PixelRect(x: 20, y: 0, width: 60, height: 60)),
      (.resizeAspectFill, PixelRect(x: 0, y: -20, width: 100, height: 100)),
      (.center, PixelRect(x: 30, y: 10, width: 40, height: 40)),
      (.top, PixelRect(x: 30, y: 0, width: 40, height: 40)),
      (.bottom, PixelRect(x: 30, y: 20, width: 40, height: 40)),
      (.left, PixelRect(x: 0, y: 10, width: 40, height: 40)),
      (.right, PixelRect(x: 60, y: 10, width: 40, height: 40)),
      (.topLeft, PixelRect(x: 0, y: 0, width: 40, height: 40)),
      (.topRight, PixelRect(x: 60, y: 0, width: 40, height: 40)),
      (.bottomLeft, PixelRect(x: 0, y: 20, width: 40, height: 40)),
      (.bottomRight, PixelRect(x: 60, y: 20, width: 40, height: 40)),
    ])
  func s093_resizedDrawing(gravity: ContentsGravity, expected: PixelRect) throws {
    let layer = DrawnLayer(Rect(width: 40, height: 40)) {
      try $0.fill(Rect(width: 40, height: 40), with: .red)
    }
    let root = Layer(Rect(width: 200, height: 200), nil, [layer])
    layer.contentsGravity = gravity
    #expect(try root.picture().inkArea == PixelRect(width: 40, height: 40))
    layer.frame = Rect(x: 50, y: 50, width: 100, height: 60)
    let moved = PixelRect(
      x: expected.x + 50, y: expected.y + 50, width: expected.width, height: expected.height)
    #expect(try root.picture().inkArea == moved)
  }
}

extension Bitmap {
  /// The least rectangle around the pixels that are not white.
  var inkArea: PixelRect {
    area { $0 != 0xffff_ffff }.frame
  }
}

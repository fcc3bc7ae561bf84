// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Contents: gravity, scale, the part that is shown, the center that stretches, filters, tint.
struct ContentsTests {
  /// A bitmap of one colour.
  static func plain(_ width: Int, _ height: Int, _ color: Color = .red) throws -> Bitmap {
    try GraphicsContext(
      pixels: PixelSize(width: width, height: height), background: color
    ).makeBitmap()
  }

  /// The pixels of a picture that are not white.
  static func ink(_ image: Bitmap) -> PixelRect {
    var area = PixelRect(width: 0, height: 0)
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x: x, y: y) != 0xffff_ffff {
        area = area.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return area
  }

  /// S-086, S-088, S-078 and picture A3: an image of 80 × 40 in 100 × 100, at scales 1 and 2.
  @Test(arguments: [
    (ContentsGravity.center, [10, 30, 80, 40], [30, 40, 40, 20]),
    (.top, [10, 0, 80, 40], [30, 0, 40, 20]), (.bottom, [10, 60, 80, 40], [30, 80, 40, 20]),
    (.left, [0, 30, 80, 40], [0, 40, 40, 20]), (.right, [20, 30, 80, 40], [60, 40, 40, 20]),
    (.topLeft, [0, 0, 80, 40], [0, 0, 40, 20]), (.topRight, [20, 0, 80, 40], [60, 0, 40, 20]),
    (.bottomLeft, [0, 60, 80, 40], [0, 80, 40, 20]),
    (.bottomRight, [20, 60, 80, 40], [60, 80, 40, 20]),
    (.resize, [0, 0, 100, 100], [0, 0, 100, 100]),
    (.resizeAspect, [0, 25, 100, 50], [0, 25, 100, 50]),
    (.resizeAspectFill, [-50, 0, 200, 100], [-50, 0, 200, 100]),
  ])
  func s086Gravity(_ gravity: ContentsGravity, _ single: [Int], _ double: [Int]) throws {
    let contents = NodeContents.image(ImageContents(try Self.plain(80, 40)))
    for (scale, expected) in [(1.0, single), (2.0, double)] {
      let node = RenderNode(Rect(x: 100, y: 50, width: 100, height: 100), contents: contents) {
        $0.contentsGravity = gravity
        $0.contentsScale = scale
      }
      let image = try RenderTree(300, 200, [node]).image
      let area = PixelRect(
        x: 100 + expected[0], y: 50 + expected[1], width: expected[2], height: expected[3])
      #expect(Self.ink(image) == area, "\(gravity) at \(scale)")
      #expect(image.rgba(area.x + 1, area.y + 1) == [255, 0, 0, 255])
    }
  }

  /// S-087: contents are stretched unless a gravity says otherwise.
  @Test func s087Default() { #expect(LayerProperties().contentsGravity == .resize) }

  /// S-094: what overflows is cut off with `masksToBounds`, 50 pixels on each side.
  @Test func s094Overflow() throws {
    let contents = NodeContents.image(ImageContents(try Self.plain(80, 40)))
    let node = RenderNode(Rect(x: 100, y: 50, width: 100, height: 100), contents: contents) {
      $0.contentsGravity = .resizeAspectFill
      $0.masksToBounds = true
    }
    let image = try RenderTree(300, 200, [node]).image
    #expect(Self.ink(image) == PixelRect(x: 100, y: 50, width: 100, height: 100))
  }

  /// A strip of ten fields, each with a colour of its own and a mark in it.
  static func digits() throws -> Bitmap {
    var context = try GraphicsContext(size: Size(width: 200, height: 30))
    for k in 0..<10 {
      let x = Double(k * 20)
      try context.fill(
        Rect(x: x, y: 0, width: 20, height: 30),
        with: Color(red: Double(k) / 9, green: 1 - Double(k) / 9, blue: 0.5))
      try context.fill(
        Rect(x: x + Double(k), y: Double(2 * k), width: 5, height: 7), with: .black)
    }
    return context.makeBitmap()
  }

  /// S-089 and picture A5: the part k/10 shows digit k, and nothing of its neighbours.
  @Test(arguments: 0..<10) func s089Digits(_ k: Int) throws {
    let strip = try Self.digits()
    let node = RenderNode(
      Rect(x: 5, y: 6, width: 20, height: 30), contents: .image(ImageContents(strip))
    ) { $0.contentsRect = Rect(x: Double(k) / 10, y: 0, width: 0.1, height: 1) }
    let image = try RenderTree(60, 60, [node]).image
    for y in 0..<30 {
      for x in 0..<20 {
        #expect(image.pixel(x: x + 5, y: y + 6) == strip.pixel(x: x + k * 20, y: y))
      }
    }
    // Enlarged, the neighbours still do not show.
    let large = RenderNode(
      Rect(x: 0, y: 0, width: 60, height: 60), contents: .image(ImageContents(strip))
    ) { $0.contentsRect = Rect(x: Double(k) / 10, y: 0, width: 0.1, height: 1) }
    let wide = try RenderTree(60, 60, [large]).image
    #expect(wide.rgba(59, 59) == strip.rgba(k * 20 + 19, 29))
    #expect(wide.rgba(0, 59) == strip.rgba(k * 20, 29))
  }

  /// S-090: a part that is larger than the image shrinks it, and its edge pixels go on.
  @Test func s090Smear() throws {
    var context = try GraphicsContext(size: Size(width: 20, height: 20), background: .blue)
    try context.fill(Rect(x: 0, y: 0, width: 1, height: 20), with: .red)
    let contents = NodeContents.image(ImageContents(context.makeBitmap()))
    let node = RenderNode(Rect(width: 40, height: 40), contents: contents) {
      $0.contentsRect = Rect(x: -0.5, y: -0.5, width: 2, height: 2)
    }
    let image = try RenderTree(40, 40, [node]).image
    #expect(image.rgba(0, 20) == [255, 0, 0, 255])
    #expect(image.rgba(9, 20) == [255, 0, 0, 255])
    #expect(image.rgba(20, 20) == [0, 0, 255, 255] && image.rgba(39, 2) == [0, 0, 255, 255])
  }

  /// A picture of 40 × 40 whose corners are 10 × 10 with a pattern.
  static func frame() throws -> Bitmap {
    var context = try GraphicsContext(size: Size(width: 40, height: 40), background: .lime)
    for (x, y) in [(0.0, 0.0), (30, 0), (0, 30), (30, 30)] {
      try context.fill(Rect(x: x, y: y, width: 10, height: 10), with: .red)
      try context.fill(Path(ellipseIn: Rect(x: x + 1, y: y + 2, width: 7, height: 5)), with: .black)
    }
    return context.makeBitmap()
  }

  /// S-091, S-092 and picture A5: nine parts at three sizes; the corners keep every pixel, whether
  /// the contents were assigned or drawn.
  @Test(arguments: [40, 100, 200], [false, true]) func s091Nine(_ side: Int, _ isDrawn: Bool) throws
  {
    let source = try Self.frame()
    let contents = ImageContents(
      source, drawnSize: isDrawn ? Size(width: 40, height: 40) : nil)
    let node = RenderNode(
      Rect(width: Double(side), height: Double(side)), contents: .image(contents)
    ) { $0.contentsCenter = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
    let image = try RenderTree(200, 200, [node]).image
    for (cornerX, cornerY) in [(0, 0), (30, 0), (0, 30), (30, 30)] {
      let dx = cornerX == 0 ? 0 : side - 40
      let dy = cornerY == 0 ? 0 : side - 40
      for y in cornerY..<cornerY + 10 {
        for x in cornerX..<cornerX + 10 {
          #expect(image.pixel(x: x + dx, y: y + dy) == source.pixel(x: x, y: y))
        }
      }
    }
    #expect(image.rgba(side / 2, 2) == [0, 255, 0, 255])
    #expect(image.rgba(side / 2, side / 2) == [0, 255, 0, 255])
  }

  /// S-093: a drawing for 40 × 40 in a layer that is 100 × 60 by now: gravity places it, and
  /// `resize` stretches it.
  @Test(arguments: [
    (ContentsGravity.resize, [0, 0, 100, 60]), (.bottomRight, [60, 20, 40, 40]),
    (.resizeAspect, [20, 0, 60, 60]),
  ])
  func s093ResizedDrawing(_ gravity: ContentsGravity, _ expected: [Int]) throws {
    let drawing = ImageContents(
      try Self.plain(40, 40), drawnSize: Size(width: 40, height: 40))
    let node = RenderNode(
      Rect(x: 10, y: 20, width: 100, height: 60), contents: .image(drawing)
    ) { $0.contentsGravity = gravity }
    let area = PixelRect(
      x: 10 + expected[0], y: 20 + expected[1], width: expected[2], height: expected[3])
    #expect(Self.ink(try RenderTree(120, 100, [node]).image) == area)
  }

  /// Filters: the nearest pixel keeps the colours of the image, interpolation makes new ones.
  @Test(arguments: ContentsFilter.allCases) func filters(_ filter: ContentsFilter) throws {
    var context = try GraphicsContext(size: Size(width: 2, height: 1), background: .blue)
    try context.fill(Rect(x: 0, y: 0, width: 1, height: 1), with: .red)
    let contents = NodeContents.image(ImageContents(context.makeBitmap()))
    let node = RenderNode(Rect(width: 40, height: 10), contents: contents) {
      $0.magnificationFilter = filter
    }
    let image = try RenderTree(40, 10, [node]).image
    let colors = Set((0..<40).map { image.pixel(x: $0, y: 5) })
    #expect(filter == .nearest ? colors.count == 2 : colors.count > 10)
    #expect(image.rgba(0, 5) == [255, 0, 0, 255] && image.rgba(39, 5) == [0, 0, 255, 255])

    let small = RenderNode(Rect(width: 1, height: 1), contents: contents) {
      $0.minificationFilter = filter
    }
    let pixel = try RenderTree(1, 1, [small]).image.rgba(0, 0)
    #expect(filter == .nearest ? pixel[0] == 0 || pixel[0] == 255 : pixel[0] == 128)
  }

  /// Coverage in the tint of the contents, drawn pixel for pixel and stretched.
  @Test(arguments: [10.0, 25]) func tintedCoverage(_ side: Double) throws {
    var context = try GraphicsContext(size: Size(width: 10, height: 10), format: .alpha8)
    try context.fill(Rect(x: 0, y: 0, width: 10, height: 10), with: Color(white: 0, alpha: 0.5))
    let tint = Color(red: 1, green: 0.5, blue: 0)
    let contents = ImageContents(context.makeBitmap(), tint: tint)
    let node = RenderNode(Rect(width: side, height: side), contents: .image(contents))
    let pixel = try RenderTree(30, 30, background: nil, [node]).image.rgba(4, 4)
    #expect(pixel[3] == 128 && pixel[0] == 128 && abs(Int(pixel[1]) - 64) <= 1 && pixel[2] == 0)
  }

  /// Contents that were drawn for the layer stand on whole pixels, wherever the layer lies; others
  /// are interpolated.
  @Test func drawnContentsStandOnPixels() throws {
    let source = try Self.frame()
    func image(_ drawnSize: Size?, x: Double) throws -> Bitmap {
      let contents = ImageContents(source, drawnSize: drawnSize)
      let node = RenderNode(
        Rect(x: x, y: 4.25, width: 20, height: 20), contents: .image(contents)
      ) { $0.contentsScale = 2 }
      return try RenderTree(30, 30, scale: 2, [node]).image
    }
    let drawn = try image(Size(width: 20, height: 20), x: 3.3)
    for y in 0..<40 {
      for x in 0..<40 {
        // 3.3 · 2 = 6.6 rounds to 7, 4.25 · 2 = 8.5 to 9.
        #expect(drawn.pixel(x: x + 7, y: y + 9) == source.pixel(x: x, y: y))
      }
    }
    #expect(try image(nil, x: 3.3) != drawn)
    #expect(try image(Size(width: 20, height: 20), x: 3.4) == drawn)
  }

  /// S-077: a picture at twice the scale, averaged, is the one at scale 1.
  @Test func s077Scale() throws {
    func tree(_ scale: Double) -> RenderTree {
      let node = RenderNode(Rect(x: 3, y: 4, width: 33, height: 21), .blue) {
        $0.cornerRadius = 9
        $0.borderWidth = 2
        $0.borderColor = .red
        $0.transform = .rotation(0.3)
      }
      return RenderTree(50, 40, scale: scale, [node])
    }
    let (single, double) = (try tree(1).image, try tree(2).image)
    #expect(double.width == 2 * single.width && double.height == 2 * single.height)
    for y in 0..<single.height {
      for x in 0..<single.width {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { double.rgba(2 * x + $0.0, 2 * y + $0.1) }
        for k in 0..<4 {
          let mean = four.reduce(0) { $0 + Int($1[k]) } / 4
          #expect(abs(mean - Int(single.rgba(x, y)[k])) <= 8)
        }
      }
    }
  }

  /// S-128, S-064: contents are drawn above the background, pixel for pixel.
  @Test func s064Contents() throws {
    let source = try Self.frame()
    let node = RenderNode(
      Rect(x: 18, y: 18, width: 40, height: 40), .blue, contents: .image(ImageContents(source)))
    let image = try RenderTree(80, 80, [node]).image
    for y in 0..<40 {
      for x in 0..<40 { #expect(image.pixel(x: x + 18, y: y + 18) == source.pixel(x: x, y: y)) }
    }
  }
}

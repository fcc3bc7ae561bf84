// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Layers that draw a gradient.
struct GradientTests {
  static let yellow = Color(red: 1, green: 1, blue: 0)
  static let green = Color(red: 0, green: 1, blue: 0)

  /// A picture that a gradient layer fills.
  private static func image(
    _ width: Double, _ height: Double, _ colors: [Color?], background: Color? = .white,
    _ change: (inout LayerProperties, inout GradientProperties) -> Void = { _, _ in }
  ) throws -> Bitmap {
    try RenderTree(
      width, height, background: background,
      [
        RenderNode(Rect(width: width, height: height)) {
          var gradient = GradientProperties()
          gradient.colors = colors
          change(&$0, &gradient)
          $0.kind = .gradient(gradient)
        }
      ]
    ).image
  }

  /// The same from a corner to the opposite one.
  private static func diagonal(
    _ width: Double, _ height: Double, _ colors: [Color?], _ locations: [Double]? = nil
  ) throws -> Bitmap {
    try image(width, height, colors) { _, gradient in
      gradient.startPoint = .zero
      gradient.endPoint = Point(x: 1, y: 1)
      gradient.locations = locations
    }
  }

  private static func rgb(_ image: Bitmap, _ x: Int, _ y: Int) -> [Int] {
    let pixel = image.pixel(x: x, y: y)
    return [Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255)]
  }

  private static func isBlank(_ image: Bitmap) -> Bool {
    (0..<image.height).allSatisfy { y in
      (0..<image.width).allSatisfy { image.pixel(x: $0, y: y) == 0xffff_ffff }
    }
  }

  @Test("S-148: colours change smoothly from the top to the bottom") func s148_smooth() throws {
    let image = try Self.image(3, 256, [.white, .black])
    for y in 0..<256 {
      let levels = Self.rgb(image, 1, y)
      #expect(Set(levels).count == 1 && abs(levels[0] - (255 - y)) <= 1, "\(y): \(levels)")
      if y > 0 { #expect(levels[0] <= Self.rgb(image, 1, y - 1)[0]) }
    }
  }

  @Test("S-149, A7: red to blue from corner to corner") func s149_corners() throws {
    let image = try Self.diagonal(200, 200, [.red, .blue])
    #expect(Self.rgb(image, 0, 0) == [254, 0, 1])
    #expect(Self.rgb(image, 100, 100) == [127, 0, 128])
    for (x, y) in [(199, 199), (17, 140), (140, 17), (60, 60)] {
      let t = Double(x + y + 1) / 400
      #expect(Self.rgb(image, x, y) == [Int(255 * (1 - t) + 0.5), 0, Int(255 * t + 0.5)])
    }
  }

  @Test("S-150: seven colours are spread evenly") func s150_evenly() throws {
    let bits = (0..<7).map { (k: Int) -> [Int] in [k & 1, k >> 1 & 1, k >> 2] }
    let rainbow = bits.map { Color(red: Double($0[0]), green: Double($0[1]), blue: Double($0[2])) }
    func image(_ locations: [Double]?) throws -> Bitmap {
      try Self.image(3, 601, rainbow) { $1.locations = locations }
    }
    let even = try image(nil)
    for k in 0..<7 {
      let seen = Self.rgb(even, 1, 100 * k)
      for (level, bit) in zip(seen, bits[k]) { #expect(abs(level - 255 * bit) <= 1, "\(k)") }
    }
    let given = try image((0..<7).map { Double($0) / 6 })
    #expect((0..<601).allSatisfy { even.pixel(x: 1, y: $0) == given.pixel(x: 1, y: $0) })
  }

  @Test("S-151: another number of places than of colours draws nothing") func s151_mismatch() throws
  {
    #expect(try Self.isBlank(Self.diagonal(20, 20, [.red, .blue], [0, 0.5, 1])))
    #expect(try Self.isBlank(Self.diagonal(20, 20, [.red, .blue], [0])))
    #expect(try Self.isBlank(Self.diagonal(20, 20, [.red, .blue], [])))
    #expect(try !Self.isBlank(Self.diagonal(20, 20, [.red, .blue], [0, 1])))
  }

  @Test("S-152, A7: three colours at places") func s152_places() throws {
    let image = try Self.diagonal(200, 200, [.red, Self.yellow, Self.green], [0, 0.25, 0.5])
    #expect(Self.rgb(image, 25, 25) == [255, 130, 0])
    #expect(Self.rgb(image, 49, 50) == [255, 255, 0])
    for (x, y) in [(100, 100), (150, 50), (199, 0), (199, 199), (120, 130)] {
      #expect(Self.rgb(image, x, y) == [0, 255, 0])
    }
  }

  @Test("S-154: above the background, within the corners, in place of the contents")
  func s154_background() throws {
    func picture(_ colors: [Color?], contents: NodeContents = .none, radius: Double = 0) throws
      -> Bitmap
    {
      try RenderTree(
        40, 40,
        [
          RenderNode(
            Rect(width: 40, height: 40), .red, contents: contents,
            sublayers: [RenderNode(Rect(x: 10, y: 10, width: 5, height: 5), .black)]
          ) {
            $0.cornerRadius = radius
            $0.gradient.colors = colors
          }
        ]
      ).image
    }
    var context = try GraphicsContext(pixels: PixelSize(width: 40, height: 40))
    try context.fill(Rect(width: 40, height: 40), with: Self.green)
    let contents = NodeContents.image(ImageContents(context.makeBitmap()))
    // Half clear: the background shows through, the contents do not, the sublayer lies above.
    let image = try picture([Color.clear, .blue], contents: contents, radius: 12)
    #expect(Self.rgb(image, 0, 0) == [255, 255, 255])
    #expect(Self.rgb(image, 39, 39) == [255, 255, 255])
    #expect(Self.rgb(image, 20, 0)[0] > 250)
    #expect(Self.rgb(image, 20, 39)[2] > 250)
    #expect(Self.rgb(image, 12, 12) == [0, 0, 0])
    for y in 0..<40 { #expect(Self.rgb(image, 20, y)[1] == 0) }
    // Without colours the background alone.
    #expect(Self.rgb(try picture([]), 20, 20) == [255, 0, 0])
    #expect(Self.rgb(try picture([nil, nil]), 20, 20) == [255, 0, 0])
  }

  @Test("S-155: lines of one colour are stretched with the layer") func s155_stretched() throws {
    let image = try Self.diagonal(200, 100, [.red, .blue])
    for (x, y) in [(199, 0), (0, 99), (100, 49)] {
      let seen = Self.rgb(image, x, y)
      #expect(abs(seen[0] - 128) <= 1 && abs(seen[2] - 127) <= 1, "\(x), \(y): \(seen)")
    }
    #expect(Self.rgb(image, 0, 0) == [254, 0, 1])
  }

  @Test("W-26: radii along each axis") func w26_radial() throws {
    let image = try Self.image(200, 100, [.red, .blue]) {
      $1.type = .radial
      $1.startPoint = Point(x: 0.5, y: 0.5)
      $1.endPoint = Point(x: 0.75, y: 1)
    }
    // A quarter of the width to the side, half of the height up and down: 50 pixels each.
    #expect(Self.rgb(image, 100, 50)[0] >= 250)
    for (x, y) in [(149, 50), (50, 50), (100, 0), (100, 99), (135, 85), (64, 15)] {
      #expect(Self.rgb(image, x, y)[2] >= 248, "\(x), \(y)")
    }
    for (x, y) in [(125, 50), (75, 50), (100, 25), (100, 74)] {
      #expect(abs(Self.rgb(image, x, y)[2] - 127) <= 4, "\(x), \(y)")
    }
    #expect(Self.rgb(image, 199, 50) == [0, 0, 255])
    // Ellipses: half of the width and of the height.
    let wide = try Self.image(200, 100, [.red, .blue]) {
      $1.type = .radial
      $1.startPoint = Point(x: 0.5, y: 0.5)
      $1.endPoint = Point(x: 0, y: 0)
    }
    #expect(abs(Self.rgb(wide, 150, 50)[2] - Self.rgb(wide, 100, 75)[2]) <= 3)
  }

  @Test("W-26: a conic gradient goes clockwise from the end point") func w26_conic() throws {
    let image = try Self.image(100, 100, [.black, .white]) {
      $1.type = .conic
      $1.startPoint = Point(x: 0.5, y: 0.5)
      $1.endPoint = Point(x: 0.5, y: 0)
    }
    // From the top: right, bottom, left.
    for (x, y, level) in [(99, 50, 64), (50, 99, 127), (0, 49, 191), (85, 14, 32)] {
      #expect(abs(Self.rgb(image, x, y)[0] - level) <= 2, "\(x), \(y)")
    }
    #expect(Self.rgb(image, 50, 0)[0] <= 1)
    #expect(Self.rgb(image, 49, 0)[0] >= 254)
  }

  @Test("Places outside 0 to 1, descending, not finite") func places() throws {
    func column(_ locations: [Double]?, _ colors: [Color?] = [.black, .white]) throws -> [Int] {
      let image = try Self.image(1, 100, colors) { $1.locations = locations }
      return (0..<100).map { Self.rgb(image, 0, $0)[0] }
    }
    // From -1 to 1, only the second half is seen.
    let half = try column([-1, 1])
    #expect((0..<100).allSatisfy { abs(Double(half[$0]) - 127.5 - 1.275 * Double($0)) < 2 })
    #expect(Set(try column([1, 2])) == [0])
    // Descending, and NaN: the place before.
    let three: [Color?] = [.black, .white, .black]
    #expect(try column([0, 0.5, 0.2], three) == column([0, 0.5, 0.5], three))
    #expect(try column([0, 0.5, .nan], three) == column([0, 0.5, 0.5], three))
    #expect(try column([.nan, 0.5, 1], three) == column([0.5, 0.5, 1], three))
    #expect(try column([.infinity, .infinity]) == column([0, 0]))
    let sudden = try column([0, 0.5, 0.2], three)
    #expect(sudden[49] > 248 && sudden[50] == 0)
  }

  @Test("One colour, equal points, no extent, numbers that are none") func badInput() throws {
    let one = try Self.image(10, 10, [.blue])
    for k in 0..<10 { #expect(Self.rgb(one, k, 9 - k) == [0, 0, 255]) }
    let faded = try Self.image(10, 10, [Color(white: 0, alpha: 0.5)])
    #expect(Self.rgb(faded, 5, 5) == [127, 127, 127])
    for type in Gradient.Kind.allCases {
      for (p, q) in [
        (Point(x: 0.5, y: 0.5), Point(x: 0.5, y: 0.5)), (.zero, Point(x: Double.nan, y: 1)),
        (Point(x: Double.infinity, y: 0), Point(x: 1, y: 1)),
        (.zero, Point(x: 1e308, y: -Double.infinity)),
      ] {
        let image = try Self.image(10, 10, [.red, .blue]) {
          $1.type = type
          $1.startPoint = p
          $1.endPoint = q
        }
        #expect(Self.isBlank(image), "\(type) \(p) \(q)")
      }
      for size in [Size(width: 0, height: 10), Size(width: 10, height: .nan)] {
        let image = try Self.image(10, 10, [.red, .blue]) {
          $1.type = type
          $0.bounds.size = size
        }
        #expect(Self.isBlank(image))
      }
    }
    // A radius of 0 on one axis.
    #expect(try Self.isBlank(Self.image(10, 10, [.red, .blue]) { $1.type = .radial }))
  }

  @Test("Bands, parts and threads of a turned gradient have the same pixels") func parts() throws {
    for type in Gradient.Kind.allCases {
      let node = RenderNode(Rect(x: 20, y: 30, width: 140, height: 90), Self.green) {
        $0.cornerRadius = 20
        $0.transform = .rotation(0.4)
        $0.gradient.type = type
        $0.gradient.colors = [.red, nil, .blue, Self.yellow]
        $0.gradient.startPoint = Point(x: 0.3, y: 0.4)
        $0.gradient.endPoint = Point(x: 0.9, y: 0.8)
      }
      let tree = RenderTree(190, 170, [node])
      let whole = try tree.image
      #expect(Set((0..<190).map { whole.pixel(x: $0, y: 80) }).count > 60)
      // Moved by whole pixels beyond the left and upper edge of a smaller picture.
      let space = RenderNode(
        Rect(x: -33, y: -41, width: 190, height: 170), .white, sublayers: [node])
      let part = try RenderTree(101, 97, [space]).image
      for y in 0..<97 {
        for x in 0..<101 {
          let (a, b) = (part.pixel(x: x, y: y), whole.pixel(x: x + 33, y: y + 41))
          // Another place of the origin rounds sums of the map in another way.
          for k in 0..<4 {
            let shift = UInt32(8 * k)
            #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 1)
          }
        }
      }
    }
  }

  @Test("a gradient that is cut off at its own bounds has the edge that it has without")
  func anEdgeIsDrawnOnce() throws {
    for masks in [false, true] {
      let node = RenderNode(Rect(x: 0.5, y: 0.5, width: 9, height: 9)) {
        $0.gradient.colors = [.red, .red]
        $0.masksToBounds = masks
      }
      let image = try RenderTree(10, 10, background: nil, [node]).image
      // Half of a pixel, and a quarter.
      #expect(abs(Int(image.rgba(0, 5)[3]) - 128) <= 1, "\(masks)")
      #expect(abs(Int(image.rgba(0, 0)[3]) - 64) <= 1, "\(masks)")
    }
  }
}

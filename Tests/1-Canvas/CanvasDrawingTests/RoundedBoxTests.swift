// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing

@testable import CanvasDrawing

/// Boxes with round corners beside their paths, filled as a whole.
struct RoundedBoxTests {
  private static let size = PixelSize(width: 260, height: 190)
  private static let picture = PixelRect(width: 260, height: 190)

  private struct Shape {
    let rect: Rect
    let radii: Size
    let corners: Corners

    var path: Path { Path(roundedRect: rect, radii: radii, corners: corners) }
    var box: RoundedBox? { RoundedBox(rect: rect, radii: radii, corners: corners) }
  }

  private static let shapes = [
    Shape(
      rect: Rect(x: 10, y: 12, width: 220, height: 160), radii: Size(width: 12, height: 12),
      corners: .all),
    Shape(
      rect: Rect(x: 9.3, y: 12.75, width: 220.2, height: 160.5),
      radii: Size(width: 20.5, height: 11.25), corners: [.topLeft, .bottomRight]),
    Shape(
      rect: Rect(x: -40, y: -7.5, width: 400, height: 60), radii: Size(width: 30, height: 30),
      corners: .all),
    Shape(
      rect: Rect(x: 30.4, y: 40.6, width: 24, height: 24), radii: Size(width: 12, height: 12),
      corners: .all),
    Shape(
      rect: Rect(x: 3.9, y: 8.1, width: 220.3, height: 150.7), radii: Size(width: 9, height: 9),
      corners: .topRight),
    Shape(
      rect: Rect(x: 30, y: 40, width: 0.6, height: 120), radii: Size(width: 0.3, height: 0.3),
      corners: .all),
  ]

  /// A context with a picture in it.
  private func context(_ format: PixelFormat = .rgba8) throws -> GraphicsContext {
    var context = try GraphicsContext(pixels: Self.size, format: format)
    for i in 0..<20 {
      let x = Double(i) * 13
      try context.fill(
        Rect(x: x, y: x / 2, width: 40, height: 30),
        with: Color(red: x / 260, green: 0.4, blue: 0.9, alpha: 0.3))
    }
    return context
  }

  private func areEqual(_ a: Bitmap, _ b: Bitmap) -> Bool {
    (0..<a.height).allSatisfy { y in
      (0..<a.width).allSatisfy { x in a.pixel(x: x, y: y) == b.pixel(x: x, y: y) }
    }
  }

  /// All bits are those of the path: in both formats, opaque or not, within a soft clip or not.
  @Test(arguments: 0..<6) func aBoxIsItsPath(_ index: Int) throws {
    let shape = Self.shapes[index]
    let box = try #require(shape.box)
    for format in [PixelFormat.rgba8, .alpha8] {
      for (alpha, isSoft) in [(1.0, false), (0.4, false), (1, true), (0.7, true)] {
        let color = Color(red: 0.9, green: 0.5, blue: 0.1, alpha: alpha)
        func drawn(_ body: (inout GraphicsContext) throws -> Void) throws -> Bitmap {
          var context = try context(format)
          if isSoft {
            try context.clip(to: Path(ellipseIn: Rect(x: 5, y: 5, width: 240, height: 170)))
          }
          try body(&context)
          return context.makeBitmap()
        }
        let filled = try drawn { try $0.fill(shape.path, with: color) }
        let boxed = try drawn { try $0.fill(box, premultiplied: color.premultiplied8) }
        #expect(areEqual(filled, boxed), "\(format), \(alpha), \(isSoft)")
        let clipped = try drawn {
          try $0.clip(to: shape.path)
          try $0.fillClip(with: color)
        }
        let clippedToBox = try drawn {
          try $0.clip(to: box)
          try $0.fillClip(with: color)
        }
        #expect(areEqual(clipped, clippedToBox), "clip: \(format), \(alpha), \(isSoft)")
      }
    }
  }

  /// A box is drawn in parts with the same bits, and not where it is left out.
  @Test func whatIsLeftOut() throws {
    let box = try #require(Self.shapes[1].box)
    let color: UInt32 = 0xc0_30_60_90
    var whole = try context()
    try whole.fill(box, premultiplied: color)
    let (all, none) = (whole.makeBitmap(), try context().makeBitmap())
    let areas = [
      PixelRect(x: 20, y: 50, width: 100, height: 60),
      PixelRect(x: 60, y: 0, width: 30, height: 190),
    ]
    var parts = try context()
    try parts.fill(box, premultiplied: color, except: areas)
    let left = parts.makeBitmap()
    for y in 0..<Self.picture.height {
      for x in 0..<Self.picture.width {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        let isLeftOut = areas.contains { $0.contains(pixel) }
        #expect(left.pixel(x: x, y: y) == (isLeftOut ? none : all).pixel(x: x, y: y))
      }
    }
  }

  /// Boxes of any size at any whole place are made of one small one; other fractions of pixels,
  /// corners or blurs have others.
  @Test func oneSmallBoxForAll() throws {
    func key(_ rect: Rect, _ radius: Double = 9, deviation: Double = 0) throws -> SmallBox {
      let blur = GaussianBlur(deviation: deviation)
      let radii = Size(width: radius, height: radius)
      return try #require(
        RoundedBox(rect: rect, radii: radii, corners: .all, deviation: deviation, blur: blur)
      ).key
    }
    for deviation in [0.0, 3] {
      let one = try key(Rect(x: 3, y: 4, width: 120, height: 130), deviation: deviation)
      let same = try key(Rect(x: 700, y: -80, width: 900, height: 100), deviation: deviation)
      #expect(one == same)
      // 2 · (9 + reach + 2) + 3 columns: corners, what they reach, and one between.
      let reach = 3 * deviation
      #expect(one.rect == Rect(x: 0, y: 0, width: 25 + 2 * reach, height: 25 + 2 * reach))
      // The same fraction has the same key though its binary digits are cut elsewhere.
      let tenth = try key(Rect(x: 3.9, y: 4.1, width: 120.3, height: 130), deviation: deviation)
      let far = try key(Rect(x: 700.9, y: 188.1, width: 200.3, height: 100), deviation: deviation)
      #expect(tenth == far)
      let others = [
        try key(Rect(x: 3.5, y: 4, width: 120, height: 130), deviation: deviation),
        try key(Rect(x: 3, y: 4, width: 120.5, height: 130), deviation: deviation),
        try key(Rect(x: 3, y: 4, width: 120, height: 130), 8, deviation: deviation),
        try key(Rect(x: 3, y: 4, width: 120, height: 130), deviation: deviation + 1),
      ]
      #expect(Set(others + [one]).count == 5)
    }
    // What has neither corners nor a blur is filled as a path is.
    #expect(
      RoundedBox(rect: Rect(x: 0.3, y: 0, width: 9, height: 9), radii: .zero, corners: .all) == nil)
    // A path of many pixels is not kept.
    let large = Rect(width: 2000, height: 2000)
    #expect(RoundedBox(rect: large, radii: Size(width: 900, height: 900), corners: .all) == nil)
  }

  /// Strips are the rectangle without the others, once each.
  @Test func strips() {
    let area = PixelRect(x: 2, y: 3, width: 20, height: 16)
    let others = [
      PixelRect(x: 5, y: 6, width: 9, height: 4), PixelRect(x: 9, y: 0, width: 3, height: 40),
    ]
    var counts: [Int: Int] = [:]
    area.forEachStrip(around: others[...]) { strip in
      for y in strip.y..<strip.maxY {
        for x in strip.x..<strip.maxX { counts[100 * y + x, default: 0] += 1 }
      }
    }
    // 20 · 16, less 9 · 4, less 3 · 16, and the common 3 · 4 once more.
    #expect(counts.count == 248 && counts.values.allSatisfy { $0 == 1 })
    #expect(
      area.strips(around: area).isEmpty
        && area.strips(around: PixelRect(width: 0, height: 0)) == [area])
  }
}

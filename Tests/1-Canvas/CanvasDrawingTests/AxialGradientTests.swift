// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry

/// Padded axial gradients, whose rows are ramps between stops: exact colours, stops on the centres of
/// pixels, and the same pixels wherever a row begins.
@Suite(.serialized) struct AxialGradientTests {
  /// Premultiplied colours of a row of pixels.
  private static func row(_ gradient: Gradient, x: Int, y: Int, count: Int) throws -> [UInt32] {
    let shader = try #require(GradientShader(gradient, transform: .identity))
    var row = [UInt32](repeating: 0x1234_5678, count: count)
    shader.shade(x: x, y: y, into: &row)
    return row
  }

  /// Up, down and across, steep and flat.
  private static let axes: [(from: Point, to: Point)] = [
    (Point(x: -700, y: 0), Point(x: 2900, y: 0)), (Point(x: 2900, y: 0), Point(x: -700, y: 0)),
    (Point(x: 0, y: 900), Point(x: 0, y: 20)), (Point(x: 2, y: 3), Point(x: 1900, y: 1700)),
    (Point(x: 1500, y: 90), Point(x: 1490, y: 80)), (Point(x: 0, y: -9000), Point(x: 1, y: 9000)),
  ]

  private static let stops: [(place: Double, color: [Double])] = [
    (0, [1, 0, 0.3, 1]), (0.25, [0.2, 1, 0.8, 0.5]), (0.7, [1, 1, 1, 0]), (1, [0, 0.5, 1, 1]),
  ]

  private static var gradientStops: [Gradient.Stop] {
    stops.map { place, color in
      Gradient.Stop(
        offset: place,
        color: Color(red: color[0], green: color[1], blue: color[2], alpha: color[3]))
    }
  }

  /// The premultiplied colour at a place, 0 to 255.
  private static func exact(_ place: Double) -> [Double] {
    let k = stops.dropLast().lastIndex { $0.place <= place } ?? 0
    let (a, b) = (stops[k], stops[k + 1])
    let t = max(0, min(1, (place - a.place) / (b.place - a.place)))
    return (0..<4).map { i in
      let (from, to) = (
        a.color[3] * (i < 3 ? a.color[i] : 1), b.color[3] * (i < 3 ? b.color[i] : 1)
      )
      return 255 * (from + (to - from) * t)
    }
  }

  @Test(arguments: axes)
  func coloursAreRoundedToTheNearestLevel(axis: (from: Point, to: Point)) throws {
    let gradient = Gradient(.axial(from: axis.from, to: axis.to), stops: Self.gradientStops)
    let (dx, dy) = (axis.to.x - axis.from.x, axis.to.y - axis.from.y)
    var worst = 0.0
    for y in [-40, 85, 444] {
      for (i, pixel) in try Self.row(gradient, x: -200, y: y, count: 2400).enumerated() {
        let (x, y) = (Double(i - 200) + 0.5 - axis.from.x, Double(y) + 0.5 - axis.from.y)
        let exact = Self.exact((x * dx + y * dy) / (dx * dx + dy * dy))
        for k in 0..<4 {
          worst = max(worst, abs(Double(pixel >> UInt32(8 * k) & 255) - exact[k]))
        }
      }
    }
    // A step of 2^-25 of a level, 1,024 times, and what `Float` leaves out of a stop's colour.
    #expect(worst > 0 && worst <= 0.5 + 1.0 / 16_384, "\(worst)")
  }

  @Test func noColourIsGreaterThanItsOpacity() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      // Next to white, and fading: all channels fall from level to level at nearly the same places.
      let colors = (0..<2).map { _ in
        Color(red: 1, green: 1 - 6e-8, blue: 1 - 1.2e-7, alpha: .random(in: 0...1, using: &random))
      }
      let gradient = Gradient(
        .axial(from: Point(x: -700, y: 0), to: Point(x: 2900, y: 0)),
        stops: zip([0, 1], colors).map { Gradient.Stop(offset: $0, color: $1) })
      let row = try Self.row(gradient, x: -900, y: 0, count: 4000)
      let arePremultiplied = row.allSatisfy { pixel in
        (0..<3).allSatisfy { pixel >> UInt32(8 * $0) & 255 <= pixel >> 24 }
      }
      #expect(arePremultiplied)
    }
  }

  @Test func ofStopsOnThePixelsCentreTheLastOneCounts() throws {
    // 64 pixels: the centre of pixel 32 is at 32.5 / 64, without rounding.
    let place = 32.5 / 64
    let stops = [
      Gradient.Stop(offset: 0, color: .black), .init(offset: place, color: .black),
      .init(offset: place, color: .red), .init(offset: place, color: .white),
      .init(offset: 1, color: .white),
    ]
    let (black, white): (UInt32, UInt32) = (0xff00_0000, 0xffff_ffff)
    let right = Gradient(.axial(from: .zero, to: Point(x: 64, y: 0)), stops: stops)
    #expect(
      try Self.row(right, x: 0, y: 0, count: 64)
        == Array(repeating: black, count: 32) + Array(repeating: white, count: 32))
    // To the left, pixel 31 has this place.
    let left = Gradient(.axial(from: Point(x: 64, y: 0), to: .zero), stops: stops)
    #expect(
      try Self.row(left, x: 0, y: 0, count: 64)
        == Array(repeating: white, count: 32) + Array(repeating: black, count: 32))
    let down = Gradient(.axial(from: .zero, to: Point(x: 0, y: 64)), stops: stops)
    #expect(try Self.row(down, x: 5, y: 31, count: 3) == [black, black, black])
    #expect(try Self.row(down, x: 5, y: 32, count: 3) == [white, white, white])
  }

  @Test func theEndsAreSuddenWhereSeveralStopsLieThere() throws {
    let stops = [
      Gradient.Stop(offset: 0.25, color: .red), .init(offset: 0.25, color: .black),
      .init(offset: 0.75, color: .black), .init(offset: 0.75, color: .white),
    ]
    let gradient = Gradient(.axial(from: Point(x: 8, y: 0), to: .zero), stops: stops)
    let (red, black, white): (UInt32, UInt32, UInt32) = (0xff00_00ff, 0xff00_0000, 0xffff_ffff)
    #expect(
      try Self.row(gradient, x: -2, y: 0, count: 12)
        == [white, white, white, white, black, black, black, black, red, red, red, red])
  }

  @Test(arguments: axes)
  func aRowMayBeginAnywhere(axis: (from: Point, to: Point)) throws {
    defer { _ = ctk_set_level(-1) }
    let gradient = Gradient(.axial(from: axis.from, to: axis.to), stops: Self.gradientStops)
    var random = SeededGenerator(seed: 11)
    for y in stride(from: -100, to: 1100, by: 25) {
      let whole = try Self.row(gradient, x: -1500, y: y, count: 4600)
      for level in Int32(0)...2 {
        _ = ctk_set_level(level)
        #expect(try Self.row(gradient, x: -1500, y: y, count: 4600) == whole)
        for _ in 0..<2 {
          let first = Int.random(in: 0..<4600, using: &random)
          let count = Int.random(in: 1...4600 - first, using: &random)
          let part = try Self.row(gradient, x: first - 1500, y: y, count: count)
          #expect(part[...] == whole[first..<first + count])
        }
      }
    }
  }
}

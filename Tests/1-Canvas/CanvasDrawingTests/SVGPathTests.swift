// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry

struct SVGPathTests {
  private func elements(_ data: String) -> [PathElement] { Array(Path(svg: data).elements) }

  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private func c(_ control1: Point, _ control2: Point, _ end: Point) -> PathElement {
    .cubic(control1: control1, control2: control2, end: end)
  }

  private func q(_ control: Point, _ end: Point) -> PathElement {
    .quad(control: control, end: end)
  }

  @Test func linesInAllSpellings() {
    let square: [PathElement] = [
      .move(p(1, 2)), .line(p(4, 2)), .line(p(4, 6)), .line(p(1, 6)), .close,
    ]
    for data in [
      "M1 2H4V6H1Z", "m1,2h3v4h-3z", "M 1 2 4 2 4 6 1 6 z", "m1 2 3 0 0 4-3 0Z",
      " M1,2L4,2,4,6 L1 6z ", "M1.0.2e1H4.V6.0H+1z",
    ] {
      #expect(elements(data) == square, "\(data)")
    }
  }

  @Test func curves() {
    #expect(
      elements("M0 0C1 2 3 4 5 6S9 10 11 12")
        == [
          .move(p(0, 0)), c(p(1, 2), p(3, 4), p(5, 6)), c(p(7, 8), p(9, 10), p(11, 12)),
        ])
    #expect(
      elements("M0 0q1 2 4 0t4 0")
        == [.move(p(0, 0)), q(p(1, 2), p(4, 0)), q(p(7, -2), p(8, 0))])
    // Without a curve of the same kind before, the control point is the current one.
    #expect(elements("M1 1s2 2 3 3")[1] == c(p(1, 1), p(3, 3), p(4, 4)))
    // After a closed subpath, the next begins at its start.
    #expect(elements("M5 5h1zl1 1").last == .line(p(6, 6)))
  }

  @Test(arguments: [
    ("0 0", 1.0), ("0 1", 1), ("1 0", 3), ("1 1", 3),
  ])
  func arcs(_ flags: String, _ quarters: Double) {
    let elements = elements("M10 0A10 10 0 \(flags) 0 10")
    #expect(elements.count == 1 + Int(quarters))
    // All points lie on a circle through both ends, and the last one is exact.
    guard case .cubic(_, _, let last)? = elements.last else {
      return #expect(Bool(false), "an arc is cubics")
    }
    #expect(last == p(0, 10))
    let isSmallSweep = flags == "0 1" || flags == "1 0"
    let center = isSmallSweep ? p(0, 0) : p(10, 10)
    for element in elements.dropFirst() {
      guard case .cubic(_, _, let end) = element else { continue }
      let (dx, dy) = (end.x - center.x, end.y - center.y)
      #expect(abs((dx * dx + dy * dy).squareRoot() - 10) < 1e-9, "\(flags) \(end)")
    }
  }

  @Test func arcsWithoutSeparators() {
    #expect(elements("M0 0a25,25 -30 0150,-25") == elements("M0 0 a25 25 -30 0 1 50 -25"))
    // Radii that are too small grow until the ends are reached; without radii it is a line.
    #expect(elements("M0 0A1 1 0 0 1 20 0").count == 3)
    #expect(elements("M0 0A0 5 0 0 1 20 0") == [.move(p(0, 0)), .line(p(20, 0))])
    #expect(elements("M0 0A5 5 0 0 1 0 0") == [.move(p(0, 0))])
  }

  @Test(arguments: [
    ("M0 0 L5 5 L6", 12, 2), ("M0 0X", 4, 1), ("L5 5", 0, 0), ("M0 0 L5 5 nonsense", 10, 2),
    ("M0 0A5 5 0 2 1 9 9", 11, 1), ("M0 0h1e999", 5, 1), ("M0 0z5", 5, 2), ("5 5", 0, 0),
    ("M", 1, 0),
    ("M0 0,,5 5", 5, 1), ("M,0 0", 1, 0), ("M0 0 5 5,", 9, 2),
  ])
  func wrongDataEndsWhereItGoesWrong(_ data: String, _ offset: Int, _ count: Int) {
    let (path, error) = SVGPathReader.path(data)
    #expect(Array(path.elements).count == count, "\(data)")
    #expect(error == offset, "\(data): \(error ?? -1)")
  }

  @Test(arguments: [
    "M0 0Q-1e308 0 1e308 0t1 1", "M0 0C0 0 0 -1e308 0 1e308s1 1 2 2",
    "M-1.5e308 0A1.6e308 1.7e308 40 0 1 1.5e308 0", "M0 0A1e308 1e308 0 1 1 1e308 9",
    "M0 0a1.7e308 1.7e308 0 1 1 9 9",
  ])
  func curvesReachNoFurtherThanNumbers(_ data: String) {
    for point in Path(svg: data).points {
      #expect(point.x.isFinite && point.y.isFinite, "\(data)")
    }
  }

  @Test func anythingIsRead() {
    var state: UInt64 = 7
    let letters = Array("MmLlHhVvCcSsQqTtAaZz0123456789-+.eE ,\u{1}é")
    for _ in 0..<20_000 {
      var data = "M0 0"
      for _ in 0..<24 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        data.append(letters[Int(state >> 33) % letters.count])
      }
      for point in Path(svg: data).points { #expect(point.x.isFinite && point.y.isFinite) }
    }
  }
}

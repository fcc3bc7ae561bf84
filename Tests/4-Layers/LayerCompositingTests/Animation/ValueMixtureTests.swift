// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Values between values.
struct ValueMixtureTests {
  private func mix(_ a: LayerValue, _ b: LayerValue, _ f: Double = 0.5) -> LayerValue {
    a.mixed(with: b, f)
  }

  @Test func numbersAndGeometry() {
    #expect(mix(.number(2), .number(4), 1.5) == .number(5))
    #expect(
      mix(.point(Point(x: 0, y: 4)), .point(Point(x: 2, y: 0))) == .point(Point(x: 1, y: 2)))
    #expect(
      mix(.rect(Rect(width: 10, height: 20)), .rect(Rect(x: 2, y: 4, width: 20, height: 40)))
        == .rect(Rect(x: 1, y: 2, width: 15, height: 30)))
    #expect(mix(.numbers([0, 2]), .numbers([4, 4])) == .numbers([2, 3]))
  }

  @Test func colors() {
    let faint = Color(red: 1, green: 0, blue: 0, alpha: 0)
    // Premultiplied: a clear red gives no red.
    #expect(
      mix(.color(faint), .color(.blue)) == .color(Color(red: 0, green: 0, blue: 1, alpha: 0.5)))
    #expect(mix(.color(nil), .color(.blue)) == mix(.color(.clear), .color(.blue)))
    #expect(mix(.color(nil), .color(nil)) == .color(nil))
    #expect(mix(.color(.red), .color(nil), 1) == .color(nil))
    #expect(
      mix(.colors([.black, nil]), .colors([.white, .white]))
        == .colors([Color(white: 0.5), Color(white: 1, alpha: 0.5)]))
  }

  /// What has nothing in between jumps halfway.
  @Test func jumps() {
    #expect(mix(.boolean(false), .boolean(true), 0.49) == .boolean(false))
    #expect(mix(.boolean(false), .boolean(true)) == .boolean(true))
    #expect(mix(.numbers([1]), .numbers([1, 2]), 0.4) == .numbers([1]))
    #expect(mix(.string("a"), .string("b"), 0.7) == .string("b"))
    let (line, curve) = (Path(svg: "M0 0L9 9"), Path(svg: "M0 0Q9 9 3 3"))
    #expect(mix(.path(line), .path(curve), 0.4) == .path(line))
    #expect(mix(.path(nil), .path(curve), 0.6) == .path(curve))
  }

  @Test func paths() {
    let (a, b) = (
      Path(rect: Rect(width: 10, height: 10)), Path(rect: Rect(x: 4, width: 20, height: 30))
    )
    #expect(mix(.path(a), .path(b)) == .path(Path(rect: Rect(x: 2, width: 15, height: 20))))
    // A path that goes on after it was mixed starts where the mixed contour does.
    var open = Path(svg: "M2 2L9 9Z").mixed(with: Path(svg: "M4 4L9 9Z"), 0.5)
    open?.addLine(to: .zero)
    #expect(open?.elements.map { $0 }.contains(.move(Point(x: 3, y: 3))) == true)
  }

  @Test func transforms() {
    func mix(_ a: Transform3D, _ b: Transform3D, _ f: Double = 0.5) -> Transform3D {
      guard case .transform(let map) = self.mix(.transform(a), .transform(b), f) else {
        return .identity
      }
      return map
    }
    #expect(
      mix(.translation(x: 1, y: 2, z: 3), .translation(x: 3, y: 6, z: 9))
        == .translation(x: 2, y: 4, z: 6))
    #expect(mix(.identity, .rotation(.pi / 2)).isClose(to: .rotation(.pi / 4)))
    #expect(
      mix(.rotation(0.2, x: 1, y: 2, z: 3), .rotation(1.2, x: 1, y: 2, z: 3), 0.3)
        .isClose(to: .rotation(0.5, x: 1, y: 2, z: 3)))
    // The shorter way: from 170° over 180° to −170°.
    #expect(
      mix(.rotation(.pi * 17 / 18), .rotation(-.pi * 17 / 18)).isClose(to: .rotation(.pi)))
    #expect(
      mix(.scale(x: 1, y: 2, z: 4), .scale(x: 3, y: 6, z: 8)).isClose(
        to: .scale(x: 2, y: 4, z: 6)))
    var deep = Transform3D.identity
    deep.m34 = -0.004
    #expect(abs(mix(.identity, deep).m34 + 0.002) < 1e-12)
    // A mirror of the plane stays in the plane.
    #expect(mix(.identity, .scale(x: -1, y: 1), 0.25).isClose(to: .scale(x: 0.5, y: 1)))
    #expect(mix(.identity, .scale(x: 1, y: -1), 0.25).isClose(to: .scale(x: 1, y: 0.5)))
    let singular = Transform3D.scale(x: 0, y: 1)
    #expect(mix(.identity, singular, 0.4) == .identity && mix(.identity, singular) == singular)
  }

  /// A map is the product of its parts: mixed with itself in another form it stays.
  @Test func decompositions() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      func number() -> Double { Double.random(in: -2...2, using: &random) }
      var map = Transform3D.rotation(number(), x: number(), y: number(), z: number())
        .scaled(x: number(), y: number(), z: number()).translated(x: 9 * number(), y: number())
      map.m12 += number()
      map.m14 = 0.01 * number()
      map.m34 = 0.01 * number()
      var near = map
      near.m41 += 1e-13
      guard abs(map.determinant) > 1e-3, let half = map.mixed(with: near, 0.5) else { continue }
      #expect(zip(half.elements, map.elements).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func sumsAndDifferences() {
    let (a, b) = (
      LayerValue.size(Size(width: 4, height: 5)), LayerValue.size(Size(width: 1, height: 1))
    )
    #expect(a.subtracting(b)?.adding(b) == a)
    #expect(LayerValue.number(3).multiplied(by: 4) == .number(12))
    #expect(LayerValue.boolean(true).adding(.boolean(true)) == nil)
    let (turn, move) = (
      LayerValue.transform(.rotation(0.5)), LayerValue.transform(.translation(x: 5, y: 0))
    )
    guard case .transform(let map)? = move.adding(turn)?.subtracting(turn) else {
      Issue.record("no difference")
      return
    }
    #expect(map.isClose(to: .translation(x: 5, y: 0)))
    #expect(
      LayerValue.transform(.translation(x: 1, y: 2)).multiplied(by: 5)
        == .transform(.translation(x: 5, y: 10)))
    #expect(LayerValue.transform(.scale(x: 2, y: 2)).multiplied(by: 1e9) != nil)
  }

  /// Every kind of value that has sums, component by component.
  @Test(arguments: [
    (LayerValue.number(3), LayerValue.number(0.5), LayerValue.number(3.5), LayerValue.number(6)),
    (
      .point(Point(x: 1, y: 2)), .point(Point(x: 10, y: 20)), .point(Point(x: 11, y: 22)),
      .point(Point(x: 2, y: 4))
    ),
    (
      .size(Size(width: 1, height: 2)), .size(Size(width: 10, height: 20)),
      .size(Size(width: 11, height: 22)), .size(Size(width: 2, height: 4))
    ),
    (
      .rect(Rect(x: 1, y: 2, width: 3, height: 4)),
      .rect(Rect(x: 10, y: 20, width: 30, height: 40)),
      .rect(Rect(x: 11, y: 22, width: 33, height: 44)), .rect(Rect(x: 2, y: 4, width: 6, height: 8))
    ),
    (
      .color(Color(red: 0.125, green: 0.25, blue: 0.375, alpha: 0.5)),
      .color(Color(red: 0.5, green: 0.25, blue: 0.125, alpha: 0.25)),
      .color(Color(red: 0.625, green: 0.5, blue: 0.5, alpha: 0.75)),
      .color(Color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1))
    ),
    (
      .path(Path(rect: Rect(x: 1, y: 2, width: 3, height: 4))),
      .path(Path(rect: Rect(x: 10, y: 20, width: 30, height: 40))),
      .path(Path(rect: Rect(x: 11, y: 22, width: 33, height: 44))),
      .path(Path(rect: Rect(x: 2, y: 4, width: 6, height: 8)))
    ),
    (.numbers([1, 2]), .numbers([10, 20]), .numbers([11, 22]), .numbers([2, 4])),
  ])
  func sumsOfEveryKind(a: LayerValue, b: LayerValue, sum: LayerValue, double: LayerValue) {
    #expect(a.adding(b) == sum && b.adding(a) == sum)
    #expect(a.multiplied(by: 2) == double)
    #expect(sum.subtracting(b) == a)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Testing

@Suite struct FlexTests {
  @Test("Items of a row grow by their shares and are as high as the row")
  func growing() throws {
    let row = Spec.box(
      BoxLayout(.row, gap: 10), BoxItem(),
      [
        .box(.points(40), .auto),
        .box(BoxLayout(), item { $0.flexGrow = 1 }),
        .box(BoxLayout(), item { $0.flexGrow = 2 }),
      ])
    // 200 - 40 - 2 gaps of 10 = 140: 46 2/3 and 93 1/3.
    let frames = try row.frames(width: 200, height: 50)
    #expect(frames[1] == [0, 0, 40, 50])
    #expect(abs(frames[2][0] - 50) < 1e-9 && abs(frames[2][2] - 140 / 3) < 1e-9)
    #expect(abs(frames[3][0] - (60 + 140 / 3)) < 1e-9 && abs(frames[3][2] - 280 / 3) < 1e-9)
  }

  @Test("Items shrink by size times factor, but not below their longest word")
  func shrinking() throws {
    let row = Spec.box(
      BoxLayout(.row), BoxItem(),
      [.box(.points(100), .points(10)), .box(.points(50), .points(10)), .text("HHHHHH H")])
    // 100 + 50 + 80 in 150: 80 are missing. The text gives up 20 and is at its word of 60; of the
    // 60 that are left, two thirds are the first box's.
    let frames = try row.frames(width: 150, height: nil)
    #expect(frames[1][2] == 60)
    #expect(abs(frames[2][2] - 30) < 1e-9)
    #expect(frames[3][2] == 60)
    #expect(frames[3][3] == 20)
  }

  @Test("Factors below one in all share out a part of the room")
  func partOfRoom() throws {
    let row = Spec.box(
      BoxLayout(.row), BoxItem(), [.box(BoxLayout(), item { $0.flexGrow = 0.25 })])
    #expect(try row.frames(width: 200, height: 10)[1] == [0, 0, 50, 10])
  }

  @Test("A card's column is as high as its texts at its width")
  func column() throws {
    let card = Spec.box(
      BoxLayout(.column, gap: 4, padding: BoxSides(10)), BoxItem(),
      [.text("HHHH HHHH HHHH"), .text("HH")])
    // 100 - 20 = 80: the first text breaks after each word but for "HHHH", 4 + 1 + 4 > 8: three
    // lines.
    let frames = try card.frames(width: 100, height: nil)
    #expect(frames == [[0, 0, 100, 64], [10, 10, 80, 30], [10, 44, 80, 10]])
  }

  @Test("Lines break where the next item does not fit; the free room goes between the lines")
  func wrapping() throws {
    let row = Spec.box(
      layout {
        $0.flexWrap = .wrap
        $0.columnGap = 5
        $0.rowGap = 5
        $0.alignContent = .spaceBetween
      }, BoxItem(), Array(repeating: .box(.points(30), .points(10)), count: 5))
    let frames = try row.frames(width: 100, height: 60)
    #expect(
      frames[1...].map { [$0[0], $0[1]] } == [[0, 0], [35, 0], [70, 0], [0, 50], [35, 50]])
  }

  @Test("Baselines of a row meet; of what holds no text, the lower edge counts")
  func baselines() throws {
    let row = Spec.box(
      layout { $0.alignItems = .baseline }, BoxItem(),
      [
        .text("HH"), .box(.points(10), .points(30)),
        .box(
          layout { $0.padding = BoxSides(vertical: 12, horizontal: 0) }, BoxItem(), [.text("H")]),
      ])
    // Ascents 8, 30 and 12 + 8.
    let frames = try row.frames(width: 200, height: nil)
    #expect(frames[1][1] == 22 && frames[2][1] == 0 && frames[3][1] == 10)
  }

  @Test("Right to left, a row begins at the right and justify-content follows")
  func rightToLeft() throws {
    let row = Spec.box(
      layout {
        $0.direction = .rightToLeft
        $0.justifyContent = .end
      }, BoxItem(), [.box(.points(20), .points(10)), .box(.points(30), .points(10))])
    #expect(
      try row.frames(width: 100, height: 10) == [
        [0, 0, 100, 10], [30, 0, 20, 10], [0, 0, 30, 10],
      ])
  }

  @Test("What is too large begins at the start where it is safe, and sticks out evenly where not")
  func safety() throws {
    func start(_ alignment: BoxAlignment) throws -> Double {
      try Spec.box(
        layout { $0.justifyContent = alignment }, BoxItem(),
        [
          .box(
            BoxLayout(),
            item {
              $0.width = 60
              $0.flexShrink = 0
            })
        ]
      ).frames(width: 40, height: 10)[1][0]
    }
    #expect(try start(.center) == -10)
    #expect(try start(BoxAlignment(.center, isSafe: true)) == 0)
    #expect(try start(.spaceAround) == 0)
  }

  @Test("Automatic margins take the room before alignment does")
  func automaticMargins() throws {
    let row = Spec.box(
      layout { $0.justifyContent = .center }, BoxItem(),
      [
        .box(.points(20), .points(10)),
        .box(
          BoxLayout(),
          item {
            $0.width = 20
            $0.margin.left = .auto
            $0.margin.top = .auto
            $0.height = 10
          }),
      ])
    #expect(try row.frames(width: 100, height: 40)[2] == [80, 30, 20, 10])
  }

  @Test("Order moves items without moving others of the same number")
  func order() throws {
    let row = Spec.box(
      BoxLayout(.row), BoxItem(),
      [(10, 1), (20, 0), (30, -1), (40, 0)].map { width, order in
        .box(
          BoxLayout(),
          item {
            $0.width = .points(width)
            $0.order = order
          })
      })
    #expect(try row.frames(width: 100, height: 1)[1...].map { $0[0] } == [90, 30, 0, 50])
  }
}

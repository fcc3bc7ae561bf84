// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Testing

@Suite struct GridTests {
  @Test("Shares take what points and contents leave")
  func shares() throws {
    let grid = Spec.box(
      BoxLayout(columns: [.points(30), .auto, .fr(1), .fr(2)], gap: 10), BoxItem(),
      [.box(.auto, .points(5)), .text("HHH"), .box(.auto, .auto), .box(.auto, .auto)])
    // 200 - 30 - 30 - 3 gaps = 110: 36 2/3 and 73 1/3.
    let frames = try grid.frames(width: 200, height: nil)
    #expect(frames[1] == [0, 0, 30, 5])
    #expect(frames[2][0] == 40 && frames[2][2] == 30)
    #expect(abs(frames[3][2] - 110 / 3) < 1e-9)
    #expect(abs(frames[4][2] - 220 / 3) < 1e-9)
    #expect(frames[4][3] == 10)
  }

  @Test("Items without a place fill row by row; a dense flow fills the holes")
  func placement() throws {
    func places(_ flow: GridFlow) throws -> [[Double]] {
      try Spec.box(
        layout(.grid) {
          $0.gridTemplateColumns = GridTemplate([.points(10), .points(10), .points(10)])
          $0.gridAutoRows = [.points(10)]
          $0.gridAutoFlow = flow
        }, BoxItem(),
        [
          .box(BoxLayout(), item { $0.gridColumn = GridPlacement(.span(2)) }),
          .box(BoxLayout(), item { $0.gridColumn = GridPlacement(.span(2)) }), .box(), .box(),
        ]
      ).frames(width: 30, height: nil)[1...].map { [$0[0], $0[1]] }
    }
    #expect(try places(.row) == [[0, 0], [0, 10], [20, 10], [0, 20]])
    #expect(try places(.rowDense) == [[0, 0], [0, 10], [20, 0], [20, 10]])
  }

  @Test("Lines count from either end, and those before the template move it")
  func lines() throws {
    let grid = Spec.box(
      layout(.grid) {
        $0.gridTemplateColumns = GridTemplate([.points(10), .points(20), .points(30)])
        $0.gridAutoColumns = [.points(5)]
        $0.gridAutoRows = [.points(10)]
      }, BoxItem(),
      [
        .box(BoxLayout(), item { $0.gridColumn = GridPlacement(.line(-2), .line(-1)) }),
        .box(
          BoxLayout(),
          item {
            $0.gridColumn = GridPlacement(.line(2), .span(2))
            $0.gridRow = GridPlacement(.line(2))
          }),
        .box(
          BoxLayout(),
          item {
            $0.gridColumn = GridPlacement(.span(2), .line(1))
            $0.gridRow = GridPlacement(.line(1))
          }),
      ])
    // Two columns of 5 stand before the template.
    let frames = try grid.frames(width: 100, height: nil)
    #expect(frames[1] == [40, 0, 30, 10])
    #expect(frames[2] == [20, 10, 50, 10])
    #expect(frames[3] == [0, 0, 10, 10])
  }

  @Test("Repetitions fill the width; empty ones of auto-fit have none")
  func repetitions() throws {
    func columns(_ collapses: Bool) throws -> [Double] {
      try Spec.box(
        layout(.grid) {
          $0.gridTemplateColumns = GridTemplate(
            repeating: .init([.minmax(.points(40), .fraction(1))], collapsesEmpty: collapses))
          $0.columnGap = 10
        }, BoxItem(), [.box(), .box()]
      ).frames(width: 190, height: 10)[1...].map { $0[2] }
    }
    // 4 × 40 + 3 × 10 = 190.
    #expect(try columns(false) == [40, 40])
    #expect(try columns(true) == [90, 90])
  }

  @Test("A text's row is as high as it is at the width of its columns")
  func rows() throws {
    let grid = Spec.box(
      BoxLayout(columns: [.fr(1), .fr(1)]), BoxItem(), [.text("HHH HHH"), .text("H")])
    let frames = try grid.frames(width: 100, height: nil)
    #expect(frames == [[0, 0, 100, 20], [0, 0, 50, 20], [50, 0, 50, 20]])
  }

  @Test("Percentages of a height that the contents decide are of that height")
  func percentages() throws {
    let grid = Spec.box(
      layout(.grid) { $0.rowGap = .percent(10) }, BoxItem(),
      [.box(.auto, .points(20)), .box(.auto, .points(20))])
    // 40 high; the gap of 4 comes on top.
    let frames = try grid.frames(width: 10, height: nil)
    #expect(frames[0][3] == 40 && frames[2][1] == 24)
  }
}

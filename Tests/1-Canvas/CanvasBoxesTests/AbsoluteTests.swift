// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasBoxes
import CanvasGeometry
import Testing

@Suite struct AbsoluteTests {
  private func frame(
    _ change: (inout BoxItem) -> Void, _ layout: BoxLayout = BoxLayout(),
    content: (any BoxContent)? = nil
  ) throws -> [Double] {
    var absolute = item(change)
    absolute.position = .absolute
    return try Spec.box(layout, BoxItem(), [Spec(item: absolute, content: content)])
      .frames(width: 200, height: 100)[1]
  }

  @Test("Insets count from the padding box, and between two of them the box fills the room")
  func insets() throws {
    let padded = layout {
      $0.padding = BoxSides(10)
      $0.border = BoxSides(5)
    }
    #expect(
      try frame(
        {
          $0.inset.right = 20
          $0.inset.bottom = 10
          $0.width = 30
          $0.height = 40
        }, padded) == [145, 45, 30, 40])
    #expect(try frame({ $0.inset = BoxSides(10) }, padded) == [15, 15, 170, 70])
    #expect(
      try frame(
        {
          $0.inset.left = .percent(50)
          $0.inset.top = 0
        }, content: SquareText("HHH")) == [100, 0, 30, 10])
  }

  @Test("Without insets it lies where the container would put its only item")
  func still() throws {
    let centred = layout {
      $0.justifyContent = .center
      $0.alignItems = .end
    }
    #expect(
      try frame(
        {
          $0.width = 40
          $0.height = 20
        }, centred) == [80, 80, 40, 20])
  }

  @Test("A picture keeps its ratio, a box the ratio that it names")
  func ratios() throws {
    #expect(
      try frame({
        $0.width = 60
        $0.aspectRatio = 3
        $0.inset.left = 0
        $0.inset.top = 0
      }) == [0, 0, 60, 20])
    #expect(
      try frame(
        {
          $0.height = 20
          $0.aspectRatio = 2
          $0.inset.left = 0
          $0.inset.top = 0
        }, content: Picture(size: Size(width: 80, height: 40))) == [0, 0, 40, 20])
  }

  @Test("In a grid the lines that it names are its room")
  func lines() throws {
    let grid = BoxLayout(columns: [.points(40), .points(60)], rows: [.points(30), .points(50)])
    #expect(
      try frame(
        {
          $0.inset = BoxSides(5)
          $0.gridColumn = GridPlacement(.line(2))
          $0.gridRow = GridPlacement(.line(1), .line(2))
        }, grid)
        == [45, 5, 150, 20])
  }

  @Test("A relative box is moved, and nothing else")
  func relative() throws {
    let row = Spec.box(
      BoxLayout(.row), BoxItem(),
      [
        .box(
          BoxLayout(),
          item {
            $0.width = 10
            $0.inset.left = 7
            $0.inset.top = .percent(50)
          }), .box(.points(10), .auto),
      ])
    #expect(
      try row.frames(width: 100, height: 20) == [
        [0, 0, 100, 20], [7, 10, 10, 20], [10, 0, 10, 20],
      ])
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
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

  /// What is too large moves into the padding box, where neither `safe` nor `unsafe` is said: §4.4
  /// of Box Alignment 3.
  @Test("An alignment that is unsafe leaves what is too large where it is")
  func unsafe() throws {
    func frame(_ change: @escaping (inout BoxAlignment) -> Void) throws -> [Double] {
      var alignment = BoxAlignment(.start)
      change(&alignment)
      return try self.frame {
        $0.alignSelf = alignment
        $0.inset.top = 20
        $0.inset.bottom = -7
        $0.width = 10
        $0.height = 150
      }
    }
    #expect(try frame { _ in } == [0, 0, 10, 150])
    #expect(try frame { $0.isUnsafe = true } == [0, 20, 10, 150])
  }

  /// The numbers are those that Chromium 156 measures: the word of the box itself counts, not that
  /// of its container.
  @Test("A safe alignment of a box without insets keeps it in the padding box")
  func safeWithoutInsets() throws {
    func frame(isRightToLeft: Bool, _ item: BoxAlignment?, _ content: BoxAlignment) throws
      -> [Double]
    {
      let narrow = layout {
        $0.flexDirection = .column
        $0.direction = isRightToLeft ? .rightToLeft : .leftToRight
        $0.alignItems = content
      }
      let absolute = BoxTreesTests.item {
        $0.position = .absolute
        $0.alignSelf = item
        $0.width = 60
        $0.height = 60
      }
      return try Spec.box(narrow, BoxItem(), [Spec(item: absolute)])
        .frames(width: 40, height: 100)[1]
    }
    let safe = BoxAlignment(.end, isSafe: true)
    #expect(try frame(isRightToLeft: false, safe, .start) == [0, 0, 60, 60])
    #expect(try frame(isRightToLeft: true, safe, .start) == [-20, 0, 60, 60])
    #expect(try frame(isRightToLeft: false, nil, safe) == [-20, 0, 60, 60])
    #expect(try frame(isRightToLeft: true, nil, safe) == [0, 0, 60, 60])
  }
}

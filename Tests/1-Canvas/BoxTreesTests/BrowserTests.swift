// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Testing

/// Small trees that random comparisons with a browser have found. The expected numbers are those
/// that Chromium 156 measures.
@Suite struct BrowserTests {
  private func frames(_ layout: BoxLayout, _ children: [Spec]) throws -> [[Double]] {
    Array(
      try Spec.box(layout, BoxItem(), children).frames(width: 100, height: 100).dropFirst())
  }

  private func flex(_ change: (inout BoxLayout) -> Void = { _ in }) -> BoxLayout {
    var layout = BoxLayout()
    change(&layout)
    return layout
  }

  private func grid(_ change: (inout BoxLayout) -> Void) -> BoxLayout {
    var layout = BoxLayout(.grid)
    change(&layout)
    return layout
  }

  private func picture(
    _ width: Double, _ height: Double, _ change: (inout BoxItem) -> Void = { _ in }
  ) -> Spec {
    var item = BoxItem()
    item.aspectRatio = width / height
    change(&item)
    return Spec(item: item, content: Picture(size: Size(width: width, height: height)))
  }

  private func text(_ words: String, _ change: (inout BoxItem) -> Void = { _ in }) -> Spec {
    var item = BoxItem()
    change(&item)
    return Spec(item: item, content: SquareText(words))
  }

  @Test("Bounds of heights may be the height of the contents")
  func heightsOfContents() throws {
    #expect(
      try frames(flex(), [Spec.box(BoxLayout(), item { $0.maxHeight = .minContent })])[0]
        == [0, 0, 0, 0])
    let low = text("HH") {
      $0.height = 7
      $0.minHeight = .maxContent
    }
    for layout in [flex(), grid { _ in }, BoxLayout(.block)] {
      #expect(try frames(layout, [low])[0][3] == 10)
    }
    let absolute = text("HH") {
      $0.maxHeight = .fitContent
      $0.position = .absolute
      $0.inset = 12
    }
    #expect(try frames(flex(), [absolute])[0] == [12, 12, 76, 10])
  }

  @Test("Last baselines meet in a row of a grid")
  func lastBaselinesInAGrid() throws {
    let layout = grid {
      $0.gridTemplateColumns = GridTemplate([.points(40), .points(40)])
      $0.alignItems = BoxAlignment(.lastBaseline)
    }
    let padded = Spec.box(
      {
        var layout = BoxLayout()
        layout.padding.bottom = 5
        return layout
      }(), BoxItem(),
      [text("HH")])
    // The padding lies below the baseline of the first, which is the lower one.
    #expect(try frames(layout, [padded, text("HH")]).map { $0[1] } == [85, 0, 85])
  }

  @Test("What is too large in a block begins at its top")
  func alignedContentsOfABlock() throws {
    for position in [BoxAlignment.Position.center, .end, .lastBaseline] {
      var layout = BoxLayout(.block)
      layout.alignContent = BoxAlignment(position)
      #expect(try frames(layout, [Spec.box(BoxLayout(), item { $0.height = 130 })])[0][1] == 0)
    }
  }

  @Test("Margins count for fit-content")
  func fitContentWithMargins() throws {
    let least = text("HHHH HHHH") {
      $0.margin = BoxSides(vertical: 0, horizontal: 15)
      $0.minWidth = .fitContent
    }
    #expect(try frames(flex(), [least])[0][2] == 70)
    let most = text("HHHH HHHH") {
      $0.margin = BoxSides(vertical: 0, horizontal: 15)
      $0.maxWidth = .fitContent
      $0.width = 300
      $0.flexShrink = 0
    }
    #expect(try frames(flex(), [most])[0][2] == 70)
  }

  @Test("A picture that is stretched keeps its ratio")
  func stretchedPictures() throws {
    #expect(try frames(flex(), [picture(40, 20)])[0] == [0, 0, 200, 100])
    #expect(
      try frames(flex(), [picture(40, 20) { $0.maxWidth = .maxContent }])[0] == [0, 0, 200, 100])
    // In a grid it is not stretched, and neither are its columns.
    let centered = grid { $0.justifyContent = .center }
    #expect(try frames(centered, [picture(7, 7)])[0] == [46.5, 0, 7, 7])
    let shares = grid { $0.gridTemplateColumns = GridTemplate([.fr(1), .fr(1)]) }
    #expect(try frames(shares, [picture(24, 36), text("H")])[1][0] == 50)
  }

  @Test("Limits of growth are decided by items over few tracks first")
  func limitsOfGrowth() throws {
    let layout = grid {
      $0.gridTemplateColumns = GridTemplate([.auto, .auto, .auto])
      $0.justifyContent = .start
    }
    let over = text("H") { $0.gridColumn = .lines(2, 4) }
    let wide = Spec.box(
      BoxLayout(),
      item {
        $0.width = 132
        $0.gridColumn = .lines(1, 4)
      })
    #expect(try frames(layout, [over, wide])[0][0] == 122)
  }

  @Test("Percentages are of what a ratio makes, where the contents make a box higher")
  func percentagesOfRatios() throws {
    let half = Spec.box(BoxLayout(), item { $0.height = .percent(100) })
    // A text of 20 makes the box 20 wide and 40 high; half and text are 50 high.
    let box = Spec.box(
      BoxLayout(.block),
      item {
        $0.aspectRatio = 0.5
        $0.alignSelf = .center
      }, [half, text("HH")])
    #expect(
      try frames(flex(), [box]) == [[0, 25, 20, 50], [0, 0, 20, 40], [0, 40, 20, 10]])
  }

  @Test("The height of a row makes the width of a cell with a ratio, within its bounds")
  func cellsWithRatios() throws {
    func cell(_ change: (inout BoxItem) -> Void) throws -> [Double] {
      var item = BoxItem()
      item.aspectRatio = 1.5
      item.justifySelf = .start
      change(&item)
      return try frames(
        grid { $0.gridTemplateRows = GridTemplate([.points(50)]) }, [.box(BoxLayout(), item)])[0]
    }
    #expect(try cell { _ in } == [0, 0, 75, 50])
    #expect(try cell { $0.maxWidth = 30 } == [0, 0, 30, 20])
    #expect(try cell { $0.maxHeight = 10 } == [0, 0, 15, 10])
  }

  @Test("A column of several lines with a greatest height alone is as wide as its lines")
  func columnsWithAGreatestHeight() throws {
    let lines = flex {
      $0.flexDirection = .column
      $0.flexWrap = .wrap
    }
    for height in [BoxLength.points(25), .percent(25)] {
      let column = Spec.box(
        lines, item { $0.maxHeight = height }, [.box(10, 20), .box(30, 20), .box(20, 5)])
      let found = try frames(flex { $0.alignItems = .start }, [column])
      #expect(found == [[0, 0, 40, 25], [0, 0, 10, 20], [10, 0, 30, 20], [10, 20, 20, 5]])
    }
  }

  @Test("Tracks repeat within a greatest width in percent")
  func repetitionsWithinPercentages() throws {
    let columns = grid {
      $0.gridTemplateColumns.repeating = GridTemplate.Repeating([.points(30)])
    }
    for (width, count) in [(100.0, 3), (70, 2), (20, 1)] {
      let box = Spec.box(
        columns, item { $0.maxWidth = .percent(width) }, [.box(1, 1), .box(1, 1), .box(1, 1)])
      let found = try frames(flex { $0.alignItems = .start }, [box])
      #expect(found[0][2] == min(width, Double(count) * 30), "\(width)")
      #expect(found[3][1] == (count == 3 ? 0 : count == 2 ? 1 : 2))
    }
  }

  @Test("A root is not smaller than its padding")
  func smallRoots() throws {
    let root = Spec.box(
      flex { $0.padding = BoxSides(top: 5, right: 10, bottom: 20, left: 30) }, BoxItem(),
      [.box(.percent(100), .percent(50))])
    #expect(try root.frames(width: 10, height: 0) == [[0, 0, 40, 25], [30, 5, 0, 0]])
  }

  @Test("A ratio of 0, or below it, is none", arguments: [0, -2, .nan, .infinity])
  func ratiosOfNothing(ratio: Double) throws {
    let box = Spec.box(
      BoxLayout(),
      item {
        $0.width = 20
        $0.aspectRatio = ratio
      })
    #expect(try frames(flex(), [box])[0] == [0, 0, 20, 100])
  }
}

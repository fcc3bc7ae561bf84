// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Synchronization
import SystemConcurrency
import Testing

@Suite struct BoxTreeTests {
  @Test("A text in a hundred rows and columns is measured as often as in two, not 2¹⁰⁰ times")
  func depth() throws {
    func measurements(_ depth: Int) throws -> Int {
      var tree = BoxTree()
      var container: Int?
      for level in 0..<depth {
        container = try tree.add(
          BoxLayout(level.isMultiple(of: 2) ? .column : .row, align: .center),
          item { $0.flexGrow = 1 }, in: container)
      }
      let text = SquareText("HH HH HH")
      try tree.add(BoxLayout(), BoxItem(), in: container, content: text)
      _ = try tree.layout(width: 100, height: 100)
      return text.measurements
    }
    let shallow = try measurements(2)
    #expect(try measurements(100) <= shallow + 2)
  }

  @Test("A tree that is too deep, or has too many tracks, is refused")
  func limits() throws {
    var tree = BoxTree()
    var container = try tree.add(BoxLayout(), BoxItem(), in: nil)
    for _ in 0..<BoxTree.depthLimit {
      container = try tree.add(BoxLayout(), BoxItem(), in: container)
    }
    #expect(throws: BoxLayoutError.tooDeep) { try tree.add(BoxLayout(), BoxItem(), in: container) }
    _ = try tree.layout(width: 10, height: 10)
    var grid = BoxTree()
    let tracks = [GridTrack](repeating: .auto, count: BoxTree.gridLimit + 1)
    #expect(throws: BoxLayoutError.tooManyTracks) {
      try grid.add(BoxLayout(columns: tracks), BoxItem(), in: nil)
    }
  }

  @Test("Lines and spans beyond the limit are cut to it")
  func farLines() throws {
    let far = item {
      $0.gridColumn = GridPlacement(.line(Int.max), .span(Int.max))
      $0.gridRow = GridPlacement(.line(Int.min))
    }
    let frames = try Spec.box(BoxLayout(.grid), BoxItem(), [.box(BoxLayout(), far)])
      .frames(width: 10, height: 10)
    #expect(areFinite(frames))
  }

  @Test("Numbers that are absurd give frames that are numbers")
  func absurd() throws {
    let absurd = [Double.infinity, -.infinity, .nan, 1e308, -1e308, 1e-308, -1]
    for a in absurd {
      for b in absurd {
        var child = BoxItem(width: .points(a), height: .percent(b))
        child.flexGrow = a
        child.flexShrink = b
        child.aspectRatio = a
        child.minWidth = .percent(b)
        child.maxHeight = .points(a)
        child.margin = BoxSides(vertical: .points(b), horizontal: .percent(a))
        child.inset = BoxSides(.points(b))
        for display in [BoxLayout.Display.flex, .grid, .block] {
          var container = BoxLayout(display)
          container.padding = BoxSides(.points(a))
          container.rowGap = .points(b)
          container.columnGap = .percent(a)
          container.gridTemplateColumns = GridTemplate(
            [.minmax(.points(a), .points(b)), .fr(a), GridTrack(.fitContent(.points(b)))])
          let frames = try Spec.box(container, child, [.box(container, child), .box()])
            .frames(width: a, height: b)
          #expect(areFinite(frames), "\(a), \(b), \(display)")
        }
      }
    }
  }

  @Test("Repetitions without a size are as many as there are tracks, and no more")
  func endlessRepetitions() throws {
    var container = BoxLayout(.grid)
    container.gridTemplateColumns = GridTemplate(repeating: .init([.points(0)]))
    let frames = try Spec.box(container, BoxItem(), [.box(), .box()]).frames(width: 1e9, height: 1)
    #expect(frames[2] == [0, 0, 0, 1])
  }

  @Test("A layout that is cancelled throws")
  func cancellation() throws {
    var tree = BoxTree()
    let root = try tree.add(BoxLayout(), BoxItem(), in: nil)
    try tree.add(BoxLayout(), BoxItem(), in: root)
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      _ = try tree.layout(width: 1, height: 1, cancellation: Cancellation(flag: flag))
    }
  }

  @Test("What is not shown has no frame, nor has what lies in it")
  func hidden() throws {
    let row = Spec.box(
      BoxLayout(.row), BoxItem(),
      [
        .box(BoxLayout(.none), BoxItem(width: 10, height: 10), [.box(.points(5), .points(5))]),
        .box(.points(4), .points(4)),
      ])
    #expect(
      try row.frames(width: 20, height: 20) == [
        [0, 0, 20, 20], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 4, 4],
      ])
  }

  @Test("A root without a size is as large as its contents")
  func root() throws {
    let row = Spec.box(
      BoxLayout(.row, gap: 5, padding: BoxSides(2)), BoxItem(), [.text("HH HH"), .text("H")])
    #expect(try row.frames(width: nil, height: nil)[0] == [0, 0, 69, 14])
    var tree = BoxTree()
    try row.add(to: &tree, in: nil)
    let widths = try tree.contentWidths()
    #expect(widths.least == 39 && widths.greatest == 69)
  }
}

/// Trees that are made to take long, or to leave the range of numbers.
@Suite struct HostileBoxesTests {
  /// How often a layout polls its cancellation: at least once for each container that it lays out.
  private func polls(_ spec: Spec, width: Double, height: Double?) throws -> Int {
    let count = Counter()
    var tree = BoxTree()
    try spec.add(to: &tree, in: nil)
    _ = try tree.layout(
      width: width, height: height,
      cancellation: Cancellation { count.add() })
    return count.value
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    func add() { count.wrappingAdd(1, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
  }

  @Test("Columns in one another take work in proportion to the square of the depth at most")
  func columns() throws {
    func nested(_ depth: Int) -> Spec {
      var spec = Spec.text("HH")
      for level in 0..<depth {
        spec = .box(
          BoxLayout(.column),
          item {
            $0.flexGrow = 1
            $0.minHeight = .points(10 + Double(level))
          }, [spec])
      }
      return spec
    }
    let shallow = try polls(nested(50), width: 100, height: 1000)
    let deep = try polls(nested(200), width: 100, height: 1000)
    #expect(deep <= 16 * shallow + 16)
  }

  @Test("A ratio beyond all measure gives frames within the greatest length")
  func ratios() throws {
    for ratio in [1e-308, 1e308, .leastNonzeroMagnitude] {
      let absolute = item {
        $0.position = .absolute
        $0.gridRow = GridPlacement(.line(1), .line(2))
      }
      let grid = Spec.box(
        layout(.grid) {
          $0.gridTemplateRows = GridTemplate([.fr(1)])
          $0.alignContent = .center
        }, item { $0.aspectRatio = ratio }, [.box(BoxLayout(), absolute)])
      let frames = try Spec.box(BoxLayout(.block), BoxItem(), [grid]).frames(
        width: 100, height: 100)
      #expect(areFinite(frames) && frames.joined().allSatisfy { abs($0) < 1e9 })
    }
  }

  @Test("An item that covers all of a large grid is passed in one step a row")
  func blocked() throws {
    let all = item {
      $0.gridColumn = GridPlacement(.line(1), .line(10_000))
      $0.gridRow = GridPlacement(.line(1), .line(10_000))
    }
    let grid = Spec.box(BoxLayout(.grid), BoxItem(), [.box(BoxLayout(), all), .box()])
    #expect(areFinite(try grid.frames(width: 100, height: nil)))
  }

  @Test("Many items in a locked column of a dense flow do not search from the start")
  func dense() throws {
    let locked = Spec.box(BoxLayout(), item { $0.gridColumn = GridPlacement(.line(1)) })
    func grid(_ flow: GridFlow) -> Spec {
      .box(
        layout(.grid) { $0.gridAutoFlow = flow }, BoxItem(),
        Array(repeating: locked, count: 5_000))
    }
    let frames = try grid(.rowDense).frames(width: 10, height: 5_000)
    #expect(frames.last == [0, 4_999, 10, 1])
    // A poll for 1,024 cells that are looked at: 12,000 more if each item began at the first row.
    let sparse = try polls(grid(.row), width: 10, height: 5_000)
    #expect(try polls(grid(.rowDense), width: 10, height: 5_000) < sparse + 1_000)
  }

  @Test("Items that cover more than a million tracks in all are refused")
  func covered() throws {
    let high = Spec.box(
      BoxLayout(), item { $0.gridRow = GridPlacement(.line(1), .line(10_000)) })
    let grid = Spec.box(BoxLayout(.grid), BoxItem(), Array(repeating: high, count: 200))
    #expect(throws: BoxLayoutError.tooManyTracks) { try grid.frames(width: 10, height: 10) }
  }

  @Test("A grid whose columns follow from its rows has their width")
  func columnsOfRows() throws {
    let grid = Spec.box(
      layout(.grid) {
        $0.gridAutoFlow = .column
        $0.gridTemplateRows = GridTemplate(repeating: .init([.points(50)]))
      }, item { $0.height = 100 }, Array(repeating: .box(.points(20), .auto), count: 4))
    let frames = try Spec.box(BoxLayout(.row, align: .start), BoxItem(), [grid])
      .frames(width: 300, height: 200)
    #expect(frames[1] == [0, 0, 40, 100])
    #expect(frames[2...].map { $0[0] } == [0, 0, 20, 20])
  }
}

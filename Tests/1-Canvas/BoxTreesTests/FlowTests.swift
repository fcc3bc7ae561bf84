// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import FoundationEssentials
import Testing
import TextTestSupport

/// Blocks, floats, lines, absolute boxes, tables, columns and writing modes, as Chromium 156 lays them out.
@Suite struct FlowTests {
  @Test(
    "Frames are those that Chromium measures", arguments: ["flow", "tables", "modes", "columns"])
  func recordedCases(file: String) throws {
    let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let data = try Data(contentsOf: URL(filePath: "\(folder)/Cases/\(file).ndjson"))
    var count = 0
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let read = try #require(try UntypedJSON.value(line.utf8) as? [String: Any])
      let tree = try #require(read["tree"] as? [String: Any])
      let expected = try #require(read["frames"] as? [[Any]]).map { $0.map(Self.number) }
      let found = try FlowCase(tree).frames()
      count += 1
      var isEqual = found.count == expected.count
      for (ours, theirs) in zip(found, expected) {
        for (a, b) in zip(ours, theirs) where abs(a - b) > 0.02 { isEqual = false }
      }
      #expect(isEqual, "\(line)\n\(found)")
    }
    #expect(count > 20)
  }

  private static func number(_ value: Any) -> Double {
    (value as? Double) ?? Double((value as? Int) ?? 0)
  }

  private func block(_ change: (inout BoxItem) -> Void = { _ in }, _ children: [Spec] = []) -> Spec
  {
    .box(BoxLayout(.block), item(change), children)
  }

  @Test("Points and a percentage add up")
  func sums() throws {
    let child = block {
      $0.width = .sum(points: -20, percent: 50)
      $0.height = 5
      $0.margin.left = .sum(points: 3, percent: 10)
    }
    let frames = try Spec.box(BoxLayout(.block), BoxItem(), [child]).frames(
      width: 200, height: nil)
    #expect(frames[1] == [23, 0, 80, 5])
    // Without a basis the percentage is unknown, and so is the sum.
    let high = block { $0.height = .sum(points: 10, percent: 50) }
    #expect(
      try Spec.box(BoxLayout(.block), BoxItem(), [high]).frames(width: 200, height: nil)[1][3] == 0)
  }

  @Test("Absolute boxes lie against the nearest containing block, fixed ones against the root")
  func containingBlocks() throws {
    func absolute(isFixed: Bool) -> Spec {
      block {
        $0.position = .absolute
        $0.isFixed = isFixed
        $0.width = 10
        $0.height = 10
        $0.inset.right = 0
        $0.inset.bottom = 0
      }
    }
    let plain = block(
      {
        $0.isContainingBlock = false
        $0.height = 20
        $0.margin = 5
      }, [absolute(isFixed: false), absolute(isFixed: true)])
    let holder = block({ $0.margin = 7 }, [plain])
    let frames = try Spec.box(BoxLayout(.block), BoxItem(), [holder]).frames(
      width: 100, height: 90)
    // The holder is at (7, 7), 86 × 20; the plain block begins 5 further in.
    #expect(frames[1] == [7, 7, 86, 20])
    #expect(frames[3] == [71, 10, 10, 10])
    #expect(frames[4] == [78, 73, 10, 10])
  }

  @Test("A fixed box lies against a box around it that holds fixed boxes")
  func heldFixedBoxes() throws {
    let fixed = block {
      $0.position = .absolute
      $0.isFixed = true
      $0.width = 10
      $0.height = 10
      $0.inset.right = 0
    }
    let positioned = block({ $0.height = 20 }, [fixed])
    let holder = block(
      {
        $0.holdsFixed = true
        $0.width = 50
      }, [positioned])
    let frames = try Spec.box(BoxLayout(.block), BoxItem(), [holder]).frames(
      width: 100, height: 90)
    #expect(frames[3] == [40, 0, 10, 10])
  }

  @Test("The margins of boxes across all columns collapse")
  func spanners() throws {
    func spanner(_ margin: Double) -> Spec {
      block {
        $0.spansColumns = true
        $0.height = 10
        $0.margin = BoxSides(top: .points(margin), right: 0, bottom: .points(margin), left: 0)
      }
    }
    var columns = BoxLayout(.flowRoot)
    columns.columnCount = 2
    let frames = try Spec.box(columns, BoxItem(), [spanner(5), spanner(8)]).frames(
      width: 100, height: nil)
    #expect(frames[1] == [0, 5, 100, 10])
    #expect(frames[2] == [0, 23, 100, 10])
    #expect(frames[0][3] == 41)
  }

  @Test("The ratio of a picture is that of its contents, whatever box the sizes measure")
  func ratiosOfContents() throws {
    func picture(_ isOfContents: Bool) -> Spec {
      var layout = BoxLayout(.block)
      layout.padding = BoxSides(top: 0, right: 0, bottom: 20, left: 0)
      return .box(
        layout,
        item {
          $0.width = 50
          $0.aspectRatio = 1
          $0.isRatioOfContents = isOfContents
        }, [])
    }
    let frames = try Spec.box(BoxLayout(.block), BoxItem(), [picture(true), picture(false)])
      .frames(width: 100, height: nil)
    #expect(frames[1] == [0, 0, 50, 70])
    #expect(frames[2] == [0, 70, 50, 50])
  }

  @Test("Boxes with ratios around a float are measured a few times, whatever their depth")
  func ratiosAroundFloats() throws {
    var tree = block {
      $0.float = .left
      ($0.width, $0.height) = (10, 10)
    }
    for _ in 0..<30 { tree = block({ $0.aspectRatio = 2 }, [tree]) }
    let frames = try Spec.box(BoxLayout(.flowRoot), BoxItem(), [tree]).frames(
      width: 100, height: nil)
    #expect(frames.last == [0, 0, 10, 10])
    #expect(frames[0][3] == 50)
  }

  @Test("Lines are found again in the frames")
  func linesOfBoxes() throws {
    var tree = BoxTree()
    let root = try tree.add(BoxLayout(.block), BoxItem(), in: nil)
    let lines = try tree.add(BoxLayout(.block), BoxItem(), in: root, content: OneLine())
    try tree.add(BoxLayout(.block), BoxItem(width: 30, height: 12), in: lines)
    let found = try tree.layout(width: 100, height: nil)
    #expect(found.frames[2] == Rect(x: 70, y: 0, width: 30, height: 12))
    #expect(found.lines[lines]?.layout as? Double == 100)
    #expect(found.lines[root] == nil)
  }

  /// A line with one box at its end.
  private struct OneLine: LineContent {
    func contentWidths(of boxes: [LineBoxWidths]) -> (least: Double, greatest: Double) {
      (boxes[0].least, boxes[0].greatest)
    }

    func setLines(in room: LineRoom) -> LinesOfBox {
      let box = room.boxes[0]
      return LinesOfBox(
        height: box.height, places: [Point(x: room.width - box.width, y: 0)], layout: room.width)
    }
  }
}

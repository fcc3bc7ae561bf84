// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Testing
import TextTestSupport

@Suite struct RandomBoxesTests {
  private static func pick<Value>(_ values: [Value], _ random: inout SeededGenerator) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private static func length(_ random: inout SeededGenerator) -> BoxLength {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: .auto
    case 4, 5: .points(Double(Int.random(in: -5...80, using: &random)))
    case 6: .percent(Double(Int.random(in: 0...150, using: &random)))
    default: pick([.minContent, .maxContent, .fitContent], &random)
    }
  }

  private static func spec(_ depth: Int, _ random: inout SeededGenerator) -> Spec {
    var spec = Spec()
    spec.item.width = length(&random)
    spec.item.height = length(&random)
    spec.item.minWidth = Bool.random(using: &random) ? .auto : length(&random)
    spec.item.maxHeight = Bool.random(using: &random) ? .auto : length(&random)
    spec.item.flexGrow = Double(Int.random(in: 0...2, using: &random))
    spec.item.flexShrink = Double(Int.random(in: 0...2, using: &random))
    if Int.random(in: 0..<6, using: &random) == 0 { spec.item.aspectRatio = 1.5 }
    if Int.random(in: 0..<8, using: &random) == 0 { spec.item.position = .absolute }
    if Bool.random(using: &random) { spec.item.margin = BoxSides(length(&random)) }
    spec.item.gridColumn = pick(
      [GridPlacement(), GridPlacement(.span(2)), GridPlacement(.line(-2))], &random)
    spec.layout.display = pick([.flex, .flex, .grid, .block], &random)
    spec.layout.flexDirection = pick([.row, .column, .rowReverse, .columnReverse], &random)
    spec.layout.flexWrap = pick([.nowrap, .nowrap, .wrap, .wrapReverse], &random)
    spec.layout.alignItems = pick([.normal, .center, .baseline, .end], &random)
    spec.layout.justifyContent = pick([.normal, .spaceBetween, .center], &random)
    spec.layout.columnGap = Bool.random(using: &random) ? 0 : length(&random)
    spec.layout.gridTemplateColumns = GridTemplate(
      [.auto, .fr(1), .minmax(.minContent, .fraction(2)), .points(20), .percent(30)]
        .shuffled(using: &random).prefix(3) + [])
    spec.layout.padding = Bool.random(using: &random) ? 0 : BoxSides(length(&random))
    if depth > 0, Bool.random(using: &random) {
      spec.children = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        self.spec(depth - 1, &random)
      }
    } else if Bool.random(using: &random) {
      spec.content = SquareText(
        String(repeating: "HHH ", count: Int.random(in: 1...5, using: &random)))
    }
    return spec
  }

  /// The number of random trees: more where they are laid out faster.
  private static var treeCount: Int {
    #if DEBUG
      2_000
    #else
      100_000
    #endif
  }

  @Test("Random trees give frames that are numbers, twice the same")
  func finite() throws {
    for seed in 0..<Self.treeCount {
      var random = SeededGenerator(seed: UInt64(seed))
      let spec = Self.spec(4, &random)
      let frames = try spec.frames(width: 200, height: 150)
      #expect(areFinite(frames), "seed \(seed)")
      #expect(frames[1...].allSatisfy { $0[2] >= 0 && $0[3] >= 0 }, "seed \(seed)")
      if seed.isMultiple(of: 10) {
        #expect(try spec.frames(width: 200, height: 150) == frames, "seed \(seed)")
      }
    }
  }

  @Test("Items that can grow and shrink fill their row to the last point")
  func sums() throws {
    for seed in 0..<2_000 {
      var random = SeededGenerator(seed: UInt64(seed))
      let count = Int.random(in: 1...6, using: &random)
      let children = (0..<count).map { _ in
        Spec.box(
          BoxLayout(),
          item {
            $0.width = .points(Double(Int.random(in: 0...90, using: &random)))
            $0.minWidth = 0
            $0.flexGrow = Double(Int.random(in: 1...3, using: &random))
          })
      }
      let frames = try Spec.box(BoxLayout(.row, gap: 3), BoxItem(), children)
        .frames(width: 160, height: 10)
      let sum = frames[1...].reduce(0) { $0 + $1[2] } + 3 * Double(count - 1)
      #expect(abs(sum - 160) < 1e-6, "seed \(seed)")
      #expect(abs(frames[count][0] + frames[count][2] - 160) < 1e-6, "seed \(seed)")
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Testing

@Suite struct BlockTests {
  private func block(
    _ top: Double, _ bottom: Double, _ height: BoxLength = 10, _ children: [Spec] = []
  ) -> Spec {
    .box(
      BoxLayout(.block),
      item {
        $0.margin.top = .points(top)
        $0.margin.bottom = .points(bottom)
        $0.height = height
      },
      children)
  }

  @Test("The larger of two margins lies between blocks; negative ones are taken off")
  func siblings() throws {
    let stack = Spec.box(
      BoxLayout(.block), BoxItem(), [block(0, 15), block(8, 15), block(-5, 0)])
    #expect(try stack.frames(width: 50, height: nil).map { $0[1] } == [0, 0, 25, 45])
  }

  @Test("Margins leave a block without padding, but neither the root nor one that is cut off")
  func nesting() throws {
    func tops(_ change: (inout BoxLayout) -> Void) throws -> [Double] {
      let inner = Spec.box(layout(.block, change), BoxItem(), [block(12, 6)])
      let root = Spec.box(BoxLayout(.block), BoxItem(), [block(0, 0), inner, block(4, 0)])
      return try root.frames(width: 50, height: nil).map { $0[1] }
    }
    #expect(try tops { _ in } == [0, 0, 22, 0, 38])
    #expect(try tops { $0.padding.top = 1 } == [0, 0, 10, 13, 39])
    #expect(try tops { $0.overflowX = .hidden } == [0, 0, 10, 12, 42])
  }

  @Test("What has no height lets margins through")
  func through() throws {
    let stack = Spec.box(
      BoxLayout(.block), BoxItem(), [block(0, 5), block(20, 8, .auto), block(3, 0)])
    // 5, 20, 8 and 3 are one margin.
    let frames = try stack.frames(width: 50, height: nil)
    #expect(frames[2] == [0, 30, 50, 0] && frames[3][1] == 30)
  }

  @Test("Automatic margins put a block into the middle")
  func middle() throws {
    let stack = Spec.box(
      BoxLayout(.block), BoxItem(),
      [
        .box(
          BoxLayout(.block),
          item {
            $0.width = 30
            $0.height = 1
            $0.margin.left = .auto
            $0.margin.right = .auto
          })
      ])
    #expect(try stack.frames(width: 100, height: nil)[1] == [35, 0, 30, 1])
  }

  @Test("Contents of a block are aligned in a height that is larger")
  func aligned() throws {
    let stack = Spec.box(layout(.block) { $0.alignContent = .center }, BoxItem(), [block(0, 0)])
    #expect(try stack.frames(width: 10, height: 50)[1][1] == 20)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees
import CanvasGeometry
import Synchronization

/// A text of square letters, 10 points each: lines break at spaces, which hang.
final class SquareText: BoxContent {
  private let words: [Double]
  /// How often a height was asked for.
  var measurements: Int { count.load(ordering: .relaxed) }
  private let count = Atomic(0)

  init(_ text: String) {
    words = text.split(separator: " ").map { Double($0.count) * 10 }
  }

  var minContentWidth: Double { words.max() ?? 0 }
  var maxContentWidth: Double { words.reduce(0, +) + 10 * Double(max(0, words.count - 1)) }

  func measure(width: Double) -> BoxContentSize {
    count.wrappingAdd(1, ordering: .relaxed)
    var lines = 1
    var x = -10.0
    for word in words {
      if x >= 0, x + 10 + word > width {
        lines += 1
        x = -10
      }
      x += 10 + word
    }
    return BoxContentSize(
      height: Double(lines) * 10, firstBaseline: 8, lastBaseline: Double(lines) * 10 - 2)
  }
}

/// A picture of a size of its own.
struct Picture: BoxContent {
  let size: Size

  var minContentWidth: Double { size.width }
  var maxContentWidth: Double { size.width }
  var hasNaturalSize: Bool { true }
  func measure(width: Double) -> BoxContentSize {
    BoxContentSize(height: size.width > 0 ? width * size.height / size.width : size.height)
  }
}

/// Boxes as a test writes them.
struct Spec {
  var layout = BoxLayout()
  var item = BoxItem()
  var content: (any BoxContent)?
  var children: [Spec] = []

  /// A container.
  static func box(
    _ layout: BoxLayout = BoxLayout(), _ item: BoxItem = BoxItem(), _ children: [Spec] = []
  ) -> Spec {
    Spec(layout: layout, item: item, children: children)
  }

  /// A box of a size.
  static func box(_ width: BoxLength, _ height: BoxLength) -> Spec {
    Spec(item: BoxItem(width: width, height: height))
  }

  static func text(_ text: String, _ item: BoxItem = BoxItem()) -> Spec {
    Spec(item: item, content: SquareText(text))
  }

  /// The frames of all boxes, a box before those in it.
  func frames(width: Double?, height: Double?) throws -> [[Double]] {
    var tree = BoxTree()
    try add(to: &tree, in: nil)
    return try tree.layout(width: width, height: height).frames.map {
      [$0.minX, $0.minY, $0.width, $0.height]
    }
  }

  func add(to tree: inout BoxTree, in container: Int?) throws {
    let number = try tree.add(layout, item, in: container, content: content)
    for child in children { try child.add(to: &tree, in: number) }
  }
}

/// An item with some properties.
func item(_ change: (inout BoxItem) -> Void) -> BoxItem {
  var item = BoxItem()
  change(&item)
  return item
}

/// A container with some properties.
func layout(_ display: BoxLayout.Display = .flex, _ change: (inout BoxLayout) -> Void) -> BoxLayout
{
  var layout = BoxLayout(display)
  change(&layout)
  return layout
}

/// Whether all frames are numbers.
func areFinite(_ frames: [[Double]]) -> Bool { frames.allSatisfy { $0.allSatisfy(\.isFinite) } }

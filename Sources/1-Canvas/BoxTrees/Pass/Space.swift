// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The space that a container gives to a box in it, before the box is laid out.
struct Space: Equatable {
  enum Height: Equatable {
    /// The height that the box's own properties set.
    case own
    /// The height of the box's contents, whatever its own properties say.
    case content
    /// A height that the container has decided, with padding and border. Percentages in the box
    /// refer to it only if it is definite: CSS Sizing 3, §3.1.
    case fixed(Double, isDefinite: Bool)
  }

  /// The width with padding and border: always decided by the container.
  var width: Double
  /// The height.
  var height: Height
  /// What percentages in the box's own properties refer to: the width of its container's contents.
  var basisWidth: Double?
  /// The height of the contents of the box's container; `nil` where it depends on the contents.
  var basisHeight: Double?
  /// The height that the ratio made of the box, with padding and border, where its contents made
  /// the box higher: percentages inside the box still refer to it. Otherwise `nil`.
  var ratioHeight: Double?
  /// Whether the margins of children stay inside the box, as in the root, in absolute boxes and in
  /// items of flex containers and grids.
  var keepsMargins = false
}

/// The sizes that percentages refer to.
struct Basis: Equatable {
  /// The width of the contents of the container; `nil` while it is being sought.
  var width: Double?
  /// The height of the contents of the container; `nil` where it depends on the contents.
  var height: Double?
}

/// The result of laying out a box at some width, in points.
struct Extent {
  /// The height with padding and border.
  var height: Double
  /// The height of the contents with padding and border, even if the box has another height; 0 for
  /// leaves.
  var contentHeight = 0.0
  /// The first baseline, below the top edge of the box.
  var firstBaseline: Double?
  /// The last baseline, below the top edge of the box.
  var lastBaseline: Double?
  /// The margins of blocks in the box that join its own at the top: CSS 2.2, §8.3.1.
  var topMargin = MarginStrut()
  /// The margins of blocks in the box that join its own at the bottom.
  var bottomMargin = MarginStrut()
  /// Whether the box's own margins at top and bottom join, as nothing lies between them.
  var collapsesThrough = false

  init(height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}

/// Margins that adjoin: the largest positive and the most negative one add up.
struct MarginStrut: Equatable {
  private(set) var positive = 0.0
  private(set) var negative = 0.0

  init() {}

  init(_ margin: Double) { add(margin) }

  var sum: Double { positive + negative }

  mutating func add(_ margin: Double) {
    positive = max(positive, margin)
    negative = min(negative, margin)
  }

  mutating func add(_ other: MarginStrut) {
    positive = max(positive, other.positive)
    negative = min(negative, other.negative)
  }
}

/// The widths of contents, with padding and border, in points.
struct ContentWidths {
  /// The least width at which nothing overflows.
  var least: Double
  /// The width without breaks.
  var greatest: Double

  static let zero = ContentWidths(least: 0, greatest: 0)

  mutating func enclose(_ other: ContentWidths) {
    least = max(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}

/// Widths of edges, in points; `start` and `end` as the direction of writing has them.
struct Edges {
  var start = 0.0
  var end = 0.0
  var top = 0.0
  var bottom = 0.0

  var inline: Double { start + end }
  var block: Double { top + bottom }

  init() {}

  init(start: Double, end: Double, top: Double, bottom: Double) {
    (self.start, self.end, self.top, self.bottom) = (start, end, top, bottom)
  }

  /// Creates the widths of the sides of a box, in the box's own direction; none is below zero.
  ///
  /// - Parameter basis: What percentages refer to.
  init(_ sides: BoxSides<BoxLength>, _ isRightToLeft: Bool, basis: Double?) {
    let left = max(0, sides.left.points(of: basis) ?? 0)
    let right = max(0, sides.right.points(of: basis) ?? 0)
    (start, end) = isRightToLeft ? (right, left) : (left, right)
    top = max(0, sides.top.points(of: basis) ?? 0)
    bottom = max(0, sides.bottom.points(of: basis) ?? 0)
  }

  static func + (a: Edges, b: Edges) -> Edges {
    Edges(
      start: a.start + b.start, end: a.end + b.end, top: a.top + b.top, bottom: a.bottom + b.bottom)
  }
}

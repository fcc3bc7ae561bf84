// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The lines of a box in which other boxes stand: an inline formatting context (CSS 2.2, §9.4.2).
///
/// The boxes are the children of the box in the tree, in order: boxes that stand in a line as a
/// letter does, floats, and absolute boxes, of which the lines know the place alone. The layout
/// decides their sizes and hands them to the lines, and the lines decide the places.
public protocol LineContent: BoxContent {
  /// The least width at which nothing overflows, and the width with forced breaks only.
  ///
  /// - Parameter boxes: The widths of the margin box of each child; zero for absolute boxes.
  func contentWidths(of boxes: [LineBoxWidths]) throws -> (least: Double, greatest: Double)

  /// Breaks the lines in a room and places the boxes in them.
  ///
  /// A layout may call this several times, as for other floats; results for equal rooms are kept
  /// for each layout.
  func setLines(in room: LineRoom) throws -> LinesOfBox
}

extension LineContent {
  public var holdsBoxes: Bool { true }
  public var minContentWidth: Double { get throws { try contentWidths(of: []).least } }
  public var maxContentWidth: Double { get throws { try contentWidths(of: []).greatest } }

  public func measure(width: Double) throws -> BoxContentSize {
    let lines = try setLines(in: LineRoom(width: width))
    return BoxContentSize(
      height: lines.height, firstBaseline: lines.firstBaseline, lastBaseline: lines.lastBaseline)
  }
}

/// The widths of a box in lines, with its margins, in points.
public struct LineBoxWidths: Sendable, Hashable {
  /// The least width at which nothing overflows.
  public var least: Double
  /// The width without breaks.
  public var greatest: Double

  /// Creates widths.
  public init(least: Double, greatest: Double) {
    (self.least, self.greatest) = (least, greatest)
  }
}

/// The size of a box in lines, with its margins, in points.
public struct LineBoxSize: Sendable, Hashable {
  /// The width of the margin box; that of an absolute box is zero.
  public var width: Double
  /// The height of the margin box.
  public var height: Double
  /// The baseline, below the top of the margin box; `nil` for its lower edge.
  public var baseline: Double?

  /// Creates a size.
  public init(width: Double, height: Double, baseline: Double? = nil) {
    (self.width, self.height, self.baseline) = (width, height, baseline)
  }
}

/// A float beside which lines run.
public struct FloatArea: Sendable, Hashable {
  /// The margin box, in points.
  public var rect: Rect
  /// Whether the float lies at the left side of its container.
  public var isLeft: Bool
  /// The number of the float in the tree.
  public var box: Int

  /// Creates an area.
  public init(rect: Rect, isLeft: Bool, box: Int = -1) {
    (self.rect, self.isLeft, self.box) = (rect, isLeft, box)
  }
}

/// The room for the lines of a box; places count from the upper left corner of the lines.
public struct LineRoom: Sendable, Hashable {
  /// The width of the lines, in points.
  public var width: Double
  /// The sizes of the boxes in the lines, in the order of the children.
  public var boxes: [LineBoxSize]
  /// The floats of boxes before these lines that reach below the top of the lines.
  public var floats: [FloatArea]
  /// The lowest top of all floats before these lines: no float of the lines lies above it (§9.5.1,
  /// rule 5). It may lie above the lines.
  public var lowestFloatTop: Double
  /// The lower edges of the floats before these lines: floats of the lines that clear a side lie
  /// below that edge.
  public var leftFloatBottom: Double
  /// The lower edge of the floats at the right.
  public var rightFloatBottom: Double

  /// Creates a room without floats.
  public init(width: Double, boxes: [LineBoxSize] = []) {
    (self.width, self.boxes) = (width, boxes)
    floats = []
    lowestFloatTop = -.infinity
    leftFloatBottom = -.infinity
    rightFloatBottom = -.infinity
  }
}

/// Lines that are set.
public struct LinesOfBox: Sendable {
  /// The height of all lines, in points. Floats do not count.
  public var height: Double
  /// The first baseline, below the top; `nil` where there is none.
  public var firstBaseline: Double?
  /// The last baseline, below the top; `nil` where there is none.
  public var lastBaseline: Double?
  /// The heights between lines at which a column may end, from the top down.
  public var breaks: [Double] = []
  /// Whether there is a line. Margins collapse through a box without lines.
  public var hasLines = true
  /// The upper left corner of each child's margin box, in the order of the children; `nil` for
  /// boxes that are not shown. Of an absolute box it is the place that the box would have in the
  /// flow.
  public var places: [Point?]
  /// What the lines are to the caller; it is found again in ``BoxFrames/lines``.
  public var layout: (any Sendable)?

  /// Creates lines.
  public init(
    height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    places: [Point?] = [], layout: (any Sendable)? = nil
  ) {
    (self.height, self.places, self.layout) = (height, places, layout)
    (self.firstBaseline, self.lastBaseline) = (firstBaseline, lastBaseline)
  }
}

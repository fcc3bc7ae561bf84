// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The keywords of boxes: the raw values are CSS's.

/// `position`.
public enum BoxPosition: String, Sendable, Hashable {
  case `static`, relative, absolute, fixed, sticky
}
/// `float`, physical.
public enum FloatSide: String, Sendable, Hashable { case none, left, right }
/// `clear`, physical.
public enum ClearSide: String, Sendable, Hashable { case none, left, right, both }
/// `box-sizing`.
public enum BoxSizing: String, Sendable, Hashable {
  case contentBox = "content-box"
  case borderBox = "border-box"
}
/// `overflow` along an axis.
public enum Overflow: String, Sendable, Hashable { case visible, hidden, clip, scroll, auto }
/// `visibility`.
public enum Visibility: String, Sendable, Hashable { case visible, hidden, collapse }
/// `border-style` of a side.
public enum BorderStyle: String, Sendable, Hashable {
  case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
}
/// `border-collapse`.
public enum BorderCollapse: String, Sendable, Hashable { case separate, collapse }
/// `caption-side`.
public enum CaptionSide: String, Sendable, Hashable { case top, bottom }
/// `empty-cells`.
public enum EmptyCells: String, Sendable, Hashable { case show, hide }
/// `table-layout`.
public enum TableLayout: String, Sendable, Hashable { case auto, fixed }
/// `flex-direction`.
public enum FlexDirection: String, Sendable, Hashable {
  case row, column
  case rowReverse = "row-reverse"
  case columnReverse = "column-reverse"
}
/// `flex-wrap`.
public enum FlexWrap: String, Sendable, Hashable {
  case nowrap, wrap
  case wrapReverse = "wrap-reverse"
}
/// `break-before` and `break-after`.
public enum BreakBetween: String, Sendable, Hashable {
  case auto, avoid, page, column, left, right, recto, verso, always, all
  case avoidPage = "avoid-page"
  case avoidColumn = "avoid-column"
}
/// `break-inside`.
public enum BreakInside: String, Sendable, Hashable {
  case auto, avoid
  case avoidPage = "avoid-page"
  case avoidColumn = "avoid-column"
}
/// `column-fill`.
public enum ColumnFill: String, Sendable, Hashable {
  case auto, balance
  case balanceAll = "balance-all"
}
/// `object-fit`.
public enum ObjectFit: String, Sendable, Hashable {
  case fill, contain, cover, none
  case scaleDown = "scale-down"
}
/// `text-overflow`.
public enum TextOverflow: String, Sendable, Hashable { case clip, ellipsis }
/// `isolation`.
public enum Isolation: String, Sendable, Hashable { case auto, isolate }
/// `box-decoration-break`.
public enum DecorationBreak: String, Sendable, Hashable { case slice, clone }
/// `transform-style`.
public enum TransformStyle: String, Sendable, Hashable {
  case flat
  case preserve3D = "preserve-3d"
}
/// `backface-visibility`.
public enum BackfaceVisibility: String, Sendable, Hashable { case visible, hidden }
/// `image-rendering`.
public enum ImageRendering: String, Sendable, Hashable {
  case auto, smooth, pixelated
  case highQuality = "high-quality"
  case crispEdges = "crisp-edges"
}

/// `align-*` and `justify-*` (CSS Box Alignment 3).
public struct Alignment: Sendable, Hashable {
  /// A place in the room.
  public enum Place: String, Sendable, Hashable {
    case auto, normal, stretch, center, start, end, left, right, baseline
    case flexStart = "flex-start"
    case flexEnd = "flex-end"
    case selfStart = "self-start"
    case selfEnd = "self-end"
    case lastBaseline = "last baseline"
    case spaceBetween = "space-between"
    case spaceAround = "space-around"
    case spaceEvenly = "space-evenly"
  }

  /// The place in the room.
  public var place: Place
  /// Whether what is larger than the room begins at its start.
  public var isSafe = false
  /// Of `justify-items`: whether the place is inherited.
  public var isLegacy = false

  /// Creates an alignment.
  public init(_ place: Place) { self.place = place }
}

/// `aspect-ratio`.
public struct AspectRatio: Sendable, Hashable {
  /// The width that belongs to a height of 1; `nil` for none.
  public var ratio: Double?
  /// Whether the ratio of a replaced element's own picture comes first.
  public var isAuto: Bool
}

/// A width of columns or a number of them, `auto` where `nil`.
public struct Columns: Sendable, Hashable {
  /// `column-width`, in points.
  public var width: Double?
  /// `column-count`.
  public var count: Int?
  /// Whether the columns make a formatting context.
  public var isMulticol: Bool { width != nil || count != nil }
}

/// A line of a side of a box: its border, the outline, the rule between columns.
public struct BorderLine: Sendable, Hashable {
  /// How the line looks.
  public var style = BorderStyle.none
  /// The colour.
  public var color = StyleColor.current
  private var declaredWidth = 3.0

  /// Creates the initial line, which has no style.
  public init() {}

  /// The width in points: 0 where there is no style.
  public var width: Double {
    get { style == .none || style == .hidden ? 0 : declaredWidth }
    set { declaredWidth = newValue }
  }
}

/// A shadow of a box or of a text.
public struct StyleShadow: Sendable, Hashable {
  /// The offset to the right.
  public var x: Double
  /// The offset downwards.
  public var y: Double
  /// CSS's blur radius: twice the standard deviation.
  public var blur: Double
  /// How much the shadow is larger than its box.
  public var spread: Double
  /// The colour.
  public var color: StyleColor
  /// Whether the shadow lies within the box.
  public var isInset: Bool
}

/// `vertical-align`.
public enum VerticalAlign: Sendable, Hashable {
  case baseline, sub, `super`, top, bottom, middle
  case textTop, textBottom
  /// A length above the baseline; percentages refer to the line height.
  case length(LengthPercentage)
}

/// `clip`: a rectangle from the upper left corner of the border box, `auto` where `nil`.
public struct ClipRect: Sendable, Hashable {
  /// The upper edge, from the top.
  public var top: Double?
  /// The right edge, from the left.
  public var right: Double?
  /// The lower edge, from the top.
  public var bottom: Double?
  /// The left edge, from the left.
  public var left: Double?
}

/// `flex-basis`.
public enum FlexBasis: Sendable, Hashable {
  case content
  case size(SizeLength)
}

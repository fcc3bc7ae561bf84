// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The keywords of boxes: the cases are named like CSS's, `flexStart` for `flex-start`.

package enum BoxPosition: String, Sendable { case `static`, relative, absolute, fixed, sticky }
/// `float`, physical.
package enum FloatSide: String, Sendable { case none, left, right }
/// `clear`, physical.
package enum ClearSide: String, Sendable { case none, left, right, both }
package enum BoxSizing: String, Sendable { case contentBox, borderBox }
/// `overflow` along an axis.
package enum Overflow: String, Sendable { case visible, hidden, clip, scroll, auto }
package enum Visibility: String, Sendable { case visible, hidden, collapse }
/// `border-style` of a side.
package enum BorderStyle: String, Sendable {
  case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset
}
package enum BorderCollapse: String, Sendable { case separate, collapse }
package enum CaptionSide: String, Sendable { case top, bottom }
package enum EmptyCells: String, Sendable { case show, hide }
package enum TableLayout: String, Sendable { case auto, fixed }
package enum FlexDirection: String, Sendable { case row, column, rowReverse, columnReverse }
package enum FlexWrap: String, Sendable { case nowrap, wrap, wrapReverse }
/// `break-before` and `break-after`.
package enum BreakBetween: String, Sendable {
  case auto, avoid, page, column, left, right, recto, verso, always, all, avoidPage, avoidColumn
}
package enum BreakInside: String, Sendable { case auto, avoid, avoidPage, avoidColumn }
package enum ColumnFill: String, Sendable { case auto, balance, balanceAll }
package enum ObjectFit: String, Sendable { case fill, contain, cover, none, scaleDown }
package enum TextOverflow: String, Sendable { case clip, ellipsis }
package enum Isolation: String, Sendable { case auto, isolate }
package enum DecorationBreak: String, Sendable { case slice, clone }
package enum TransformStyle: String, Sendable {
  case flat
  case preserve3D = "preserve-3d"
}
package enum BackfaceVisibility: String, Sendable { case visible, hidden }
package enum ImageRendering: String, Sendable {
  case auto, smooth, pixelated, highQuality, crispEdges
}

/// `align-*` and `justify-*` (CSS Box Alignment 3).
package struct Alignment: Sendable, Hashable {
  /// A place in the room.
  package enum Place: String, Sendable {
    case auto, normal, stretch, center, start, end, left, right, baseline, flexStart, flexEnd,
      selfStart, selfEnd, spaceBetween, spaceAround, spaceEvenly
    case lastBaseline = "last baseline"
  }

  /// The place in the room.
  package var place: Place
  /// Whether what is larger than the room begins at its start.
  package var isSafe = false
  /// Of `justify-items`: whether the place is inherited.
  package var isLegacy = false

  /// Creates an alignment.
  package init(_ place: Place) { self.place = place }
}

package struct AspectRatio: Sendable, Hashable {
  /// The width that belongs to a height of 1; `nil` for none.
  package var ratio: Double?
  /// Whether the ratio of a replaced element's own picture comes first.
  package var isAuto: Bool
}

/// A width of columns or a number of them, `auto` where `nil`.
package struct Columns: Sendable, Hashable {
  /// `column-width`, in points.
  package var width: Double?
  package var count: Int?
  /// Whether the columns make a formatting context.
  package var isMulticol: Bool { width != nil || count != nil }
}

/// A line of a side of a box: its border, the outline, the rule between columns.
package struct BorderLine: Sendable, Hashable {
  /// How the line looks.
  package var style = BorderStyle.none
  /// The colour.
  package var color = StyleColor.current
  private var declaredWidth = 3.0

  /// Creates the initial line, which has no style.
  package init() {}

  /// The width in points: 0 where there is no style.
  package var width: Double {
    get { style == .none || style == .hidden ? 0 : declaredWidth }
    set { declaredWidth = newValue }
  }
}

/// A shadow of a box or of a text.
package struct StyleShadow: Sendable, Hashable {
  /// The offset to the right.
  package var x: Double
  /// The offset downwards.
  package var y: Double
  /// CSS's blur radius: twice the standard deviation.
  package var blur: Double
  /// How much the shadow is larger than its box.
  package var spread: Double
  /// The colour.
  package var color: StyleColor
  /// Whether the shadow lies within the box.
  package var isInset: Bool
}

package enum VerticalAlign: Sendable, Hashable {
  case baseline, sub, `super`, top, bottom, middle
  case textTop, textBottom
  /// A length above the baseline; percentages refer to the line height.
  case length(LengthPercentage)
}

/// `clip`: a rectangle from the upper left corner of the border box, `auto` where `nil`.
package struct ClipRect: Sendable, Hashable {
  /// The upper edge, from the top.
  package var top: Double?
  /// The right edge, from the left.
  package var right: Double?
  /// The lower edge, from the top.
  package var bottom: Double?
  /// The left edge, from the left.
  package var left: Double?
}

package enum FlexBasis: Sendable, Hashable {
  case content
  case size(SizeLength)
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// The properties by which a box is painted.
package struct PaintStyle: Sendable, Hashable {
  package var backgroundColor = StyleColor.color(.clear)
  /// The pictures of the background, the first one on top; a single one without a picture tells
  /// the clip of the colour.
  package var backgrounds = [ImageLayer()]
  /// `box-shadow`, the first one on top.
  package var shadows: [StyleShadow] = []
  /// `outline`; its style may be `auto`, which is `solid` here.
  package var outline = BorderLine()
  /// `outline-offset`, in points.
  package var outlineOffset = 0.0
  /// `opacity`, 0 to 1.
  package var opacity = 1.0
  /// `text-decoration`, of this element alone.
  package var decoration = TextDecoration()
  package var decorationBreak = DecorationBreak.slice
}

/// The properties that few elements have.
package struct RareStyle: Sendable, Hashable {
  /// `transform`; empty for none.
  package var transform: [TransformFunction] = []
  /// `translate`, `rotate` and `scale`, in this order; empty for none.
  package var translate: TransformFunction?
  package var rotate: TransformFunction?
  package var scale: TransformFunction?
  package var transformOrigin = TransformOrigin()
  package var transformStyle = TransformStyle.flat
  package var transformBox = ReferenceBox.viewBox
  /// `perspective`, in points; `nil` for none.
  package var perspective: Double?
  package var perspectiveOrigin = LengthPair.center
  package var backface = BackfaceVisibility.visible
  package var blendMode = BlendMode.normal
  package var isolation = Isolation.auto
  /// `filter`; empty for none.
  package var filters: [FilterFunction] = []
  /// `backdrop-filter`; empty for none.
  package var backdropFilters: [FilterFunction] = []
  /// `clip`; `nil` for `auto`.
  package var clip: ClipRect?
  package var clipPath = ClipPath.none
  /// `mask`; empty for none.
  package var masks: [ImageLayer] = []
  package var borderImage = StyleBorderImage()
  /// `stop-color` and `stop-opacity` of a gradient of SVG.
  package var stopColor = StyleColor.color(.black)
  package var stopOpacity = 1.0
  package var shapeOutside = ShapeOutside.none
  package var shapeMargin = LengthPercentage.zero
  package var shapeThreshold = 0.0
  package var objectFit = ObjectFit.fill
  package var objectPosition = LengthPair.center
  package var content = StyleContent.normal
  package var counterReset: [CounterChange] = []
  package var counterIncrement: [CounterChange] = []
  package var counterSet: [CounterChange] = []
  package var breakBefore = BreakBetween.auto
  package var breakAfter = BreakBetween.auto
  package var breakInside = BreakInside.auto
  /// `page`; empty for `auto`.
  package var page = ""
  /// `will-change`, in lower case: names of properties that make a stacking context.
  package var willChange: [String] = []
  /// `contain`, in lower case: `layout`, `paint`, `size` …
  package var contain: [String] = []
  /// `-webkit-box-orient: vertical`, of old flexible boxes.
  var isBoxVertical = false
  /// `display: -webkit-box`.
  var isOldBox = false
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// The properties by which a box is painted.
public struct PaintStyle: Sendable, Hashable {
  /// `background-color`.
  public var backgroundColor = StyleColor.color(.clear)
  /// The pictures of the background, the first one on top; a single one without a picture tells
  /// the clip of the colour.
  public var backgrounds = [ImageLayer()]
  /// `box-shadow`, the first one on top.
  public var shadows: [StyleShadow] = []
  /// `outline`; its style may be `auto`, which is `solid` here.
  public var outline = BorderLine()
  /// `outline-offset`, in points.
  public var outlineOffset = 0.0
  /// `opacity`, 0 to 1.
  public var opacity = 1.0
  /// `text-decoration`, of this element alone.
  public var decoration = TextDecoration()
  /// `box-decoration-break`.
  public var decorationBreak = DecorationBreak.slice
}

/// The properties that few elements have.
public struct RareStyle: Sendable, Hashable {
  /// `transform`; empty for none.
  public var transform: [TransformFunction] = []
  /// `translate`, `rotate` and `scale`, in this order; empty for none.
  public var translate: TransformFunction?
  public var rotate: TransformFunction?
  public var scale: TransformFunction?
  /// `transform-origin`.
  public var transformOrigin = TransformOrigin()
  /// `transform-style`.
  public var transformStyle = TransformStyle.flat
  /// `transform-box`.
  public var transformBox = ReferenceBox.viewBox
  /// `perspective`, in points; `nil` for none.
  public var perspective: Double?
  /// `perspective-origin`.
  public var perspectiveOrigin = LengthPair.center
  /// `backface-visibility`.
  public var backface = BackfaceVisibility.visible
  /// `mix-blend-mode`.
  public var blendMode = BlendMode.normal
  /// `isolation`.
  public var isolation = Isolation.auto
  /// `filter`; empty for none.
  public var filters: [FilterFunction] = []
  /// `backdrop-filter`; empty for none.
  public var backdropFilters: [FilterFunction] = []
  /// `clip`; `nil` for `auto`.
  public var clip: ClipRect?
  /// `clip-path`.
  public var clipPath = ClipPath.none
  /// `mask`; empty for none.
  public var masks: [ImageLayer] = []
  /// `shape-outside`.
  public var shapeOutside = ShapeOutside.none
  /// `shape-margin`.
  public var shapeMargin = LengthPercentage.zero
  /// `shape-image-threshold`.
  public var shapeThreshold = 0.0
  /// `object-fit`.
  public var objectFit = ObjectFit.fill
  /// `object-position`.
  public var objectPosition = LengthPair.center
  /// `content`.
  public var content = StyleContent.normal
  /// `counter-reset`.
  public var counterReset: [CounterChange] = []
  /// `counter-increment`.
  public var counterIncrement: [CounterChange] = []
  /// `counter-set`.
  public var counterSet: [CounterChange] = []
  /// `break-before`.
  public var breakBefore = BreakBetween.auto
  /// `break-after`.
  public var breakAfter = BreakBetween.auto
  /// `break-inside`.
  public var breakInside = BreakInside.auto
  /// `page`; empty for `auto`.
  public var page = ""
  /// `will-change`, in lower case: names of properties that make a stacking context.
  public var willChange: [String] = []
  /// `contain`, in lower case: `layout`, `paint`, `size` …
  public var contain: [String] = []
  /// `-webkit-box-orient: vertical`, of old flexible boxes.
  var isBoxVertical = false
  /// `display: -webkit-box`.
  var isOldBox = false
}

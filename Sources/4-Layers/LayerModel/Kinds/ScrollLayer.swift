// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerCompositing

/// The directions in which a ``ScrollLayer`` scrolls.
public enum ScrollMode: String, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case none
  /// To the left and right.
  case horizontally
  /// Up and down.
  case vertically
  /// In all directions.
  case both
}

/// A layer that shows a part of larger content: scrolling moves the origin of its bounds, and with
/// it all sublayers.
///
/// It clips its sublayers to its bounds unless `masksToBounds` is switched off. It handles no
/// input, has no scroll bars, and can be scrolled beyond its content.
@MainActor
open class ScrollLayer: Layer {
  /// The directions in which the layer scrolls; the other coordinate of the origin stays.
  public final var scrollMode = ScrollMode.both

  open override class var keys: [LayerClassKey] {
    super.keys + [LayerClassKey(word: "scrollMode", \ScrollLayer.scrollMode)]
  }

  /// Creates a layer of size 0 that clips its sublayers.
  public override init() {
    super.init()
    change { $0.masksToBounds = true }
  }

  /// The layer's rectangle in its own space; a new origin scrolls, and needs a layout as a new size
  /// does.
  open override var bounds: Rect {
    didSet { if bounds.origin != oldValue.origin { setNeedsLayout() } }
  }

  /// Brings a point of the layer's space to the top left corner, as far as the mode allows.
  ///
  /// Nothing happens for a point that is not finite.
  open func scroll(to point: Point) {
    guard point.x.isFinite, point.y.isFinite else { return }
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = point.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = point.y }
    if origin != bounds.origin { bounds.origin = origin }
  }

  /// Scrolls by the least distance that makes a rectangle of the layer's space visible, as far as
  /// the mode allows.
  ///
  /// Of a rectangle larger than the bounds the left and top part is shown. Nothing happens for one
  /// with numbers that are not finite.
  open func scroll(to rect: Rect) {
    let bounds = bounds
    scroll(
      to: Point(
        x: nearest(bounds.minX, bounds.width, rect.minX, rect.width),
        y: nearest(bounds.minY, bounds.height, rect.minY, rect.height)))
  }

  /// The start nearest to `start` from which a range of `length` holds another range, or the
  /// beginning of the other range if that is longer.
  private func nearest(
    _ start: Double, _ length: Double, _ other: Double, _ otherLength: Double
  ) -> Double {
    let end = other + min(otherLength, length)
    if !end.isFinite { return .nan }
    return other < start ? other : end > start + length ? end - length : start
  }
}

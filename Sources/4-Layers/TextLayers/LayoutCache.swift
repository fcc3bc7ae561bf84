// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// A cache for one text: the shaped text, and the layouts for the containers that were used last.
///
/// A layer has one for a text that is long or was measured, and shares it with its snapshots, so
/// that a display uses the layout that measuring made. Any lane may use it. The lock is not held
/// while text is shaped or laid out.
final class LayoutCache: Sendable {
  let text: AttributedText
  /// The fonts; `nil` for the default fonts, so that snapshots do not count references to them.
  private let fonts: FontCollection?

  private struct State {
    var shaped: ShapedText?
    var widths: ContentWidths?
    /// The layouts, the newest first.
    var layouts: [TextLayout] = []
  }

  /// The number of layouts kept: one measured, one displayed, one to spare.
  private static let capacity = 3

  private let state = Mutex(State())

  init(text: AttributedText, fonts: FontCollection?) {
    self.text = text
    self.fonts = fonts
  }

  /// Creates a cache for the text of a layout, which holds that layout.
  init(_ layout: TextLayout, fonts: FontCollection?) {
    text = layout.text
    self.fonts = fonts
    // Text that was shaped at a smaller scale, to fit its container, does not suit other layouts.
    let shaped = layout.scale == 1 ? layout.shaped : nil
    state.withLock { $0 = State(shaped: shaped, layouts: [layout]) }
  }

  /// The same layouts with the paint of another text; `nil` if the text differs in more than paint
  /// and contents of attachments.
  func repainted(as other: AttributedText) -> LayoutCache? {
    let (known, shaped, widths) = state.withLock { ($0.layouts, $0.shaped, $0.widths) }
    var layouts: [TextLayout] = []
    for layout in known {
      guard let repainted = layout.repainted(as: other) else { return nil }
      layouts.append(repainted)
    }
    guard let first = layouts.first else { return nil }
    let cache = LayoutCache(first, fonts: fonts)
    cache.state.withLock { $0 = State(shaped: shaped, widths: widths, layouts: layouts) }
    return cache
  }

  /// An estimate of the bytes freed together with this object.
  var byteCount: Int { Self.byteCount(of: text) }

  /// An estimate of the bytes held by a text and its layouts: text, glyphs and breaks take some 15
  /// for each UTF-16 code unit.
  static func byteCount(of text: AttributedText) -> Int { 1024 + 16 * text.length }

  /// The layout for a container, if it is in the cache.
  func knownLayout(in container: TextContainer) -> TextLayout? {
    state.withLock { $0.layouts.first { $0.container == container } }
  }

  /// Whether the text's first paragraph is set from right to left, if it was shaped.
  var startsRight: Bool? {
    let shaped = state.withLock { $0.layouts.first?.shaped ?? $0.shaped }
    return shaped.map { $0.paragraphs[0].baseLevel & 1 == 1 }
  }

  /// Returns the layout for a container, from the cache or newly made.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  func layout(
    in container: TextContainer, cancellation: Cancellation, metrics: DisplayMetrics? = nil
  ) throws -> TextLayout {
    if let known = knownLayout(in: container) { return known }
    let shaped = try shaped(
      isVertical: container.writingMode.isVertical, cancellation, metrics)
    var layout = try Self.layOut(shaped, in: container, cancellation, metrics)
    // The shaped text may have another paint, so the layout gets the paint of this text.
    if let repainted = layout.text == text ? nil : layout.repainted(as: text) { layout = repainted }
    // The dropped layout is released outside the lock.
    let dropped: TextLayout? = state.withLock { state in
      state.layouts.insert(layout, at: 0)
      return state.layouts.count > Self.capacity ? state.layouts.removeLast() : nil
    }
    _ = dropped
    return layout
  }

  /// Returns the widths of the text without emergency breaks and without breaks, measured once.
  ///
  /// - Throws: `FontError`, `ShapingError`, or `CancellationError`.
  func contentWidths(_ cancellation: Cancellation) throws -> ContentWidths {
    if let known = state.withLock({ $0.widths }) { return known }
    let widths = try ContentWidths(
      try shaped(isVertical: false, cancellation, nil), cancellation: cancellation)
    state.withLock { $0.widths = widths }
    return widths
  }

  /// The shaped text, from the cache or newly made.
  private func shaped(
    isVertical: Bool, _ cancellation: Cancellation, _ metrics: DisplayMetrics?
  ) throws -> ShapedText {
    if let kept = state.withLock({ $0.shaped }), kept.isVertical == isVertical { return kept }
    let shaped = try Self.shape(text, fonts, isVertical: isVertical, cancellation, metrics)
    state.withLock { $0.shaped = shaped }
    return shaped
  }

  /// Lays a text out without a cache.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  static func layout(
    of text: AttributedText, fonts: FontCollection?, in container: TextContainer,
    cancellation: Cancellation, metrics: DisplayMetrics? = nil
  ) throws -> TextLayout {
    try layOut(
      try shape(
        text, fonts, isVertical: container.writingMode.isVertical, cancellation, metrics),
      in: container, cancellation, metrics)
  }

  private static func shape(
    _ text: AttributedText, _ fonts: FontCollection?, isVertical: Bool,
    _ cancellation: Cancellation, _ metrics: DisplayMetrics?
  ) throws -> ShapedText {
    let fonts = fonts ?? .default
    guard let metrics, metrics.isEnabled else {
      return try ShapedText(
        text, fonts: fonts, isVertical: isVertical, cancellation: cancellation)
    }
    return try metrics.measure(.shaping) {
      try ShapedText(text, fonts: fonts, isVertical: isVertical, cancellation: cancellation)
    }
  }

  private static func layOut(
    _ shaped: ShapedText, in container: TextContainer, _ cancellation: Cancellation,
    _ metrics: DisplayMetrics?
  ) throws -> TextLayout {
    guard let metrics, metrics.isEnabled else {
      return try TextLayout(shaped, in: container, cancellation: cancellation)
    }
    return try metrics.measure(.layout) {
      try TextLayout(shaped, in: container, cancellation: cancellation)
    }
  }

  /// Returns the size that the text needs in a container, in points, each side rounded up to whole
  /// pixels.
  ///
  /// The layout for a container of that size is made as well, as it is likely to be displayed.
  ///
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  func size(
    in container: TextContainer, scale: Double, cancellation: Cancellation
  ) throws -> Size {
    let layout = try layout(in: container, cancellation: cancellation)
    let fitting = layout.fittingSize
    func roundedUp(_ points: Double) -> Double {
      scale > 0 && scale.isFinite ? (points * scale).rounded(.up) / scale : points
    }
    let size = Size(width: roundedUp(fitting.width), height: roundedUp(fitting.height))
    var snug = container
    // If the container does not bound the length of lines, the new container does not either.
    let isVertical = container.writingMode.isVertical
    let isUnbounded =
      container.isWrapped && (isVertical ? container.height : container.width) == nil
    snug.width = isUnbounded && !isVertical ? nil : size.width
    snug.height = isUnbounded && isVertical ? nil : size.height
    _ = try self.layout(in: snug, cancellation: cancellation)
    return size
  }
}

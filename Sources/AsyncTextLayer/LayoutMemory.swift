// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import TextFonts
import TextModel
import TextRuntime
import TextShaping
import TextTypesetting

/// The stages of one text that can be used again: shaped once, laid out for the containers last used.
///
/// A layer has one of these for a long text, or one that was measured, and its snapshots share it: what was measured
/// is found again when it is drawn. Any lane may use it; no lock is held while text is shaped or laid out.
final class LayoutMemory: Sendable {
  let text: AttributedText
  /// `nil` for the default ones: who makes texts and who draws them would else count one reference by turns.
  private let fonts: FontCollection?

  private struct State {
    var shaped: ShapedText?
    var layouts: [TextLayout] = []
  }

  /// How many layouts are kept: what was measured, what is drawn, and one to spare.
  private static let capacity = 3

  private let state = Mutex(State())

  init(text: AttributedText, fonts: FontCollection?) {
    self.text = text
    self.fonts = fonts
  }

  /// About how many bytes go with it.
  var byteCount: Int { Self.byteCount(of: text) }

  /// About how many bytes go with the layouts of a text: text, glyphs and breaks take some 15 a character.
  static func byteCount(of text: AttributedText) -> Int { 1024 + 16 * text.length }

  /// The layout for a container, if it was made before and is kept.
  func knownLayout(in container: TextContainer) -> TextLayout? {
    state.withLock { $0.layouts.first { $0.container == container } }
  }

  /// The layout for a container.
  ///
  /// - Parameter keeping: Whether it is kept for the next time.
  /// - Throws: `ShapingError`, `TypesettingError`, or `CancellationError`.
  func layout(
    in container: TextContainer, keeping: Bool = true, cancellation: Cancellation,
    metrics: DisplayMetrics? = nil
  ) throws -> TextLayout {
    let (known, kept) = state.withLock { state in
      (state.layouts.first { $0.container == container }, state.shaped)
    }
    if let known { return known }
    let shaped = try kept ?? Self.shape(text, fonts, cancellation, metrics)
    if kept == nil, keeping { state.withLock { $0.shaped = shaped } }
    let layout = try Self.layOut(shaped, in: container, cancellation, metrics)
    if !keeping { return layout }
    let dropped: TextLayout? = state.withLock { state in
      state.layouts.insert(layout, at: 0)
      return state.layouts.count > Self.capacity ? state.layouts.removeLast() : nil
    }
    _ = dropped
    return layout
  }

  /// The layout of a text of which nothing is kept.
  ///
  /// - Throws: `ShapingError`, `TypesettingError`, or `CancellationError`.
  static func layout(
    of text: AttributedText, fonts: FontCollection?, in container: TextContainer,
    cancellation: Cancellation, metrics: DisplayMetrics? = nil
  ) throws -> TextLayout {
    try layOut(
      try shape(text, fonts, cancellation, metrics), in: container, cancellation, metrics)
  }

  /// The default fonts, uncounted: all lanes would count them for each text.
  private static let defaultFonts = unsafe Unmanaged.passUnretained(FontCollection.default)

  private static func shape(
    _ text: AttributedText, _ fonts: FontCollection?, _ cancellation: Cancellation,
    _ metrics: DisplayMetrics?
  ) throws -> ShapedText {
    guard let metrics, metrics.isEnabled else { return try shape(text, fonts, cancellation) }
    return try metrics.measure(.shaping) { try shape(text, fonts, cancellation) }
  }

  private static func shape(
    _ text: AttributedText, _ fonts: FontCollection?, _ cancellation: Cancellation
  ) throws -> ShapedText {
    if let fonts { return try ShapedText(text, fonts: fonts, cancellation: cancellation) }
    return try unsafe defaultFonts._withUnsafeGuaranteedRef {
      try ShapedText(text, fonts: $0, cancellation: cancellation)
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

  /// The size that a text needs in a container, each side rounded up to whole pixels; the layout for a
  /// container of that very size is made as well, for it is what will be drawn.
  func size(
    in container: TextContainer, scale: Double, cancellation: Cancellation
  ) throws -> Size {
    let layout = try layout(in: container, cancellation: cancellation)
    let used = layout.usedRect
    func up(_ points: Double) -> Double {
      scale > 0 && scale.isFinite ? (points * scale).rounded(.up) / scale : points
    }
    let size = Size(width: up(used.width), height: up(layout.size.height))
    var snug = container
    snug.width = container.width == nil ? nil : size.width
    snug.height = size.height
    _ = try self.layout(in: snug, cancellation: cancellation)
    return size
  }
}

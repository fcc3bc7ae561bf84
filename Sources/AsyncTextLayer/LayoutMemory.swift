// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import Synchronization
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// The stages of one text that can be used again: shaped once, laid out for the containers last used.
///
/// A layer has one of these for each text it is given, and its snapshots share it: what was measured is found
/// again when it is drawn. Any lane may use it; no lock is held while text is shaped or laid out.
final class LayoutMemory: Sendable {
  let text: AttributedText
  /// `nil` for the default ones: who makes texts and who draws them would else count one reference by turns.
  private let fonts: FontCollection?

  /// What is kept. Most texts of a few words never need it: they have no lock and no memory for it.
  private final class Stages: Sendable {
    struct State {
      var shaped: ShapedText?
      var layouts: [TextLayout] = []
    }

    let state = Guarded(State())
  }

  /// How many layouts are kept: what was measured, what is drawn, and one to spare.
  private static let capacity = 3

  /// No text.
  static let empty = LayoutMemory(text: AttributedText(), fonts: nil)

  private let kept = AtomicLazyReference<Stages>()
  /// Whether `kept` has been set: to ask that itself takes as long as all else that a lane does here.
  private let isKept = Atomic<Bool>(false)
  /// The mark of a container for which the text was laid out, though the layout was not kept; 0 for none.
  private let passed = Atomic<UInt64>(0)

  init(text: AttributedText, fonts: FontCollection?) {
    self.text = text
    self.fonts = fonts
  }

  /// About how many bytes go with it: text, glyphs and breaks take some 15 a character.
  var byteCount: Int { 1024 + 16 * text.length }

  /// Whether the text was laid out for a container before, as far as is known: containers of one size are taken for the
  /// same, and a text for one of them if its layout was not kept.
  func hasLaidOut(in container: TextContainer) -> Bool {
    passed.load(ordering: .relaxed) == Self.mark(of: container)
      || knownLayout(in: container) != nil
  }

  private static func mark(of container: TextContainer) -> UInt64 {
    let width = (container.width ?? -1).bitPattern
    let height = (container.height ?? -1).bitPattern
    // An odd number: none is 0.
    return (width &* 0x9E37_79B9_7F4A_7C15 ^ height &* 0xC2B2_AE3D_27D4_EB4F) | 1
  }

  private var stages: Stages? { isKept.load(ordering: .acquiring) ? kept.load() : nil }

  private func madeStages() -> Stages {
    if let stages { return stages }
    let stages = kept.storeIfNil(Stages())
    isKept.store(true, ordering: .releasing)
    return stages
  }

  /// The layout for a container, if it was made before.
  func knownLayout(in container: TextContainer) -> TextLayout? {
    stages?.state.withLock { $0.layouts.first { $0.container == container } }
  }

  /// The layout for a container.
  ///
  /// - Parameter keeping: Whether it is kept for the next time.
  /// - Throws: `ShapingError`, `TypesettingError`, or `CancellationError`.
  func layout(
    in container: TextContainer, keeping: Bool = true, cancellation: Cancellation,
    metrics: DisplayMetrics? = nil
  ) throws -> TextLayout {
    let (known, made) =
      stages?.state.withLock { state in
        (state.layouts.first { $0.container == container }, state.shaped)
      } ?? (nil, nil)
    if let known { return known }
    let shaped = try made ?? shape(cancellation, metrics)
    if made == nil, keeping { madeStages().state.withLock { $0.shaped = shaped } }
    let layout = try layOut(shaped, in: container, cancellation, metrics)
    if !keeping {
      passed.store(Self.mark(of: container), ordering: .relaxed)
      return layout
    }
    let dropped: TextLayout? = madeStages().state.withLock { state in
      state.layouts.insert(layout, at: 0)
      return state.layouts.count > Self.capacity ? state.layouts.removeLast() : nil
    }
    _ = dropped
    return layout
  }

  private func shape(
    _ cancellation: Cancellation, _ metrics: DisplayMetrics?
  ) throws -> ShapedText {
    guard let metrics, metrics.isEnabled else {
      return try ShapedText(text, fonts: fonts ?? .default, cancellation: cancellation)
    }
    return try metrics.measure(.shaping) {
      try ShapedText(text, fonts: fonts ?? .default, cancellation: cancellation)
    }
  }

  private func layOut(
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

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import FoundationEssentials
public import LayerTree
public import TextFonts
import TextGraphics
public import TextModel
public import TextTypesetting

/// A layer that shows attributed text: set on the main queue, laid out and drawn on a render lane, committed
/// on the main queue.
///
/// ``text``, ``string`` and ``attributedString`` are three ways to the same text. What was committed last is in
/// `contents` and ``layout``, which always come from one snapshot, so a hit test agrees with what is seen.
@MainActor
public final class TextLayer: AsyncLayer {
  /// What the layer shows, as flat columns: the quickest way in. Setting an equal text does nothing.
  public var text: AttributedText {
    get { memory.text }
    set {
      if newValue == memory.text { return }
      replaceMemory(LayoutMemory(text: newValue, fonts: chosenFonts))
    }
  }

  /// The characters of ``text``; setting them gives them ``style``.
  public var string: String {
    get { text.string }
    set { text = AttributedText(newValue, style: style) }
  }

  /// The style that ``string`` and ``attributedString`` take where nothing else is said; the style of
  /// characters that are there already does not change.
  public var style = TextStyle.default

  /// ``text`` as Foundation's attributed string, converted once at each access.
  public var attributedString: AttributedString {
    get { AttributedString(text) }
    set { text = AttributedText(newValue, style: style) }
  }

  /// The fonts that the text is shaped with.
  public var fonts: FontCollection {
    get { chosenFonts ?? .default }
    set {
      if newValue === fonts { return }
      chosenFonts = newValue === FontCollection.default ? nil : newValue
      replaceMemory(LayoutMemory(text: memory.text, fonts: chosenFonts))
    }
  }

  /// How the text is laid out and what it is, as one value, for what `Layer` does so.
  private struct Options {
    /// All of the container but its size.
    var container = TextContainer(truncation: .end)
    var isWrapped = true
    var contentIdentity: ContentIdentity?
  }

  private var options = Options()

  /// Whether lines end at the layer's width; otherwise at mandatory breaks only.
  public var isWrapped: Bool {
    get { options.isWrapped }
    set {
      if newValue == options.isWrapped { return }
      options.isWrapped = newValue
      setNeedsDisplay()
    }
  }

  /// The most lines that are shown; 0 means all that fit.
  public var maximumLines: Int {
    get { options.container.maximumLines }
    set {
      if newValue == options.container.maximumLines { return }
      options.container.maximumLines = newValue
      setNeedsDisplay()
    }
  }

  /// What becomes of text that does not fit.
  public var truncation: TextContainer.Truncation {
    get { options.container.truncation }
    set {
      if newValue == options.container.truncation { return }
      options.container.truncation = newValue
      setNeedsDisplay()
    }
  }

  /// What stands for text left out.
  public var ellipsis: String {
    get { options.container.ellipsis }
    set {
      if newValue == options.container.ellipsis { return }
      options.container.ellipsis = newValue
      setNeedsDisplay()
    }
  }

  /// What the text is, where it goes on from display to display: needed for the policy `progressive`.
  public var contentIdentity: ContentIdentity? {
    get { options.contentIdentity }
    set { options.contentIdentity = newValue }
  }

  /// The layout that the contents show; `nil` while there are none.
  ///
  /// - Complexity: That of a layout for a text of a few words, whose layout is not kept for its picture; at
  ///   the first access only.
  public var layout: TextLayout? { shown?.layout }

  /// The colour in which contents of the format `alpha8` are shown; `nil` for contents that have colours of
  /// their own.
  ///
  /// The contents hold the text's alpha: a pixel is this colour, opaque, times the coverage there, as
  /// `Bitmap.tinted(_:)` makes it. That is the picture that `rgba8` has: each alpha is the same, and colours
  /// differ at most in the rounding of the last bit where glyphs overlap.
  public private(set) var contentsTint: Color?

  /// `nil` for the default ones.
  private var chosenFonts: FontCollection?
  private var shown: TextSnapshot?
  private var memory = LayoutMemory.empty

  private func replaceMemory(_ new: LayoutMemory) {
    // A long text that was measured and never shown is freed elsewhere, too.
    let old = memory
    memory = new
    if old.text.length > 1024 {
      coordinator.releaseQueue.release(old, byteCount: old.byteCount)
    }
    setNeedsDisplay()
  }

  /// Creates a layer without text, with a coordinator of its own choice.
  ///
  /// - Parameter coordinator: Must commit on the main queue.
  public override init(coordinator: DisplayCoordinator) {
    super.init(coordinator: coordinator)
  }

  /// Creates a layer that shows a text.
  public convenience init(_ text: AttributedText, fonts: FontCollection = .default) {
    self.init(coordinator: .main)
    self.fonts = fonts
    self.text = text
  }

  /// The size that the text needs, found on a lane.
  ///
  /// The layout made for it is kept: a layer of that size draws it without another one.
  ///
  /// - Parameters:
  ///   - size: The room there is, in points; a side that is infinite, or zero or less, is unbounded.
  ///   - lanes: Where the work runs.
  /// - Returns: The size in points, each side rounded up to whole pixels of `contentsScale`.
  /// - Throws: `ShapingError`, `TypesettingError`, or `CancellationError`.
  public func size(thatFits size: Size, lanes: RenderLanes = .shared) async throws -> Size {
    let memory = memory
    let scale = contentsScale
    var container = options.container
    container.width = size.width > 0 && isWrapped ? size.width : nil
    container.height = size.height > 0 ? size.height : nil
    return try await TextRenderer(fonts: fonts, lanes: lanes).run { [container] cancellation in
      try memory.size(in: container, scale: scale, cancellation: cancellation)
    }
  }

  public override func makeDisplayTask() -> AnyDisplayTask? {
    let (memory, options, size) = (memory, options, bounds.size)
    var container = options.container
    container.width = options.isWrapped ? size.width : nil
    container.height = size.height
    let isShort = memory.text.length <= 128
    let isTrivial = isShort && memory.hasLaidOut(in: container) && hasFewPixels(size)
    let metrics = coordinator.metrics
    let snapshot = TextSnapshot(
      memory: memory, container: container, isSmall: isShort, isOpaque: isOpaque,
      contentIdentity: options.contentIdentity, metrics: metrics.isEnabled ? metrics : nil)
    return AnyDisplayTask(snapshot, isTrivial: isTrivial)
  }

  public override func didCommit(_ contents: DisplayContents?) {
    shown = contents?.drawnPayload.object as? TextSnapshot
    contentsTint = contents?.tint
    super.didCommit(contents)
  }

  /// Whether drawing a layout that is there already takes less than handing it to a lane is worth.
  private func hasFewPixels(_ size: Size) -> Bool {
    guard let pixels = size.pixels(scale: contentsScale) else { return false }
    return pixels.width * pixels.height <= 1 << 17
  }
}

extension DisplayContents {
  /// The layout that the contents of a ``TextLayer`` show; `nil` for other contents.
  public var layout: TextLayout? { (drawnPayload.object as? TextSnapshot)?.layout }

  /// The colour in which contents of the format `alpha8` of a ``TextLayer`` are shown, opaque; `nil` for others.
  ///
  /// Where coverage was asked for although the text has several colours, it is that of the first.
  public var tint: Color? {
    guard image.format == .alpha8, let snapshot = drawnPayload.object as? TextSnapshot else {
      return nil
    }
    var color = snapshot.memory.text.paint.value(ofRun: 0).color
    color.alpha = 1
    return color
  }
}

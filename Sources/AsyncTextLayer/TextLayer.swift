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
      replaceMemory(LayoutMemory(text: newValue, fonts: fonts))
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
  public var fonts = FontCollection.default {
    didSet {
      if fonts === oldValue { return }
      replaceMemory(LayoutMemory(text: memory.text, fonts: fonts))
    }
  }

  /// Whether lines end at the layer's width; otherwise at mandatory breaks only.
  public var isWrapped = true {
    didSet { if isWrapped != oldValue { setNeedsDisplay() } }
  }

  /// The most lines that are shown; 0 means all that fit.
  public var maximumLines = 0 {
    didSet { if maximumLines != oldValue { setNeedsDisplay() } }
  }

  /// What becomes of text that does not fit.
  public var truncation = TextContainer.Truncation.end {
    didSet { if truncation != oldValue { setNeedsDisplay() } }
  }

  /// What stands for text left out.
  public var ellipsis = TextContainer().ellipsis {
    didSet { if ellipsis != oldValue { setNeedsDisplay() } }
  }

  /// What the text is, where it goes on from display to display: needed for the policy `progressive`.
  public var contentIdentity: ContentIdentity?

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

  private var shown: TextSnapshot?
  private var memory = LayoutMemory(text: AttributedText(), fonts: .default)

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
    let container = container(
      width: size.width > 0 && isWrapped ? size.width : nil,
      height: size.height > 0 ? size.height : nil)
    return try await TextRenderer(fonts: fonts, lanes: lanes).run { cancellation in
      try memory.size(in: container, scale: scale, cancellation: cancellation)
    }
  }

  public override func makeDisplayTask() -> AnyDisplayTask? {
    let container = container(width: isWrapped ? bounds.width : nil, height: bounds.height)
    let isShort = memory.text.length <= 128
    let snapshot = TextSnapshot(
      memory: memory, container: container, isSmall: isShort, isOpaque: isOpaque,
      contentIdentity: contentIdentity, metrics: coordinator.metrics)
    return AnyDisplayTask(
      snapshot, isTrivial: isShort && hasFewPixels && memory.hasLaidOut(in: container))
  }

  public override func didCommit(_ contents: DisplayContents?) {
    shown = contents?.drawnPayload.object as? TextSnapshot
    contentsTint = contents?.tint
    super.didCommit(contents)
  }

  /// Whether drawing a layout that is there already takes less than handing it to a lane is worth.
  private var hasFewPixels: Bool {
    guard let pixels = bounds.size.pixels(scale: contentsScale) else { return false }
    return pixels.width * pixels.height <= 1 << 17
  }

  private func container(width: Double?, height: Double?) -> TextContainer {
    TextContainer(
      width: width, height: height, maximumLines: maximumLines, truncation: truncation,
      ellipsis: ellipsis)
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

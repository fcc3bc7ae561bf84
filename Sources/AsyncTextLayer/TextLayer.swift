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
    get { content.text }
    set {
      if newValue == content.text { return }
      replace(newValue, content.fonts)
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
    get { content.fonts ?? .default }
    set {
      if newValue === fonts { return }
      replace(text, newValue === FontCollection.default ? nil : newValue)
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
      let isChanged = newValue != options.container.ellipsis
      options.container.ellipsis = newValue
      if isChanged { setNeedsDisplay() }
    }
  }

  /// What the text is, where it goes on from display to display: needed for the policy `progressive`.
  public var contentIdentity: ContentIdentity? {
    get { options.contentIdentity }
    set { options.contentIdentity = newValue }
  }

  /// The layout that the contents show; `nil` while there are none, and while `contents` are what was set, until the next
  /// commit.
  ///
  /// - Complexity: That of a layout for a text of a few words, whose layout is not kept for its picture; at
  ///   the first access only.
  public var layout: TextLayout? { showsCommitted ? committedSnapshot?.layout : nil }

  /// The colour in which contents of the format `alpha8` are shown; `nil` for contents that have colours of
  /// their own.
  ///
  /// The contents hold the text's alpha: a pixel is this colour, opaque, times the coverage there, as
  /// `Bitmap.tinted(_:)` makes it. That is the picture that `rgba8` has: each alpha is the same, and colours
  /// differ at most in the rounding of the last bit where glyphs overlap.
  public var contentsTint: Color? {
    guard showsCommitted, contents?.format == .alpha8 else { return nil }
    return committedSnapshot?.tint
  }

  /// What is shown by the next display.
  private struct Content {
    var text = AttributedText()
    /// `nil` for the default ones.
    var fonts: FontCollection?
    /// What is kept of the text, once it is long or measured.
    var memory: LayoutMemory?
  }

  private var content = Content()

  /// What was drawn for the last commit.
  private var committedSnapshot: TextSnapshot? { committedPayload as? TextSnapshot }

  private func replace(_ text: AttributedText, _ fonts: FontCollection?) {
    // A long text that was measured and never shown is freed elsewhere, too.
    if let old = content.memory, old.text.length > 1024 {
      coordinator.releaseQueue.release(old, byteCount: old.byteCount)
    }
    content = Content(text: text, fonts: fonts)
    setNeedsDisplay()
  }

  private func keptMemory() -> LayoutMemory {
    if let memory = content.memory { return memory }
    let memory = LayoutMemory(text: content.text, fonts: content.fonts)
    content.memory = memory
    return memory
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
    let memory = keptMemory()
    let scale = contentsScale
    var container = options.container
    container.width = size.width > 0 && isWrapped ? size.width : nil
    container.height = size.height > 0 ? size.height : nil
    return try await TextRenderer(fonts: fonts, lanes: lanes).run { [container] cancellation in
      try memory.size(in: container, scale: scale, cancellation: cancellation)
    }
  }

  public override func makeDisplayTask() -> AnyDisplayTask? {
    let size = bounds.size
    let isSmall = content.text.length <= 128
    let memory = isSmall ? content.memory : keptMemory()
    var container = options.container
    container.width = options.isWrapped ? size.width : nil
    container.height = size.height
    let isTrivial = isSmall && hasFewPixels(size) && isLaidOut(memory, in: container)
    let metrics = coordinator.metrics
    let snapshot = TextSnapshot(
      content.text, fonts: content.fonts, memory: memory, container: container, isSmall: isSmall,
      isOpaque: isOpaque, contentIdentity: options.contentIdentity,
      metrics: metrics.isEnabled ? metrics : nil)
    return AnyDisplayTask(snapshot, isTrivial: isTrivial)
  }

  /// Whether the text was measured for a container, or is shown as laid out for it.
  private func isLaidOut(_ memory: LayoutMemory?, in container: TextContainer) -> Bool {
    if let memory, memory.knownLayout(in: container) != nil { return true }
    return committedSnapshot?.shows(content.text, fonts: content.fonts, in: container) ?? false
  }

  /// Whether drawing a layout that is there already takes less than handing it to a lane is worth.
  private func hasFewPixels(_ size: Size) -> Bool {
    guard let pixels = size.pixels(scale: contentsScale) else { return false }
    return pixels.width * pixels.height <= 1 << 17
  }
}

extension TextSnapshot {
  /// The colour that its coverage is shown in.
  fileprivate var tint: Color {
    var color = text.paint.value(ofRun: 0).color
    color.alpha = 1
    return color
  }
}

extension DisplayContents {
  /// The layout that the contents of a ``TextLayer`` show; `nil` for other contents.
  public var layout: TextLayout? { (drawnPayload.object as? TextSnapshot)?.layout }

  /// The colour in which contents of the format `alpha8` of a ``TextLayer`` are shown, opaque; `nil` for others.
  ///
  /// Where coverage was asked for although the text has several colours, it is that of the first.
  public var tint: Color? {
    image.format == .alpha8 ? (drawnPayload.object as? TextSnapshot)?.tint : nil
  }
}

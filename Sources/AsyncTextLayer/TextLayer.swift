// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import FoundationEssentials
public import LayerTree
public import TextFonts
import TextGraphics
public import TextModel
public import TextPainting
public import TextTypesetting

/// A layer that shows attributed text: laid out and drawn on a render lane, committed on the main
/// queue.
///
/// ``text``, ``string`` and ``attributedString`` are three views of one text. `contents`,
/// ``layout`` and ``contentsTint`` describe the last commit and come from one snapshot, so a hit
/// test in the layout agrees with the picture, whatever was set since.
///
/// The bitmap is shown where it stands pixel for pixel. Under any other scale or transform a frame
/// draws the text anew, from the layout of the bitmap and cut off at the bounds, so text stays
/// sharp; a text on an opaque layer is shown as its bitmap everywhere.
///
/// Text and assigned `contents` exclude each other: a bitmap that is assigned is shown in place of
/// the text until the next display, which any change of the text or of its layout leads to.
@MainActor
public final class TextLayer: AsyncLayer {
  /// The text, as columns of runs: the fastest way to set it. Setting an equal text has no effect.
  public var text: AttributedText {
    get { content.text }
    set {
      replace(newValue, content.fonts, isString: false)
    }
  }

  /// The characters of ``text``. Characters that are set here get the layer's ``style``.
  public var string: String {
    get { text.string }
    set { replace(AttributedText(newValue, style: style), content.fonts, isString: true) }
  }

  /// The style given to text that is set as ``string``, and to characters of ``attributedString``
  /// without attributes of their own. A new value does not change the present text; ``font``,
  /// ``fontSize``, ``foregroundColor`` and ``alignmentMode`` are parts of it that do.
  public var style = TextStyle.default

  /// The text as Foundation's attributed string; converted at each access, in linear time.
  public var attributedString: AttributedString {
    get { AttributedString(text) }
    set { text = AttributedText(newValue, style: style) }
  }

  /// The fonts with which the text is shaped; a new collection needs a display.
  public var fonts: FontCollection {
    get { content.fonts ?? .default }
    set {
      if newValue === fonts { return }
      let fonts = newValue === FontCollection.default ? nil : newValue
      replace(text, fonts, isString: content.isString)
    }
  }

  /// One struct, so that a display pays for one exclusivity check.
  private struct Options {
    /// Everything but the size.
    var container = TextContainer(truncation: .end)
    var isWrapped = true
    var contentIdentity: ContentIdentity?
    var drawing = TextDrawingOptions()
  }

  private var options = Options()

  /// The choices for small and for light text; a new value needs a display.
  public var drawingOptions: TextDrawingOptions {
    get { options.drawing }
    set {
      if newValue == options.drawing { return }
      options.drawing = newValue
      setNeedsDisplay()
    }
  }

  /// The container of the text, as the next display uses it.
  ///
  /// Its height is that of `bounds`, and so is its width if ``isWrapped``, otherwise `nil`. Setting
  /// a container leaves `bounds` and ``isWrapped`` as they are, and takes everything else.
  public var container: TextContainer {
    get {
      var container = options.container
      let size = bounds.size
      container.width = options.isWrapped ? size.width : nil
      container.height = size.height
      return container
    }
    set {
      var rules = newValue
      (rules.width, rules.height) = (nil, nil)
      if rules == options.container { return }
      options.container = rules
      setNeedsDisplay()
    }
  }

  /// Whether lines end at the layer's width; otherwise they end at mandatory breaks only.
  public var isWrapped: Bool {
    get { options.isWrapped }
    set {
      if newValue == options.isWrapped { return }
      options.isWrapped = newValue
      setNeedsDisplay()
    }
  }

  /// The largest number of lines shown; 0 for as many as fit. Part of the ``container``.
  public var maximumLines: Int {
    get { options.container.maximumLines }
    set { container.maximumLines = newValue }
  }

  /// The treatment of text that does not fit. Part of the ``container``.
  public var truncation: TextContainer.Truncation {
    get { options.container.truncation }
    set { container.truncation = newValue }
  }

  /// The characters drawn in place of text left out. Part of the ``container``.
  public var ellipsis: String {
    get { options.container.ellipsis }
    set { container.ellipsis = newValue }
  }

  /// The identity of the text across displays, for example of the document being edited; needed for
  /// the policy `progressive`.
  public var contentIdentity: ContentIdentity? {
    get { options.contentIdentity }
    set { options.contentIdentity = newValue }
  }

  // MARK: The last commit

  /// The layout of the contents, if it was kept; never lays text out.
  ///
  /// Kept are the layouts of texts over 128 UTF-16 code units, of texts measured with
  /// ``size(thatFits:)``, and those that ``layOutNow()`` has returned. The property is `nil` for
  /// other short texts, and where ``layOutNow()`` is.
  ///
  /// - Complexity: O(1).
  public var layout: TextLayout? { committedSnapshot?.keptLayout }

  /// Returns the layout of the contents, and lays a short text out on the main queue if its layout
  /// was not kept.
  ///
  /// That happens once per commit and takes some 10 to 100 µs: only texts up to 128 UTF-16 code
  /// units are concerned. See ``layout``.
  ///
  /// - Returns: The same object until the next commit; `nil` if the contents are not those of a
  ///   commit: there are none yet, they were cleared, a placeholder is shown, or a bitmap was
  ///   assigned.
  public func layOutNow() -> TextLayout? { committedSnapshot?.layOutNow() }

  /// The colour for contents in the format `alpha8`; `nil` for contents with colours of their own.
  ///
  /// Such contents hold the alpha of the text. A pixel is this colour, which is opaque, multiplied
  /// by the pixel's coverage, as `Bitmap.tinted(_:)` computes it. The result has the alpha of the
  /// `rgba8` picture, and its colours up to rounding in the last bit where glyphs overlap.
  ///
  /// A colour that was set is that of a bitmap assigned to `contents`.
  public override var contentsTint: Color? {
    get {
      guard contents?.format == .alpha8 else { return nil }
      return committedSnapshot?.tint ?? super.contentsTint
    }
    set { super.contentsTint = newValue }
  }

  private var committedSnapshot: TextSnapshot? {
    committedContents?.drawnPayload.object as? TextSnapshot
  }

  // MARK: The next display

  private struct Content {
    var text = AttributedText()
    /// `nil` for the default fonts.
    var fonts: FontCollection?
    /// Whether the text was set as a string, so that all of it has one style.
    var isString = true
    /// The cache of a text that is long or was measured.
    var memory: LayoutMemory?
  }

  private var content = Content()

  /// Whether the text was set as ``string`` and has one style.
  var isString: Bool { content.isString }

  /// Changes the style of a text that was set as ``string``.
  func restyleString(_ change: (inout AttributedText) -> Void) {
    guard content.isString else { return }
    var styled = text
    change(&styled)
    replace(styled, content.fonts, isString: true)
  }

  /// Puts a text in place of the present one; an equal one needs no display.
  private func replace(_ text: AttributedText, _ fonts: FontCollection?, isString: Bool) {
    if text == content.text, fonts === content.fonts {
      content.isString = isString
      return
    }
    // A long text that was measured but never displayed has no commit that would release it.
    if let old = content.memory, old.text.length > 1024 {
      coordinator.releaseQueue.release(old, byteCount: old.byteCount)
    }
    content = Content(text: text, fonts: fonts, isString: isString)
    setNeedsDisplay()
  }

  private func keptMemory() -> LayoutMemory {
    if let memory = content.memory { return memory }
    let memory = LayoutMemory(text: content.text, fonts: content.fonts)
    content.memory = memory
    return memory
  }

  /// Creates a layer without text, displayed by a coordinator.
  ///
  /// - Parameter coordinator: A coordinator that commits on the main queue.
  public override init(coordinator: DisplayCoordinator) {
    super.init(coordinator: coordinator)
  }

  /// Creates a layer that shows a text, displayed by `DisplayCoordinator.main`.
  public convenience init(_ text: AttributedText, fonts: FontCollection = .default) {
    self.init(coordinator: .main)
    self.fonts = fonts
    self.text = text
  }

  /// Measures the text on a lane of the layer's coordinator.
  ///
  /// The layout made for it is kept, and a layer of the returned size draws it without another.
  /// Cancelling the calling task cancels the measuring.
  ///
  /// - Parameter size: The room there is, in points; a side that is infinite, zero or negative is
  ///   unbounded.
  /// - Returns: The size in points, each side rounded up to whole pixels of `contentsScale`.
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  public func size(thatFits size: Size) async throws -> Size {
    let memory = keptMemory()
    let scale = contentsScale
    var container = options.container
    container.width = size.width > 0 && isWrapped ? size.width : nil
    container.height = size.height > 0 ? size.height : nil
    let renderer = TextRenderer(fonts: fonts, lanes: coordinator.lanes)
    return try await renderer.run { [container] cancellation in
      try memory.size(in: container, scale: scale, cancellation: cancellation)
    }
  }

  public override func makeDisplayTask() -> AnyDisplayTask? {
    let isShort = Self.isShort(content.text)
    let memory = isShort ? content.memory : keptMemory()
    let container = container
    let isTrivial = isShort && hasFewPixels(bounds.size) && isLaidOut(memory, in: container)
    let metrics = coordinator.metrics
    let snapshot = TextSnapshot(
      content.text, fonts: content.fonts, memory: memory, container: container,
      isOpaque: isOpaque, drawing: options.drawing, contentIdentity: options.contentIdentity,
      metrics: metrics.isEnabled ? metrics : nil)
    return AnyDisplayTask(snapshot, isTrivial: isTrivial)
  }

  /// Whether laying the text out again takes less than keeping its layout.
  nonisolated static func isShort(_ text: AttributedText) -> Bool { text.length <= 128 }

  /// Whether a layout for the container was made before: by measuring, or for the last commit.
  private func isLaidOut(_ memory: LayoutMemory?, in container: TextContainer) -> Bool {
    if let memory, memory.knownLayout(in: container) != nil { return true }
    return committedSnapshot?.shows(content.text, fonts: content.fonts, in: container) ?? false
  }

  /// Whether drawing an existing layout takes less than handing it to a lane.
  private func hasFewPixels(_ size: Size) -> Bool {
    guard let pixels = size.pixels(scale: contentsScale) else { return false }
    return pixels.width * pixels.height <= 1 << 17
  }
}

extension TextSnapshot {
  /// The colour of coverage-only contents.
  fileprivate var tint: Color {
    var color = text.paint.value(ofRun: 0).color
    color.alpha = 1
    return color
  }
}

extension DisplayContents {
  /// The layout of a ``TextLayer``'s contents, if it was kept; see ``TextLayer/layout``. `nil` for
  /// the contents of other layers.
  public var layout: TextLayout? { (drawnPayload.object as? TextSnapshot)?.keptLayout }

  /// Returns the layout of a ``TextLayer``'s contents, and lays a short text out on the calling
  /// thread if its layout was not kept; see ``TextLayer/layOutNow()``. `nil` for the contents of
  /// other layers.
  public func layOutNow() -> TextLayout? {
    (drawnPayload.object as? TextSnapshot)?.layOutNow()
  }

  /// The colour for a ``TextLayer``'s contents in the format `alpha8`, opaque; `nil` for others.
  ///
  /// If `alpha8` was requested for a text with several colours, it is the first of them.
  public var tint: Color? {
    image.format == .alpha8 ? (drawnPayload.object as? TextSnapshot)?.tint : nil
  }
}

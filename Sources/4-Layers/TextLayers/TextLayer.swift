// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import BoxTrees
import CanvasDrawing
public import CanvasGeometry
public import FoundationEssentials
public import ImageLoading
public import LayerModel
public import SystemConcurrency
public import TextFonts
public import TextModel
import TextPainting
import TextShaping
public import TextTypesetting

/// A layer that shows attributed text: laid out and drawn on a render lane, committed on the main
/// queue.
///
/// ``text``, ``string`` and ``attributedString`` are three views of one text. `contents`,
/// ``layout`` and ``contentsTint`` describe the last commit and come from one snapshot, so a hit
/// test in the layout agrees with the picture, whatever was set since.
///
/// A frame shows the bitmap where its pixels coincide with those of the frame. Under any other
/// scale or transform the frame draws the text from the layout instead, clipped to the bounds, so
/// that text stays sharp. An opaque layer always shows its bitmap.
///
/// A bitmap that is assigned to `contents` is shown instead of the text until the next display. Any
/// change of the text or of its layout causes one.
///
/// The defaults are those of this library. `TextLayer(.coreAnimation)` creates a layer with those
/// of Core Animation.
///
/// ## Subclasses
///
/// A subclass may override these, and calls `super`:
///
/// - `makeDisplayTask()`, to bring the text up to date before its snapshot is taken, or to draw
///   something else;
/// - `didCommit(_:)`, to learn of a new ``layout``;
/// - ``size(thatFits:)``, to measure otherwise;
/// - `makeBoxContent(cancellation:)`, to be measured otherwise in boxes;
/// - ``contentsTint``, for another colour of coverage;
/// - what `AsyncLayer` and `Layer` leave open: `bounds`, `contents`, `setNeedsDisplay()`,
///   `display()`, `layoutSublayers()`, `contains(_:)` and the properties of layers.
///
/// The text and its rules cannot be overridden: they are values that snapshots copy.
@MainActor
open class TextLayer: AsyncLayer {
  open override class var keys: [LayerClassKey] { super.keys + textKeys }

  open override class func defaultAction(forKey key: String) -> LayerAction? {
    key == "foregroundColor" || key == "fontSize"
      ? implicitAnimation(of: key) : super.defaultAction(forKey: key)
  }

  /// The text, as columns of runs: the fastest way to set it. Setting an equal text has no effect.
  public final var text: AttributedText {
    get { content.text }
    set {
      replace(newValue, content.fonts, isString: false)
    }
  }

  /// The characters of ``text``. Characters that are set here get the layer's ``style``.
  public final var string: String {
    get { text.string }
    set { replace(AttributedText(newValue, style: style), content.fonts, isString: true) }
  }

  /// The style given to text that is set as ``string``, and to characters of ``attributedString``
  /// without attributes of their own. A new value does not change the present text; its parts
  /// ``font``, ``fontSize``, ``foregroundColor`` and ``alignmentMode`` do when they are set by
  /// themselves.
  public final var style = TextStyle.default

  /// The text as Foundation's attributed string; converted at each access, in linear time.
  public final var attributedString: AttributedString {
    get { AttributedString(text) }
    set { text = AttributedText(newValue, style: style) }
  }

  /// The fonts with which the text is shaped; a new collection needs a display.
  public final var fonts: FontCollection {
    get { content.fonts ?? .default }
    set {
      if newValue === fonts { return }
      let fonts = newValue === FontCollection.default ? nil : newValue
      replace(text, fonts, isString: content.isString)
    }
  }

  /// The options are one struct, so that a display pays for one exclusivity check.
  struct Options {
    /// The container without its size.
    var container = TextContainer(truncation: .end)
    var contentIdentity: ContentIdentity?
    var drawing = TextDrawingOptions()
  }

  final var options = Options()

  /// The identity of the text across displays, for example of the document being edited; needed for
  /// the policy `progressive`.
  public final var contentIdentity: ContentIdentity? {
    get { options.contentIdentity }
    set { options.contentIdentity = newValue }
  }

  /// The colour for contents in the format `alpha8`; `nil` for contents with colours of their own.
  ///
  /// Such contents hold the alpha of the text. A pixel is this colour, which is opaque, multiplied
  /// by the pixel's coverage, as `Bitmap.tinted(_:)` computes it. The result has the alpha of the
  /// `rgba8` picture, and its colours up to rounding in the last bit where glyphs overlap.
  ///
  /// Setting it sets the colour for a bitmap that is assigned to `contents`.
  open override var contentsTint: Color? {
    get {
      guard contents?.format == .alpha8 else { return nil }
      return committedSnapshot?.tint ?? super.contentsTint
    }
    set { super.contentsTint = newValue }
  }

  final var committedSnapshot: TextSnapshot? {
    committedContents?.payload(as: TextSnapshot.self)
  }

  // MARK: The next display

  private struct Content {
    var text = AttributedText()
    /// The text as it is shown; `nil` if it is ``text``, unchanged.
    var shown: AttributedText?
    /// The truncation token as it is shown; `nil` if it is the container's, or there is none.
    var shownToken: AttributedText?
    /// The fonts; `nil` for the default fonts.
    var fonts: FontCollection?
    /// The layout that was set as ``preparedLayout``.
    var prepared: TextLayout?
    /// Whether the text was set as a string, so that all of it has one style.
    var isString = true
    /// The layouts of a text that is long or was measured.
    var cache: LayoutCache?
  }

  private var content = Content()

  /// The state of images, touches, environment and events; `nil` until one of them is used.
  private(set) final var labelState: LabelState?

  /// The source of the images of the text; a new one loads them anew.
  public final var imageStore = ImageStore.shared {
    didSet { if imageStore !== oldValue { loadImagesAnew() } }
  }

  /// A cache of bitmaps of texts, shared by labels; `nil` for none.
  public final var rasterCache: RasterCache?

  /// A layout that was made before, on any thread.
  ///
  /// Setting it sets the text, the fonts and the container's rules. A layer of the layout's size
  /// shows its lines; at another size the lines are broken again, without shaping. `nil` once the
  /// text changes.
  public final var preparedLayout: TextLayout? {
    get { content.prepared }
    set {
      guard let layout = newValue else {
        content.prepared = nil
        return
      }
      let fonts = layout.shaped.fonts
      var rules = layout.container
      // Lines without a width are never wrapped, so the layer keeps its own value of `isWrapped`.
      if rules.width == nil { rules.isWrapped = isWrapped }
      (rules.width, rules.height) = (nil, nil)
      options.container = rules
      openToken()
      replace(layout.text, fonts === FontCollection.default ? nil : fonts, isString: false)
      if content.shown == nil { content.cache = LayoutCache(layout, fonts: content.fonts) }
      content.prepared = layout
      setNeedsDisplay()
      boxesChanged()
    }
  }

  /// The environment in which the text is shown; a new value needs a display.
  public final var environment: TextEnvironment {
    get { labelState?.environment ?? .standard }
    set {
      if newValue == environment { return }
      makeLabelState().environment = newValue
      updateShownText()
    }
  }

  final func makeLabelState() -> LabelState {
    if let labelState { return labelState }
    let state = LabelState()
    labelState = state
    return state
  }

  /// The text as it is shown: in its environment, with the loaded images, and with a
  /// pressed link highlighted.
  final var shownText: AttributedText { content.shown ?? content.text }

  /// The container with the token as it is shown, in the room that padding and border of the
  /// layer's box leave.
  final var shownContainer: TextContainer {
    var shown = container
    if let token = content.shownToken { shown.token = token }
    let room = boxInsets
    if room != .zero {
      let startsRight = content.cache?.startsRight ?? false
      shown.insets.top += room.top
      shown.insets.bottom += room.bottom
      shown.insets.leading += startsRight ? room.right : room.left
      shown.insets.trailing += startsRight ? room.left : room.right
    }
    return shown
  }

  /// The rules of the text in a room of its box.
  private var boxRules: TextContainer {
    var rules = options.container
    if let token = content.shownToken { rules.token = token }
    return rules
  }

  /// Finds the text and the token that are shown, after a change of the environment, the images or
  /// the pressed link.
  ///
  /// Layouts are reused if only paint and images changed. Another token needs new ones.
  ///
  /// - Parameter displays: Whether a change needs a display.
  final func updateShownText(displays: Bool = true) {
    guard let state = labelState else { return }
    let shown = state.shown(content.text)
    let shownToken = options.container.token.map { state.shown(token: $0) }
    if shown == shownText, shownToken == content.shownToken ?? options.container.token { return }
    content.cache = cache(for: shown)
    content.shown = shown == content.text ? nil : shown
    let isSameToken = shownToken == content.shownToken ?? options.container.token
    content.shownToken = shownToken == options.container.token ? nil : shownToken
    if displays { setNeedsDisplay() }
    // If the layouts are kept, only paint and images have changed, and boxes keep their sizes.
    if content.cache == nil || !isSameToken { boxesChanged() }
  }

  /// Passes a new token to the label's state, as it may have images.
  final func openToken() {
    content.shownToken = nil
    let token = options.container.token
    if labelState == nil, token?.hasAttachments != true { return }
    makeLabelState().open(content.text, token: token)
    updateShownText()
  }

  /// The present layouts with the paint and the images of a changed text; `nil` if it needs new
  /// ones.
  private func cache(for shown: AttributedText) -> LayoutCache? {
    if let cache = content.cache { return cache.repainted(as: shown) }
    guard let layout = committedSnapshot?.keptLayout?.repainted(as: shown) else { return nil }
    return LayoutCache(layout, fonts: content.fonts)
  }

  /// Whether the text was set as ``string`` and has one style.
  final var isString: Bool { content.isString }

  /// Changes the style of a text that was set as ``string``.
  final func restyleString(_ change: (inout AttributedText) -> Void) {
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
    // A long text that was measured but never displayed is released here: no commit releases it.
    if let old = content.cache, old.text.length > 1024 {
      coordinator.releaseQueue.release(old, byteCount: old.byteCount)
    }
    var (shown, shownToken) = (AttributedText?.none, content.shownToken)
    if labelState != nil || text.hasAttachments {
      let state = makeLabelState()
      let token = options.container.token
      state.open(text, token: token)
      shown = state.shown(text)
      if shown == text { shown = nil }
      shownToken = token.map { state.shown(token: $0) }
      if shownToken == token { shownToken = nil }
    }
    let cache = fonts === content.fonts ? cache(for: shown ?? text) : nil
    content = Content(
      text: text, shown: shown, shownToken: shownToken, fonts: fonts, isString: isString,
      cache: cache)
    setNeedsDisplay()
    // If the layouts are kept, only paint and images have changed, and boxes keep their sizes.
    if cache == nil { boxesChanged() }
  }

  private func keptCache() -> LayoutCache {
    if let cache = content.cache { return cache }
    let cache = LayoutCache(text: shownText, fonts: content.fonts)
    content.cache = cache
    return cache
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

  /// Creates a layer without text, with the initial properties of a preset, displayed by
  /// `DisplayCoordinator.main`.
  public convenience init(_ preset: TextLayerPreset) {
    self.init(coordinator: .main)
    style = preset.style
    container = preset.container
  }

  /// Measures the text on a lane of the layer's coordinator.
  ///
  /// The layout is kept: a layer of the returned size draws it and makes no other. Padding and
  /// border of a `BoxContainer.layout` of the layer are part of the size.
  /// Cancelling the calling task cancels the measuring.
  ///
  /// - Parameter size: The room there is, in points; a side that is infinite, zero or negative is
  ///   unbounded.
  /// - Returns: The size in points, each side rounded up to whole pixels of `contentsScale`.
  /// - Throws: `FontError`, `ShapingError`, `TypesettingError`, or `CancellationError`.
  open override func size(thatFits size: Size) async throws -> Size {
    if hasBox {
      let size = try await super.size(thatFits: size)
      return Size(width: roundedUp(size.width), height: roundedUp(size.height))
    }
    let cache = keptCache()
    let scale = contentsScale
    var container = shownContainer
    // Lines that are not wrapped have no bound in their direction.
    let isVertical = container.writingMode.isVertical
    container.width = size.width > 0 && (isWrapped || isVertical) ? size.width : nil
    container.height = size.height > 0 && (isWrapped || !isVertical) ? size.height : nil
    let renderer = TextRenderer(fonts: fonts, lanes: coordinator.lanes)
    return try await renderer.run { [container] cancellation in
      try cache.size(in: container, scale: scale, cancellation: cancellation)
    }
  }

  private var hasBox: Bool { (self as Layer).layout != nil }

  private func roundedUp(_ points: Double) -> Double {
    let scale = contentsScale
    return scale > 0 && scale.isFinite ? (points * scale).rounded(.up) / scale : points
  }

  /// The text: as it is shown, with its environment and the images that are there.
  ///
  /// A text layer is measured as the text that it shows, and its sublayers are placed by hand. What
  /// was measured is kept, so that a display shapes nothing again.
  open override func makeBoxContent(cancellation: Cancellation) -> (any BoxContent)? {
    // The layout has the images that are in memory; others are shown as soon as they are loaded.
    if let labelState { fetchImages(labelState, displays: true) }
    return TextBox(keptCache(), rules: boxRules, cancellation: cancellation)
  }

  open override func makeDisplayTask() -> AnyDisplayTask? {
    if let labelState { fetchImages(labelState) }
    let text = shownText
    let isShort = Self.isShort(text)
    // The event about a late image of unknown size reads the text's new size from the layout.
    let keepsLayout = !isShort || labelState?.hasUnknownSizes == true
    let cache = keepsLayout ? keptCache() : content.cache
    let container = shownContainer
    let isTrivial = isShort && hasFewPixels(bounds.size) && isLaidOut(cache, in: container)
    let metrics = coordinator.metrics
    let snapshot = TextSnapshot(
      text, fonts: content.fonts, cache: cache, container: container,
      isOpaque: isOpaque, background: backgroundColor, drawing: options.drawing,
      contentIdentity: options.contentIdentity,
      metrics: metrics.isEnabled ? metrics : nil, rasterCache: rasterCache)
    return AnyDisplayTask(snapshot, isTrivial: isTrivial)
  }

  open override func didCommit(_ contents: DisplayContents?) {
    if let labelState {
      placeLayers()
      noteSize(labelState)
    }
    if rasterCache != nil, let contents { committedSnapshot?.keepPicture(contents) }
    super.didCommit(contents)
  }

  /// Whether laying out the text again costs less than keeping its layout.
  nonisolated static func isShort(_ text: AttributedText) -> Bool { text.length <= 128 }

  /// Whether a layout for the container was made before: by measuring, or for the last commit.
  private func isLaidOut(_ cache: LayoutCache?, in container: TextContainer) -> Bool {
    if let cache, cache.knownLayout(in: container) != nil { return true }
    return committedSnapshot?.shows(shownText, fonts: content.fonts, in: container) ?? false
  }

  /// Whether drawing an existing layout costs less than passing it to a lane.
  private func hasFewPixels(_ size: Size) -> Bool {
    guard let pixels = size.pixels(scale: contentsScale) else { return false }
    return pixels.width * pixels.height <= 1 << 17
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import SystemConcurrency
import TextFonts
import TextModel
import TextPainting
import TextShaping
import TextTypesetting

/// The state of a text layer that one display draws. It is the display's task, and afterwards the
/// payload of the contents.
///
/// The layout of a short text is not kept after drawing, so that thousands of labels take no more
/// memory than their texts. Laying it out again gives the same result.
// @unchecked Sendable: `chosen` is mutable, and used only by the one lane that draws the snapshot:
// each display has a snapshot of its own, and calls `choosePixelFormat`, then `display`.
final class TextSnapshot: DisplayTaskBody, @unchecked Sendable {
  let text: AttributedText
  /// `nil` for the default fonts.
  private let fonts: FontCollection?
  /// The cache that the layer shares; `nil` for a short text that was never measured.
  private let cache: LayoutCache?
  let container: TextContainer
  let contentIdentity: ContentIdentity?
  /// Whether the bitmap has a background, so that every pixel is opaque.
  private let isOpaque: Bool
  /// The colour of that background, which lies on white.
  private let background: Color?
  private let drawing: TextDrawingOptions
  /// The metrics of displays; `nil` if they are disabled.
  private let metrics: DisplayMetrics?
  /// The cache that may have the bitmap of the same text; `nil` for an opaque bitmap, which has a
  /// background.
  private let rasterCache: RasterCache?
  /// The layout made for the choice of a format, until it is drawn.
  private var chosen: TextLayout?
  private let kept = Mutex<TextLayout?>(nil)

  init(
    _ text: AttributedText, fonts: FontCollection?, cache: LayoutCache?,
    container: TextContainer, isOpaque: Bool, background: Color? = nil,
    drawing: TextDrawingOptions = TextDrawingOptions(), contentIdentity: ContentIdentity?,
    metrics: DisplayMetrics?, rasterCache: RasterCache? = nil
  ) {
    self.text = text
    self.fonts = fonts
    self.cache = cache
    self.container = container
    self.isOpaque = isOpaque
    self.background = background
    self.drawing = drawing
    self.contentIdentity = contentIdentity
    self.metrics = metrics
    self.rasterCache = isOpaque ? nil : rasterCache
  }

  func willDisplay(_ owner: AnyObject?) {}

  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome) {}

  /// The layout of the bitmap, if it was kept: if the text has a ``LayoutCache``, or `layOutNow()`
  /// has returned it.
  var keptLayout: TextLayout? { kept.withLock { $0 } }

  /// Keeps a layout unless one is kept already, and returns the kept one.
  private func keep(_ layout: TextLayout) -> TextLayout {
    kept.withLock { kept in
      if let kept { return kept }
      kept = layout
      return layout
    }
  }

  /// Returns the layout of the bitmap, and makes and keeps it if necessary.
  ///
  /// - Returns: The same object each time; `nil` if the text cannot be laid out.
  func layOutNow() -> TextLayout? {
    if let keptLayout { return keptLayout }
    return (try? makeLayout(.never, nil)).map(keep)
  }

  /// Whether the snapshot shows a text in the given fonts, laid out for a container.
  func shows(
    _ text: AttributedText, fonts: FontCollection?, in container: TextContainer
  ) -> Bool {
    self.fonts === fonts && self.container == container && self.text == text
  }

  /// The colour of the text if everything drawn has it, as far as styles and elements tell; `nil`
  /// if there are several. Fonts with colours of their own are not considered.
  var color: Color? {
    if text.hasAttachments || container.token?.hasAttachments == true { return nil }
    let paint = text.paint
    let color = paint.value(ofRun: 0).color
    for run in 0..<paint.count where !paint.value(ofRun: run).isDrawn(in: color) { return nil }
    if let token = container.token?.paint {
      for run in 0..<token.count where !token.value(ofRun: run).isDrawn(in: color) { return nil }
    }
    return color
  }

  /// Chooses the smallest format that keeps everything drawn.
  func choosePixelFormat(_ cancellation: Cancellation) throws -> PixelFormat {
    if isOpaque || color == nil { return .rgba8 }
    let layout = try makeLayout(cancellation, metrics)
    let format = Self.hasColorGlyphs(layout) ? PixelFormat.rgba8 : .alpha8
    chosen = consume layout
    return format
  }

  /// Whether a font of the layout, or of its ellipsis, has glyphs with colours of their own.
  private static func hasColorGlyphs(_ layout: TextLayout) -> Bool {
    for paragraph in layout.shaped.paragraphs {
      for run in paragraph.runs where run.font.face.hasColorGlyphs { return true }
    }
    if layout.isTruncated {
      for line in layout.lines where line.isTruncated {
        for run in line.runs where run.run.font.face.hasColorGlyphs { return true }
      }
    }
    return false
  }

  /// Draws the text; the payload is the snapshot.
  func display(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    if let known = rasterCache?.image(for: rasterKey(size, context.transform.a)),
      known.format == context.format
    {
      context.draw(known, atPixelX: 0, y: 0)
      return DrawnPayload(object: self, byteCount: byteCount)
    }
    let layout = try chosen.take() ?? makeLayout(cancellation, metrics)
    try context.draw(layout, at: .zero, options: drawing, cancellation: cancellation)
    if cache != nil { _ = keep(layout) }
    return DrawnPayload(object: self, byteCount: byteCount)
  }

  private func rasterKey(_ size: Size, _ scale: Double) -> RasterCache.Key {
    RasterCache.Key(
      text: text, container: container, fonts: fonts.map { ObjectIdentifier($0) },
      drawing: drawing, size: size, scale: scale)
  }

  /// Keeps a committed picture for other labels.
  func keepPicture(_ contents: DisplayContents) {
    rasterCache?.insert(
      contents.image, fonts: fonts, for: rasterKey(contents.size, contents.scale))
  }

  private func makeLayout(
    _ cancellation: Cancellation, _ metrics: DisplayMetrics?
  ) throws -> TextLayout {
    if let cache {
      return try cache.layout(in: container, cancellation: cancellation, metrics: metrics)
    }
    return try LayoutCache.layout(
      of: text, fonts: fonts, in: container, cancellation: cancellation, metrics: metrics)
  }

  /// An estimate of the bytes freed together with the snapshot; 0 for a short text.
  var byteCount: Int { TextLayer.isShort(text) ? 0 : LayoutCache.byteCount(of: text) }
}

extension TextSnapshot: RepeatableDrawing {
  /// `false` for an opaque bitmap, whose edges lie on pixel edges, and for an `alpha8` bitmap of a
  /// text in several colours: the drawing would look different.
  func repeats(_ image: Bitmap) -> Bool { !isOpaque && (image.format == .rgba8 || color != nil) }

  func extent(in layerBounds: Rect) -> Rect { layerBounds }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let layout = try keptLayout ?? keep(makeLayout(.never, nil))
    if isOpaque {
      // The fill reaches beyond the bounds, which cover the bitmap's last pixels only in part.
      let bounds = layerBounds.insetBy(dx: -1, dy: -1)
      try context.fill(bounds, with: .white)
      if let background { try context.fill(bounds, with: background) }
    }
    try context.draw(layout, at: layerBounds.origin, options: drawing)
  }

  func isEqual(to other: any VectorContents) -> Bool { other as? TextSnapshot === self }
}

extension TextSnapshot: ColorableContents {
  /// The colour of the first character.
  var foregroundColor: Color { text.paint.value(at: 0).color }

  /// The text in one colour, with the same layout.
  func colored(_ color: Color) -> any VectorContents {
    guard let layout = layOutNow()?.repainted({ $0.updateAll { $0.color = color } }) else {
      return self
    }
    let colored = TextSnapshot(
      layout.text, fonts: fonts, cache: nil, container: container, isOpaque: isOpaque,
      background: background, drawing: drawing, contentIdentity: nil, metrics: nil)
    _ = colored.keep(layout)
    return colored
  }
}

extension TextSnapshot: SizableContents {
  /// `nil` for an opaque bitmap, which has a background.
  var fontSize: Double? { isOpaque ? nil : text.fontSize }

  func sized(_ fontSize: Double) -> (any VectorContents)? {
    layOutNow()?.sized(fontSize).map {
      TextContents($0, at: .zero, options: drawing, isClipped: true)
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import Synchronization
import TextFonts
import TextGraphics
import TextModel
import TextPainting
import TextRuntime
import TextShaping
import TextTypesetting

/// What one display of a text layer draws, and what its contents show from then on.
///
/// The layout of a small text is not kept for its picture: it is made again, the same, when somebody asks for
/// it. Thousands of labels then cost no more memory than their texts.
// @unchecked Sendable: `chosen` is used by the one lane that draws the snapshot, in `choosePixelFormat` and then in `draw`
// (a task of its own for each display; `RunningDisplay`); `asked` is atomic, all else constant.
final class TextSnapshot: DisplayTaskBody, @unchecked Sendable {
  let text: AttributedText
  /// `nil` for the default ones.
  private let fonts: FontCollection?
  /// What is kept of the text; `nil` for a small one that nobody has measured.
  private let memory: LayoutMemory?
  let container: TextContainer
  /// Whether it takes less to lay the text out again than to keep its layout.
  let isSmall: Bool
  let contentIdentity: ContentIdentity?
  /// Whether every pixel is opaque, for a background is.
  private let isOpaque: Bool
  /// `nil` if nothing is measured.
  private let metrics: DisplayMetrics?
  /// The layout between the choice of a format and the drawing.
  private var chosen: TextLayout?
  /// The layout that somebody has asked for.
  private let asked = AtomicLazyReference<TextLayout>()

  init(
    _ text: AttributedText, fonts: FontCollection?, memory: LayoutMemory?,
    container: TextContainer, isSmall: Bool, isOpaque: Bool, contentIdentity: ContentIdentity?,
    metrics: DisplayMetrics?
  ) {
    self.text = text
    self.fonts = fonts
    self.memory = memory
    self.container = container
    self.isSmall = isSmall
    self.isOpaque = isOpaque
    self.contentIdentity = contentIdentity
    self.metrics = metrics
  }

  func willDisplay(_ owner: AnyObject?) {}

  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome) {}

  /// The layout that the picture shows; the same object each time, as long as it is kept.
  var layout: TextLayout? {
    // It was drawn, so it can be laid out.
    if let memory { return try? memory.layout(in: container, cancellation: .never) }
    if let layout = asked.load() { return layout }
    return (try? madeLayout(.never, nil)).map { asked.storeIfNil($0) }
  }

  /// Whether the picture shows a text in these fonts, laid out for a container.
  func shows(
    _ text: AttributedText, fonts: FontCollection?, in container: TextContainer
  ) -> Bool {
    self.fonts === fonts && self.container == container && self.text == text
  }

  /// The one colour of the text, where coverage in that colour shows all of it; ignores the fonts.
  var color: Color? {
    let paint = text.paint
    let color = paint.value(ofRun: 0).color
    for run in 0..<paint.count {
      let style = paint.value(ofRun: run)
      guard style.color == color, style.background == nil,
        style.underline.map({ $0.color ?? color == color }) ?? true,
        style.strikethrough.map({ $0.color ?? color == color }) ?? true
      else { return nil }
    }
    return color
  }

  /// Chooses the format that keeps all that is drawn in the fewest bytes.
  func choosePixelFormat(_ cancellation: Cancellation) throws -> PixelFormat {
    if isOpaque || color == nil { return .rgba8 }
    let layout = try drawnLayout(cancellation)
    let format = Self.hasColorGlyphs(layout) ? PixelFormat.rgba8 : .alpha8
    chosen = consume layout
    return format
  }

  /// Whether fonts of a layout have glyphs in colours of their own.
  private static func hasColorGlyphs(_ layout: TextLayout) -> Bool {
    for paragraph in layout.shaped.paragraphs {
      for run in paragraph.runs where run.font.face.hasColorGlyphs { return true }
    }
    if layout.isTruncated {
      // The ellipsis has fonts of its own.
      for line in layout.lines where line.isTruncated {
        for run in line.runs where run.run.font.face.hasColorGlyphs { return true }
      }
    }
    return false
  }

  func draw(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    let layout = try chosen.take() ?? drawnLayout(cancellation)
    try context.draw(layout, at: .zero, cancellation: cancellation)
    return .task(byteCount: byteCount)
  }

  private func drawnLayout(_ cancellation: Cancellation) throws -> TextLayout {
    guard let memory else { return try madeLayout(cancellation, metrics) }
    return try memory.layout(
      in: container, keeping: !isSmall, cancellation: cancellation, metrics: metrics)
  }

  private func madeLayout(
    _ cancellation: Cancellation, _ metrics: DisplayMetrics?
  ) throws -> TextLayout {
    try LayoutMemory.layout(
      of: text, fonts: fonts, in: container, cancellation: cancellation, metrics: metrics)
  }

  /// About how many bytes go when the snapshot goes; it need not be exact.
  var byteCount: Int { isSmall ? 0 : LayoutMemory.byteCount(of: text) }
}

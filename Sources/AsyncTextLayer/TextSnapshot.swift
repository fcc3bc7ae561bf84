// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import TextGraphics
import TextModel
import TextPainting
import TextShaping
import TextTypesetting

/// What one display of a text layer draws, and what its contents show from then on.
///
/// The layout of a small text is not kept for its picture: it is made again, the same, when somebody asks for
/// it. Thousands of labels then cost no more memory than their texts.
// @unchecked Sendable: `chosen` is used by the one lane that draws the snapshot, in `choosePixelFormat` and then in `draw`
// (a task of its own for each display; `RunningDisplay`); all else is constant.
final class TextSnapshot: DisplayTaskBody, @unchecked Sendable {
  let memory: LayoutMemory
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

  init(
    memory: LayoutMemory, container: TextContainer, isSmall: Bool, isOpaque: Bool,
    contentIdentity: ContentIdentity?, metrics: DisplayMetrics?
  ) {
    self.memory = memory
    self.container = container
    self.isSmall = isSmall
    self.isOpaque = isOpaque
    self.contentIdentity = contentIdentity
    self.metrics = metrics
  }

  func willDisplay(_ owner: AnyObject?) {}

  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome) {}

  /// The layout that the picture shows; the same object each time.
  var layout: TextLayout? {
    // It was drawn, so it can be laid out.
    try? memory.layout(in: container, cancellation: .never)
  }

  /// The one colour of the text, where coverage in that colour shows all of it; ignores the fonts.
  var color: Color? {
    let paint = memory.text.paint
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
    chosen = layout
    for paragraph in layout.shaped.paragraphs {
      for run in paragraph.runs where run.font.face.hasColorGlyphs { return .rgba8 }
    }
    if layout.isTruncated {
      // The ellipsis has fonts of its own.
      for line in layout.lines where line.isTruncated {
        for run in line.runs where run.run.font.face.hasColorGlyphs { return .rgba8 }
      }
    }
    return .alpha8
  }

  func draw(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    let layout = try chosen ?? drawnLayout(cancellation)
    chosen = nil
    try context.draw(layout, at: .zero, cancellation: cancellation)
    return DrawnPayload(object: self, byteCount: byteCount)
  }

  private func drawnLayout(_ cancellation: Cancellation) throws -> TextLayout {
    try memory.layout(
      in: container, keeping: !isSmall, cancellation: cancellation, metrics: metrics)
  }

  /// About how many bytes go when the snapshot goes.
  var byteCount: Int {
    // About what text, glyphs and breaks take; it need not be exact.
    isSmall ? 0 : memory.byteCount
  }
}

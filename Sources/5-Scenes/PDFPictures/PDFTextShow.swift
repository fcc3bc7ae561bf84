// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import PDFFiles
internal import TextPainting

/// The operators that show glyphs (ISO 32000-1, §9.4): glyphs of one font on one baseline are one
/// string, with the distances that differ from their widths.
struct PDFTextShow {
  /// The string that is open.
  private struct Line {
    let font: String
    let size: Double
    let color: Color
    /// The map of the axes of its glyphs, without the place.
    let axes: AffineTransform
    let y: Double
    /// Where the next glyph would be.
    var pen: Double
  }

  private var line: Line?
  /// Whether the glyphs are not seen.
  var isHidden = false
  /// Whether an object of text is open.
  private var isOpen = false
  /// Whether a mark is open that contains objects of text.
  private var isAround = false
  private var font: (name: String, size: Double)?
  private var color: Color?
  /// Whether glyphs are drawn in the mode that is seen (ISO 32000-1, §9.3.6).
  private var isSeen = true

  /// Shows a glyph.
  ///
  /// - Parameter width: The advance of the glyph in its font, in thousandths of an em.
  mutating func add(
    _ code: [UInt8], width: Double, font name: String, _ glyph: PaintedGlyph, _ canvas: PDFCanvas
  ) throws {
    let place = glyph.transform
    var axes = place
    (axes.tx, axes.ty) = (0, 0)
    let isUpright = axes == .identity
    let advance = width * glyph.size / 1000
    if var last = line, last.font == name, last.size == glyph.size, last.color == glyph.color,
      last.axes == axes, isUpright, abs(last.y - place.ty) < 0.001,
      abs(place.tx - last.pen) < 4 * glyph.size
    {
      let distance = ((last.pen - place.tx) * 1000 / glyph.size).rounded()
      if distance != 0 {
        canvas.content.raw(">")
        canvas.content.number(distance)
        canvas.content.raw("<")
      }
      append(code, canvas)
      last.pen += advance - distance * glyph.size / 1000
      line = last
      return
    }
    endLine(canvas)
    try begin(canvas, color: glyph.color)
    if font.map({ $0 != (name, glyph.size) }) ?? true {
      canvas.content.name(name)
      canvas.content.number(glyph.size)
      canvas.content.raw("Tf")
      font = (name, glyph.size)
    }
    // Glyphs have their y upwards, the page downwards.
    canvas.content.textMatrix(AffineTransform.scale(x: 1, y: -1).concatenating(place))
    canvas.content.raw("[ <")
    append(code, canvas)
    line = Line(
      font: name, size: glyph.size, color: glyph.color, axes: axes, y: place.ty,
      pen: place.tx + advance)
  }

  private func append(_ code: [UInt8], _ canvas: PDFCanvas) {
    for byte in code { canvas.content.hex(byte) }
  }

  private mutating func open(_ canvas: PDFCanvas) {
    if isOpen { return }
    canvas.content.save()
    canvas.content.raw("BT")
    (isOpen, font, color, isSeen) = (true, nil, nil, true)
  }

  private mutating func begin(_ canvas: PDFCanvas, color wanted: Color) throws {
    open(canvas)
    let seen = !isHidden && wanted.alpha > 0
    if seen != isSeen {
      if seen { canvas.content.raw("0 Tr") } else { canvas.content.raw("3 Tr") }
      isSeen = seen
    }
    guard color != wanted, seen else { return }
    if color?.alpha ?? 1 != wanted.alpha { try canvas.setAlpha(wanted.alpha) }
    canvas.content.fillColor(wanted)
    color = wanted
  }

  private mutating func endLine(_ canvas: PDFCanvas) {
    if line != nil { canvas.content.raw("> ] TJ\n") }
    line = nil
  }

  /// Begins glyphs that stand for some characters together.
  ///
  /// - Parameter isAround: Whether the mark contains objects of text, and does not lie in one.
  mutating func beginMark(_ text: String, isAround: Bool, _ canvas: PDFCanvas) {
    self.isAround = isAround
    if isAround { end(canvas) } else { open(canvas) }
    endLine(canvas)
    canvas.content.name("Span")
    canvas.content.dictionary { $0.entry("ActualText", text: text) }
    canvas.content.raw("BDC")
  }

  mutating func endMark(_ canvas: PDFCanvas) {
    if isAround { end(canvas) } else { endLine(canvas) }
    canvas.content.raw("EMC")
  }

  /// Ends the object of text.
  mutating func end(_ canvas: PDFCanvas) {
    endLine(canvas)
    if isOpen {
      canvas.content.raw("ET")
      canvas.content.restore()
    }
    isOpen = false
  }
}

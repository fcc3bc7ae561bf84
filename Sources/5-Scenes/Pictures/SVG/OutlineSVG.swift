// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import TextFonts
internal import TextModel
internal import TextPainting
internal import TextShaping
package import TextTypesetting

/// The glyph outlines of a layout in SVG 1.1, for programs that read outlines: `--format svg`.
/// Nothing but outlines is written.
///
/// The origin of horizontal text is the pen position of its first glyph; the origin of vertical
/// text is the corner of its box.
///
/// Contours and points are as FreeType returns them. ``leftOut(of:)`` lists the kinds of ink that
/// are omitted; ``PictureSVG`` writes the whole picture.
package struct OutlineSVG {
  /// A font at one size. A symbol holds an outline at its final size, so each size has symbols of
  /// its own.
  private struct FontKey: Hashable {
    var font: UInt32
    var size: Double
  }

  private struct GlyphKey: Hashable {
    var font: UInt32
    var size: Double
    var glyph: UInt16
  }

  private var symbols = SVGMarkup()
  private var uses = SVGMarkup()
  /// A number for each font and size with outlines, counted in the order of first use.
  private var fontNumbers: [FontKey: Int] = [:]
  /// The symbols of glyphs; `nil` for a glyph without an outline.
  private var names: [GlyphKey: String?] = [:]

  /// Returns the document in UTF-8. Nothing is clipped: a line that is higher than the box is
  /// written as a whole.
  package static func document(_ layout: TextLayout) -> [UInt8] {
    var writer = OutlineSVG()
    var box = Rect(origin: .zero, size: layout.size)
    if let first = layout.lines.first {
      let runs = first.runs
      let isVertical = layout.axes.isVertical
      let origin =
        isVertical ? .zero : Point(x: runs.first?.x ?? first.origin.x, y: first.baseline)
      for line in layout.lines {
        for run in line.index == 0 ? runs : line.runs { writer.add(run, from: origin, layout) }
      }
      if !isVertical { box = Self.box(of: layout, runs) }
    }
    var document = SVGMarkup()
    document.append(
      #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        + #" version="1.1" viewBox="0 "#)
    for (i, number) in [box.minY, box.width, box.height].enumerated() {
      if i > 0 { document.append(" ") }
      document.append(number)
    }
    document.append("\">\n")
    document.append(writer.symbols)
    document.append(writer.uses)
    document.append("</svg>\n")
    return document.bytes
  }

  /// The kinds of ink in a layout that this form cannot hold, for a note.
  package static func leftOut(of layout: TextLayout) -> [String] {
    var kinds: [String] = []
    func add(_ kind: String) { if !kinds.contains(kind) { kinds.append(kind) } }
    for style in layout.text.paint.values {
      if style.isPlain { continue }
      if style.background != nil { add("backgrounds") }
      if style.border != nil { add("borders") }
      if style.underline != nil { add("underlines") }
      if style.overline != nil { add("overlines") }
      if style.strikethrough != nil { add("strikethroughs") }
      if !style.shadows.isEmpty { add("shadows") }
      if style.stroke != nil { add("strokes") }
      if style.fill != nil { add("gradients and pictures in text") }
    }
    if layout.attachments.contains(where: { $0.attachment.content is any AttachmentDrawing }) {
      add("attachments")
    }
    for annotation in layout.annotations {
      add(
        annotation.list != nil
          ? "list markers" : annotation.ruby != nil ? "rubies" : "emphasis marks")
    }
    for run in layout.shaped.paragraphs.lazy.flatMap(\.runs) {
      let font = run.font
      if font.synthesis.contains(.embolden) { add("synthetic bold") }
      guard font.face.hasColorGlyphs, !kinds.contains("colour glyphs") else { continue }
      for index in 0..<run.glyphCount where font.isColorGlyph(UInt32(run.glyph(at: index))) {
        add("colour glyphs")
        break
      }
    }
    return kinds
  }

  /// The view box relative to the first pen position; it starts at the first font's ascent.
  ///
  /// - Parameter runs: The runs of the first line.
  private static func box(of layout: TextLayout, _ runs: [LineRun]) -> Rect {
    let font: Font
    let scale: Double
    if let run = runs.first?.run {
      font = run.font
      scale = run.size / Double(max(1, run.font.unitsPerEm))
    } else if let paragraph = layout.shaped.paragraphs.first {
      font = paragraph.strutFont
      scale = paragraph.strutStyle.size / Double(max(1, font.unitsPerEm))
    } else {
      return .zero
    }
    let extents = font.freeTypeExtents
    let ascent = (extents.map { Double($0.ascender) } ?? font.metrics.ascent) * scale
    let descent = (extents.map { Double($0.descender) } ?? font.metrics.descent) * scale
    let isOneLine = layout.lines.count == 1
    let width =
      isOneLine ? runs.reduce(0) { $0 + $1.width } : layout.size.width
    return Rect(
      x: 0, y: -ascent, width: width,
      height: isOneLine ? ascent - descent : layout.size.height)
  }

  private mutating func add(_ run: LineRun, from origin: Point, _ layout: TextLayout) {
    guard !run.glyphs.isEmpty else { return }
    let (run, text) = layout.token(of: run) ?? (run, layout.text)
    let paint = text.paint
    let axes = layout.axes
    run.forEachGlyph { glyph in
      guard let name = name(of: glyph.id, in: run.run) else { return }
      uses.append("<use xlink:href=\"#\(name)\"")
      if axes.isVertical {
        let map = run.transform(of: glyph).concatenating(axes.transform)
        if map.isTranslation {
          uses.attribute("x", map.tx)
          uses.attribute("y", map.ty)
        } else {
          uses.transform("transform", map)
        }
      } else {
        uses.attribute("x", glyph.x - origin.x)
        uses.attribute("y", glyph.y - origin.y)
      }
      let color = paint.value(at: glyph.cluster).color
      if color != .black { uses.color("fill", color) }
      uses.append("/>\n")
    }
  }

  /// The name of a glyph's symbol, which is written at first use; `nil` without an outline.
  private mutating func name(of glyph: UInt16, in run: ShapedRun) -> String? {
    let key = GlyphKey(font: run.font.id, size: run.size, glyph: glyph)
    if let known = names[key] { return known }
    let font = run.font
    let fontKey = FontKey(font: font.id, size: run.size)
    let number = fontNumbers[fontKey] ?? fontNumbers.count
    let path =
      font.freeTypeOutline(of: UInt32(glyph)) ?? font.outline(of: UInt32(glyph))
    var name: String?
    if !path.isEmpty {
      fontNumbers[fontKey] = number
      let symbol = "f\(number)." + SVGMarkup.escaped(font.glyphName(UInt32(glyph)))
      name = symbol
      symbols.append("<symbol id=\"\(symbol)\" overflow=\"visible\"><path d=\"")
      let scale = run.size / Double(max(1, font.unitsPerEm))
      let lean = font.synthesis.contains(.oblique) ? FontSynthesis.obliqueSlope : 0
      symbols.path(path, AffineTransform(a: scale, b: 0, c: scale * lean, d: -scale, tx: 0, ty: 0))
      symbols.append("\"/></symbol>\n")
    }
    names[key] = .some(name)
    return name
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
package import StyledDocuments
package import SystemConcurrency
internal import TextFonts
internal import TextModel
internal import TextShaping
package import TextTypesetting

/// A layout as JSON: lines, runs, glyphs and carets, with offsets in Unicode scalars.
package struct LayoutReport {
  /// The longest line in UTF-16 units; it bounds the memory, since all carets of a line are held at
  /// once.
  package static let longestLine = 1 << 22

  package typealias Output = ([UInt8]) throws -> Void

  /// The length of a piece of output, in bytes.
  private static let pieceLength = 1 << 16

  package let layout: TextLayout
  package let text: ScalarText

  package init(layout: TextLayout, text: ScalarText) { (self.layout, self.text) = (layout, text) }

  /// Writes the layout as one JSON object on one line, in pieces of some 64 KiB.
  ///
  /// - Parameters:
  ///   - cancellation: Polled for each line and run, and between glyphs, carets and elements.
  ///   - output: Takes a piece. An error that it throws ends the report.
  /// - Throws: `DocumentError` with `tooLarge`, before anything is written, if a line is longer
  ///   than ``longestLine``; the error of the output; `CancellationError`.
  package func write(_ cancellation: Cancellation = .never, to output: Output) throws {
    for line in layout.lines where line.range.count > Self.longestLine {
      throw DocumentError(
        .tooLarge, nil,
        "line \(line.index + 1) has \(line.range.count) UTF-16 units; at most \(Self.longestLine) "
          + "are written for a line; a width breaks it")
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("width", layout.size.width)
    writer.member("height", layout.size.height)
    writer.member("direction", isRightToLeft ? "rtl" : "ltr")
    if isVertical { writer.member("writingMode", layout.axes.writingMode.keyword) }
    writer.name("lines")
    writer.beginArray()
    for line in layout.lines {
      try write(line, &writer, cancellation, output)
    }
    writer.endArray()
    try ElementReport(layout: layout, text: text).write(to: &writer, cancellation)
    try AnnotationReport(layout: layout, text: text).write(to: &writer, cancellation)
    if !layout.missing.isEmpty { writeMissing(&writer) }
    writer.endObject()
    writer.newline()
    try output(writer.takeBytes())
  }

  private var isVertical: Bool { layout.axes.isVertical }

  private var isRightToLeft: Bool {
    guard let first = layout.shaped.paragraphs.first else { return false }
    return first.baseLevel & 1 == 1
  }

  private func flush(_ writer: inout JSONWriter, _ output: Output) throws {
    if writer.bytes.count > Self.pieceLength { try output(writer.takeBytes()) }
  }

  private func write(
    _ line: LineFragment, _ writer: inout JSONWriter, _ cancellation: Cancellation,
    _ output: Output
  ) throws {
    try cancellation.check()
    writer.beginObject()
    writer.member("start", text.scalar(at: line.range.start))
    writer.member("end", text.scalar(at: line.range.end))
    writer.member("x", line.origin.x)
    writer.member("y", line.origin.y)
    writer.member("width", line.width)
    writer.member("height", line.height)
    writer.member("baseline", line.baseline)
    writer.member("hardBreak", line.isHardBreak)
    writer.name("runs")
    writer.beginArray()
    for run in line.runs { try write(run, &writer, cancellation, output) }
    writer.endArray()
    writer.name("carets")
    writer.beginArray()
    for (i, caret) in layout.carets(inLine: line.index).enumerated() {
      if i & 255 == 255 { try cancellation.check() }
      writer.beginObject()
      writer.member("offset", text.scalar(at: caret.offset))
      // Carets have one coordinate, along the line: x, or y in vertical text.
      writer.member(isVertical ? "y" : "x", caret.x)
      writer.endObject()
      try flush(&writer, output)
    }
    writer.endArray()
    writer.endObject()
  }

  private func write(
    _ run: LineRun, _ writer: inout JSONWriter, _ cancellation: Cancellation, _ output: Output
  ) throws {
    try cancellation.check()
    var count = 0
    let axes = layout.axes
    let face = run.run.font.face
    writer.beginObject()
    writer.member("start", text.scalar(at: run.range.start))
    writer.member("end", text.scalar(at: run.range.end))
    writer.member("level", Int(run.level))
    writer.member("script", run.run.script.description)
    writer.member("language", run.run.language.isEmpty ? "und" : run.run.language)
    writer.name("font")
    writer.beginObject()
    writer.member("file", face.fileName)
    writer.member("index", face.index)
    writer.member("name", face.postScriptName)
    writer.endObject()
    writer.member("size", run.run.size)
    if isVertical {
      let start = layout.axes.point(Point(x: run.x, y: run.y))
      writer.member("x", start.x)
      writer.member("y", start.y)
      if run.run.isUpright { writer.member("orientation", "upright") }
    } else {
      writer.member("x", run.x)
    }
    switch run.kind {
    case .text: break
    case .tab: writer.member("kind", "tab")
    case .ellipsis: writer.member("kind", "ellipsis")
    case .hyphen: writer.member("kind", "hyphen")
    case .kashida: writer.member("kind", "kashida")
    case .attachment: writer.member("kind", "attachment")
    case .annotation: writer.member("kind", "annotation")
    }
    writer.name("glyphs")
    writer.beginArray()
    try run.forEachGlyph { (glyph) throws in
      count += 1
      if count & 127 == 0 { try cancellation.check() }
      writer.beginObject()
      writer.member("id", Int(glyph.id))
      writer.member("cluster", text.scalar(at: glyph.cluster))
      let origin = axes.point(Point(x: glyph.x, y: glyph.y))
      writer.member("x", origin.x)
      writer.member("y", origin.y)
      writer.member("ax", axes.isVertical ? 0 : glyph.advance)
      writer.member("ay", axes.isVertical ? glyph.advance : 0)
      writer.endObject()
      try flush(&writer, output)
    }
    writer.endArray()
    writer.endObject()
  }

  private func writeMissing(_ writer: inout JSONWriter) {
    writer.name("missing")
    writer.beginArray()
    for missing in layout.missing {
      writer.beginObject()
      writer.member("start", text.scalar(at: missing.range.start))
      writer.member("end", text.scalar(at: missing.range.end))
      writer.endObject()
    }
    writer.endArray()
  }
}

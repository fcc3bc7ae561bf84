// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import DocumentJSON
package import StyledDocuments
package import SystemConcurrency
internal import TextModel
internal import TextShaping
package import TextTypesetting

/// The rubies, emphasis marks and list markers of a layout as JSON. Offsets count Unicode scalars;
/// coordinates are points in the layout box.
package struct AnnotationReport {
  package let layout: TextLayout
  package let text: ScalarText

  package init(layout: TextLayout, text: ScalarText) { (self.layout, self.text) = (layout, text) }

  /// Writes the member `annotations`; nothing for a text without annotations.
  ///
  /// - Throws: `CancellationError`.
  package func write(to writer: inout JSONWriter, _ cancellation: Cancellation) throws {
    var isEmpty = true
    for line in layout.lines.indices {
      for (index, annotation) in try layout.annotations(ofLine: line, cancellation).enumerated() {
        if index & 63 == 0 { try writer.makeRoom(cancellation) }
        if isEmpty {
          writer.name("annotations")
          writer.beginArray()
          isEmpty = false
        }
        try write(annotation, &writer, cancellation)
      }
    }
    if !isEmpty { writer.endArray() }
  }

  private func write(
    _ annotation: TextAnnotation, _ writer: inout JSONWriter, _ cancellation: Cancellation
  ) throws {
    let axes = layout.axes
    writer.beginObject()
    let kind = annotation.list != nil ? "marker" : annotation.ruby != nil ? "ruby" : "emphasis"
    writer.member("kind", kind)
    writer.name("base")
    writer.beginArray()
    writer.number(text.scalar(at: annotation.base.start))
    writer.number(text.scalar(at: annotation.base.end))
    writer.endArray()
    if let text = annotation.list?.label ?? annotation.ruby?.text { writer.member("text", text) }
    writer.member("line", annotation.line)
    writer.name("glyphs")
    writer.beginArray()
    for run in annotation.runs {
      try cancellation.check()
      run.forEachGlyph { glyph in
        writer.beginObject()
        writer.member("id", Int(glyph.id))
        let origin = axes.point(Point(x: glyph.x, y: glyph.y))
        writer.member("x", origin.x)
        writer.member("y", origin.y)
        writer.endObject()
      }
    }
    writer.endArray()
    writer.endObject()
  }
}

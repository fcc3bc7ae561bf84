// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import TextFonts
internal import TextModel
internal import TextShaping
package import TextTypesetting

extension TextLayout {
  /// The points by which a mark may reach beyond the box without a note.
  private static let annotationTolerance = 0.5

  /// The note about a ruby or an emphasis mark that reaches beyond the box of the layout, across
  /// the lines, as in lines of a fixed height, which make no room for it. `nil` if all lie inside.
  package var annotationNote: String? {
    guard shaped.hasAnnotations, !lines.isEmpty else { return nil }
    var most = Self.annotationTolerance
    var note: String?
    // Only lines at an edge can reach beyond the box. With one column these are the first and the
    // last line; with several columns, all lines are checked.
    let isOneColumn = container.columns.count <= 1
    for line in isOneColumn ? Set([0, lines.count - 1]).sorted() : Array(lines.indices) {
      // Nothing is thrown, since no cancellation is passed.
      for annotation in (try? annotations(ofLine: line)) ?? [] where annotation.list == nil {
        let name = annotation.ruby == nil ? "an emphasis mark" : "a ruby"
        for (edge, length) in overflow(of: annotation) where length > most {
          most = length
          let shown = DecimalNumber.text((length * 10).rounded() / 10)
          note = "\(name) reaches \(shown) px beyond the \(edge) edge of the text's box"
        }
      }
    }
    return note
  }

  /// How far the ink of a ruby or an emphasis mark reaches beyond the upper and the lower edge, in
  /// vertical text beyond the left and the right edge, in points.
  private func overflow(of annotation: TextAnnotation) -> [(edge: String, length: Double)] {
    var (first, last) = (Double.infinity, -Double.infinity)
    for run in annotation.runs {
      let font = run.run.font
      let scale = run.run.size / Double(max(1, font.unitsPerEm))
      run.forEachGlyph { glyph in
        guard let ink = font.extents(of: UInt32(glyph.id)) else { return }
        let origin = Point(x: glyph.x, y: glyph.y)
        let place = run.run.isUpright ? axes.point(origin) : origin
        var box = Rect(
          x: place.x + Double(ink.minX) * scale, y: place.y - Double(ink.maxY) * scale,
          width: Double(ink.maxX - ink.minX) * scale, height: Double(ink.maxY - ink.minY) * scale)
        if !run.run.isUpright { box = axes.rect(box) }
        first = min(first, axes.isVertical ? box.minX : box.minY)
        last = max(last, axes.isVertical ? box.maxX : box.maxY)
      }
    }
    return axes.isVertical
      ? [("left", -first), ("right", last - size.width)]
      : [("upper", -first), ("lower", last - size.height)]
  }
}

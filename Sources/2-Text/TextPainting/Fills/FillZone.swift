// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextModel
import TextTypesetting

/// The glyphs, or the strokes of glyphs, on one line that one fill is laid over.
struct FillZone {
  let line: Int
  /// The box that the fill is laid over, in points of line space.
  let box: Rect
  /// What is filled.
  let target: FillTarget

  /// The selection that draws what is filled, in black.
  var selection: PaintSelection { .filling(target) }
}

/// The characters that a fill belongs to.
struct FillTarget: Equatable {
  let fill: TextFill
  /// Whether the lines along the outlines are filled, not the glyphs.
  let isStroke: Bool
  /// Where the run of equal paint begins, if the fill is laid over runs.
  var start: Int?
  /// Whether that run is of the token in place of text left out.
  var isOfToken = false

  /// Whether the target holds the text of a style.
  ///
  /// - Parameter start: Where the style's run of equal paint begins.
  func holds(_ style: PaintStyle, from start: Int, isOfToken: Bool) -> Bool {
    guard (isStroke ? style.stroke?.drawnFill : style.drawnFill) == fill else { return false }
    return self.start == nil || self.start == start && self.isOfToken == isOfToken
  }
}

extension TextFill {
  /// Whether the fill shows something; where it does not, the text has its colour.
  var isDrawn: Bool {
    switch source {
    case .gradient(let gradient): gradient.drawn != nil
    case .picture(let picture): picture.content is any AttachmentDrawing
    }
  }
}

extension PaintStyle {
  /// The fill of the glyphs, if it shows something.
  var drawnFill: TextFill? { isPlain ? nil : fill.flatMap { $0.isDrawn ? $0 : nil } }
}

extension TextStroke {
  /// The fill of the line, if it shows something.
  var drawnFill: TextFill? { fill.flatMap { $0.isDrawn ? $0 : nil } }
}

extension TextLayout {
  /// The parts of a line that fills are laid over.
  ///
  /// - Parameter isStroke: Whether the lines along outlines are meant, not the glyphs.
  /// - Throws: `CancellationError`.
  func fillZones(
    onLine index: Int, isStroke: Bool, _ cancellation: Cancellation
  ) throws -> [FillZone] {
    var zones: [FillZone] = []
    func fill(of style: PaintStyle) -> TextFill? {
      isStroke ? style.stroke?.drawnFill : style.drawnFill
    }
    func add(_ paint: RunColumn<PaintStyle>, _ range: TextRange) throws {
      for run in paint.run(at: range.start)...paint.run(at: max(range.start, range.end - 1)) {
        if run & 0xFF == 0xFF { try cancellation.check() }
        guard let fill = fill(of: paint.value(ofRun: run)), fill.area != .run else { continue }
        let target = FillTarget(fill: fill, isStroke: isStroke)
        if zones.contains(where: { $0.target == target }) { continue }
        let box = fill.area == .text ? usedLineRect : lineBox(index)
        zones.append(FillZone(line: index, box: box, target: target))
      }
    }
    try add(text.paint, textRange(ofLine: index))
    if isTruncated, let token = container.token { try add(token.paint, token.range) }
    let line = lineBox(index)
    try forEachPaintStretch(onLine: index, cancellation) { stretch in
      guard let fill = fill(of: stretch.style), fill.area == .run else { return }
      let target = FillTarget(
        fill: fill, isStroke: isStroke, start: stretch.start, isOfToken: stretch.isOfToken)
      let box = Rect(
        x: stretch.left, y: line.minY, width: stretch.right - stretch.left, height: line.height)
      if let known = zones.firstIndex(where: { $0.target == target }) {
        zones[known] = FillZone(line: index, box: zones[known].box.union(box), target: target)
      } else {
        zones.append(FillZone(line: index, box: box, target: target))
      }
    }
    return zones
  }

  /// The box of a line in line space.
  private func lineBox(_ index: Int) -> Rect {
    let line = lines[index]
    return Rect(
      x: line.inlineStart, y: line.blockStart, width: line.inlineExtent, height: line.blockExtent)
  }
}

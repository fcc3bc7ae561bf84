// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

extension TextLayout {
  /// The marker before a line; `nil` if the line is not the first of a list's item.
  ///
  /// - Throws: `CancellationError`.
  func marker(ofLine index: Int, _ cancellation: Cancellation) throws -> TextAnnotation? {
    let record = records[index]
    if record.flags.contains(.extra) { return nil }
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    // Where an item continues in another container, its first line there has no marker.
    guard let marker = paragraph.marker, Int(record.start) == paragraph.range.start,
      let list = paragraph.style.list
    else { return nil }
    var x =
      paragraph.baseLevel & 1 == 0
      ? record.x - list.gap - marker.width : record.x + max(0, record.width) + list.gap
    var runs: [LineRun] = []
    for run in marker.runs {
      try cancellation.check()
      let made = LineRun(
        annotation: run, of: Int(record.start), x: x, baseline: record.baseline,
        isVertical: container.writingMode.isVertical, expansions: [])
      runs.append(made)
      x += made.width
    }
    return TextAnnotation(
      base: TextRange(Int(record.start), Int(record.visibleEnd)), ruby: nil, list: list,
      line: index, runs: runs)
  }
}

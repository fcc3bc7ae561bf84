// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

/// The annotations beside the characters of some runs: a ruby, emphasis marks, or both. Runs of
/// other text have none.
package final class RunAnnotations: Sendable {
  package let ruby: ShapedRuby?
  package let emphasis: ShapedEmphasis?
  /// The room that the ruby takes among the glyphs.
  package let room: RunRoom

  init(ruby: ShapedRuby?, emphasis: ShapedEmphasis?, room: RunRoom = RunRoom()) {
    self.ruby = ruby
    self.emphasis = emphasis
    self.room = room
  }
}

/// A line of small glyphs beside some text, shaped.
package struct AnnotationLine: Sendable {
  /// The runs from left to right.
  package let runs: [ShapedRun]
  /// The extent along the line, in points.
  package let width: Double
  /// The part of the em boxes above the baseline, in points; in vertical lines, above the central
  /// baseline.
  package let ascent: Double
  package let descent: Double

  /// The em size of the first run, in points.
  package var em: Double { runs.first?.size ?? 0 }

  /// The extent across the line, in points.
  package var height: Double { ascent + descent }

  /// - Parameter runs: The runs in logical order.
  init(_ runs: [ShapedRun], isVertical: Bool) {
    self.runs = runs.inVisualOrder
    width = runs.reduce(0) { $0 + $1.width }
    var (up, down) = (0.0, 0.0)
    for run in runs {
      let above =
        isVertical
        ? run.size / 2 : run.font.metrics.emAscent * run.size / Double(run.font.unitsPerEm)
      up = max(up, above)
      down = max(down, run.size - above)
    }
    (ascent, descent) = (up, down)
  }
}

extension [ShapedRun] {
  /// The runs of one line from left to right. Source: UAX #9 L2.
  fileprivate var inVisualOrder: [ShapedRun] {
    guard let highest = map(\.level).max(), highest > 0 else { return self }
    var order = self
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, order[end].level >= level { end += 1 }
        if end > start { order[start..<end].reverse() }
        start = end + 1
      }
    }
    return order
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
package import TextModel

/// What stands beside the characters of some runs: a ruby, emphasis marks, or both. Runs of other
/// text have none.
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
  /// The part of the ems above the baseline, in points; above the central one in vertical lines.
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

/// A ruby with its glyphs.
package final class ShapedRuby: Sendable {
  package let ruby: RubyText
  /// The base, in code units of the paragraph.
  package let base: TextRange
  package let line: AnnotationLine
  /// For each run of ``line`` the glyphs at whose right side space may be added.
  package let gaps: [[Int]]
  /// How far the ruby reaches beyond the left edge of its base, in points.
  package let leftOverhang: Double

  init(
    _ ruby: RubyText, base: TextRange, line: AnnotationLine, gaps: [[Int]], leftOverhang: Double
  ) {
    self.ruby = ruby
    self.base = base
    self.line = line
    self.gaps = gaps
    self.leftOverhang = leftOverhang
  }
}

/// How far apart the parts of the narrower of a ruby and its base stand.
package struct RubySpread {
  /// The space before the first part, in points.
  package let before: Double
  /// The space between two parts.
  package let gap: Double
  /// The space after the last part.
  package let after: Double

  /// - Parameters:
  ///   - space: The difference of the widths, in points.
  ///   - gaps: The number of places between the parts.
  ///   - most: The most space at an end of a spread text: of a ruby one em, as in Chromium.
  package init(
    _ space: Double, gaps: Int, _ alignment: RubyText.Alignment, most: Double = .infinity
  ) {
    switch alignment {
    case .spaceAround where gaps > 0:
      let end = min(most, space / Double(2 * gaps + 2))
      gap = (space - 2 * end) / Double(gaps)
      (before, after) = (end, end)
    case .spaceBetween where gaps > 0:
      gap = space / Double(gaps)
      (before, after) = (0, 0)
    case .center, .spaceAround, .spaceBetween:
      gap = 0
      (before, after) = (space / 2, space / 2)
    case .start:
      gap = 0
      (before, after) = (0, space)
    }
  }
}

/// The mark of an emphasised style, shaped.
package final class ShapedEmphasis: Sendable {
  private let horizontal: AnnotationLine
  private let vertical: AnnotationLine
  private let mark: EmphasisMark
  private let language: String

  /// Where no font has the form, the mark is a bullet or a dot.
  ///
  /// - Parameter shape: Shapes a character.
  /// - Throws: `FontError` where there is no font at all.
  init?(
    _ style: ShapingStyle,
    _ shape: (_ character: String, _ isVertical: Bool) throws -> [ShapedRun]
  ) rethrows {
    guard let mark = style.emphasis, !mark.character.isEmpty else { return nil }
    self.mark = mark
    language = style.language
    var character = mark.character
    if case .string = mark.shape {} else {
      let others = [mark.isFilled ? "\u{2022}" : "\u{25E6}", "\u{2022}", "\u{30FB}", "\u{B7}"]
      for other in [character] + others {
        if try !shape(other, false).contains(where: \.hasMissing) {
          character = other
          break
        }
      }
    }
    horizontal = AnnotationLine(try shape(character, false), isVertical: false)
    vertical = AnnotationLine(try shape(character, true), isVertical: true)
  }

  package func line(isVertical: Bool) -> AnnotationLine { isVertical ? vertical : horizontal }

  /// Whether marks stand above the text, not below.
  package func isOver(isVertical: Bool) -> Bool {
    mark.isOver(language: language, isVertical: isVertical)
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

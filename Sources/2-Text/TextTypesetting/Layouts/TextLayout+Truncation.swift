// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import TextModel
import TextShaping

extension TextLayout {
  /// All text that lies on the lines, in order: one range, or two if the end of the text is shown
  /// behind a token.
  public var visibleRanges: [TextRange] {
    if records.isEmpty { return [] }
    let length = text.length
    if leftOut.isEmpty { return [TextRange(textStart, length)] }
    return [TextRange(textStart, leftOut.start), TextRange(leftOut.end, length)].filter {
      !$0.isEmpty
    }
  }

  /// The end of the text, as far as it is shown behind a token on the last line; `nil` for none.
  var tailRange: TextRange? {
    leftOut.end < text.length ? TextRange(leftOut.end, text.length) : nil
  }

  /// The text of a line to which its points and offsets belong. On a line that shows the end of the
  /// text behind a token, that end and the text left out before it are included.
  func span(of record: LineRecord) -> TextRange {
    guard record.flags.contains(.truncated), let tailRange else { return record.range }
    return TextRange(Int(record.start), tailRange.end)
  }

  /// The size of the lines with the insets of the container. It is no higher than the container; if
  /// lines run downwards, it is no wider.
  package var fittingSize: Size {
    let (used, insets) = (usedRect, container.boundedInsets)
    let width = used.width + insets.leading + insets.trailing
    let height = used.height + insets.top + insets.bottom
    if axes.isVertical {
      return Size(width: min(width, container.boundedWidth ?? .infinity), height: height)
    }
    return Size(width: width, height: min(height, container.boundedHeight ?? .infinity))
  }

  /// The rectangle of the token in place of text left out, as high as its line; `nil` if there is
  /// none.
  ///
  /// - Complexity: O(runs on the last line).
  public var tokenRect: Rect? { tokenLineRect.map { axes.rect($0) } }

  /// The rectangle of the token in line space.
  var tokenLineRect: Rect? {
    guard let record = records.last else { return nil }
    let runs = tokenRuns
    guard let left = runs.map(\.x).min(), let right = runs.map(\.maxX).max() else { return nil }
    return Rect(x: left, y: record.y, width: right - left, height: record.height)
  }

  /// The code unit of the token at a point, in offsets of ``TextContainer/token``, or of
  /// ``TextContainer/ellipsis`` if that is `nil`: the start of the cluster there. `nil` beside the
  /// token.
  ///
  /// - Complexity: O(runs on the last line + glyphs of the token).
  public func tokenOffset(at point: Point) -> Int? {
    let point = axes.linePoint(point)
    guard let record = records.last, point.y >= record.y, point.y < record.y + record.height
    else { return nil }
    for run in tokenRuns where point.x >= run.x && point.x < run.maxX {
      let run = run.inToken
      var found = run.range.start
      var edge = run.x
      run.forEachGlyph { glyph in
        if edge <= point.x, glyph.advance > 0 { found = glyph.cluster }
        edge += glyph.advance
      }
      return found
    }
    return nil
  }

  private var tokenRuns: [LineRun] {
    guard isTruncated, let last = lines.last else { return [] }
    return last.runs.filter { $0.kind == .ellipsis }
  }

  /// For a run of a token that has styles of its own, the run with offsets in the token, and the
  /// token; `nil` for other runs.
  package func token(of run: LineRun) -> (run: LineRun, text: AttributedText)? {
    guard run.kind == .ellipsis, let token = container.token else { return nil }
    return (run.inToken, token)
  }
}

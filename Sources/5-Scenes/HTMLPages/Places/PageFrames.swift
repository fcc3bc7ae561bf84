// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
package import SystemConcurrency
internal import TextModel
internal import TextTypesetting

/// The places of the elements, lines, words and links of a page.
///
/// Frames are points of the page, with the *y* axis down, as `getBoundingClientRect()` has them.
/// Quads are four corners in pixels of the picture, clockwise from the corner that is the upper
/// left of the upright thing; a quad that a perspective turns behind the viewer is left out.
public struct PageFrames: Sendable {
  /// Four corners, in pixels of the picture.
  public typealias Quad = [Point]

  /// An element that has an `id` or a `class`.
  public struct Element: Sendable {
    /// The name of the element, in lower case.
    public let name: String
    /// The attribute `id`; `nil` if there is none.
    public let id: String?
    /// The words of the attribute `class`.
    public let classes: [String]
    /// The smallest rectangle around the border boxes after all transforms, in points.
    public let frame: Rect
    /// The border boxes: one for a block, one for each line of an inline box, one for each column.
    public let quads: [Quad]
  }

  /// A line of text.
  public struct Line: Sendable {
    /// The characters, without white space at the end.
    public let text: String
    /// The box of the line.
    public let quad: Quad
    /// The words, in the order of the text.
    public let words: [Word]
  }

  /// A word: a stretch between boundaries of UAX #29 that is not white space, on one line.
  public struct Word: Sendable {
    /// The characters.
    public let text: String
    /// The word's box, which is as high as its line.
    public let quad: Quad
  }

  /// An `a` with `href`.
  public struct Link: Sendable {
    /// The address as it is written.
    public let url: String
    /// The boxes of the link.
    public let quads: [Quad]
    /// The element in the markup.
    let node: Int
  }

  /// The size of the page, in points.
  public let size: Size
  /// The elements, in the order of the document.
  public let elements: [Element]
  /// The links, in the order of the document.
  public let links: [Link]
  let texts: [PlacedText]

  /// The lines with their words, in the order of the document.
  ///
  /// - Complexity: O(*n*) in the text of the page.
  public func lines() -> [Line] {
    // Only a cancellation throws, and nothing cancels here.
    (try? lines(.never)) ?? []
  }

  /// The lines with their words, in the order of the document.
  ///
  /// - Throws: `CancellationError`.
  package func lines(_ cancellation: Cancellation) throws -> [Line] {
    try texts.flatMap { try $0.lines(cancellation) }
  }
}

/// The lines of a box, and where they lie.
struct PlacedText: Sendable {
  let layout: TextLayout
  let turn: LineTurn
  /// The parts of the box: the area that a part shows, and how far the lines are moved for it.
  let parts: [(area: Rect?, shift: Point)]
  /// The map from the plane of the stacking context to the picture.
  let map: Projection

  func lines(_ cancellation: Cancellation) throws -> [PageFrames.Line] {
    var stretches = try layout.wordStretches(cancellation)[...]
    return try layout.lines.compactMap { line in
      try cancellation.check()
      let frame = turn.placed(line.frame, line: line.index)
      guard let shift = shift(of: frame) else { return nil }
      func quad(_ rect: Rect) -> PageFrames.Quad? {
        map.quad(of: turn.placed(rect, line: line.index).offsetBy(dx: shift.x, dy: shift.y))
      }
      var words: [(range: TextRange, rect: Rect)] = []
      for cluster in layout.clusters(inLine: line.index)
      // Boxes and the edges of inline boxes are no part of a word.
      where layout.text.utf16[cluster.range.start] != TextAttachment.character {
        while let first = stretches.first, first.end <= cluster.range.start {
          stretches.removeFirst()
        }
        let stretch = stretches.first ?? cluster.range
        if let last = words.last, last.range.start >= stretch.start, last.range.end <= stretch.end {
          let range = TextRange(
            min(last.range.start, cluster.range.start), max(last.range.end, cluster.range.end))
          words[words.count - 1] = (range, last.rect.union(cluster.rect))
        } else {
          words.append(cluster)
        }
      }
      let text = string(line.visibleRange)
      guard !text.isEmpty, let whole = quad(line.frame) else { return nil }
      return PageFrames.Line(
        text: text, quad: whole,
        words: words.compactMap { word in
          let text = string(word.range)
          return text.isEmpty ? nil : quad(word.rect).map { PageFrames.Word(text: text, quad: $0) }
        })
    }
  }

  /// How far the part of the box is moved that shows a line; `nil` if none does.
  private func shift(of line: Rect) -> Point? {
    parts.first { part in
      part.area?.contains(Point(x: line.midX + part.shift.x, y: line.midY + part.shift.y)) ?? true
    }?.shift
  }

  /// Characters of the text, without the places of boxes, the controls of directions and the white
  /// space around.
  private func string(_ range: TextRange) -> String {
    let units = layout.text.utf16[range.start..<range.end].filter { unit in
      unit != TextAttachment.character && !(0x2066...0x2069).contains(unit)
        && !(0x202A...0x202E).contains(unit) && unit != 0x200B
    }
    let text = String(decoding: units, as: UTF16.self)
    let isSpace: (Character) -> Bool = { $0.isWhitespace }
    return String(String(text.drop(while: isSpace).reversed()).drop(while: isSpace).reversed())
  }
}

extension Projection {
  /// The corners of a rectangle under the map; `nil` if one lies behind the viewer.
  func quad(of rect: Rect) -> PageFrames.Quad? {
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ].compactMap { apply($0) }
    return corners.count == 4 ? corners : nil
  }
}

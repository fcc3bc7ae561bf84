// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import HTMLPages
internal import LayerCompositing
internal import TextLayers
internal import TextModel
public import TextTypesetting

extension PDFWriter {
  /// Adds the lines of a text on sheets of paper. A point of the layout is 1/72 inch.
  ///
  /// Lines are not divided, and neither the first nor the last line of a paragraph stands alone on
  /// a sheet where the one beside it has room.
  ///
  /// - Parameters:
  ///   - layout: The text, as wide as the sheets less their margins; vertical text as high.
  ///   - paper: The sheets.
  ///   - background: The colour behind all.
  /// - Throws: What the output throws, `GraphicsError`, or `CancellationError`: then the file is not
  ///   a whole one.
  /// - Complexity: O(*n*) in the lines.
  public func add(
    _ layout: TextLayout, on paper: Paper, background: Color? = nil
  ) throws {
    if metadata.language.isEmpty, layout.text.length > 0 {
      metadata.language = layout.text.shaping.value(at: 0).language
    }
    let (axes, contents) = (layout.axes, paper.contents)
    let room = axes.isVertical ? contents.width : contents.height
    let bands = TextBand.bands(of: layout, room: room)
    document.note(.cut, count: bands.count { $0.extent > room + 0.01 })
    let length = (axes.isVertical ? contents.height : contents.width) + paper.margin
    document.note(
      .wide, count: layout.lines.count { $0.inlineStart + $0.inlineExtent > length + 0.01 })
    var (sheets, clips): ([Rect], [Rect]) = ([], [])
    let far = 1e6
    for (index, band) in bands.enumerated() {
      let lines = axes.rect(
        Rect(x: 0, y: band.start, width: layout.lineSpaceSize.width, height: band.extent))
      let corner =
        axes.isVertical
        ? Point(
          x: layout.axes.writingMode == .verticalRL
            ? lines.maxX - contents.maxX : lines.minX - contents.minX,
          y: -contents.minY)
        : Point(x: -contents.minX, y: lines.minY - contents.minY)
      sheets.append(Rect(origin: corner, size: paper.size))
      // Ink may stick out above the first line of all, and below the last one.
      let isReversed = axes.writingMode == .verticalLR
      let (isFirst, isLast) = (index == 0, index == bands.count - 1)
      let above = (isReversed ? isLast : isFirst) ? far : 0
      let below = (isReversed ? isFirst : isLast) ? far : 0
      clips.append(
        axes.rect(
          Rect(
            x: -far, y: band.start - above, width: 2 * far, height: band.extent + above + below)))
    }
    var properties = LayerProperties()
    properties.bounds.size = layout.size
    properties.anchorPoint = .zero
    let text = RenderNode(
      id: LayerID(), properties: properties, contents: .vector(TextContents(layout)))
    try add(
      RenderTree(root: text, size: layout.size, background: background), sheets: sheets,
      clips: clips, size: paper.size, links: [], structure: nil)
  }
}

/// Lines that stand on one sheet, in line space.
private struct TextBand {
  let start, extent: Double

  /// A line by its place in the direction in which lines follow each other.
  private struct Line {
    let start, extent: Double
    let index: Int
    let range: TextRange
  }

  /// Divides lines among sheets.
  ///
  /// - Parameter room: The extent of a sheet across the lines.
  static func bands(of layout: TextLayout, room: Double) -> [TextBand] {
    // Lines of columns lie beside each other.
    let isReversed = layout.axes.writingMode == .verticalLR
    let lines = layout.lines.map { line in
      Line(
        start: isReversed ? -line.blockStart - line.blockExtent : line.blockStart,
        extent: line.blockExtent, index: line.index, range: line.range)
    }.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
    guard !lines.isEmpty else { return [TextBand(start: 0, extent: 0)] }
    let units = layout.text.utf16
    func ends(_ line: Line) -> Bool {
      line.range.end >= units.count
        || line.range.end > line.range.start && [0x0A, 0x2029].contains(units[line.range.end - 1])
    }
    /// Whether a sheet may end before a line.
    func isCut(_ next: Int, from first: Int) -> Bool {
      let start = lines[next].start
      guard lines[first..<next].allSatisfy({ $0.start + $0.extent < start + 0.5 })
      else { return false }
      let isSingleBefore =
        !ends(lines[next - 1]) && next - 1 > first && ends(lines[next - 2])
      let isSingleAfter = ends(lines[next]) && !ends(lines[next - 1])
      return !isSingleBefore && !isSingleAfter
    }
    var bands: [TextBand] = []
    var first = 0
    while first < lines.count {
      let start = lines[first].start
      var next = first
      while next < lines.count, lines[next].start + lines[next].extent <= start + room {
        next += 1
      }
      next = max(next, first + 1)
      if next < lines.count {
        // A cut that leaves lines alone is better than one that leaves half of the sheet empty.
        var better = next
        while better > first + (next - first) / 2, !isCut(better, from: first) { better -= 1 }
        if better > first, isCut(better, from: first) { next = better }
      }
      let end = lines[first..<next].reduce(start) { max($0, $1.start + $1.extent) }
      bands.append(
        TextBand(start: isReversed ? -end : start, extent: end - start))
      first = next
    }
    return bands
  }
}

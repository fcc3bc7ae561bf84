// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import StyledDocuments
internal import SystemConcurrency
internal import TextLayers
internal import TextModel
internal import TextPainting
internal import TextTypesetting

/// The lines, words and grapheme clusters of a text as quads in the pixels of a picture, with their
/// ranges in Unicode scalars: the truth that a reader of the picture is measured by.
///
/// A quad is `[x,y,…]` of four corners, clockwise from the upper left one of the upright text. All
/// are as high as their line. A word is a stretch between boundaries of UAX #29 that is not white
/// space, so a mark of punctuation is one of its own; it has a quad for each line and each stretch
/// of one direction. `ink` is the quad around all that the text draws, which may reach beyond the
/// lines: overhanging letters, decorations, shadows of the text, a token.
struct TextQuads {
  private struct Line {
    let range: TextRange
    let rect: Rect
  }

  fileprivate struct Word {
    let range: TextRange
    var rects: [Rect]
  }

  private let text: ScalarText
  private let parts: TextParts
  private let layout: TextLayout
  private var lines: [Line] = []
  private var words: [Word] = []
  private var clusters: [(range: TextRange, rect: Rect)] = []
  private let token: Rect?
  private let ink: Rect
  /// The place of the layout in the layer's plane.
  private let origin: Point

  /// The number of grapheme clusters that are told.
  var clusterCount: Int { clusters.count }

  /// Measures the text of a layer.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point of the picture.
  ///   - cancellation: Polled for each line, and for some words and clusters.
  /// - Throws: `CancellationError`.
  init(
    _ contents: TextContents, in bounds: Rect, scale: Double, _ cancellation: Cancellation
  ) throws {
    let origin = Point(x: bounds.minX + contents.origin.x, y: bounds.minY + contents.origin.y)
    try self.init(contents.layout, at: origin, contents.options, scale: scale, cancellation)
  }

  /// Measures a layout.
  ///
  /// - Parameters:
  ///   - origin: The place of the layout in the plane of the quads.
  ///   - options: How it is drawn.
  ///   - scale: Device pixels per point of the picture.
  ///   - cancellation: Polled for each line, and for some words and clusters.
  /// - Throws: `CancellationError`.
  init(
    _ layout: TextLayout, at origin: Point, _ options: TextDrawingOptions, scale: Double,
    _ cancellation: Cancellation
  ) throws {
    self.layout = layout
    text = ScalarText(utf16: layout.text.utf16)
    parts = TextParts(utf16: text.utf16)
    self.origin = origin
    token = layout.tokenRect
    // Nothing but a cancellation ends the measuring. Baselines of upright text are moved to whole
    // pixels, by half a pixel at most.
    let exact =
      (try? layout.inkBounds(options: options, cancellation: cancellation))
      ?? layout.usedRect
    try cancellation.check()
    let isSnapped = scale > 0 && !exact.isEmpty && !layout.axes.isVertical
    ink = isSnapped ? exact.insetBy(dx: 0, dy: -0.5 / scale) : exact
    var stretches = try layout.wordStretches(cancellation)[...]
    for line in layout.lines {
      try cancellation.check()
      lines.append(Line(range: line.visibleRange, rect: line.frame))
      var hyphens = line.runs.filter { $0.kind == .hyphen }.map {
        layout.axes.rect(line.rect(of: $0))
      }
      var last: Int?
      for (i, cluster) in layout.clusters(inLine: line.index).enumerated() {
        if i & 255 == 255 { try cancellation.check() }
        if parts.isSpace(cluster.range) { continue }
        clusters.append(cluster)
        while let first = stretches.first, first.end <= cluster.range.start {
          stretches.removeFirst()
        }
        let stretch = stretches.first ?? cluster.range
        if words.last?.range != stretch { words.append(Word(range: stretch, rects: [])) }
        last = words.count - 1
        words[words.count - 1].add(cluster.rect, isVertical: layout.axes.isVertical)
      }
      // A hyphen is drawn for the word that the line's end breaks.
      if let last {
        while let hyphen = hyphens.popLast() {
          words[last].add(hyphen, isVertical: layout.axes.isVertical)
        }
      }
    }
  }

  /// Writes one object.
  ///
  /// - Parameters:
  ///   - map: The map from the layer's plane to the pixels of the picture.
  ///   - cancellation: Polled for some lines, words and clusters.
  /// - Throws: `CancellationError`.
  func write(
    under map: Projection, to writer: inout JSONWriter, _ cancellation: Cancellation
  ) throws {
    writer.beginObject()
    writer.name("lines")
    writer.beginArray()
    for (i, line) in lines.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      write(line.range, [line.rect], map, isSingle: true, &writer)
    }
    writer.endArray()
    writer.name("words")
    writer.beginArray()
    for (i, word) in words.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      write(word.range, word.rects, map, isSingle: false, &writer)
    }
    writer.endArray()
    writer.name("clusters")
    writer.beginArray()
    for (i, cluster) in clusters.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      write(cluster.range, [cluster.rect], map, isSingle: true, &writer)
    }
    writer.endArray()
    if let token {
      writer.name("token")
      write(token, map, &writer)
    }
    writer.name("ink")
    write(ink, map, &writer)
    writer.endObject()
  }

  private func write(
    _ range: TextRange, _ rects: [Rect], _ map: Projection, isSingle: Bool,
    _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("text", parts.string(in: range))
    writer.name("range")
    writer.beginArray()
    writer.number(text.scalar(at: range.start))
    writer.number(text.scalar(at: range.end))
    writer.endArray()
    if isSingle, let rect = rects.first {
      writer.name("quad")
      write(rect, map, &writer)
    } else {
      writer.name("quads")
      writer.beginArray()
      for rect in rects { write(rect, map, &writer) }
      writer.endArray()
    }
    writer.endObject()
  }

  /// Writes the corners of a rectangle of the layout; `null` if a perspective shows one of them
  /// nowhere.
  private func write(_ rect: Rect, _ map: Projection, _ writer: inout JSONWriter) {
    let rect = rect.offsetBy(dx: origin.x, dy: origin.y)
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ].compactMap { map.apply($0) }
    guard corners.count == 4 else { return writer.null() }
    writer.beginArray()
    for corner in corners {
      writer.number(corner.x)
      writer.number(corner.y)
    }
    writer.endArray()
  }
}

extension TextQuads.Word {
  /// Adds a rectangle; it becomes one with those of the same line that it touches.
  fileprivate mutating func add(_ rect: Rect, isVertical: Bool) {
    let near = rects.lastIndex { other in
      if isVertical {
        return other.minX == rect.minX && rect.minY <= other.maxY + 1e-6
          && rect.maxY >= other.minY - 1e-6
      }
      return other.minY == rect.minY && rect.minX <= other.maxX + 1e-6
        && rect.maxX >= other.minX - 1e-6
    }
    if let near { rects[near] = rects[near].union(rect) } else { rects.append(rect) }
  }
}

extension LineFragment {
  /// The rectangle of a run of the line, in line space.
  fileprivate func rect(of run: LineRun) -> Rect {
    Rect(x: run.x, y: blockStart, width: run.maxX - run.x, height: blockExtent)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import StyledDocuments
internal import SystemConcurrency
internal import TextFonts
internal import TextLayers
internal import TextModel
internal import TextPainting
internal import TextShaping
internal import TextTypesetting

/// The lines, words and grapheme clusters of a text as quads in pixels of a picture, with their
/// ranges in Unicode scalars: the ground truth for programs that recognize text in pictures.
///
/// A quad is `[x,y,…]`: four corners, clockwise from the corner that is the upper left of the
/// upright text. Every quad is as high as its line. A word is a stretch between boundaries of UAX
/// #29 that is not white space, so a punctuation mark is a word of its own. A word has a quad for
/// each line and each stretch of one direction. Each quad is followed by the quad of its ink: the
/// smallest around the glyphs and their strokes, `null` if there are none. List markers and rubies
/// have quads of their own. The member `ink` of the text is the quad around everything that the
/// text draws, which may reach beyond the lines: overhanging letters, decorations, shadows, a
/// truncation token.
struct TextQuads {
  private struct Line {
    let range: TextRange
    let rect: Rect
    /// The indexes of the line's clusters.
    var clusters: Range<Int>
  }

  /// A part of a word, on one line and in one direction.
  fileprivate struct Part {
    var rect: Rect
    let line: Int
    var hasHyphen = false
  }

  fileprivate struct Word {
    let range: TextRange
    /// The indexes of the word's clusters.
    var clusters: Range<Int>
    var parts: [Part] = []
  }

  private struct Annotation {
    let annotation: TextAnnotation
    let text: String
    let rect: Rect
  }

  private let text: ScalarText
  private let parts: TextSubstrings
  private let layout: TextLayout
  private let options: TextDrawingOptions
  private var lines: [Line] = []
  private var words: [Word] = []
  private var clusters: [(range: TextRange, rect: Rect)] = []
  /// The part of its word in which each cluster lies.
  private var partOfCluster: [Int] = []
  private var annotations: [Annotation] = []
  private let token: Rect?
  private let ink: Rect
  /// The upper left corner of the layout in the layer's plane.
  private let origin: Point

  /// The number of grapheme clusters that are written.
  var clusterCount: Int { clusters.count }

  /// Measures the text of a layer.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per point of the picture.
  ///   - cancellation: Polled for each line, and between words and clusters.
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
  ///   - options: How the layout is drawn.
  ///   - scale: Device pixels per point of the picture.
  ///   - cancellation: Polled for each line, and between words and clusters.
  /// - Throws: `CancellationError`.
  init(
    _ layout: TextLayout, at origin: Point, _ options: TextDrawingOptions, scale: Double,
    _ cancellation: Cancellation
  ) throws {
    self.layout = layout
    self.options = options
    text = ScalarText(utf16: layout.text.utf16)
    parts = TextSubstrings(utf16: text.utf16)
    self.origin = origin
    token = layout.tokenRect
    // If the ink cannot be measured, the used rectangle stands for it; only a cancellation throws.
    // Drawing moves the baselines of horizontal text to whole pixels, so the ink grows by half a
    // pixel above and below.
    let exact =
      (try? layout.inkBounds(options: options, cancellation: cancellation))
      ?? layout.usedRect
    try cancellation.check()
    let isSnapped = scale > 0 && !exact.isEmpty && !layout.axes.isVertical
    ink = isSnapped ? exact.insetBy(dx: 0, dy: -0.5 / scale) : exact
    var stretches = try layout.wordStretches(cancellation)[...]
    for line in layout.lines {
      try cancellation.check()
      let first = clusters.count
      var hyphens: [Rect] = []
      try layout.forEachRun(ofLine: line.index, cancellation) { run in
        if run.kind == .hyphen { hyphens.append(layout.axes.rect(line.rect(of: run))) }
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
        let number = clusters.count - 1
        if words.last?.range != stretch {
          words.append(Word(range: stretch, clusters: number..<number))
        }
        last = words.count - 1
        partOfCluster.append(
          words[words.count - 1].add(
            Part(rect: cluster.rect, line: lines.count), isVertical: layout.axes.isVertical))
        words[words.count - 1].clusters = words[words.count - 1].clusters.lowerBound..<number + 1
      }
      // A hyphen at the line's end belongs to the last word of the line.
      if let last {
        while let hyphen = hyphens.popLast() {
          words[last].add(
            Part(rect: hyphen, line: lines.count, hasHyphen: true),
            isVertical: layout.axes.isVertical)
        }
      }
      for annotation in try layout.annotations(ofLine: line.index, cancellation) {
        guard let text = annotation.list?.label ?? annotation.ruby?.text, !text.isEmpty,
          let rect = line.rect(of: annotation)
        else { continue }
        annotations.append(
          Annotation(annotation: annotation, text: text, rect: layout.axes.rect(rect)))
      }
      lines.append(
        Line(range: line.visibleRange, rect: line.frame, clusters: first..<clusters.count))
    }
  }

  /// Writes one object.
  ///
  /// - Parameters:
  ///   - map: The map from the layer's plane to the pixels of the picture.
  ///   - cancellation: Polled between lines, words and clusters.
  /// - Throws: `CancellationError`.
  func write(
    under map: Projection, to writer: inout JSONWriter, _ cancellation: Cancellation
  ) throws {
    var meter = try PartInk(layout, under: map.affine, at: origin, options, cancellation)
    let inks = InkWriter(map: map, origin: origin, isInPixels: meter.isInPixels)
    // The ink of clusters and hyphens, in the unit of `meter`: pixels or points.
    var ofClusters: [Rect?] = []
    var hyphens: [Rect?] = []
    for (i, line) in lines.enumerated() {
      let found = try meter.ink(of: Array(clusters[line.clusters]), onLine: i)
      ofClusters += found.clusters
      hyphens.append(found.hyphen)
    }
    writer.beginObject()
    writer.name("lines")
    writer.beginArray()
    for (i, line) in lines.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      begin(line.range, &writer)
      writer.name("quad")
      write(line.rect, map, &writer)
      writer.name("ink")
      var ink = hyphens[i]
      for cluster in line.clusters { ink = InkWriter.union(ink, ofClusters[cluster]) }
      inks.write(ink, &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.name("words")
    writer.beginArray()
    for (i, word) in words.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      begin(word.range, &writer)
      writer.name("quads")
      writer.beginArray()
      for part in word.parts { write(part.rect, map, &writer) }
      writer.endArray()
      writer.name("inks")
      writer.beginArray()
      for (number, part) in word.parts.enumerated() {
        var ink = part.hasHyphen ? hyphens[part.line] : nil
        for cluster in word.clusters where partOfCluster[cluster] == number {
          ink = InkWriter.union(ink, ofClusters[cluster])
        }
        inks.write(ink, &writer)
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.name("clusters")
    writer.beginArray()
    for (i, cluster) in clusters.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      begin(cluster.range, &writer)
      writer.name("quad")
      write(cluster.rect, map, &writer)
      writer.name("ink")
      inks.write(ofClusters[i], &writer)
      writer.endObject()
    }
    writer.endArray()
    try writeAnnotations(map, inks, &meter, &writer, cancellation)
    if let token {
      writer.name("token")
      write(token, map, &writer)
    }
    writer.name("ink")
    write(ink, map, &writer)
    writer.endObject()
  }

  /// Writes the member `annotations`, if there are any.
  private func writeAnnotations(
    _ map: Projection, _ inks: InkWriter, _ meter: inout PartInk, _ writer: inout JSONWriter,
    _ cancellation: Cancellation
  ) throws {
    if annotations.isEmpty { return }
    writer.name("annotations")
    writer.beginArray()
    for (i, annotation) in annotations.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      writer.beginObject()
      writer.member("kind", annotation.annotation.list != nil ? "marker" : "ruby")
      writer.member("text", annotation.text)
      writer.name("base")
      write(annotation.annotation.base, &writer)
      writer.name("quad")
      write(annotation.rect, map, &writer)
      writer.name("ink")
      inks.write(try meter.ink(of: annotation.annotation), &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  /// Begins the object of a part of the text.
  private func begin(_ range: TextRange, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("text")
    parts.write(range, to: &writer)
    writer.name("range")
    write(range, &writer)
  }

  private func write(_ range: TextRange, _ writer: inout JSONWriter) {
    writer.beginArray()
    writer.number(text.scalar(at: range.start))
    writer.number(text.scalar(at: range.end))
    writer.endArray()
  }

  private func write(_ rect: Rect, _ map: Projection, _ writer: inout JSONWriter) {
    writer.quad(rect.offsetBy(dx: origin.x, dy: origin.y), map)
  }
}

extension TextQuads.Word {
  /// Adds a part; it is merged with an earlier part that it touches on the same line.
  ///
  /// - Returns: The index of the part that holds it.
  @discardableResult
  fileprivate mutating func add(_ part: TextQuads.Part, isVertical: Bool) -> Int {
    let rect = part.rect
    let near = parts.lastIndex { part in
      let other = part.rect
      if isVertical {
        return other.minX == rect.minX && rect.minY <= other.maxY + 1e-6
          && rect.maxY >= other.minY - 1e-6
      }
      return other.minY == rect.minY && rect.minX <= other.maxX + 1e-6
        && rect.maxX >= other.minX - 1e-6
    }
    guard let near else {
      parts.append(part)
      return parts.count - 1
    }
    parts[near].rect = parts[near].rect.union(rect)
    parts[near].hasHyphen = parts[near].hasHyphen || part.hasHyphen
    return near
  }
}

extension LineFragment {
  /// The rectangle of a run of the line, in line space.
  fileprivate func rect(of run: LineRun) -> Rect {
    Rect(x: run.x, y: blockStart, width: run.maxX - run.x, height: blockExtent)
  }

  /// The rectangle of a list marker or a ruby beside the line, in line space: a marker is as high
  /// as the line, a ruby as its font.
  fileprivate func rect(of annotation: TextAnnotation) -> Rect? {
    var result: Rect?
    for run in annotation.runs {
      var own = rect(of: run)
      if annotation.list == nil {
        let (above, below) = run.extents
        own = Rect(x: run.x, y: run.y - above, width: run.width, height: above + below)
      }
      result = result?.union(own) ?? own
    }
    return result
  }
}

extension LineRun {
  /// The extents of the font above and below the run's baseline, in points.
  fileprivate var extents: (above: Double, below: Double) {
    // Upright glyphs in vertical lines stand on the central baseline, half an em from either edge.
    if run.isUpright { return (run.size / 2, run.size / 2) }
    let (metrics, scale) = (run.font.metrics, run.size / Double(run.font.unitsPerEm))
    return (metrics.ascent * scale, -metrics.descent * scale)
  }
}

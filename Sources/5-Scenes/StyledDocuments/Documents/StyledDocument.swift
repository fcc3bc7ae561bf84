// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DataDetection
package import SystemConcurrency
package import TextModel
package import TextTypesetting

/// The input of `layout` and `render`, from options or from a JSON document.
package struct StyledDocument: Sendable {
  /// A range of the text with its style; where spans overlap, the later one takes precedence.
  package struct Span: Sendable {
    /// The first scalar.
    package var start: Int
    /// The end of the range of scalars.
    package var end: Int
    package var style: StyleChange
    /// The offset of the span in the JSON, in bytes; `nil` if the span comes from options.
    package var offset: Int?
    /// The ruby, behind a reference, since many spans are copied and few have a ruby.
    private var boxedRuby: SpanRuby?

    private indirect enum SpanRuby: Sendable { case some(RubyText) }

    package init(start: Int, end: Int, style: StyleChange, offset: Int? = nil) {
      (self.start, self.end, self.style, self.offset) = (start, end, style, offset)
    }

    /// The small text beside the range.
    package var ruby: RubyText? {
      get { if case .some(.some(let ruby)) = boxedRuby { ruby } else { nil } }
      set { boxedRuby = newValue.map { .some($0) } }
    }
  }

  /// The most spans that may overlap at one place in properties of the same kind.
  package static let overlapLimit = 256

  package var text = ScalarText("")
  /// The style of the whole text.
  package var style = StyleChange()
  /// The offset of ``style`` in the JSON, in bytes; `nil` if the style does not come from JSON.
  package var styleOffset: Int?
  package var spans: [Span] = []
  /// The width at which lines break, or in which vertical lines must fit; `nil` for no bound.
  package var width: Length?
  /// The height in which lines must fit, or at which vertical lines break; `nil` for no bound.
  package var height: Length?
  /// The distances between the edges of the box and the lines, in px.
  package var insets = EdgeInsets.zero
  /// The place of the lines in the height of the box.
  package var verticalAlignment = TextContainer.VerticalAlignment.top
  /// The edges of letters to which the box is trimmed above the first line and below the last line.
  package var trim = TextBoxTrim.none
  /// The least factor by which text that does not fit is made smaller.
  package var minimumScale = 1.0
  /// The greatest factor by which text that fits is made larger to fill its box.
  package var maximumScale = 1.0
  /// The direction of lines.
  package var writingMode = WritingMode.horizontal
  /// The area in which lines lie, in px from the upper left corner of the box.
  package var shape = ContainerShape.rectangle
  /// The areas that lines keep clear of.
  package var exclusions: [Exclusion] = []
  /// The columns; `nil` for a single one.
  package var columns: Columns?
  /// The most lines; 0 for all.
  package var maximumLines = 0
  /// The text in place of text that is left out. An empty text means no token, or "…" if
  /// ``truncation`` is set.
  package var ellipsis = ""
  /// The part of the text that is left out; `nil` for the end, without a token unless ``ellipsis``
  /// is set.
  package var truncation: TextContainer.Truncation?
  /// The styled text in place of text that is left out; used instead of ``ellipsis``.
  package var token: Token?
  /// The boxes in the text.
  package var attachments: [Attachment] = []
  /// The ranges that can be tapped.
  package var links: [Link] = []
  /// The kinds of data that become links where the text has no link; `nil` to detect nothing.
  package var detectedKinds: Set<LinkDetector.Kind>?
  /// The fonts that are searched first, in order, for every span.
  package var fonts: [FontReference] = []
  /// Whether the host's fonts are searched for characters that no other font has.
  package var usesSystemFonts = true
  /// Whether the built-in fonts are searched even if there are other fonts.
  package var addsDefaultFonts = false
  /// Whether the document excludes the built-in fonts explicitly.
  package var declinesDefaultFonts = false

  /// Creates a document without text.
  package init() {}

  /// The em size of the whole text, in px.
  package var emSize: Double { emSize(upon: TextStyle.default) }

  private func emSize(upon base: TextStyle) -> Double {
    style.size?.pixels(em: base.shaping.size) ?? base.shaping.size
  }

  /// The style of the whole text.
  var baseStyle: TextStyle { baseStyle(upon: .default) }

  private func baseStyle(upon base: TextStyle) -> TextStyle {
    var (base, style) = (base, style)
    style.resolve(em: base.shaping.size)
    style.apply(to: &base.shaping)
    style.apply(to: &base.paragraph)
    style.apply(to: &base.paint)
    return base
  }

  /// Converts the document to an attributed text, with the links that are detected.
  ///
  /// - Parameters:
  ///   - style: The values of all properties that the document does not set.
  ///   - cancellation: Polled between spans, and while links are detected.
  /// - Throws: ``DocumentError`` with `tooLarge` if more than ``overlapLimit`` spans or links
  ///   overlap, or `cancelled`.
  /// - Complexity: O(text + spans × (log spans + overlapping spans)).
  package func attributedText(
    upon style: TextStyle = .default, cancellation: Cancellation = .never
  ) throws(DocumentError) -> AttributedText {
    let base = baseStyle(upon: style)
    let em = emSize(upon: style)
    var ranges: [TextRange] = []
    var changes: [StyleChange] = []
    ranges.reserveCapacity(spans.count)
    changes.reserveCapacity(spans.count)
    var (glyphs, paragraphIndexes, paints): ([Int], [Int], [Int]) = ([], [], [])
    for index in spans.indices {
      if index & 63 == 63 { try cancellation.checkReading() }
      ranges.append(text.range(scalars: spans[index].start, spans[index].end))
      var change = spans[index].style
      change.resolve(em: em)
      if change.changes(ShapingStyle.Fields.self) { glyphs.append(index) }
      if change.changes(ParagraphStyle.Fields.self) { paragraphIndexes.append(index) }
      if change.changes(PaintStyle.self) { paints.append(index) }
      changes.append(change)
    }
    let shaping = try column(base.shaping, ranges, glyphs, cancellation) {
      changes[$0].apply(to: &$1)
    }
    let paragraphs = try column(base.paragraph, ranges, paragraphIndexes, cancellation) {
      changes[$0].apply(to: &$1)
    }
    let paint = try column(base.paint, ranges, paints, cancellation) {
      changes[$0].apply(to: &$1)
    }
    var result = AttributedText(
      utf16: text.utf16, shaping: shaping, paragraphs: paragraphs, paint: paint,
      elements: try elements(cancellation))
    result.numberLists()
    try applyRangedFeatures(to: &result, cancellation)
    do {
      if let detectedKinds {
        let detector = LinkDetector(kinds: detectedKinds)
        try result.addLinks(from: detector, cancellation: cancellation)
      }
      // Releasing the changes of many spans takes long, so it polls the cancellation.
      if !cancellation.isNever { try changes.release(cancellation) }
    } catch {
      // Detecting links and releasing throw only if they are cancelled.
      throw .cancelled
    }
    return result
  }

  /// Applies the features that have a range, in the order of the document.
  private func applyRangedFeatures(
    to result: inout AttributedText, _ cancellation: Cancellation
  ) throws(DocumentError) {
    func apply(_ features: [RangedFeature]?, within range: TextRange) throws(DocumentError) {
      for ranged in features ?? [] where !ranged.isGlobal {
        try cancellation.checkReading()
        let part = text.range(scalars: ranged.start, ranged.end).clamped(to: range)
        result.updateShaping(part) { $0.features.append(ranged.feature) }
      }
    }
    try apply(style.features, within: TextRange(0, text.utf16.count))
    for index in spans.indices {
      if index & 1023 == 1023 { try cancellation.checkReading() }
      guard let features = spans[index].style.features else { continue }
      try apply(
        features, within: text.range(scalars: spans[index].start, spans[index].end))
    }
  }

  /// Builds one column: the base value, changed by ranges; later ranges take precedence.
  ///
  /// - Parameters:
  ///   - chosen: The indexes of the ranges that change values of this kind, ascending.
  ///   - cancellation: Polled about every 256 changes.
  ///   - name: The key of the ranges, for errors.
  func column<Value: Hashable & Sendable>(
    _ base: Value, _ ranges: [TextRange], _ chosen: some Sequence<Int>,
    _ cancellation: Cancellation, named name: String = "spans",
    _ apply: (Int, inout Value) -> Void
  ) throws(DocumentError) -> RunColumn<Value> {
    let length = text.utf16.count
    var column = RunColumn(base, length: length)
    let relevant = chosen.filter { !ranges[$0].isEmpty }
    guard !relevant.isEmpty else { return column }
    // Sweep over the ends of spans: between two neighbouring ends the same spans are active.
    var starts = try Self.sorted(relevant, ranges, cancellation)[...]
    var active: [Int] = []
    var position = 0
    column = RunColumn(base, length: 0)
    var steps = 0
    while position < length {
      steps += active.count + 1
      if steps >= 256 {
        try cancellation.checkReading()
        steps = 0
      }
      active.removeAll { ranges[$0].end <= position }
      while let next = starts.first, ranges[next].start <= position {
        let place = active.firstIndex { $0 > next } ?? active.count
        active.insert(next, at: place)
        starts.removeFirst()
        guard active.count <= Self.overlapLimit else {
          throw DocumentError(
            .tooLarge, name, "more than \(Self.overlapLimit) of them cover one place")
        }
      }
      var end = starts.first.map { ranges[$0].start } ?? length
      var value = base
      for span in active {
        end = min(end, ranges[span].end)
        apply(span, &value)
      }
      column.append(value, count: end - position)
      position = end
    }
    return column
  }

  /// The indexes of ranges, sorted by the start of the range, then by index.
  private static func sorted(
    _ indexes: [Int], _ ranges: [TextRange], _ cancellation: Cancellation
  ) throws(DocumentError) -> [Int] {
    var compared = 0
    do {
      return try indexes.sorted { first, second in
        compared += 1
        if compared & 4095 == 0 { try cancellation.check() }
        return (ranges[first].start, first) < (ranges[second].start, second)
      }
    } catch {
      throw .cancelled
    }
  }
}

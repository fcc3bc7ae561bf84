// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import TextDetection
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
    /// The offset in bytes of the JSON; `nil` for one that comes from options.
    package var offset: Int?
  }

  /// The most spans that may overlap at one place in properties of the same kind.
  package static let overlapLimit = 256

  package var text = ScalarText("")
  /// The style of the whole text.
  package var style = StyleChange()
  /// The offset of ``style`` in bytes of the JSON, if it has a place there.
  package var styleOffset: Int?
  package var spans: [Span] = []
  /// The width at which lines break; `nil` for no wrapping.
  package var width: Length?
  /// The height in which lines must fit; `nil` for no bound.
  package var height: Length?
  /// The distances between the edges of the box and the lines, in px.
  package var insets = EdgeInsets.zero
  /// The place of the lines in the height.
  package var verticalAlignment = TextContainer.VerticalAlignment.top
  /// The least factor by which text that does not fit is made smaller.
  package var minimumScale = 1.0
  /// The most lines; 0 for all.
  package var maximumLines = 0
  /// The text in place of text that is left out; empty for none or, with ``truncation``, for "…".
  package var ellipsis = ""
  /// The part that is left out; `nil` for the end, without a token unless ``ellipsis`` is set.
  package var truncation: TextContainer.Truncation?
  /// The styled text in place of text that is left out; used instead of ``ellipsis``.
  package var token: Token?
  /// The boxes in the text.
  package var attachments: [Attachment] = []
  /// The ranges that can be tapped.
  package var links: [Link] = []
  /// The kinds of addresses that become links where there is none; `nil` for none.
  package var detectedKinds: Set<LinkDetector.Kind>?
  /// The fonts that are searched first, in order, for every span.
  package var fonts: [FontReference] = []
  /// Whether the host's fonts are searched for characters that no other font has.
  package var usesSystemFonts = true
  /// Whether the built-in fonts are searched even if there are other fonts.
  package var addsDefaultFonts = false
  /// Whether the document says that the built-in fonts are not searched.
  package var declinesDefaultFonts = false

  /// Creates a document without text.
  package init() {}

  /// The em size of the whole text, in px.
  package var emSize: Double { emSize(upon: TextStyle.default) }

  private func emSize(upon base: TextStyle) -> Double {
    style.size?.pixels(em: base.shaping.size) ?? base.shaping.size
  }

  /// The container that the text is laid out in.
  ///
  /// - Throws: ``DocumentError`` with `tooLarge` if too many spans of the token overlap.
  package func container() throws(DocumentError) -> TextContainer {
    TextContainer(
      width: width?.pixels(em: emSize), height: height?.pixels(em: emSize),
      maximumLines: maximumLines, truncation: truncation ?? (ellipsis.isEmpty ? .none : .end),
      ellipsis: ellipsis.isEmpty && truncation != nil ? "\u{2026}" : ellipsis,
      token: try tokenText(), insets: insets, verticalAlignment: verticalAlignment,
      minimumScale: minimumScale)
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
  /// - Parameter style: The values of all properties that the document does not set.
  /// - Throws: ``DocumentError`` with `tooLarge` if more than ``overlapLimit`` spans or links
  ///   overlap.
  /// - Complexity: O(text + spans × (log spans + overlapping spans)).
  package func attributedText(
    upon style: TextStyle = .default
  ) throws(DocumentError) -> AttributedText {
    let base = baseStyle(upon: style)
    let em = emSize(upon: style)
    let ranges = spans.map { text.range(scalars: $0.start, $0.end) }
    let changes = spans.map { span in
      var change = span.style
      change.resolve(em: em)
      return change
    }
    func indexes(_ matters: (StyleChange) -> Bool) -> [Int] {
      changes.indices.filter { matters(changes[$0]) }
    }
    let shaping = try column(base.shaping, ranges, indexes(\.changesGlyphs)) {
      changes[$0].apply(to: &$1)
    }
    let paragraphs = try column(base.paragraph, ranges, indexes(\.changesParagraphs)) {
      changes[$0].apply(to: &$1)
    }
    let paint = try column(base.paint, ranges, indexes(\.changesPaint)) {
      changes[$0].apply(to: &$1)
    }
    var result = AttributedText(
      utf16: text.utf16, shaping: shaping, paragraphs: paragraphs, paint: paint,
      elements: try elements())
    applyRangedFeatures(to: &result)
    if let detectedKinds { result.addLinks(from: LinkDetector(kinds: detectedKinds)) }
    return result
  }

  /// Applies the features with a range, in order.
  private func applyRangedFeatures(to result: inout AttributedText) {
    func apply(_ features: [RangedFeature]?, within range: TextRange) {
      for ranged in features ?? [] where !ranged.isGlobal {
        let part = text.range(scalars: ranged.start, ranged.end).clamped(to: range)
        result.updateShaping(part) { $0.features.append(ranged.feature) }
      }
    }
    apply(style.features, within: TextRange(0, text.utf16.count))
    for span in spans where span.style.features != nil {
      apply(span.style.features, within: text.range(scalars: span.start, span.end))
    }
  }

  /// Builds one column: the base value, changed by ranges, of which later ones take precedence.
  ///
  /// - Parameters:
  ///   - chosen: The indexes of the ranges that change values of this kind, ascending.
  ///   - name: The key of the ranges, for errors.
  func column<Value: Hashable & Sendable>(
    _ base: Value, _ ranges: [TextRange], _ chosen: some Sequence<Int>,
    named name: String = "spans",
    _ apply: (Int, inout Value) -> Void
  ) throws(DocumentError) -> RunColumn<Value> {
    let length = text.utf16.count
    var column = RunColumn(base, length: length)
    let relevant = chosen.filter { !ranges[$0].isEmpty }
    guard !relevant.isEmpty else { return column }
    // Sweep over the ends of spans: between two neighbouring ends the same spans are active.
    var starts = relevant.sorted { (ranges[$0].start, $0) < (ranges[$1].start, $1) }[...]
    var active: [Int] = []
    var position = 0
    column = RunColumn(base, length: 0)
    while position < length {
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
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextShaping

/// A face of a font file.
struct FontReference: Hashable, Sendable {
  /// The path.
  var file: String
  /// The index of the face in a collection.
  var index: Int
}

/// The input of `layout` and `render`, from options or from a JSON document.
struct StyledDocument: Sendable {
  /// A range of the text with its style; where spans overlap, the later one takes precedence.
  struct Span: Sendable {
    /// The first scalar.
    var start: Int
    /// The end of the range of scalars.
    var end: Int
    var style: StyleChange
  }

  /// The most spans that may overlap at one place in properties of the same kind.
  static let overlapLimit = 256

  var text = ScalarText("")
  /// The style of the whole text.
  var style = StyleChange()
  var spans: [Span] = []
  /// The width at which lines break; `nil` for no wrapping.
  var width: Length?
  /// The most lines; 0 for all.
  var maximumLines = 0
  /// Ends the last line if the text is cut; empty for nothing.
  var ellipsis = ""
  /// The fonts that are searched first, in order, for every span.
  var fonts: [FontReference] = []
  /// Whether the host's fonts supply the fallback.
  var usesSystemFonts = true
  /// Whether the built-in fonts are searched even if there are other fonts.
  var addsDefaultFonts = false
  /// Whether the document says that they are not.
  var declinesDefaultFonts = false

  /// The em size of the whole text, in px.
  var emSize: Double {
    style.size?.pixels(em: TextStyle.default.shaping.size) ?? TextStyle.default.shaping.size
  }

  /// Converts the document to an attributed text.
  ///
  /// - Throws: ``CommandError`` with `tooLarge` if more than ``overlapLimit`` spans overlap.
  /// - Complexity: O(text + spans × (log spans + overlapping spans)).
  func attributedText() throws(CommandError) -> AttributedText {
    var base = TextStyle.default
    let em = emSize
    var style = style
    style.resolve(em: TextStyle.default.shaping.size)
    style.apply(to: &base.shaping)
    style.apply(to: &base.paragraph)
    style.apply(to: &base.paint)
    let ranges = spans.map { text.range(scalars: $0.start, $0.end) }
    let changes = spans.map { span in
      var change = span.style
      change.resolve(em: em)
      return change
    }
    let shaping = try column(base.shaping, changes, ranges, \.changesGlyphs) { $0.apply(to: &$1) }
    let paragraphs = try column(base.paragraph, changes, ranges, \.changesParagraphs) {
      $0.apply(to: &$1)
    }
    let paint = try column(base.paint, changes, ranges, \.changesPaint) { $0.apply(to: &$1) }
    var result = AttributedText(
      utf16: text.utf16, shaping: shaping, paragraphs: paragraphs, paint: paint)
    applyRangedFeatures(to: &result)
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

  /// Builds one column: the base value, changed by the spans that set a property of its kind.
  private func column<Value: Hashable & Sendable>(
    _ base: Value, _ changes: [StyleChange], _ ranges: [TextRange],
    _ matters: (StyleChange) -> Bool,
    _ apply: (StyleChange, inout Value) -> Void
  ) throws(CommandError) -> RunColumn<Value> {
    let length = text.utf16.count
    var column = RunColumn(base, length: length)
    let relevant = changes.indices.filter { !ranges[$0].isEmpty && matters(changes[$0]) }
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
          throw CommandError(
            .tooLarge, "spans", "more than \(Self.overlapLimit) of them cover one place")
        }
      }
      var end = starts.first.map { ranges[$0].start } ?? length
      var value = base
      for span in active {
        end = min(end, ranges[span].end)
        apply(changes[span], &value)
      }
      column.append(value, count: end - position)
      position = end
    }
    return column
  }
}

extension StyledDocument {
  /// The most ranges that notes name.
  private static let notedRanges = 5

  /// Notes spans and ranges of features that reach beyond the text, or are empty.
  func noteRanges(to console: CommandConsole) {
    var notes: [String] = []
    func check(_ name: String, _ start: Int, _ end: Int) {
      if end > text.scalarCount, end != .max {
        notes.append(
          "\(name): \(start) to \(end) is beyond the text, which has \(text.scalarCount) characters"
        )
      } else if start >= text.scalarCount, text.scalarCount > 0 || start > 0 {
        notes.append("\(name): it begins at the end of the text, or beyond it")
      } else if start == end {
        notes.append("\(name): it is empty, and has no effect")
      }
    }
    func checkFeatures(of style: StyleChange, _ name: String) {
      for feature in style.features ?? [] where !feature.isGlobal {
        check("\(name).features", feature.start, feature.end)
      }
    }
    checkFeatures(of: style, "style")
    let starts = spans.contains { $0.style.changesParagraphs } ? paragraphStarts : []
    for (index, span) in spans.enumerated() {
      let idle = span.style.paragraphProperties
      let isEmpty = span.start >= min(span.end, text.scalarCount)
      if !idle.isEmpty, !isEmpty, !Self.holds(starts, span.start, span.end) {
        notes.append(
          "spans[\(index)].style: \(idle.map(\.key).joined(separator: ", ")) "
            + "\(idle.count == 1 ? "has" : "have") no effect: the range holds no paragraph's first "
            + "character")
      }
      check("spans[\(index)]", span.start, span.end)
      checkFeatures(of: span.style, "spans[\(index)].style")
    }
    for note in notes.prefix(Self.notedRanges) { console.note(note) }
    if notes.count > Self.notedRanges {
      console.note("\(notes.count - Self.notedRanges) more ranges are empty or beyond the text")
    }
  }

  /// The first scalar of each paragraph, in order.
  private var paragraphStarts: [Int] {
    var starts = [0]
    let units = text.utf16
    for (index, unit) in units.enumerated() where ParagraphScanner.isTerminator(unit) {
      if unit == 0x0D, index + 1 < units.count, units[index + 1] == 0x0A { continue }
      starts.append(text.scalar(at: index + 1))
    }
    return starts
  }

  /// Whether a number of an ascending list lies in a range.
  private static func holds(_ numbers: [Int], _ start: Int, _ end: Int) -> Bool {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] < end
  }

  /// Notes built-in fonts that are searched although the document says that they are not.
  func noteFonts(to console: CommandConsole) {
    guard declinesDefaultFonts, usesSystemFonts || fonts.isEmpty else { return }
    let reason = usesSystemFonts ? "with the host's fonts" : "where no font is given"
    console.note("defaultFonts: the built-in fonts are searched all the same \(reason)")
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import TextShaping

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

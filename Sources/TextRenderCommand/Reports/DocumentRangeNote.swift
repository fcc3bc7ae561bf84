// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes

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
    for (index, span) in spans.enumerated() {
      check("spans[\(index)]", span.start, span.end)
      checkFeatures(of: span.style, "spans[\(index)].style")
    }
    for note in notes.prefix(Self.notedRanges) { console.note(note) }
    if notes.count > Self.notedRanges {
      console.note("\(notes.count - Self.notedRanges) more ranges are empty or beyond the text")
    }
  }
}

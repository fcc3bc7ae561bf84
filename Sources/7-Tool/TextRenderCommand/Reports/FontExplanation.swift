// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
import TextAnalysis
internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// The output of `--explain`: the font of each part of the text, with the reason for its choice.
struct FontExplanation {
  private static let shownLength = 32
  private static let longestCluster = 64

  let layout: TextLayout
  let text: ScalarText

  /// Writes one line for each run of text in one font, in logical order.
  func write(to console: CommandConsole) {
    var report = ""
    for paragraph in layout.shaped.paragraphs {
      var runs = paragraph.runs.filter { !$0.textRange.isEmpty }[...]
      while let run = runs.popFirst() {
        let base = paragraph.range.start
        var end = run.textRange.end
        while let next = runs.first, next.font == run.font, next.script == run.script,
          next.style == run.style, next.level == run.level
        {
          end = next.textRange.end
          runs.removeFirst()
        }
        report += line(TextRange(base + run.textRange.start, base + end), run)
      }
    }
    console.report(report)
  }

  private func line(_ range: TextRange, _ run: ShapedRun) -> String {
    let units = text.utf16[range.range]
    var shown = ""
    for scalar in String(decoding: units.prefix(Self.shownLength), as: UTF16.self).unicodeScalars {
      // The terminal would interpret control characters, so a dot stands for each.
      shown += scalar.value < 0x20 || scalar.value == 0x7F ? "·" : String(scalar)
    }
    if units.count > Self.shownLength { shown += "…" }
    let face = run.font.face
    let index = face.index > 0 ? " #\(face.index)" : ""
    return "\(text.scalar(at: range.start))–\(text.scalar(at: range.end)) “\(shown)” "
      + "\(run.script): \(face.postScriptName) (\(face.fileName)\(index)), \(reason(range, run))"
      + "\(synthesis(run.font.synthesis))\n"
  }

  /// The changes that the painter makes to the outlines, as the end of a line.
  private func synthesis(_ changes: FontSynthesis) -> String {
    var words: [String] = []
    if changes.contains(.embolden) { words.append("bold") }
    if changes.contains(.oblique) { words.append("slanted") }
    return words.isEmpty ? "" : ", artificially \(words.joined(separator: " and "))"
  }

  /// The reason that the font cascade gives for the first character of the run.
  private func reason(_ range: TextRange, _ run: ShapedRun) -> String {
    let cascade = layout.shaped.fonts.cascade(for: run.style)
    let units = text.utf16[range.range].prefix(Self.longestCluster)
    guard let first = String(decoding: units, as: UTF16.self).first else { return "" }
    let cluster = Array(first.unicodeScalars)
    let presentations: [(EmojiPresentation, String)] = [
      (.unspecified, ""), (.emoji, " (emoji presentation)"), (.text, " (text presentation)"),
    ]
    for (presentation, note) in presentations {
      if let answer = try? cascade.explain(cluster, presentation: presentation),
        answer.choice.font == run.font
      {
        return answer.reason.description + note
      }
    }
    return cascade.listing.contains { $0.face === run.font.face }
      ? "it stays with its neighbours" : "fallback among the host's fonts for the whole word"
  }
}

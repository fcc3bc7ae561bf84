// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// What `--explain` prints: which font drew which piece of the text, and why.
struct FontExplanation {
  private static let shownLength = 32

  let layout: TextLayout
  let text: ScalarText

  /// Writes one line for each stretch of text in one font.
  func write(to console: CommandConsole) {
    var report = ""
    for paragraph in layout.shaped.paragraphs {
      var runs = paragraph.runs.filter { !$0.textRange.isEmpty }[...]
      while let run = runs.popFirst() {
        let base = paragraph.range.start
        var end = run.textRange.end
        while let next = runs.first, next.font === run.font, next.script == run.script,
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
      // Control characters would act on the terminal.
      shown += scalar.value < 0x20 || scalar.value == 0x7F ? "·" : String(scalar)
    }
    if units.count > Self.shownLength { shown += "…" }
    let face = run.font.face
    let index = face.index > 0 ? " #\(face.index)" : ""
    return "\(text.scalar(at: range.start))–\(text.scalar(at: range.end)) “\(shown)” "
      + "\(run.script): \(face.postScriptName) (\(face.fileName)\(index)), \(reason(range, run))\n"
  }

  /// Why the font was chosen, as its cascade tells it for the first cluster of the run.
  private func reason(_ range: TextRange, _ run: ShapedRun) -> String {
    let cascade = layout.shaped.fonts.cascade(
      for: run.style.font, language: run.style.language)
    let start = run.clusterRange(at: range, text.utf16)
    guard
      let answer = try? cascade.explain(
        Array(String(decoding: start, as: UTF16.self).unicodeScalars),
        presentation: .unspecified),
      answer.choice.font === run.font
    else { return "emoji presentation or context" }
    return answer.reason.description
  }
}

extension ShapedRun {
  /// The code units of the first character of a range.
  fileprivate func clusterRange(at range: TextRange, _ units: [UInt16]) -> ArraySlice<UInt16> {
    let pair = range.count > 1 && units[range.start] & 0xFC00 == 0xD800
    return units[range.start..<range.start + min(range.count, pair ? 2 : 1)]
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Everything that is known about a shaped text, as one string.
func description(_ text: ShapedText) -> String {
  var rows = ""
  for paragraph in text.paragraphs {
    rows += "P \(paragraph.range) \(paragraph.contentLength) \(paragraph.baseLevel)\n"
    for run in paragraph.runs {
      rows += "R \(run.font.id) \(run.script) \(run.level) \(run.textRange) \(run.kind)"
      rows += " \(run.totalAdvance) \(run.size)\n"
      for i in 0..<run.glyphCount {
        let offset = run.offset(at: i)
        rows += "\(run.glyph(at: i))=\(run.cluster(at: i))@\(offset.x),\(offset.y)"
        rows += "+\(run.advance(at: i)) \(run.flags(at: i).rawValue)|"
      }
    }
    let breaks = paragraph.breaks
    for i in 0..<breaks.count {
      rows += "\(breaks.offset(at: i)):\(breaks.advance(at: i)):\(breaks.trimmed(at: i)) "
    }
  }
  for missing in text.missing { rows += "M \(missing.range) \(missing.scalars)\n" }
  return rows
}

func runCount(_ text: ShapedText) -> Int {
  text.paragraphs.reduce(0) { $0 + $1.runs.count }
}

/// Every glyph in the order of the text, whatever runs there are.
func glyphs(_ text: ShapedText) -> [String] {
  var rows: [(Int, Int, String)] = []
  for (number, paragraph) in text.paragraphs.enumerated() {
    for run in paragraph.runs {
      for i in 0..<run.glyphCount {
        let offset = run.offset(at: i)
        let cluster = run.cluster(at: i)
        rows.append(
          (
            number << 32 | cluster, rows.count,
            "\(run.font.id) \(run.level) \(run.glyph(at: i))=\(cluster)@\(offset.x),\(offset.y)"
              + "+\(run.advance(at: i)) \(run.flags(at: i).rawValue)"
          ))
      }
    }
  }
  rows.sort { ($0.0, $0.1) < ($1.0, $1.1) }
  return rows.map { $0.2 }
}

/// Without words that are known.
let anew = ShapingEnvironment(words: nil)

func shaped(
  _ text: AttributedText, _ fonts: FontCollection, _ environment: ShapingEnvironment
) throws -> String {
  try description(ShapedText(text, fonts: fonts, environment: environment))
}

/// Random words of characters that a font maps, most of them from one small part of its repertoire.
struct WordSource {
  private var characters: [UInt32] = []
  private static let ascii = Array(UInt32(0x21)...0x7E)

  init(_ face: FontFace) {
    for c in UInt32(0x21)..<0x1F000 where face.coverage.contains(c) && Unicode.Scalar(c) != nil {
      characters.append(c)
    }
  }

  func text(_ generator: inout SeededGenerator) -> String {
    guard !characters.isEmpty else { return "" }
    let start = Int.random(in: 0..<characters.count, using: &generator)
    let span = Int.random(in: 4...60, using: &generator)
    var text = String.UnicodeScalarView()
    var vocabulary: [[Unicode.Scalar]] = []
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      vocabulary.append(
        (0..<Int.random(in: 1...7, using: &generator)).compactMap { _ in
          let dice = Int.random(in: 0..<20, using: &generator)
          if dice == 0 { return "\u{200D}" }
          if dice == 1 { return "\u{AD}" }
          if dice < 5 { return Unicode.Scalar(Self.ascii.randomElement(using: &generator) ?? 0x41) }
          let i = start + Int.random(in: 0..<span, using: &generator)
          return Unicode.Scalar(characters[i % characters.count])
        })
    }
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      text.append(contentsOf: vocabulary.randomElement(using: &generator) ?? [])
      for _ in 0..<(Int.random(in: 0..<8, using: &generator) == 0 ? 2 : 1) { text.append(" ") }
    }
    if Bool.random(using: &generator) { text.removeLast() }
    return String(text)
  }
}

func styles(_ string: String, _ generator: inout SeededGenerator) -> AttributedText {
  var style = TextStyle()
  switch Int.random(in: 0..<8, using: &generator) {
  case 0: style.shaping.letterSpacing = 0.7
  case 1: style.shaping.wordSpacing = -1
  case 2: style.shaping.language = "tr"
  case 3: style.paragraph.direction = .rightToLeft
  case 4: style.shaping.features = [FontFeature("liga", 0)]
  default: break
  }
  var text = AttributedText(string, style: style)
  if Int.random(in: 0..<3, using: &generator) == 0, text.length > 3 {
    let a = Int.random(in: 0..<text.length, using: &generator)
    let b = Int.random(in: a..<text.length, using: &generator)
    text.updateShaping(TextRange(a, b)) { $0.size = 30 }
  }
  return text
}

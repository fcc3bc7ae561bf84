// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport

/// The bytes choose a text and edits of it; the document then equals a layout from scratch.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var choices = ByteSource(UnsafeBufferPointer(start: bytes, count: count))
  try? edit(&choices)
  return 0
}

private func edit(_ choices: inout ByteSource) throws {
  var width = 40 + Double(choices.below(200))
  var document = TextDocument(
    choices.text(upTo: 20 + choices.below(200)), width: width, fonts: fuzzFonts)
  var text = document.text
  while !choices.isAtEnd {
    let start = choices.below(text.length + 1)
    let range = TextRange(start, min(text.length, start + choices.below(12)))
    switch choices.below(8) {
    case 0: _ = try document.layOut(from: choices.length(to: 400), to: choices.length(to: 400))
    case 1: _ = try document.position(at: Point(x: choices.length(), y: choices.length(to: 400)))
    case 2: _ = try document.caret(at: TextPosition(start))
    case 3:
      width = 40 + Double(choices.below(200))
      document.setWidth(width)
    default:
      let piece = choices.text(upTo: 1)
      let units =
        Array(text.utf16[..<range.start]) + piece.utf16 + Array(text.utf16[range.end...])
      document.replace(range, with: piece)
      text = document.text
      check(text.utf16 == units, "text after an edit of \(range)")
    }
    check(document.length == text.length, "length \(document.length), not \(text.length)")
  }
  let whole = try TextLayout(text, in: TextContainer(width: width), fonts: fuzzFonts)
  var index = 0
  for paragraph in 0..<document.paragraphCount {
    let layout = try document.layout(ofParagraph: paragraph)
    let start = document.textRange(ofParagraph: paragraph).start
    for line in layout.lines {
      guard index < whole.lines.count else {
        check(false, "more lines than in the whole layout")
        return
      }
      let same = whole.lines[index]
      check(line.range.start + start == same.range.start, "line \(index) begins elsewhere")
      check(
        line.width == same.width && line.height == same.height && line.origin.x == same.origin.x,
        "line \(index): \(line.frame), not \(same.frame)")
      let y = line.origin.y + document.y(ofParagraph: paragraph)
      check(abs(y - same.origin.y) <= 1e-6 * max(1, abs(y)), "y of line \(index)")
      index += 1
    }
  }
  check(index == whole.lines.count, "\(index) lines, not \(whole.lines.count)")
  check(
    abs(document.height - whole.size.height) <= 1e-6 * max(1, document.height),
    "height \(document.height), not \(whole.size.height)")
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport
import HTMLPages
import MarkdownTexts
import Markup
import TextDefaultFonts

/// Fonts of the project alone, so that each machine has the same findings.
private let fonts = FontCollection(defaultFonts: DefaultFont.linked, includesSystemFonts: false)

/// All that a style sheet may change.
private let sample =
  "# a\n\nb *c* **d** `e` ~~f~~ [g](h)\n\n- i\n\n> j\n\n    k\n\n***\n\n|l|\n|-|\n|m|\n"

/// The first byte chooses what becomes of the others.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  do {
    switch first % 4 {
    case 0: try readTree(rest)
    case 1: try readText(String(decoding: rest, as: UTF8.self))
    case 2: try layOut(String(decoding: rest, as: UTF8.self))
    default: try readStyle(String(decoding: rest, as: UTF8.self))
    }
  } catch {
    check(!"\(error)".isEmpty, "an error without a sentence")
  }
  return 0
}

/// Each node lies behind its parent and within it, and has a place in the source.
private func readTree(_ bytes: [UInt8]) throws {
  let tree = try MarkupTree(markdown: bytes)
  check(tree[0].name == "html" && tree.quirks == .none, "a document without its root")
  for node in tree.nodes.indices.dropFirst() {
    guard let parent = tree.parent(of: node) else { fatalError("a second root") }
    check(parent < node && tree.subtree(of: parent).contains(node), "a node outside of its parent")
    let place = tree.position(of: node)
    check(place.line >= 1 && place.column >= 1, "a place outside of the source")
    check(place.line <= bytes.count + 1 && place.column <= 2 * bytes.count + 1, "a place behind it")
  }
}

/// The text is the same again, its elements are in bounds, and it is laid out.
private func readText(_ markdown: String) throws {
  var options = MarkdownOptions()
  options.image = { TextAttachment(.reserved($0.source), size: Size(width: 9, height: 9)) }
  options.highlights = { code, language in
    [MarkdownHighlight(TextRange(0, language.utf16.count)) { $0.shaping.size = 9 }]
  }
  let read = try MarkdownText(markdown, options: options)
  check(try MarkdownText(markdown, options: options).text == read.text, "another text")
  for run in 0..<read.text.paragraphs.count {
    let style = read.text.paragraphs.value(ofRun: run)
    check((style.list?.level ?? 0) >= 0 && style.startIndent >= 0, "an item out of bounds")
  }
  check(!read.notes.contains { $0.isEmpty }, "a note without a sentence")
  guard read.text.length < 2000 else { return }
  let layout = try TextLayout(read.text, in: TextContainer(width: 200), fonts: fonts)
  check(layout.size.height.isFinite, "a height that is no number")
}

/// A page is laid out, and its places are numbers.
private func layOut(_ markdown: String) throws {
  var options = HTMLPageOptions(folder: "", imageRoot: "", fonts: fonts)
  options.hidesImageRoot = true
  let page = try HTMLPage(markdown: markdown, width: 300, options: options)
  for element in page.frames.elements {
    check(element.frame.minX.isFinite && element.frame.maxY.isFinite, "a place that is no number")
  }
  check(page.tree.size.height >= 1, "a page without a height")
}

/// A style sheet that is read can be used.
private func readStyle(_ json: String) throws {
  let style = try MarkdownStyle(json: json)
  check(try AttributedText(markdown: sample, style: style).length > 0, "no text")
}

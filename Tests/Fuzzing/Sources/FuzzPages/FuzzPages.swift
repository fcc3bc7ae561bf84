// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport
import HTMLPages
import LayerCompositing
import Markup
import StyleSheets
import TextDefaultFonts

/// Fonts of the project alone, so that each machine has the same findings.
private let fonts = FontCollection(defaultFonts: DefaultFont.linked, includesSystemFonts: false)

/// The elements that style sheets are tried on.
private let elements = """
  <html lang=en><body class="a b" id=c><p dir=rtl title="x y">one <b>two</b></p>
  <ul><li>three<li class=b>four</ul><table><tr><td colspan=2>five</table><img src=six.png>
  """

/// The first byte chooses what the others are: markup, a style sheet, or a page.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  do {
    switch first % 3 {
    case 0: try readMarkup(rest)
    case 1: try readSheet(rest)
    default: try layOut(rest)
    }
  } catch {
    check(!"\(error)".isEmpty, "an error without a sentence")
  }
  return 0
}

/// Each node lies behind its parent and within it.
private func readMarkup(_ bytes: [UInt8]) throws {
  let tree = try MarkupTree(bytes: bytes)
  check(tree[0].name == "html", "a document without its root")
  for node in tree.nodes.indices.dropFirst() {
    guard let parent = tree.parent(of: node) else { fatalError("a second root") }
    check(parent < node && tree.subtree(of: parent).contains(node), "a node outside of its parent")
    check(tree[parent].isElement, "a node within a text")
    let place = tree.position(of: node)
    check(place.line >= 1 && place.column >= 1, "a place outside of the source")
  }
}

/// A sheet gives each element a style, and the second time the same one.
private func readSheet(_ bytes: [UInt8]) throws {
  let sheet = try StyleSheet(String(decoding: bytes, as: UTF8.self))
  for note in sheet.notes { check(note.line >= 1 && note.column >= 1, "a note without a place") }
  let tree = try MarkupTree(elements)
  let cascade = try Cascade(
    author: [sheet], environment: MediaEnvironment(viewport: Size(width: 300, height: 200)))
  let (styled, again) = (try cascade.styled(tree), try cascade.styled(tree))
  for node in tree.nodes.indices where tree[node].isElement {
    check(styled[node].text == again[node].text, "another style of the same element")
    check(styled[node].text.fontSize.isFinite, "a size that is no number")
  }
}

/// A page is laid out, and its places are numbers.
private func layOut(_ bytes: [UInt8]) throws {
  var options = HTMLPageOptions(folder: "", imageRoot: "", fonts: fonts)
  options.hidesImageRoot = true
  let page = try HTMLDocument(utf8: bytes, options: options).page(width: 300)
  for element in page.frames.elements {
    check(element.frame.minX.isFinite && element.frame.maxY.isFinite, "a place that is no number")
  }
  for line in page.frames.lines() { check(line.quad.count == 4, "a line without corners") }
  check(page.tree.size.height >= 1, "a page without a height")
}

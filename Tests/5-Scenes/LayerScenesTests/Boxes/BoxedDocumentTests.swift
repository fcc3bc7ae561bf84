// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerScenes

/// Documents in boxes: what there is no room for ends in an ellipsis, and the sizes and scales of
/// the document count. Letters are squares of 10 points; an ellipsis is as wide as three of them.
@Suite struct BoxedDocumentTests {
  private static let squares = Checkout.path + "/Tests/Conformance/files/boxes.ttf"

  private struct Boxed {
    let frame: Rect
    let layout: TextLayout
    let notes: [String]
  }

  /// A document in a box, in a column of 200 × 200 at whose left edge it begins.
  private func box(
    _ text: String, _ document: String = "", layout: String = "", more: String = "",
    around: String = ""
  ) throws -> Boxed {
    let fonts =
      document.contains("systemFonts")
      ? "" : #","fonts":[{"file":"\#(Self.squares)"}],"systemFonts":false"#
    let scene = try SceneText.read(
      #"{"size":[200,200],"layers":[{"layout":{"flexDirection":"column","alignItems":"start"\#(around)},"#
        + #""sublayers":[{"type":"text","document":{"text":"\#(text)"\#(fonts),"style":{"size":10}"#
        + (document.isEmpty ? "" : "," + document) + "}"
        + (layout.isEmpty ? "" : #","layout":{\#(layout)}"#) + more + "}]}]}")
    let node = scene.tree.root.sublayers[0].sublayers[0]
    guard case .vector(let vector) = node.contents, let contents = vector as? TextContents else {
      throw NoText()
    }
    return Boxed(
      frame: node.properties.untransformedFrame, layout: contents.layout, notes: scene.notes)
  }

  private struct NoText: Error {}

  private static let words = "HH HH HH HH"

  /// Two words fill a line of 50; the ellipsis, three squares, takes the place of one.
  @Test func linesThatAreLeftOutEndInAnEllipsis() throws {
    for (document, layout, height) in [
      (#""maxLines":1"#, #""width":50"#, 10.0), (#""maxLines":1,"width":50"#, "", 10),
      ("", #""width":50,"height":10"#, 10), ("", #""width":50,"height":19"#, 19),
      (#""width":50,"height":10"#, "", 10), ("", #""width":50,"maxHeight":10"#, 10),
    ] {
      let boxed = try box(Self.words, document, layout: layout)
      #expect(boxed.frame == Rect(width: 50, height: height), "\(document) \(layout)")
      #expect(boxed.layout.lines.count == 1 && boxed.layout.isTruncated)
      // Two squares and the three of the ellipsis.
      #expect(boxed.layout.lines[0].isTruncated && boxed.layout.lines[0].width == 50)
      #expect(boxed.layout.lines[0].visibleRange == TextRange(0, 2))
      #expect(boxed.notes.isEmpty, "\(boxed.notes)")
    }
    let whole = try box(Self.words, #""maxLines":2"#, layout: #""width":50"#)
    #expect(whole.frame.height == 20 && !whole.layout.isTruncated)
  }

  /// Lines count across paragraphs, and the box is as high as those that are there.
  @Test func severalParagraphs() throws {
    let boxed = try box(
      #"HH HH\nHH HH HH HH\nHH"#, #""maxLines":2"#, layout: #""width":50"#)
    #expect(boxed.frame == Rect(width: 50, height: 20))
    #expect(boxed.layout.lines.count == 2 && boxed.layout.lines[1].isTruncated)
    #expect(!boxed.layout.lines[0].isTruncated)
    // The rest is a paragraph of its own.
    let end = try box(#"HH HH\nHH\nHH HH"#, #""maxLines":2"#, layout: #""width":50"#)
    #expect(end.layout.lines.count == 2 && end.layout.lines[1].isTruncated)
  }

  /// Its own ellipsis, and its own mode, stay.
  @Test func truncationOfItsOwn() throws {
    let letter = try box(
      Self.words, #""maxLines":1,"ellipsis":"H""#, layout: #""width":50"#)
    #expect(letter.layout.isTruncated && letter.layout.lines[0].range.start == 0)
    let start = try box(
      Self.words, #""maxLines":1,"truncation":{"mode":"start"}"#, layout: #""width":50"#)
    #expect(start.layout.lines[0].tailRange?.end == 11)
    let none = try box(
      Self.words, #""maxLines":1,"truncation":{"mode":"none"}"#, layout: #""width":50"#)
    #expect(none.layout.lines.count == 1 && none.notes.count == 1)
  }

  /// In a paragraph from right to left the ellipsis stands at the left.
  @Test func rightToLeft() throws {
    let boxed = try box(
      "שלום שלום שלום", #""maxLines":1,"systemFonts":true"#, layout: #""width":50"#,
      around: #","direction":"rtl""#)
    #expect(boxed.frame.width == 50 && boxed.frame.maxX == 200)
    let line = try #require(boxed.layout.lines.first)
    #expect(line.isTruncated && line.range.start == 0 && line.range.end < 14)
    #expect(abs(line.frame.maxX - 50) < 0.01)
  }

  /// Lines of vertical text end at the height that the document says, or the box; lines that the
  /// width has no room for are left out.
  @Test func verticalText() throws {
    let vertical = #""writingMode":"vertical-rl""#
    for (document, layout) in [
      (vertical + #","height":50"#, ""), (vertical, #""height":50"#),
      (vertical, #""height":60,"padding":[4,0,6,0]"#),
      (vertical, #""height":50,"padding":[4,0,6,0],"boxSizing":"content-box""#),
    ] {
      let whole = try box("HHHH HHHH HHHH", document, layout: layout)
      #expect(whole.frame.width == 30 && whole.layout.lines.count == 3, "\(document) \(layout)")
      #expect(!whole.layout.isTruncated && whole.notes.isEmpty)
    }
    let limited = try box(
      "HHHH HHHH HHHH", vertical + #","maxLines":2"#, layout: #""height":50"#)
    #expect(limited.frame == Rect(width: 20, height: 50))
    #expect(limited.layout.lines.count == 2 && limited.layout.lines[1].isTruncated)
    let narrow = try box("HHHH HHHH HHHH", vertical + #","height":50,"width":25"#)
    #expect(narrow.frame.width == 25 && narrow.layout.lines.count == 2)
    #expect(narrow.layout.lines[1].isTruncated)
  }

  /// The width and the height of a document are those of its box, with padding and border around.
  @Test func sizesOfDocuments() throws {
    #expect(try box(Self.words, #""width":80"#).frame == Rect(width: 80, height: 20))
    #expect(try box("HH", #""height":70"#).frame == Rect(width: 20, height: 70))
    let padded = try box(
      Self.words, #""width":50"#, layout: #""padding":5,"border":[1,2,3,4]"#)
    #expect(padded.frame == Rect(width: 66, height: 34))
    #expect(padded.layout.lines.count == 2)
    let inner = try box(
      Self.words, #""width":50"#, layout: #""padding":5,"boxSizing":"content-box""#)
    #expect(inner.frame == Rect(width: 60, height: 30))
    // It shrinks as any box does, unless it may not.
    let wide = try box("HH HH", #""width":300"#, around: #","flexDirection":"row""#)
    #expect(wide.frame.width == 200)
  }

  /// Where the box has a side of its own, that of the document has no effect, and a note says so.
  @Test func sizesThatHaveNoEffect() throws {
    let both = try box(
      Self.words, #""width":50,"height":10"#, layout: #""width":60,"height":40"#)
    #expect(both.frame == Rect(width: 60, height: 40))
    #expect(
      both.notes.map { String($0.prefix { $0 != "(" }) } == [
        "layers[0].sublayers[0].document.width: has no effect: the box has a width of its own ",
        "layers[0].sublayers[0].document.height: has no effect: the box has a height of its own ",
      ])
    let half = try box(Self.words, #""width":50"#, layout: #""width":"50%""#)
    #expect(half.frame.width == 100 && half.notes.count == 1)
    let frame = try box(Self.words, #""width":50"#, more: #","frame":[1,2,70,30]"#)
    // A layer with a frame is no box, and a document in it keeps its own width.
    #expect(frame.frame == Rect(x: 1, y: 2, width: 70, height: 30) && frame.notes.isEmpty)
    #expect(frame.layout.lines.count == 2)
  }

  /// A text grows to fill its box, by no more than its greatest scale, and shrinks before it is cut.
  @Test func scales() throws {
    for (document, layout, scale) in [
      (#""maximumScale":10"#, #""width":100,"height":50"#, 5.0),
      (#""maximumScale":10,"width":100,"height":50"#, "", 5),
      (#""maximumScale":3"#, #""width":100,"height":50"#, 3),
      (#""maximumScale":10"#, #""width":100,"height":20"#, 2),
      (#""maximumScale":10"#, #""width":120,"height":50,"padding":[0,10]"#, 5),
      (#""minimumScale":0.1,"maxLines":1"#, #""width":10"#, 0.5),
    ] {
      let boxed = try box("HH", document, layout: layout)
      #expect(abs(boxed.layout.scale - scale) < 0.01, "\(document): \(boxed.layout.scale)")
      #expect(!boxed.layout.isTruncated)
    }
  }

  /// Boxes in boxes, columns and cells that have less room.
  @Test func nestedBoxes() throws {
    for around in [
      #""display":"grid","gridTemplateColumns":[50],"gridTemplateRows":[10]"#,
      #""flexDirection":"column","width":50,"height":10"#, #""width":50,"height":10"#,
    ] {
      let scene = try SceneText.read(
        #"{"size":[200,200],"layers":[{"layout":{"alignItems":"start"},"sublayers":[{"layout":{\#(around)},"#
          + #""sublayers":[{"type":"text","document":{"text":"\#(Self.words)","#
          + #""fonts":[{"file":"\#(Self.squares)"}],"systemFonts":false,"style":{"size":10}},"#
          + #""layout":{"minHeight":0,"maxHeight":"100%"}}]}]}]}"#)
      let node = scene.tree.root.sublayers[0].sublayers[0].sublayers[0]
      guard case .vector(let vector) = node.contents else { throw NoText() }
      let layout = try #require(vector as? TextContents).layout
      #expect(layout.lines.count == 1 && layout.lines[0].isTruncated, "\(around)")
    }
  }
}

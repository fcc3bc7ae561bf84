// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport
import TextTypesetting

@testable import Pictures

@Suite struct OutlineSVGTests {
  private func document(_ container: TextContainer) throws -> String {
    let layout = try TextLayout(
      AttributedText("black text", style: TextStyle(size: 16)), in: container,
      fonts: BundledFonts.collection)
    return String(decoding: OutlineSVG.document(layout), as: UTF8.self)
  }

  @Test func theOutlinesOfALineInALowBoxAreThereAsAWhole() throws {
    let low = try document(TextContainer(width: 50, height: 5, verticalAlignment: .center))
    // Noto Sans has 1.362 em a line, 1.069 of them above the baseline.
    #expect(low.contains(#"viewBox="0 -17.104 "#) && low.contains(#" 21.792""#))
    #expect(low.hasSuffix("</svg>\n") && low.contains("<use"))
  }

  private func vertical(_ orientation: TextOrientation) throws -> TextLayout {
    var container = TextContainer(width: 60, height: 200)
    container.writingMode = .verticalRL
    var style = TextStyle(size: 20)
    style.shaping.textOrientation = orientation
    return try TextLayout(
      AttributedText("ab", style: style), in: container, fonts: BundledFonts.collection)
  }

  @Test("Vertical text: turned outlines have a matrix, upright ones stand at a place of the box")
  func verticalText() throws {
    let turned = String(
      decoding: OutlineSVG.document(try vertical(.sideways)), as: UTF8.self)
    #expect(turned.contains(#"viewBox="0 0 60 200""#))
    #expect(turned.ranges(of: "transform=\"matrix(0.0 1.0 -1.0 0.0 ").count == 2)
    let layout = try vertical(.upright)
    let upright = String(decoding: OutlineSVG.document(layout), as: UTF8.self)
    #expect(!upright.contains("matrix") && upright.ranges(of: "<use").count == 2)
    // Both lie in the right half of the box, each below the other.
    let places = upright.split(separator: "\n").filter { $0.hasPrefix("<use") }.map { use in
      use.split(separator: "\"").compactMap { Double($0) }
    }
    #expect(places.allSatisfy { $0[0] > 30 && $0[0] < 60 } && places[1][1] > places[0][1] + 10)
  }

  @Test("A picture of vertical text is one turned group, in which upright glyphs are turned back")
  func verticalPicture() throws {
    for (orientation, count) in [(TextOrientation.sideways, 1), (.upright, 3)] {
      let layout = try vertical(orientation)
      let geometry = PictureGeometry(box: layout.size, padding: 5, scale: 1)
      let (bytes, notes) = try PictureSVG.document(
        layout, in: geometry, pixels: try geometry.pixels(scale: 1), scale: 1, background: nil)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(notes.isEmpty && text.contains(#"viewBox="0 0 70 210""#))
      // A quarter turn clockwise about the upper right corner of the box.
      #expect(text.contains(#"<g transform="matrix(0.0 1.0 -1.0 0.0 65.0 5.0)">"#))
      #expect(text.ranges(of: "matrix(").count == count)
      #expect(text.hasSuffix("</g>\n</svg>\n"))
    }
  }

  @Test func aTokenHasItsOwnColour() throws {
    var style = TextStyle(size: 16)
    style.paint.color = .red
    let token = AttributedText("+", style: style)
    let cut = try document(TextContainer(width: 50, maximumLines: 1, token: token))
    #expect(cut.split(separator: "<use").count { $0.contains("fill=") } == 1)
    #expect(cut.contains("#ff0000"))
  }
}

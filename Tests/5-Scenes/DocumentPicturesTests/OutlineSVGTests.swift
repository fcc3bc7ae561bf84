// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport
import TextTypesetting

@testable import DocumentPictures

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

  @Test func aTokenHasItsOwnColour() throws {
    var style = TextStyle(size: 16)
    style.paint.color = .red
    let token = AttributedText("+", style: style)
    let cut = try document(TextContainer(width: 50, maximumLines: 1, token: token))
    #expect(cut.split(separator: "<use").count { $0.contains("fill=") } == 1)
    #expect(cut.contains("#ff0000"))
  }
}

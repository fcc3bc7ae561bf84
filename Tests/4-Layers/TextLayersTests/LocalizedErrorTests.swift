// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import Foundation
import Testing
import TextFonts
import TextModel
import TextShaping
import TextTypesetting

/// Errors in Foundation's dialogs and logs.
@Suite("Errors have localized descriptions")
struct LocalizedErrorTests {
  private func error(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
  }

  @Test func theDescriptionIsTheSentence() throws {
    var style = TextStyle()
    style.shaping.size = -1
    let shaping = error { _ = try ShapedText(AttributedText("a", style: style)) }
    let font = error { _ = try FontFile(path: "/nowhere.ttf") }
    let graphics = error { _ = try GraphicsContext(size: Size(width: -1, height: 1)) }
    let typesetting = error {
      var text = AttributedText("a")
      text.updateParagraphs(TextRange(0, 1)) { $0.lineHeight = .multiple(-1) }
      _ = try TextLayout(text, in: TextContainer(width: 10))
    }
    for error in [shaping, font, graphics, typesetting, DisplayError(.badSize)] {
      let error = try #require(error)
      let description = error.localizedDescription
      #expect(description == String(describing: error))
      #expect(description.contains(" ") && !description.contains("(null)"), "\(description)")
    }
  }
}

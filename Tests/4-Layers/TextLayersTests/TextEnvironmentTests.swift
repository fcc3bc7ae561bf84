// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextLayers

/// What circumstances change of a text, and what they leave alone.
@Suite struct TextEnvironmentTests {
  @Test func theTextsOwnLanguageStays() {
    var style = TextStyle.default
    style.shaping.language = "ja"
    var text = AttributedText("漢", style: style)
    text.append("plain", style: .default)
    let applied = TextEnvironment(language: "de").applied(to: text)
    #expect(applied.style(at: 0).shaping.language == "ja")
    #expect(applied.style(at: 3).shaping.language == "de")
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextShaping

@testable import TextTypesetting

/// The widths that a text wants, beside those of lines that hold its words alone.
@Suite struct ContentWidthsTests {
  private func widths(
    _ string: String, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> ContentWidths {
    try ContentWidths(ShapedText(Fixture.text(string, change), fonts: Fixture.fonts))
  }

  @Test("The least width is that of the longest word, the greatest that of the longest paragraph")
  func words() throws {
    let found = try widths("a longest word\nand more of them than above")
    #expect(near(found.least, try Fixture.width("longest")))
    #expect(near(found.greatest, try Fixture.width("and more of them than above")))
  }

  @Test(
    "A word is broken here with anywhere alone, though a line may break it with break-word, too")
  func unbroken() throws {
    let long = String(repeating: "x", count: 60)
    let found = try widths("a \(long)") { $0.overflowWrap = .breakWord }
    #expect(near(found.least, try Fixture.width(long)))
    #expect(try widths("a \(long)") { _ in } == found)
    // The line breaks it all the same.
    #expect(try Fixture.layout(long, width: 3000) { $0.overflowWrap = .breakWord }.lines.count > 1)
    let anywhere = try widths("a \(long)") { $0.overflowWrap = .anywhere }
    #expect(near(anywhere.least, try Fixture.width("a")))
    #expect(anywhere.greatest == found.greatest)
    let lines = try Fixture.layout(long, width: 3000) { $0.overflowWrap = .anywhere }
    #expect(
      lines.strings
        == (try Fixture.layout(long, width: 3000) { $0.overflowWrap = .breakWord }).strings)
  }

  @Test("Indents count, and white space at the end of a line does not")
  func indents() throws {
    let found = try widths("one   two   ") {
      $0.startIndent = 100
      $0.endIndent = 10
      $0.firstLineIndent = 50
    }
    #expect(near(found.greatest, try Fixture.width("one   two") + 160))
    #expect(
      near(
        found.least, max(try Fixture.width("one") + 160, try Fixture.width("two") + 110)))
  }

  @Test("Chinese breaks between characters, Thai between words")
  func scripts() throws {
    let chinese = try widths("中文字")
    #expect(near(chinese.least, 1000) && near(chinese.greatest, 3000))
    let thai = try widths("ภาษาไทย")
    #expect(thai.least < thai.greatest)
  }

  @Test("An empty text wants nothing")
  func empty() throws {
    #expect(try widths("") == ContentWidths(least: 0, greatest: 0))
  }

  @Test("No line is broken at the greatest width, and no word sticks out of the least")
  func bothWidthsHold() throws {
    for string in [
      "Hello wide world", "שלום לכולם", "مرحبا بالعالم", "हिन्दी में", "soft\u{AD}hyphen", "中文 and more",
    ] {
      let found = try widths(string)
      #expect(try Fixture.layout(string, width: found.greatest).lines.count == 1, "\(string)")
      let narrow = try Fixture.layout(string, width: found.least) { $0.overflowWrap = .normal }
      #expect(narrow.lines.allSatisfy { $0.width <= found.least + 0.01 }, "\(string)")
    }
  }

  @Test("Measuring that is cancelled throws")
  func cancellation() throws {
    let flag = CancellationFlag()
    let shaped = try ShapedText(
      Fixture.text(String(repeating: "a b ", count: 1000)), fonts: Fixture.fonts)
    flag.set()
    #expect(throws: CancellationError.self) {
      _ = try ContentWidths(shaped, cancellation: Cancellation(flag: flag))
    }
  }
}

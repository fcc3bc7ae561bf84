// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StyleSheets

@Suite struct CSSTokenizerTests {
  private static func tokens(_ text: String) -> [CSSToken] { CSSTokenizer.tokens(of: text) }

  @Test func wordsAndFunctionsAreRead() {
    #expect(Self.tokens("a-B") == [.ident("a-B")])
    #expect(Self.tokens("--x") == [.ident("--x")])
    #expect(Self.tokens("-é") == [.ident("-é")])
    #expect(Self.tokens("CALC(") == [.function("calc")])
    #expect(Self.tokens("@Media") == [.atKeyword("media")])
    #expect(
      Self.tokens("#a1 #1a") == [
        .hash("a1", isName: true), .whitespace, .hash("1a", isName: false),
      ])
    #expect(Self.tokens("- -->") == [.delimiter("-"), .whitespace, .cdc])
    #expect(Self.tokens("<!--<") == [.cdo, .delimiter("<")])
  }

  @Test func escapesAreResolved() {
    #expect(Self.tokens("\\62 old") == [.ident("bold")])
    #expect(Self.tokens("\\000062\nold") == [.ident("bold")])
    #expect(Self.tokens("a\\,b") == [.ident("a,b")])
    #expect(Self.tokens("\\0 ") == [.ident("\u{FFFD}")])
    #expect(Self.tokens("\\110000 ") == [.ident("\u{FFFD}")])
    #expect(Self.tokens("\"\\41\\\nb\"") == [.string("Ab")])
    #expect(Self.tokens("\\") == [.ident("\u{FFFD}")])
  }

  @Test func numbersAreRead() {
    #expect(Self.tokens("+.5e1") == [.number(5, .signed)])
    #expect(Self.tokens("-7") == [.number(-7, [.integer, .signed])])
    #expect(Self.tokens("1.") == [.number(1, .integer), .delimiter(".")])
    #expect(Self.tokens("1e") == [.dimension(1, .integer, unit: "e")])
    #expect(Self.tokens("3PX") == [.dimension(3, .integer, unit: "px")])
    #expect(Self.tokens("2n-1") == [.dimension(2, .integer, unit: "n-1")])
    #expect(Self.tokens("50%") == [.percentage(50)])
    #expect(Self.tokens("1e999") == [.number(1e15, [])])
  }

  @Test func stringsAndReferencesEnd() {
    #expect(Self.tokens("'a\"b'") == [.string("a\"b")])
    #expect(Self.tokens("'a\nb") == [.badString, .whitespace, .ident("b")])
    #expect(Self.tokens("'a") == [.string("a")])
    #expect(Self.tokens("url( a.png )") == [.url("a.png")])
    #expect(Self.tokens("url('a')") == [.function("url"), .string("a"), .closeRound])
    #expect(Self.tokens("url(a b)c") == [.badURL, .ident("c")])
    #expect(Self.tokens("url(a(b)c") == [.badURL, .ident("c")])
    #expect(Self.tokens("a/* b */c/*") == [.ident("a"), .ident("c")])
  }
}

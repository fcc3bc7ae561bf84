// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Lines of Japanese that end between phrases.
@Suite("Lines of phrases") struct PhraseLineTests {
  private static let string =
    "重大なセキュリティー更新がインストールされたので、更新を完了するためにログアウトとログインを行って下さい。"

  private static func text(
    _ string: String = string, language: String = "ja",
    _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) -> AttributedText {
    var shaping = ShapingStyle(size: 20)
    shaping.language = language
    var style = ParagraphStyle.default
    style.wordBreak = .autoPhrase
    change(&style)
    return AttributedText(string, style: TextStyle(shaping: shaping, paragraph: style))
  }

  /// The lines of Chromium 156, `word-break: auto-phrase`, at 20 px: narrow ones divide phrases by
  /// the usual rules.
  @Test(arguments: [
    (60.0, "重大な|セキュ|リティ|ー更新|が|インス|トール|された|ので、|更新を|完了す|る|ために|ログア|ウトと|ログイ|ンを|行って|下さ|い。"),
    (80, "重大な|セキュリ|ティー更|新が|インスト|ールされ|たので、|更新を|完了する|ために|ログアウ|トと|ログイン|を行って|下さい。"),
    (100, "重大な|セキュリテ|ィー更新が|インストー|ルされたの|で、更新を|完了する|ために|ログアウト|と|ログインを|行って|下さい。"),
    (120, "重大な|セキュリティ|ー更新が|インストール|されたので、|更新を|完了する|ために|ログアウトと|ログインを|行って|下さい。"),
    (140, "重大な|セキュリティー|更新が|インストールさ|れたので、|更新を完了する|ために|ログアウトと|ログインを|行って下さい。"),
    (160, "重大な|セキュリティー更|新が|インストールされ|たので、更新を|完了するために|ログアウトと|ログインを行って|下さい。"),
    (220, "重大な|セキュリティー更新が|インストールされたの|で、更新を完了する|ためにログアウトと|ログインを行って|下さい。"),
    (300, "重大なセキュリティー更新が|インストールされたので、更新を|完了するためにログアウトと|ログインを行って下さい。"),
  ])
  func asChromium(width: Double, lines: String) throws {
    let layout = try TextLayout(
      Self.text(), in: TextContainer(width: width), fonts: Fixture.fonts)
    #expect(layout.strings.joined(separator: "|") == lines)
  }

  /// Source: JLREQ, 3.1.7: characters that begin no line. Strict rules forbid small kana, too, so
  /// that `リティー` is the longest part that only an emergency divides; otherwise it is `で、`.
  @Test("No line begins with a comma", arguments: LineBreakStrictness.allCases)
  func usualRules(strictness: LineBreakStrictness) throws {
    let part = strictness == .strict ? 80.0 : 60
    for breaking in [LineBreaking.greedy, .balanced, .optimal(BreakCosts())] {
      for overflow in [OverflowWrap.breakWord, .normal, .anywhere] {
        for width in stride(from: 50.0, through: 400, by: 7) {
          let text = Self.text(Self.string + "「見直される」、『予定』（です）。") {
            ($0.lineBreak, $0.lineBreaking, $0.overflowWrap) = (strictness, breaking, overflow)
          }
          let layout = try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
          let small = strictness == .strict && width >= part ? "ーィッ" : ""
          let forbidden = Set("、。」』）・" + small)
          for line in layout.strings {
            #expect(line.first.map { forbidden.contains($0) } == false, "\(width) \(line)")
          }
          #expect(
            layout.lines.allSatisfy { $0.width <= max(width, part) + LineBreaker.tolerance },
            "\(breaking) \(overflow) \(width) \(layout.strings)")
        }
      }
    }
  }

  /// The least width is that of the longest phrase, `インストールされたので、`; with `anywhere` that
  /// of one character. Chromium 156: `width: min-content` is 238.797 px.
  @Test func contentWidths() throws {
    func least(_ overflow: OverflowWrap) throws -> Double {
      try ContentWidths(
        ShapedText(Self.text { $0.overflowWrap = overflow }, fonts: Fixture.fonts)
      ).least
    }
    #expect(try least(.anywhere) == 20)
    for overflow in [OverflowWrap.normal, .breakWord] {
      #expect(near(try least(overflow), 238.8, 1.0 / 64))
    }
  }

  /// A ruby's base and text that is not wrapped stay whole within a phrase, too.
  @Test func unbrokenParts() throws {
    var text = Self.text("見直される")
    text.updateShaping(TextRange(0, 4)) { $0.textWrap = .noWrap }
    let layout = try TextLayout(text, in: TextContainer(width: 60), fonts: Fixture.fonts)
    #expect(layout.strings == ["見直され", "る"])
  }
}

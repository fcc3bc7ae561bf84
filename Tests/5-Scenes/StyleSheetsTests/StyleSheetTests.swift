// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Markup
import SystemConcurrency
import Testing

@testable import StyleSheets

@Suite struct StyleSheetTests {
  private static let environment = MediaEnvironment(
    viewport: Size(width: 800, height: 600), scale: 2)

  /// The names of custom properties that are declared where they hold.
  private static func declared(
    _ text: String, _ environment: MediaEnvironment = environment,
    load: StyleSheet.Loader = { _ in nil }
  ) throws -> String {
    let sheet = try StyleSheet(text, load: load)
    let holding = sheet.holding(in: environment)
    return sheet.rules.filter { $0.condition.map { holding[$0] } ?? true }
      .flatMap(\.declarations).map { String($0.name.dropFirst(2)) }.joined()
  }

  @Test(arguments: [
    ("x{--a:1} y{--b:1;--c:2}", "abc"), ("x{--a:1", "a"), ("x{--a:1}}y{--b:1} z{--c:1}", "ac"),
    ("x{--a:1;;--b:2}", "ab"), ("x{--a:1; foo bar; --b:2}", "ab"), ("x{--a:{};--b:2}", "ab"),
    ("x{foo{--a:1};--b:2}", "ab"), ("a; y{--a:1} z{--b:1}", "b"), ("<!-- x{--a:1} -->", "a"),
    ("@bad x{--a:1}; y{--b:1}", ""), ("@bad; y{--b:1}", "b"), ("@bad {x{--a:1}} y{--b:1}", "b"),
    ("x{--a:(;--b:1}y{--c:1})} z{--d:1}", "d"), ("@media all{x{--a:1}}", "a"),
    ("@media all{x{--a:1} @media print{x{--b:1}} y{--c:1}", "ac"),
    ("x{--a:']'} y{--b:'\n;--c:1}", "ac"),
    ("x{--a:1!important}", "a"), ("@media all{bad!{--a:1}} x{--b:1}", "b"),
    ("@media all{foo} x{--b:1}", "b"),
    ("@media all{@foo} x{--a:1}", "a"), ("x{@foo} y{--a:1}", "a"), ("x{--a:1;@foo;--b:1}", "ab"),
    ("p{--a:1; &:hover{--b:1} --c:1}", "abc"), ("p{@media print{--a:1} @media all{--b:1}}", "b"),
  ])
  func mistakesEndWhereTheyShould(text: String, expected: String) throws {
    #expect(try Self.declared(text) == expected, "\(text)")
  }

  @Test(arguments: [
    ("screen", true), ("print", false), ("not print", true), ("only screen", true), ("all", true),
    ("", true), ("print, screen", true), ("(min-width: 800px)", true),
    ("(min-width: 801px)", false),
    ("(max-width: 50em)", true), ("(width: 800px)", true), ("(width >= 800px)", true),
    ("(400px < width < 800px)", false), ("(400px < width <= 800px)", true),
    ("(800px = width)", true),
    ("screen and (orientation: landscape)", true), ("(orientation: portrait)", false),
    ("(aspect-ratio: 4/3)", true), ("(min-aspect-ratio: 2/1)", false),
    ("(resolution: 2dppx)", true),
    ("(min-resolution: 300dpi)", false), ("(-webkit-min-device-pixel-ratio: 1.5)", true),
    ("(prefers-color-scheme: light)", true), ("(prefers-color-scheme: dark)", false),
    ("(color)", true),
    ("(monochrome)", false), ("not (width: 800px)", false), ("(color) and (height: 600px)", true),
    ("(monochrome) or (height: 600px)", true), ("(color) and (color) or (color)", false),
    ("(unknown: 1)", false), ("not (unknown: 1)", false), ("(unknown) or (color)", true),
    ("((color) and (not (monochrome)))", true), ("screen or (color)", false), ("and", false),
    ("(width: )", false), ("(min-width: 1), screen", true), ("not screen", false),
  ])
  func mediaHold(query: String, expected: Bool) throws {
    #expect((try Self.declared("@media \(query){x{--a:1}}") == "a") == expected, "\(query)")
  }

  @Test(arguments: [
    ("(display: grid)", true), ("(display: gird)", false), ("not (display: gird)", true),
    ("(color: red) and (width: 1px)", true), ("(color: x) or (width: 1px)", true),
    ("selector(a > b)", true), ("selector(a:foo)", false), ("(--a: 1)", true),
    ("(--a: a;b)", false), ("(--a: x !important !important)", false), ("(foo: 1)", false),
    ("(color: red !important)", true), ("(color: var(--x))", true), ("(color: var(1))", false),
    ("(color: var(--a,;))", false),
    ("(color: var(--a,(;)))", true), ("(color: var(--a b))", false), ("(color: var(--a , ))", true),
    ("((color: red))", true), ("(color: red) and (color: red) or (color: red)", false),
    ("(width: inherit)", true), ("unknown(x) or (color: red)", true), ("color: red", false),
  ])
  func supportsHold(condition: String, expected: Bool) throws {
    #expect(
      (try Self.declared("@supports \(condition){x{--a:1}}") == "a") == expected, "\(condition)")
  }

  @Test func importsAreReadInTheirPlace() throws {
    var asked: [String] = []
    let load: StyleSheet.Loader = { reference in
      asked.append(reference)
      switch reference {
      case "css/a.css": return "@import 'b.css' print; @import url(../c.css); x{--a:url(p.png)}"
      case "css/b.css": return "x{--b:1}"
      case "c.css": return "x{--c:1}"
      case "self.css": return "@import 'self.css'; x{--s:1}"
      default: return nil
      }
    }
    let text =
      "@charset 'utf-8'; @import url(css/a.css) screen; @import 'no.css'; x{--d:1} @import 'c.css';"
    #expect(try Self.declared(text, load: load) == "cad")
    #expect(asked == ["css/a.css", "css/b.css", "c.css", "no.css"])
    let sheet = try StyleSheet(text, load: load)
    #expect(sheet.notes.map(\.kind) == [.resource, .rule])
    #expect(sheet.rules.first { $0.declarations[0].name == "--a" }?.base == "css/a.css")
    #expect(try Self.declared("@import 'self.css';", load: load) == "s")
    #expect(try Self.declared("@import 'c.css' supports(color: x);", load: load) == "")
  }

  @Test func layersRankBelowOtherRules() throws {
    let sheet = try StyleSheet(
      "@layer a, b; @layer b{x{--b:1}} x{--n:1} @layer a{@layer c{x{--c:1}} x{--a:1}}")
    #expect(sheet.layers == ["a", "b", "a.c"])
    #expect(sheet.rules.map(\.layer) == [1, .max, 2, 0])
  }

  @Test func notesTellTheirPlaces() throws {
    let sheet = try StyleSheet(
      "a{colour:red}\n b{width: 3zz;color:red}\n  c::foo{}\n@bad{}\nd{colour:blue}", name: "s.css",
      line: 10)
    #expect(
      sheet.notes.map(\.description) == [
        "s.css:10:3: The property is not known: colour:red.",
        "s.css:11:4: The value is not understood: width: 3zz.",
        "s.css:12:3: The selector is not understood: c::foo.",
        "s.css:13:1: The rule has no effect: @bad.",
      ])
  }

  @Test func fontsAndPagesAreValues() throws {
    let text = """
      @font-face { font-family: "My Font"; src: local(Foo Bar), url(f.woff2) format("woff2"), url(x) tech(y);
        font-weight: 100 900; font-style: oblique 10deg; font-stretch: condensed;
        unicode-range: U+26, U+0-7F, U+4??, U+1E00-1EFF; ascent-override: 90% }
      @font-face { font-family: x } @page :first { size: A4 landscape; margin: 1cm 2cm; margin-left: 0 }
      @media print { @page { size: 100px 200px } }
      """
    let sheet = try StyleSheet(text, base: "css/s.css")
    let cascade = try Cascade(author: [sheet], environment: Self.environment)
    let face = try #require(cascade.fontFaces.first)
    #expect(cascade.fontFaces.count == 1 && face.family == "My Font")
    #expect(
      face.sources == [
        .local("Foo Bar"), .url("css/f.woff2", format: "woff2"), .url("css/x", format: nil),
      ])
    #expect(face.weights == 100...900 && face.slant == .oblique(10) && face.stretches == 75...75)
    #expect(face.characters == [0x26...0x26, 0...0x7F, 0x400...0x4FF, 0x1E00...0x1EFF])
    #expect(face.ascent == 90)
    let page = try #require(cascade.pageRules.first)
    #expect(cascade.pageRules.count == 1 && page.selector == ":first")
    #expect((page.width ?? 0).rounded() == 1123 && (page.height ?? 0).rounded() == 794)
    #expect(page.margin.left == .zero && page.margin.right == .points(96 / 1.27))
  }

  @Test func depthAndNumberOfRulesAreBounded() throws {
    let count = 100_000
    _ = try StyleSheet(String(repeating: "@media all{", count: count))
    _ = try StyleSheet(String(repeating: "a{", count: count))
    _ = try StyleSheet("a{width:" + String(repeating: "calc(", count: count))
    _ = try StyleSheet("a{--a:" + String(repeating: "[", count: count))
    _ = try StyleSheet("@media " + String(repeating: "(", count: count) + "{}")
    let polls = CancellationFlag()
    polls.set()
    #expect(throws: CancellationError.self) {
      try StyleSheet(String(repeating: "a{}", count: 9000), cancellation: Cancellation(flag: polls))
    }
  }
}

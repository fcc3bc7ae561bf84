// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Markup
import Testing

@testable import StyleSheets

#if HTML
  /// Style sheets that take long, or much, unless something bounds them.
  @Suite struct StyleBoundTests {
    private static func color(_ style: String, _ body: String) throws -> Color {
      try Styled("<!doctype html><style>\(style)</style>\(body)")["a"].text.color
    }

    @Test func specificityStaysTheGreatest() throws {
      let ids = String(repeating: "#a", count: 1100)
      #expect(try Self.color("\(ids){color:lime}#a#a{color:red}", "<p id=a>") == .lime)
      let nested = String(repeating: "&&&&&&&&{", count: 15)
      #expect(try Self.color("p{\(nested)color:red}}p{color:lime}", "<i id=a>") == .black)
      #expect(Selector.sum(0x3FF << 22 | 5, 2 << 22 | 0x7FF) == 0x3FF << 22 | 0x7FF)
    }

    @Test func siblingsAreSearchedOnce() throws {
      let many = String(repeating: "<i></i>", count: 20_000)
      let page = try Styled("<style>.x ~ i{color:red}</style>\(many)<i id=a></i>")
      #expect(try page.notes.isEmpty && page["a"].text.color == .black)
      #expect(
        try Self.color(
          ".x ~ i{color:lime}", "<div><i class=x></i></div><b class=x></b>\(many)<i id=a>")
          == .lime)
      #expect(
        try Self.color(".x ~ .y ~ i{color:lime}", "<b class=y></b><b class=x></b><i id=a>")
          == .black)
    }

    @Test func onlyTheLastDeclarationIsComputed() throws {
      let rules = String(repeating: "p{color:red;margin:1px;font:9px x}", count: 2000)
      let page = try Styled(
        "<style>\(rules) p{margin-left:2px;font-size:5px} p{color:lime}</style><p id=a>")
      let style = try page["a"]
      #expect(style.text.color == .lime && style.text.fontSize == 5)
      #expect(style.box.margin == Sides(.length(.points(1))).with(left: .length(.points(2))))
    }

    @Test func valuesAreFoundInLongAttributes() throws {
      let title = String(repeating: "a", count: 20_000)
      let part = String(repeating: "a", count: 5000)
      #expect(
        try Self.color(
          "[title*='\(part)b']{color:red}[title*='ac']{color:lime}", "<p id=a title='\(title)c'>")
          == .lime)
      #expect(try Self.color("[title*=aab]{color:lime}", "<p id=a title=aaab>") == .lime)
      #expect(try Self.color("[title*=abab]{color:red}", "<p id=a title=abaab>") == .black)
    }

    @Test func directionsAreThoseOfTheFirstLetter() throws {
      let text = "<div dir=auto>12 \u{5D0} a<p id=a></div>"
      #expect(try Self.color("p:dir(rtl){color:lime}", text) == .lime)
      #expect(try Self.color("p:dir(ltr){color:lime}", "<div dir=auto>12 <p id=a></div>") == .lime)
    }

    @Test func customPropertiesAreShared() throws {
      let names = (0..<300).map { "--n\($0):\($0)px" }.joined(separator: ";")
      let page = try Styled(
        """
        <style>div{\(names)} p{--n7:9px;--x:3px}</style><div><p id=a style='width:var(--n7);
        height:var(--n8)'><b id=b style='--x:initial;margin-top:var(--x,4px);width:var(--n7)'></b></p>
        <i id=c style='width:var(--n7)'></i></div>
        """)
      #expect(try page["a"].box.width.length?.points == 9)
      #expect(try page["a"].box.height.length?.points == 8)
      #expect(try page["b"].box.margin.top == .length(.points(4)))
      #expect(try page["b"].box.width.length?.points == 9)
      #expect(try page["c"].box.width.length?.points == 7)
    }

    @Test func nestedReferencesAreRefused() throws {
      let deep = String(repeating: "var(--x,", count: 100_000)
      let page = try Styled("<style>p{color:\(deep)}</style><p id=a>")
      #expect(page.notes.count == 1 && page.notes[0].contains("The value is not understood"))
      let twenty =
        String(repeating: "var(--x,", count: 20) + "lime" + String(repeating: ")", count: 20)
      #expect(try Self.color("p{color:\(twenty)}", "<p id=a>") == .lime)
      for value in ["var()", "var(x)", "var(--x y)", "var(--x,a;b)", "var(--x,!)"] {
        #expect(!CustomProperties.areReferences(CSSTokenizer.tokens(of: value)), "\(value)")
      }
      for value in ["var(--x)", "var( --x , )", "f(var(--x,g(var(--y))) 1)"] {
        #expect(CustomProperties.areReferences(CSSTokenizer.tokens(of: value)), "\(value)")
      }
    }

    @Test func layersAndImportsAreBounded() throws {
      let name = Array(repeating: "l", count: 4000).joined(separator: ".")
      let long = try StyleSheet("@layer \(name){p{color:red}}")
      #expect(long.notes.map(\.kind) == [.limit] && long.layers.isEmpty)
      let many = try StyleSheet((0..<2000).map { "@layer l\($0);" }.joined())
      #expect(many.layers.count == 1000 && many.notes.map(\.kind) == [.limit])

      var loads = 0
      let imports = (0..<4).map { "@import 'two.css?\($0)';" }.joined()
      let cyclic = try StyleSheet("@import 'two.css';") { _ in
        loads += 1
        return imports
      }
      #expect(loads == 1 && cyclic.notes.map(\.kind).contains(.limit))
      loads = 0
      let wide = try StyleSheet((0..<1500).map { "@import 'a\($0).css';" }.joined()) { _ in
        loads += 1
        return ""
      }
      #expect(loads == 1000 && wide.notes.map(\.kind) == [.limit])
    }

    @Test func sheetsOfADocumentShareTheirBounds() throws {
      var loads = 0
      let links = String(repeating: "<link rel=stylesheet href=' a.css\n'>", count: 5)
      let rules =
        String(repeating: "p{}", count: 10) + String(repeating: "i{color:red}", count: 90_000)
      let tree = try MarkupTree(links)
      let sheets = try StyleSheet.sheets(of: tree) { reference in
        loads += 1
        #expect(reference == "a.css")
        return rules
      }
      #expect(loads == 1 && sheets.map(\.rules.count) == [90_000, 90_000, 90_000, 0, 0])
      #expect(sheets[3].notes.map(\.kind) == [.limit])
    }

    @Test func notesAreShortAndFew() throws {
      let long = String(repeating: "x", count: 5000)
      let page = try Styled(
        "<link rel=stylesheet href=\(long)>" + (0..<300).map { "<i style='p\($0):1'>" }.joined())
      #expect(page.notes.count == 101 && page.notes[0].utf8.count < 120)
      #expect(page.notes.last == "And 201 more.")
    }
  }

  extension Sides {
    fileprivate func with(left: Value) -> Sides {
      var sides = self
      sides.left = left
      return sides
    }
  }

  private struct StyleSheetError: Error {}

  /// Values that newer specifications have.
  @Suite struct NewValueTests {
    @Test(arguments: [
      ("calc(infinity * 1px)", 1e15), ("calc(-infinity * 1px)", 0), ("calc(NaN * 1px)", 0),
      ("calc(1px * pi)", Double.pi), ("calc(5px * e)", 13.591_409_142_295_225),
      ("round(12px, 5px)", 10), ("round(up, 12px, 5px)", 15), ("round(down, 14px, 5px)", 10),
      ("round(to-zero, 14px, 5px)", 10), ("mod(18px, 5px)", 3), ("rem(18px, 5px)", 3),
      ("calc(mod(-18, 5) * 1px)", 2), ("calc(10px + rem(-18px, 5px))", 7), ("abs(-3px)", 3),
      ("calc(sign(-3px) * -4px)", 4), ("calc(sqrt(9) * 1px)", 3), ("calc(pow(2, 10) * 1px)", 1024),
      ("hypot(3px, 4px)", 5), ("calc(sin(90deg) * 7px)", 7), ("calc(cos(0) * 7px)", 7),
      ("calc(exp(0) * 2px)", 2), ("calc(log(1) * 9px + 1px)", 1), ("calc(log(8, 2) * 1px)", 3),
      ("calc(pow(16, 0.25) * 1px)", 2), ("calc(tan(45deg) * 2px)", 2), ("calc(1px / 0)", 1e15),
    ])
    func functionsOfNumbersHaveTheirValues(text: String, expected: Double) throws {
      let width = try #require(try ComputedStyle.of("width: \(text)").box.width.length?.points)
      #expect(abs(width - expected) <= 1e-9 * max(1, expected), "\(text): \(width)")
    }

    @Test func anglesOfFunctionsHaveTheirValues() throws {
      for (text, degrees) in [
        ("asin(1)", 90.0), ("acos(0)", 90), ("atan(1)", 45), ("atan2(1px, -1px)", 135),
      ] {
        var reader = ValueReader(
          CSSTokenizer.tokens(of: text),
          ValueContext(environment: MediaEnvironment(viewport: Size(width: 1, height: 1))))
        let angle = reader.angle() ?? 0
        #expect(abs(angle - degrees) < 1e-9, "\(text)")
      }
      for text in ["sin(1px)", "sqrt(1px)", "pow(1px, 2)", "hypot(1px, 1)", "round(1)px", "abs()"] {
        let page = try Styled("<p style='width: \(text)'>")
        #expect(page.notes.count == 1, "\(text)")
      }
    }

    @Test func partsThatBrowsersKnowMatchNothing() throws {
      let page = try Styled(
        """
        <style>*, ::before, ::backdrop, ::file-selector-button, ::-webkit-scrollbar-thumb:hover,
        ::part(a b), ::highlight(x), ::selection{color: lime} p::placeholder{color: red}</style>
        <p id=a>
        """)
      #expect(try page.notes.isEmpty && page["a"].text.color == .lime)
    }

    @Test func registeredPropertiesHaveInitialValues() throws {
      let page = try Styled(
        """
        <style>@property --s{syntax: "*"; inherits: false; initial-value: 5px}
        @property --t{syntax: '<length>'; inherits: true; initial-value: 2px} @property --u{}
        div{--s: 7px; --t: 3px} p{width: var(--s); height: var(--t); margin-top: var(--u, 1px)}
        </style><div id=d style='width: var(--s)'><p id=a><p id=b style='--s: inherit'></div><p id=c>
        """)
      #expect(page.notes.count == 1 && page.notes[0].contains("@property --u"))
      #expect(try page["d"].box.width.length?.points == 7)
      #expect(try page["a"].box.width.length?.points == 5)
      #expect(try page["a"].box.height.length?.points == 3)
      #expect(try page["a"].box.margin.top == .length(.points(1)))
      #expect(try page["b"].box.width.length?.points == 7)
      #expect(try page["c"].box.height.length?.points == 2)
    }

    @Test func layersAreReverted() throws {
      let page = try Styled(
        """
        <style>@layer a{p{color: lime; display: flex}} @layer b{p{color: red; color: revert-layer}
        p{display: revert}} #b{color: red; color: revert-layer}</style><p id=a><p id=b>
        <p id=c style='color: revert-layer'>
        """)
      for id in ["a", "b", "c"] { #expect(try page[id].text.color == .lime, "\(id)") }
      #expect(try page["a"].box.display == .block)
    }

    @Test(arguments: [
      ("rgb(from #102030 r 100 b)", "#106430"), ("rgb(from red r g b / 50%)", "#ff000080"),
      ("hsl(from lime calc(h + 120) s l)", "#0000ff"),
      ("rgb(from lime b r calc(g / 1))", "#0000ff"),
      ("color(from red srgb g r b)", "#00ff00"), ("oklch(from red l 0 h)", nil as String?),
      ("rgb(from red r g)", nil),
    ])
    func relativeColorsStartFromOthers(text: String, hex: String?) throws {
      let page = try Styled("<p id=a style='color: \(text)'>")
      if let hex {
        let expected = try #require(Color(hex: hex))
        let color = try page["a"].text.color
        #expect(abs(color.red - expected.red) < 1e-5 && abs(color.green - expected.green) < 1e-5)
        #expect(abs(color.blue - expected.blue) < 1e-5 && abs(color.alpha - expected.alpha) < 0.003)
      } else {
        #expect(page.notes.isEmpty == text.hasPrefix("oklch"))
      }
    }

    @Test func gradientsFollowTheirSpaceAndHints() throws {
      func stops(_ text: String) throws -> [StyleGradient.Stop] {
        let style = try ComputedStyle.of("list-style-image: \(text)")
        guard case .gradient(let gradient)? = style.inherited.listImage else { return [] }
        return gradient.stops
      }
      let plain = try stops("linear-gradient(red, lime)")
      #expect(plain.count == 2 && plain[0].position == nil)
      let spread = try stops("linear-gradient(in oklab, red, lime 50%, blue)")
      #expect(spread.count == 33 && spread[16].position == .percent(50))
      #expect(spread[8].position == .percent(25) && spread[8].color != plain[0].color)
      let bent = try stops("linear-gradient(black, 25%, white)")
      // At a quarter the mix is half.
      try #require(bent.count == 17)
      guard case .color(let half)? = bent[4].color else { throw StyleSheetError() }
      #expect(abs(half.red - 0.5) < 1e-3)
    }
  }
#endif

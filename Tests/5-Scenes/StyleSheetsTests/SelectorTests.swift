// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Markup
import Testing

@testable import StyleSheets

#if HTML
  @Suite struct SelectorTests {
    private static let document = """
      <!doctype html><html id=html lang=en><body id=body>
      <div id=d1 class="a b"><p id=p1 class=x>1</p><p id=p2 title="one two">2</p><p id=p3 lang=de-AT>3</p></div>
      <div id=d2 dir=rtl><span id=s1></span><em id=e1> </em><span id=s2>x</span><em id=e2><b id=b1>y</b></em></div>
      <a id=l1 href=x></a><a id=l2></a><input id=i1 checked disabled><input id=i2 type=TEXT>
      <svg id=v1><linearGradient id=g1 /></svg>
      """

    /// The identifiers of the elements that a selector means; `nil` if it is not understood.
    private static func matched(_ selector: String) throws -> String? {
      let tree = try MarkupTree(document)
      let tokens = CSSTokenizer.tokens(of: selector)
      guard let list = SelectorParser.list(tokens[...]) else { return nil }
      var matcher = try SelectorMatcher(tree, cancellation: .never)
      return tree.nodes.indices.filter { node in
        tree[node].isElement && list.contains { matcher.matches($0, node) }
      }.compactMap { tree.attribute("id", of: $0) }.joined(separator: " ")
    }

    @Test(
      arguments: [
        ("div", "d1 d2"), ("DIV", "d1 d2"), ("*|div", "d1 d2"), ("#p2", "p2"), (".a.b", "d1"),
        (".A", ""), ("p.x", "p1"), ("div p", "p1 p2 p3"), ("body > p", ""),
        ("body>div>p", "p1 p2 p3"),
        ("p + p", "p2 p3"), ("p ~ p", "p2 p3"), ("#p1 + #p3", ""), ("#p1 ~ #p3", "p3"),
        ("html body .b p", "p1 p2 p3"), ("#d2 b, #p1", "p1 b1"), ("div > em b", "b1"),
        ("[title]", "p2"), ("[title='one two']", "p2"), ("[title~=two]", "p2"),
        ("[title^=one]", "p2"),
        ("[title$=wo]", "p2"), ("[title*='e t']", "p2"), ("[title*='']", ""), ("[lang|=de]", "p3"),
        ("[class=X i]", "p1"), ("[class=X]", ""), ("[type=text]", "i2"), ("[type=text s]", ""),
        ("p:first-child", "p1"), ("p:last-child", "p3"), ("b:only-child", "b1"),
        ("span:first-of-type", "s1"), ("em:last-of-type", "e2"), ("b:only-of-type", "b1"),
        ("p:nth-child(odd)", "p1 p3"), ("p:nth-child(2n)", "p2"), ("p:nth-child(-n+2)", "p1 p2"),
        ("p:nth-child( 2n + 1 )", "p1 p3"), ("p:nth-child(+3)", "p3"), ("p:nth-child(+ 3)", nil),
        ("p:nth-child(n-1)", "p1 p2 p3"),
        ("p:nth-last-child(1)", "p3"), ("span:nth-of-type(2)", "s2"),
        ("em:nth-last-of-type(2)", "e1"),
        ("#d2 > :nth-child(2 of em)", "e2"), ("p:nth-child(-2)", ""), ("p:nth-child(2)", "p2"),
        (":root", "html"), ("#d2 > :empty", "s1"), ("div:not(.a)", "d2"), ("p:not(.x, #p3)", "p2"),
        ("div :is(p, b)", "p1 p2 p3 b1"), (":where(#p1, #p2)", "p1 p2"),
        (":is(p, :bad(", "p1 p2 p3"),
        ("div:has(> em)", "d2"), ("p:has(+ #p3)", "p2"), ("p:has(~ p)", "p1 p2"),
        ("div:has(b)", "d2"),
        (":lang(de)", "p3"), ("p:lang(en)", "p1 p2"), ("b:dir(rtl)", "b1"),
        ("p:dir(ltr)", "p1 p2 p3"),
        (":link", "l1"), (":any-link", "l1"), ("a:hover", ""), (":checked", "i1"),
        (":disabled", "i1"),
        (":enabled", "i2"), ("lineargradient", "g1"), ("p:unknown", nil), ("p::unknown", nil),
        ("p:not(:unknown)", nil), ("p >", nil), ("> p", nil), ("p,,a", nil), ("p[a=]", nil),
        ("", nil),
        (".1a", nil), ("p:", nil), ("#1", nil), ("p::before > a", nil),
      ] as [(String, String?)])
    func selectorsMeanElements(selector: String, expected: String?) throws {
      #expect(try Self.matched(selector) == expected, "\(selector)")
    }

    @Test(
      arguments: [
        ("p", 1), (".a", 1 << 11), ("#a", 1 << 22), ("p.a#b", 1 << 22 | 1 << 11 | 1), ("*", 0),
        (":not(#a, .b)", 1 << 22), (":where(#a)", 0), (":is(p, .a)", 1 << 11), ("p::before", 2),
        ("p:before", 2), (":nth-child(1 of #a)", 1 << 22 | 1 << 11), ("[a]", 1 << 11),
        (":has(#a)", 1 << 22),
      ] as [(String, UInt32)])
    func selectorsHaveWeights(selector: String, specificity: UInt32) {
      let list = SelectorParser.list(CSSTokenizer.tokens(of: selector)[...])
      #expect(list?.first?.specificity == specificity, "\(selector)")
    }

    @Test func deepSelectorsAndSearchesAreBounded() throws {
      let nested =
        String(repeating: ":not(", count: 5000) + "a" + String(repeating: ")", count: 5000)
      #expect(try Self.matched(nested) == nil)
      let long = String(repeating: "p ", count: 5000)
      #expect(try Self.matched(long) == nil)
      // Each of many elements looks at all that follow.
      let source =
        "<style>p:has(~ b){color:red} q:has(b){color:red}</style>"
        + String(repeating: "<p>x", count: 3000)
      let styled = try Styled(source)
      #expect(styled.styled.notes.isEmpty)
    }
  }
#endif

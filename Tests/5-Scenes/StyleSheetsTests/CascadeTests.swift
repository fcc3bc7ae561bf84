// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Markup
import SystemConcurrency
import Testing

@testable import StyleSheets

#if HTML
  @Suite struct CascadeTests {
    /// The colour's name of an element `a` in a document.
    private static func color(_ style: String, _ body: String = "<p id=a class='c d'>") throws
      -> Color
    {
      try Styled("<!doctype html><style>\(style)</style><div id=o>\(body)")["a"].text.color
    }

    @Test func weightOrderAndImportanceDecide() throws {
      #expect(try Self.color("p{color:red}p{color:lime}") == .lime)
      #expect(try Self.color("#a{color:lime}.c.d{color:red}p{color:red}") == .lime)
      #expect(try Self.color("p{color:lime!important}#a{color:red}") == .lime)
      #expect(try Self.color("p{color:red!important}#a{color:lime!important}") == .lime)
      #expect(try Self.color("#a{color:red}", "<p id=a style='color:lime'>") == .lime)
      #expect(try Self.color("p{color:lime!important}", "<p id=a style='color:red'>") == .lime)
      #expect(try Self.color("p, #a{color:lime} .c{color:red}") == .lime)
      #expect(try Self.color(":where(#a){color:red} p{color:lime}") == .lime)
      #expect(try Self.color("p{color:lime; color:nonsense}") == .lime)
      #expect(try Self.color("p{color:red} div{color:lime} p{color:inherit}") == .lime)
    }

    @Test func layersWeighLessThanTheirOrderSays() throws {
      #expect(try Self.color("@layer x{#a{color:red}} p{color:lime}") == .lime)
      #expect(
        try Self.color("@layer x, y; @layer y{p{color:lime}} @layer x{#a{color:red}}") == .lime)
      #expect(try Self.color("@layer x{@layer y{#a{color:red}} p{color:lime}}") == .lime)
      #expect(
        try Self.color("@layer x{p{color:lime!important}} #a{color:red!important}") == .lime)
    }

    @Test func wideKeywordsHaveTheirMeaning() throws {
      let page = try Styled(
        """
        <!doctype html><style>div{color:red; margin-top: 5px; font-size: 20px; --v: 1}
        #a{margin-top: inherit; color: initial; font-size: unset} #b{margin: 7px; margin: unset}
        #c{display: inline; margin: 0; display: revert; margin: revert}
        #d{all: initial; direction: rtl} #e{all: unset}</style>
        <div><p id=a><p id=b><p id=c><p id=d><p id=e></div>
        """)
      #expect(try page["a"].box.margin.top == .length(.points(5)))
      #expect(try page["a"].text.color == .black && page["a"].text.fontSize == 20)
      #expect(try page["b"].box.margin == Sides(.length(.zero)))
      #expect(
        try page["c"].box.display == .block && page["c"].box.margin.top == .length(.points(20)))
      #expect(try page["d"].box.display == .inline && page["d"].text.fontSize == 16)
      #expect(try page["d"].custom["--v"] == [.number(1, .integer)])
      #expect(try page["e"].box.display == .inline && page["e"].text.fontSize == 20)
    }

    @Test func customPropertiesAreResolved() throws {
      let page = try Styled(
        """
        <!doctype html><style>:root{--a: 10px; --b: calc(var(--a) * 2); --c: var(--d); --d: var(--c)}
        #a{width: var(--b); height: var(--no, 7px); margin: 1px; margin: var(--c)}
        #b{--a: 3px; width: var(--a); height: var(--b); color: var(--a); padding: var(--no,)}
        #c{--e: var(--no); width: var(--e, 4px); --f: initial; height: var(--f, 5px)}
        #d{--self: var(--self); width: var(--self, 6px); --w: inherit; display: var(--w2, inherit)}
        #e{--p: 1px 2px; margin: var(--p) 3px; --q: { a: b }; --r:; width: calc(1px var(--r) + 2px)}
        </style><div><p id=a><p id=b><p id=c><p id=d><p id=e></div>
        """)
      let lengths = try ["a", "b", "c", "d"].map { try page[$0].box.width.length?.points }
      #expect(lengths == [20, 3, 4, 6])
      #expect(
        try page["a"].box.height.length?.points == 7 && page["a"].box.margin.top == .length(.zero))
      // What a property refers to is that of the element that declares it.
      #expect(try page["b"].box.height.length?.points == 20 && page["b"].text.color == .black)
      #expect(try page["c"].box.height.length?.points == 5)
      #expect(try page["e"].box.margin.bottom == .length(.points(3)))
      #expect(try page["e"].box.width.length?.points == 3)
      #expect(page.notes.filter { $0.contains("var()") }.count == 3)
    }

    @Test func expansionIsBounded() throws {
      var bomb = "--x0: aaaaaaaa;"
      for i in 1...60 { bomb += "--x\(i): var(--x\(i - 1)) var(--x\(i - 1));" }
      let page = try Styled(
        "<style>p{\(bomb) font-family: x; font-family: var(--x60)}</style><p id=a>")
      #expect(try page["a"].text.families == [.generic(.serif)])
      var chain = "--y0: 1px;"
      for i in 1...3000 { chain += "--y\(i): var(--y\(i - 1));" }
      _ = try Styled("<style>p{\(chain) width: var(--y3000)}</style><p id=a>")
    }

    @Test func unitsReferToFontsAndPages() throws {
      let style = try ComputedStyle.of(
        "font-size: 2em; width: 2em; height: 1rem; margin: 1ex 1ch 10vw 1vmin; line-height: 1.5; "
          + "padding: 1lh 1in 1pc 3pt", in: "font-size: 10px; line-height: 30px")
      #expect(style.text.fontSize == 20 && style.box.width.length?.points == 40)
      #expect(style.box.height.length?.points == 16)
      #expect(style.box.margin.map { $0.length?.points } == Sides(10, 10, 80, 6))
      #expect(style.box.padding.map { $0.points } == Sides(30, 96, 16, 4))
      // The size of the last declaration counts for all, wherever it stands.
      #expect(
        try ComputedStyle.of("width: 1em; font: 5px x; font-size: 8px").box.width.length?.points
          == 8)
      #expect(
        try ComputedStyle.of("line-height: 2em; font-size: 8px").text.lineHeight == .points(16))
      let tree = try MarkupTree("<p style='width: 1ex; height: 1lh'>")
      let styled = try Cascade(author: [], environment: MediaEnvironment(viewport: .zero)).styled(
        tree,
        fontUnits: { _ in FontUnits(xHeight: 7, zeroAdvance: 8, capHeight: 9, lineHeight: 11) })
      let p = try #require(tree.nodes.indices.last)
      #expect(styled[p].box.width.length?.points == 7 && styled[p].box.height.length?.points == 11)
    }

    @Test func fixedWidthsAreSmaller() throws {
      let page = try Styled(
        """
        <!doctype html><code id=a>x</code><div style='font-family: monospace'><p id=b><span id=c
        style='font-family: serif'></div><pre id=d style='font-family: monospace, x'></pre>
        <div style='font-size: 20px'><tt id=e>x</tt></div><h1><tt id=f>x</tt></h1>
        """)
      #expect(
        try ["a", "b", "c", "d", "e", "f"].map { try page[$0].text.fontSize } == [
          13, 13, 16, 16, 20, 26,
        ])
    }

    @Test func boxesAreMadeBlocks() throws {
      let page = try Styled(
        """
        <!doctype html><span id=a style='float: left'></span><span id=b style='position: absolute; float: right'>
        </span><div style='display: flex'><span id=c></span><div style='display: contents'><i id=d></i></div></div>
        <div style='display: grid' class=g id=g></div><style>#g::before{content: 'x'}
        #e{overflow-x: hidden}</style><p id=e><b id=f style='writing-mode: vertical-rl'>x</b>
        """)
      #expect(try page["a"].box.display == .block && page["a"].box.declaredDisplay == .inline)
      #expect(try page["b"].box.display == .block && page["b"].box.float == .none)
      #expect(try page["c"].box.display == .block && page["d"].box.display == .block)
      let before = try #require(page.styled.style(of: .before, of: page.node("g")))
      #expect(before.box.display == .block)
      #expect(try page["e"].box.overflowY == .auto && page["f"].box.display == .inlineBlock)
      #expect(page.styled[0].box.display == .block)
    }

    @Test func partsHaveStyles() throws {
      let page = try Styled(
        """
        <!doctype html><style>p{color: red; font-size: 10px} p::before{content: counter(x) "a" attr(title); font-size: 2em}
        p::after{color: lime} li::marker{color: lime} p::first-letter{font-size: 3em} p:first-line{color: blue}
        </style><p id=a>x<ul><li id=b>y</ul><q id=q>z</q><div id=d>
        """)
      let a = try page.node("a")
      let before = try #require(page.styled.style(of: .before, of: a))
      #expect(before.text.fontSize == 20 && before.text.color == .red)
      #expect(
        before.rare.content == .items([.counter("x", .decimal), .text("a"), .attribute("title")]))
      #expect(page.styled.style(of: .after, of: a) == nil)
      #expect(page.styled.style(of: .firstLetter, of: a)?.text.fontSize == 30)
      #expect(page.styled.style(of: .firstLine, of: a)?.text.color == .blue)
      #expect(page.styled.style(of: .marker, of: try page.node("b"))?.text.color == .lime)
      #expect(
        page.styled.style(of: .before, of: try page.node("q"))?.rare.content == .items([.openQuote])
      )
      #expect(page.styled.style(of: .before, of: try page.node("d")) == nil)
    }

    @Test func attributesOfOldAreHints() throws {
      let page = try Styled(
        """
        <!doctype html><style>.x{text-align: right}</style><body bgcolor=chucknorris text=#f00 link=lime>
        <table id=t border=2 cellpadding=3 cellspacing=4 width=50% align=center><tr valign=top>
        <td id=c align=center width=100 bgcolor=ff0 nowrap><td id=d class=x align=center></table>
        <font id=f color=blue size=+1 face=Arial><a id=l href=x></a></font><img id=i width=40 height=20 hspace=5 align=left>
        <ol type=A start=3><li id=li value=7></ol><hr id=h size=5 width=50><p id=p dir=auto>שלום<div hidden id=n>
        """)
      let t = try page["t"]
      #expect(t.box.width == .length(.percent(50)) && t.box.margin.left == .auto)
      #expect(t.box.border.top.width == 2 && t.box.border.top.style == .outset)
      #expect(t.inherited.borderSpacingX == 4)
      let c = try page["c"]
      #expect(c.text.align == .blocksCenter && c.box.width == .length(.points(100)))
      #expect(c.paint.backgroundColor == .color(Color(hex: "0f0f00") ?? .black) && !c.text.wraps)
      #expect(c.box.padding.left == .points(3) && c.box.verticalAlign == .top)
      #expect(c.box.border.left.width == 1 && c.box.border.left.style == .inset)
      #expect(try page["d"].text.align == .right)
      let f = try page["f"]
      #expect(
        f.text.color == .blue && f.text.fontSize == 18 && f.text.families == [.named("Arial")])
      #expect(try page["l"].text.color == .lime)
      let i = try page["i"]
      #expect(i.box.float == .left && i.box.margin.left == .length(.points(5)))
      #expect(i.box.aspectRatio.ratio == 2)
      #expect(try page["li"].inherited.listType == .named("upper-alpha"))
      #expect(try page["li"].rare.counterSet == [CounterChange(name: "list-item", value: 7)])
      #expect(try page["h"].box.height == .length(.points(3)) && page["p"].text.direction == .rtl)
      #expect(try page["n"].box.display == .none)
      let body = try #require(page.styled.tree.nodes.firstIndex { $0.name == "body" })
      #expect(page.styled[body].paint.backgroundColor == .color(Color(hex: "c00000") ?? .black))
      #expect(page.styled[body].text.color == .red)
    }

    @Test func theStandardSheetIsUnderstood() throws {
      #expect(StyleSheet.standard.notes == [] && StyleSheet.standard.rules.count > 60)
      let page = try Styled(
        "<!doctype html><ul><li><ul id=u><li></ul></ul><th id=t><table><tr><th id=h>")
      #expect(try page["u"].inherited.listType == .named("circle"))
      #expect(try page["u"].box.margin.top == .length(.zero))
      #expect(try page["h"].text.align == .center && page["h"].text.weight == 700)
    }

    @Test func logicalPropertiesFollowTheWritingMode() throws {
      let style = try ComputedStyle.of(
        "margin-inline-start: 1px; margin-block-end: 2px; inline-size: 3px; inset-block-start: 4px; "
          + "border-inline-end: 5px solid; writing-mode: vertical-rl; direction: rtl")
      #expect(
        style.box.margin.bottom == .length(.points(1))
          && style.box.margin.left == .length(.points(2)))
      #expect(
        style.box.height == .length(.points(3)) && style.box.inset.right == .length(.points(4)))
      #expect(style.box.border.top.width == 5)
      let order = try ComputedStyle.of(
        "margin-left: 1px; margin-inline: 2px 3px; margin-right: 4px")
      #expect(
        order.box.margin.left == .length(.points(2))
          && order.box.margin.right == .length(.points(4)))
    }

    @Test func alikeElementsShareAStyle() throws {
      let items = String(repeating: "<li class=x><b>a</b>", count: 1000)
      let page = try Styled("<style>.x{color: red} b{color: lime}</style><ul>\(items)")
      #expect(page.styled.styles.count < 12)
      let cascade = try Cascade(author: [], environment: MediaEnvironment(viewport: .zero))
      let polls = CancellationFlag()
      polls.set()
      #expect(throws: CancellationError.self) {
        try cascade.styled(page.styled.tree, cancellation: Cancellation(flag: polls))
      }
    }

    @Test func sheetsOfTheDocumentAreFound() throws {
      let page = try Styled(
        """
        <!doctype html><link rel=stylesheet href=a.css><link rel='alternate stylesheet' href=b.css>
        <link rel=stylesheet href=no.css><style media=print>p{color: red}</style><style type=text/x>p{color:red}</style>
        <p id=a style='foo: 1; width: 1zz'>
        """,
        load: { $0 == "a.css" ? "p{color: lime; x: y}" : $0 == "b.css" ? "p{color: red}" : nil })
      #expect(try page["a"].text.color == .lime)
      #expect(
        page.notes == [
          "a.css:1:16: The property is not known: x: y.", "2:1: It was not loaded: no.css.",
          "3:1: The property is not known: foo: 1.",
          "3:1: The value is not understood: width: 1zz.",
        ])
    }
  }
#endif

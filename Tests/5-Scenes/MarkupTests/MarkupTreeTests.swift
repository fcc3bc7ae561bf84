// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Markup
import SystemConcurrency
import Testing

#if HTML
  @Suite struct MarkupTreeTests {
    /// The elements and texts of a tree, as brackets.
    private static func outline(_ tree: MarkupTree, _ node: Int = 0) -> String {
      let element = tree[node]
      guard element.isElement else { return element.text }
      return "(\(element.name)"
        + tree.children(of: node).map { " " + outline(tree, $0) }.joined() + ")"
    }

    private static func body(_ source: String, _ syntax: MarkupSyntax = .html) throws -> String {
      let tree = try MarkupTree(source, syntax: syntax)
      return outline(tree, tree.nodes.firstIndex { $0.name == "body" } ?? 0)
    }

    @Test func impliedElementsAreThere() throws {
      let tree = try MarkupTree("<p>a<p>b")
      #expect(Self.outline(tree) == "(html (head) (body (p a) (p b)))")
      #expect(try Self.body("<table><tr><td>a") == "(body (table (tbody (tr (td a)))))")
      #expect(try Self.body("<b>a<i>b</b>c</i>") == "(body (b a (i b)) (i c))")
    }

    @Test func attributesReferencesAndNamesAreRead() throws {
      let tree = try MarkupTree(
        "<!doctype html><DIV ID=a Class='b c' hidden>&lt;&eacute;&#x4e2d;</DIV><my-Card/>x")
      let div = try #require(tree.nodes.firstIndex { $0.name == "div" })
      #expect(tree.attributes(of: div).map(\.name) == ["id", "class", "hidden"])
      #expect(tree.attribute("class", of: div) == "b c" && tree.attribute("lang", of: div) == nil)
      #expect(tree.text(of: div) == "<é中" && tree.quirks == .none)
      #expect(tree.nodes.contains { $0.name == "my-card" })
      #expect(try MarkupTree("x").quirks == .full)
    }

    /// As `document.compatMode` of Chromium says, and the heights of its lines.
    @Test(arguments: [
      ("html", QuirksMode.none), ("HTML SYSTEM 'about:legacy-compat'", .none), ("svg", .full),
      ("html PUBLIC '-//W3C//DTD HTML 4.01//EN' 'http://www.w3.org/TR/html4/strict.dtd'", .none),
      ("html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'", .full),
      ("html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'loose.dtd'", .limited),
      ("html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'", .limited),
      ("html PUBLIC '-//w3c//dtd xhtml 1.0 frameset//en'", .limited),
      ("html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x'", .none),
      ("html PUBLIC '-//W3C//DTD HTML 4.0 Transitional//EN' 'x'", .full),
      ("html PUBLIC '-//IETF//DTD HTML 2.0//EN'", .full),
      ("html PUBLIC '-//W3C//DTD HTML 3.2 Final//EN'", .full),
    ])
    func theDocumentTypeDecidesTheMode(_ type: String, _ mode: QuirksMode) throws {
      #expect(try MarkupTree("<!DOCTYPE \(type)><p>a").quirks == mode)
    }

    @Test func linksAndRangesAgree() throws {
      let tree = try MarkupTree("<ul><li>a<li><b>b</b>c</ul>d")
      for node in tree.nodes.indices {
        let children = Array(tree.children(of: node))
        #expect(children.allSatisfy { tree.parent(of: $0) == node })
        #expect(tree.firstChild(of: node) == children.first)
        #expect(tree.lastChild(of: node) == children.last)
        #expect(children.dropFirst().map { tree.previous(before: $0) } == children.dropLast())
        let within = tree.nodes.indices.filter { other in
          var at: Int? = other
          while let place = at, place != node { at = tree.parent(of: place) }
          return at == node
        }
        #expect(Array(tree.subtree(of: node)) == within)
      }
    }

    @Test func placesAreThoseOfTheSource() throws {
      let tree = try MarkupTree("\u{FEFF}<body>\n  <p>a\n<b>b</b>")
      let b = try #require(tree.nodes.firstIndex { $0.name == "b" })
      #expect(tree.position(of: b) == (3, 1))
      let p = try #require(tree.nodes.firstIndex { $0.name == "p" })
      #expect(tree.position(of: p) == (2, 3) && tree.nodes[p].offset == 9)
      // What is edited before the parser sees it moves nothing.
      let other = try MarkupTree("<i/><i/>\n<i/><u>x</u>", syntax: .xhtml)
      let u = try #require(other.nodes.firstIndex { $0.name == "u" })
      #expect(other.position(of: u) == (2, 5))
    }

    @Test func xhtmlIsReadAsHTML() throws {
      #expect(try Self.body("<div/>a") == "(body (div a))")
      #expect(try Self.body("<div/>a<br></br>b", .xhtml) == "(body (div) a (br) b)")
      #expect(try Self.body("<p><![CDATA[a<b>&]]></p>", .xhtml) == "(body (p a<b>&))")
      let source = """
        <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><style><![CDATA[
        p &gt; a {}]]></style><script/></head><body><p/>a</body></html>
        """
      let tree = try MarkupTree(source)
      let style = try #require(tree.nodes.firstIndex { $0.name == "style" })
      #expect(tree.isXHTML && tree.text(of: style) == "\np > a {}")
      #expect(Self.outline(tree).hasSuffix("(script)) (body (p) a))"))
    }

    @Test func foreignElementsHaveTheirNames() throws {
      let tree = try MarkupTree("<svg viewbox='0'><lineargradient/><path xlink:href='#a'/></svg>")
      #expect(Self.outline(tree).contains("(svg (linearGradient) (path))"))
      let svg = try #require(tree.nodes.firstIndex { $0.name == "svg" })
      #expect(tree[svg].namespace == .svg && tree.attribute("viewBox", of: svg) == "0")
      #expect(tree.attribute("xlink:href", of: svg + 2) == "#a")
    }

    @Test func deepElementsAreFlattened() throws {
      let count = 100_000
      let source =
        String(repeating: "<div>", count: count) + "x" + String(repeating: "</div>", count: count)
        + "<p>y"
      let tree = try MarkupTree(source)
      var depth = [Int](repeating: 0, count: tree.nodes.count)
      for node in tree.nodes.indices.dropFirst() {
        depth[node] = depth[try #require(tree.parent(of: node))] + 1
      }
      #expect(depth.max() ?? 0 <= 512 && depth.max() ?? 0 > 500)
      #expect(tree.flattenedElements == count - 509)
      #expect(tree.text(of: 0) == "xy")
      #expect(tree.nodes.last.map { $0.text } == "y" && depth.last == 3)
      // What is never closed, but not deep either, is not left out.
      for soup in ["<li><p>a<i>b", "<tr><td>a<p>b<td>c", "<dt>a<dd>b<p>c", "<option>a", "<p>a<p>b"]
      {
        let text = "<table><tbody>" + String(repeating: soup, count: 2000)
        #expect(try MarkupTree(text).flattenedElements == 0, "\(soup)")
      }
    }

    /// What an estimate from tags takes for closed, or for a comment, and the parser does not.
    @Test(arguments: [
      "<span><div></span>", "<form><div></form>", "<b><div></b>", "<!--><div>-->", "<!---><div>-->",
      "<!-- --!><div>-->", "<noscript><div></noscript>", "<rt>", "<option><b>", "<math><input>",
      "<customelement-a><div></customelement-b>", "<svg><div></svg>",
    ])
    func depthIsBoundedInTheTree(soup: String) throws {
      let tree = try MarkupTree(String(repeating: soup, count: 3000) + "x<img id=a>")
      var depth = [Int](repeating: 0, count: tree.nodes.count)
      for node in tree.nodes.indices.dropFirst() {
        depth[node] = depth[try #require(tree.parent(of: node))] + 1
      }
      #expect(depth.max() ?? 0 <= 512)
      #expect(tree.text(of: 0).hasSuffix("x") && tree.nodes.contains { $0.name == "img" })
      for node in tree.nodes.indices {
        #expect(tree.children(of: node).allSatisfy { tree.subtree(of: node).contains($0) })
      }
    }

    @Test func manyShapesAreNotDeep() throws {
      let shapes = String(repeating: "<path d='M0 0'/><g><rect/></g>", count: 1000)
      let tree = try MarkupTree("<svg>\(shapes)</svg><p>x")
      #expect(tree.flattenedElements == 0 && tree.notes.isEmpty)
      #expect(tree.nodes.count { $0.name == "path" } == 1000)
    }

    @Test func scriptsAreNotedOnce() throws {
      let tree = try MarkupTree(
        "<script type='application/ld+json'>{}</script>\n <script>a</script><script src=b></script>"
      )
      #expect(tree.notes == ["2:2: Scripts are not run."])
      #expect(try MarkupTree("<p>x").notes.isEmpty)
    }

    @Test func boundsAreSaid() throws {
      var limits = MarkupLimits()
      limits.bytes = 10
      #expect(throws: MarkupError.self) { try MarkupTree("<p>aaaaaaaaa", limits: limits) }
      limits = MarkupLimits()
      limits.memory = 1 << 20
      // Each paragraph opens all `b` of those before it anew.
      let source = (0..<300).map { "<p><b id=\($0)></p>" }.joined()
      do {
        _ = try MarkupTree(source, limits: limits)
        Issue.record("no error")
      } catch let error as MarkupError {
        #expect(error.code == .outOfMemory)
      }
      let polls = CancellationFlag()
      polls.set()
      #expect(throws: CancellationError.self) {
        try MarkupTree(
          String(repeating: "<p>a", count: 2000), cancellation: Cancellation(flag: polls))
      }
    }

    @Test func emptyAndBrokenSourcesAreTrees() throws {
      for source in ["", "<", "</", "<!", "<!--", "<p", "<p a='", "<style>", "\0", "<?xml"] {
        #expect(try MarkupTree(source).nodes.first?.name == "html")
      }
      #expect(try MarkupTree(bytes: [0x61, 0xFF, 0x62]).text(of: 0) == "a\u{FFFD}b")
      #expect(try MarkupTree("<meta charset=UTF-8>").declaredEncoding == "utf-8")
    }
  }
#else
  @Suite struct MarkupTreeTests {
    @Test func withoutTheTraitItIsSaid() {
      #expect(throws: MarkupError.self) { try MarkupTree("<p>a") }
    }
  }
#endif

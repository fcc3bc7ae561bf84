// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Markup
import SystemConcurrency
import Testing
import TextTestSupport

#if Markdown
  @Suite struct MarkdownTreeTests {
    private static func count(_ name: String, _ tree: MarkupTree) -> Int {
      tree.nodes.count { $0.name == name }
    }

    @Test func pagesAreNotInQuirksMode() throws {
      #expect(try MarkupTree(markdown: "a").quirks == .none)
      #expect(try MarkupTree(markdown: "").nodes.map(\.name) == ["html", "head", "body"])
    }

    /// Lines end with `\n`, `\r` or both; columns count bytes. What is HTML has the place of the
    /// block before it.
    @Test func blocksHaveTheirPlacesInTheMarkdown() throws {
      let tree = try MarkupTree(
        markdown: "# A\r\n\r\nb\rc\n\n> - d *e*\n\n<i>f</i>\n\n| g |\n|--:|\n| h |\n")
      func place(_ name: String) throws -> [Int] {
        let place = tree.position(of: try #require(tree.nodes.firstIndex { $0.name == name }))
        return [place.line, place.column]
      }
      #expect(try place("h1") == [1, 1])
      #expect(try place("p") == [3, 1])
      #expect(try place("blockquote") == [6, 1])
      #expect(try place("li") == [6, 3])
      #expect(try place("em") == [6, 3])
      #expect(try place("table") == [10, 1])
      #expect(try place("td") == [12, 2])
      #expect(!tree.nodes.indices.contains { tree.attribute("data-sourcepos", of: $0) != nil })
      #expect(
        tree.attribute("align", of: try #require(tree.nodes.lastIndex { $0.name == "td" }))
          == "right")
    }

    @Test func footnotesAreThere() throws {
      let tree = try MarkupTree(markdown: "a[^n]\n\n[^n]: b\n")
      let note = try #require(tree.nodes.firstIndex { $0.name == "li" })
      #expect(tree.attribute("id", of: note) == "fn-n" && tree.text(of: note).contains("b"))
      #expect(Self.count("sup", tree) == 1)
    }

    @Test func htmlWithinIsRead() throws {
      let tree = try MarkupTree(
        markdown: "<div align=center>\n\n*a* <b>c</b>\n\n</div>\n\n<script>d</script>\n")
      let emphasis = try #require(tree.nodes.firstIndex { $0.name == "em" })
      #expect(tree.parent(of: emphasis).map { tree[$0].name } == "p")
      #expect(Self.count("b", tree) == 1)
      #expect(tree.notes == ["3:1: Scripts are not run."])
    }

    @Test func otherBytesAreRead() throws {
      #expect(
        try MarkupTree(markdown: [0xEF, 0xBB, 0xBF, 0x23, 0x20, 0x61]).nodes.contains {
          $0.name == "h1"
        })
      #expect(
        try MarkupTree(markdown: [0xFF, 0xFE, 0x23, 0, 0x20, 0, 0x61, 0]).nodes.contains {
          $0.name == "h1"
        })
      let bad = try MarkupTree(markdown: [0x61, 0xFF, 0x00, 0x62])
      #expect(bad.text(of: 0).trimmingPrefix("\n").hasPrefix("a\u{FFFD}\u{FFFD}b"))
    }

    // MARK: Bounds

    private static func error(_ markdown: String, _ limits: MarkupLimits = MarkupLimits())
      -> MarkupError?
    {
      do {
        _ = try MarkupTree(markdown: markdown, limits: limits)
        return nil
      } catch {
        return error as? MarkupError
      }
    }

    private static func repeated(_ part: String, _ count: Int) -> String {
      String(repeating: part, count: count)
    }

    @Test func whatIsTooLongIsRefused() {
      let error = Self.error(Self.repeated("a", 17 << 20))
      #expect(error?.code == .tooLarge && error?.language == .markdown)
      #expect(error?.description == "The document has 17825792 bytes; at most 16777216 are read.")
    }

    @Test func memoryIsBounded() {
      var limits = MarkupLimits()
      limits.memory = 4 << 20
      let error = Self.error(Self.repeated("*a **b ", 20_000), limits)
      #expect(error?.code == .outOfMemory)
      #expect(error?.description == "The blocks of the document need more than 4 MiB.")
    }

    /// The HTML of many brackets is longer than the bound of pages of HTML, which does not count.
    @Test func htmlMayBeLongerThanTheMarkdown() throws {
      var limits = MarkupLimits()
      limits.bytes = 1000
      let tree = try MarkupTree(markdown: Self.repeated("<", 1000), limits: limits)
      #expect(tree.text(of: 0).trimmingPrefix("\n").hasPrefix(Self.repeated("<", 1000)))
    }

    /// What nests a hundred thousand deep is flattened, with a note.
    @Test(arguments: [">", "1. ", "* + "])
    func deepBlocksAreFlattened(_ marker: String) throws {
      let tree = try MarkupTree(markdown: Self.repeated(marker, 100_000) + "a\n")
      #expect(tree.text(of: 0).contains("a"))
      #expect(tree.flattenedElements > 90_000)
      #expect(tree.notes.contains { $0.contains("lie too deep") })
    }

    @Test(arguments: [
      "*a **a ", "[", "[a](", "]", "_a __b ", "~a ~~b ", "`a``", "<", "&", "\\[", "a](b",
    ])
    func longLinesAreRead(_ part: String) throws {
      let tree = try MarkupTree(markdown: Self.repeated(part, 50_000))
      #expect(!tree.nodes.isEmpty)
    }

    /// The library takes a time that grows with the square of the length for these.
    @Test(arguments: ["![[]()", "a<!A ", "a<![CDATA["])
    func whatTakesLongIsRefused(_ part: String) {
      var limits = MarkupLimits()
      limits.seconds = 0.05
      let time = ThreadTime.measure {
        let error = Self.error(Self.repeated(part, 100_000), limits)
        #expect(error?.code == .tooSlow)
        #expect(error?.description == "The document takes more than 0.05 seconds to read.")
      }
      #expect(time < 5)
    }

    /// Lines without blocks make the library walk through all that is open, without an allocation.
    @Test func emptyLinesWithinDeepListsAreBounded() {
      var limits = MarkupLimits()
      limits.seconds = 0.05
      let time = ThreadTime.measure {
        let error = Self.error(
          Self.repeated("- ", 5000) + "a" + Self.repeated("\n", 200_000), limits)
        #expect(error?.code == .tooSlow)
      }
      #expect(time < 5)
    }

    @Test func wideTablesAreRead() throws {
      let row = Self.repeated("|a", 2000) + "|\n"
      let tree = try MarkupTree(markdown: row + Self.repeated("|-", 2000) + "|\n" + row)
      #expect(Self.count("td", tree) == 2000)
    }

    @Test func theReadingIsCancelled() throws {
      let text = Self.repeated("# a\n\n- [ ] ~~b~~ *c*\n\n", 2000)
      var outcomes: [Bool] = []
      for last in [1, 2, 5, 20] {
        let poll = CancelledPoll(at: last)
        do {
          _ = try MarkupTree(markdown: text, cancellation: poll.cancellation)
          outcomes.append(false)
        } catch is CancellationError {
          outcomes.append(true)
        }
      }
      #expect(outcomes == [true, true, true, true])
      // What a document that was cancelled leaves behind does not change the next one.
      #expect(Self.count("del", try MarkupTree(markdown: "~~a~~ ~b~")) == 2)
    }

    /// The library has one table for all threads.
    @Test func documentsOfSeveralThreadsHaveTheirStrikes() async throws {
      let text = Self.repeated("~~a~~ b\n\n", 500)
      let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<4 {
          group.addTask {
            try (0..<20).map { _ in Self.count("del", try MarkupTree(markdown: text)) }
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(counts == Array(repeating: 500, count: 80))
    }
  }
#else
  @Suite struct MarkdownTreeTests {
    @Test func theTraitIsNamed() {
      #expect {
        _ = try MarkupTree(markdown: "a")
      } throws: {
        ($0 as? MarkupError)?.description
          == "Markdown is not read: this is built without the package trait Markdown."
      }
    }
  }
#endif

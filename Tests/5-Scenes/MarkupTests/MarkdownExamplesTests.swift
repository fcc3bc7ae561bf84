// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Markup
import Testing

#if Markdown
  /// The examples of the specifications of Markdown: each is Markdown and the HTML that it stands for.
  @Suite struct MarkdownExamplesTests {
    struct Example {
      var section: String
      var number: Int
      var markdown: String
      var html: String
    }

    /// The examples of a file, numbered from 1 as in the specification.
    private static func examples(_ name: String) throws -> [Example] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Specification/\(name)")
      let fence = String(repeating: "`", count: 32)
      var (examples, section): ([Example], String) = ([], "")
      var open: (markdown: [Substring], html: [Substring]?)?
      for line in try String(contentsOf: file, encoding: .utf8)
        .replacing("→", with: "\t").split(separator: "\n", omittingEmptySubsequences: false)
      {
        if let example = open {
          if line == fence {
            func text(_ lines: [Substring]) -> String { lines.map { $0 + "\n" }.joined() }
            examples.append(
              Example(
                section: section, number: examples.count + 1, markdown: text(example.markdown),
                html: text(example.html ?? [])))
            open = nil
          } else if example.html != nil {
            open?.html?.append(line)
          } else if line == "." {
            open?.html = []
          } else {
            open?.markdown.append(line)
          }
        } else if line.hasPrefix(fence) {
          open = ([], nil)
        } else if line.hasPrefix("## ") {
          section = String(line.dropFirst(3))
        }
      }
      return examples
    }

    /// The elements with their attributes, and the texts, one a line. White space between blocks,
    /// which nobody sees, is left out.
    private static func outline(_ tree: MarkupTree) -> String {
      var lines: [String] = []
      var left: [(node: Int, depth: Int)] = [(0, 0)]
      while let (node, depth) = left.popLast() {
        let element = tree[node]
        if element.isElement {
          let attributes = tree.attributes(of: node).map { " \($0.name)=\"\($0.value)\"" }.sorted()
          lines.append("\(depth) <\(element.name)\(attributes.joined())>")
        } else if element.text.contains(where: { !$0.isWhitespace }) || isWithinPre(node, tree) {
          lines.append("\(depth) \(element.text.debugDescription)")
        }
        left += tree.children(of: node).map { ($0, depth + 1) }.reversed()
      }
      return lines.joined(separator: "\n")
    }

    private static func isWithinPre(_ node: Int, _ tree: MarkupTree) -> Bool {
      var node = node
      while let parent = tree.parent(of: node) {
        if tree[parent].name == "pre" { return true }
        node = parent
      }
      return false
    }

    private static func outlines(_ example: Example) throws -> (own: String, wanted: String) {
      (
        outline(try MarkupTree(markdown: example.markdown)),
        outline(try MarkupTree("<!doctype html>\n" + example.html, syntax: .html))
      )
    }

    /// The examples of CommonMark 0.31.2 that libcmark-gfm, which has the rules of 0.29, reads
    /// otherwise, with the reasons.
    private static let known: [Int: String] = [
      28: "a reference by number had eight digits at most before 0.29, and has seven since",
      171: "textarea begins a block of HTML that blank lines do not end, since 0.30",
      354: "signs such as those of currencies count as punctuation beside emphasis, since 0.31",
      625: "a comment may have two hyphens within, since 0.31",
      626: "<!--> and <!---> are comments, since 0.31",
    ]

    @Test func treesAreThoseOfCommonMark() throws {
      let examples = try Self.examples("commonmark-0.31.2.txt")
      #expect(examples.count == 652)
      for example in examples {
        let (own, wanted) = try Self.outlines(example)
        let isKnown = Self.known[example.number] != nil
        #expect((own == wanted) != isKnown, "\(example): \(own) is not \(wanted)")
      }
    }

    @Test func treesAreThoseOfTheExtensions() throws {
      let examples = try Self.examples("github-0.29.txt")
      #expect(examples.count == 12)
      for example in examples {
        let (own, wanted) = try Self.outlines(example)
        #expect(own == wanted, "\(example)")
      }
    }
  }
#endif

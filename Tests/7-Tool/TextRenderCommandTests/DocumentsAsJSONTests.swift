// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextModel
import TextTestSupport

@testable import LayerScenes
@testable import StyledDocuments
@testable import TextRenderCommand

/// The page "Documents as JSON": its tables are those of the reader, its examples are read and run.
@Suite("Documents as JSON: the page", .timeLimit(.minutes(30)))
struct DocumentsAsJSONTests {
  private let lines: [Substring]

  init() throws {
    let page = URL(filePath: Checkout.path).appendingPathComponent(
      "Sources/4-Layers/TextLayers/TextLayers.docc/DocumentsAsJSON.md")
    lines = try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The first column of the table under a heading.
  private func members(under heading: Substring) -> [String] {
    lines.drop { $0 != "### " + heading }.dropFirst().prefix { !$0.hasPrefix("#") }
      .filter { $0.hasPrefix("| `") }
      .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
  }

  /// The code blocks in a language.
  private func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in lines {
      if line == "```" + language {
        block = []
      } else if line == "```" {
        if let block { blocks.append(block.joined(separator: "\n")) }
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  @Test func theTablesNameEveryMember() {
    #expect(members(under: "A document") == DocumentMember.keys)
    #expect(members(under: "An element of fonts") == FontMember.keys)
    #expect(members(under: "A shape") == ShapeMember.keys)
    #expect(members(under: "An element of exclusions") == ExclusionMember.keys)
    #expect(members(under: "Columns") == ColumnsMember.keys)
    #expect(members(under: "Combined digits") == TextCombineMember.keys)
    #expect(members(under: "An element of spans") == SpanMember.keys)
    #expect(members(under: "Ruby") == RubyMember.keys)
    let (paragraphs, others) = (
      StyleProperty.allCases.filter(\.isParagraph),
      StyleProperty.allCases.filter { !$0.isParagraph }
    )
    #expect(members(under: "A style") == others.map(\.key))
    #expect(members(under: "A style: properties of paragraphs") == paragraphs.map(\.key))
    #expect(members(under: "An element of attachments") == AttachmentMember.keys)
    #expect(members(under: "An element of links") == LinkMember.keys)
    #expect(members(under: "A highlight") == HighlightMember.keys)
    #expect(members(under: "Truncation") == TruncationMember.keys)
    #expect(members(under: "A token") == TokenMember.keys)
    #expect(members(under: "A background") == BackgroundMember.keys)
    #expect(members(under: "A border") == BorderMember.keys)
    #expect(members(under: "An element of decorations") == DecorationMember.keys)
    #expect(members(under: "An element of shadows") == TextShadowMember.keys)
    #expect(members(under: "A stroke") == StrokeMember.keys)
    #expect(members(under: "What text is filled with") == FillMember.keys)
    #expect(members(under: "A gradient") == GradientMember.keys)
    #expect(members(under: "Line breaking with costs") == LineBreakingMember.keys)
    #expect(members(under: "Justification") == JustificationMember.keys)
    #expect(members(under: "The costs of optimal lines") == BreakCostMember.keys)
  }

  /// The words of a closed list stand in the table, and no others.
  @Test func theTablesNameEveryWord() throws {
    for property in StyleProperty.allCases where property.form.isClosed {
      if property.form.type == .boolean { continue }
      let row = try #require(lines.first { $0.hasPrefix("| `\(property.key)` |") })
      let values = row.split(separator: "|")[1]
      let words = values.split(separator: "`").filter { $0.hasPrefix("\"") }
      #expect(words.map { $0.filter { $0 != "\"" } } == property.form.words, "\(property.key)")
    }
  }

  @Test func theExampleIsValid() throws {
    let examples = blocks("json")
    #expect(examples.count == 3)
    let schema = SchemaCheck(root: try ToolRun("render", "--schema").json())
    for example in examples {
      var reader = StyledDocumentReader()
      let document = try reader.document(from: Array(example.utf8))
      #expect(reader.unknownKeys.isEmpty)
      #expect(document.spans.allSatisfy { $0.end <= document.text.scalars.count })
      #expect(schema.allows(try UntypedJSON.value(example.utf8)))
      let run = ToolRun(["layout", "--document", "-"], input: Array(example.utf8))
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test(.enabled(if: ToolBinary.path != nil, ToolBinary.missing)) func theCommandsRun() throws {
    let commands = blocks("sh").flatMap { $0.split(separator: "\n").map(String.init) }
    #expect(commands.count == 4)
    try ToolRun.withFolder { folder in
      try ExampleFolder.makeFiles(in: folder)
      try Array(try #require(blocks("json").first).utf8).write(to: folder + "/styled.json")
      for command in commands { try ExampleFolder.run(command, in: folder) }
    }
  }
}

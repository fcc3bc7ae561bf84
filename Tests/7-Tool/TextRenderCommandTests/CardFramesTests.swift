// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

/// The frames that the article "Cards without coordinates" shows are those of its first card.
struct CardFramesTests {
  private static func blocks(_ language: String) throws -> [String] {
    let article = URL(filePath: Checkout.path).appending(
      path: "Sources/4-Layers/TextLayers/TextLayers.docc/CardsWithoutCoordinates.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    return try text.split(separator: "```\(language)\n").dropFirst().map { part in
      String(try #require(part.split(separator: "```").first))
    }
  }

  @Test func theArticleShowsThem() throws {
    let card = try #require(try Self.blocks("json").last { $0.contains("Low water") })
    let run = ToolRun("scene", "-", "--frames", "--strict", input: card)
    #expect(run.status == 0 && run.errors.isEmpty)
    var rest = run.text[...]
    // It is broken into indented lines, and left out at each ellipsis.
    let shown = try #require(try Self.blocks("text").first)
    let lines = shown.split(separator: "\n").map { $0.drop { $0 == " " } }
    let parts = lines.joined().split(separator: "…").map { $0.drop { $0 == "," } }
    #expect(parts.count == 3)
    for part in parts {
      let end = part.hasSuffix(", ") ? part.dropLast(2) : part
      let place = try #require(rest.range(of: String(end)), "\(end)")
      rest = rest[place.upperBound...]
    }
  }
}

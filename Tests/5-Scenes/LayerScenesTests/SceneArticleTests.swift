// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import Testing
import TextTestSupport

@testable import DocumentJSON
@testable import LayerScenes
@testable import StyledDocuments

/// The articles about scenes agree with the reader.
struct SceneArticleTests {
  private static func article(_ name: String) throws -> String {
    let url = URL(filePath: Checkout.path).appending(
      path: "Sources/5-Scenes/LayerScenes/LayerScenes.docc/\(name).md")
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test func theExampleIsDrawn() throws {
    let parts = try Self.article("LayerScenes").split(separator: "```json\n")
    let json = try #require(parts.last?.split(separator: "```").first)
    let scene = try SceneText.read(String(json), SceneOptions(isStrict: true))
    #expect(scene.notes.isEmpty)
    let image = try TreeRenderer().renderNow(scene.tree).image
    #expect(image.width == 480 && image.height == 320)
    #expect(
      image.pixel(x: 240, y: 240)
        == Color(red: 244 / 255, green: 244 / 255, blue: 1)
        .premultiplied8)
  }

  @Test func everyKeyIsNamed() throws {
    let article = try Self.article("SceneKeys")
    for key in SceneMember.keys + LayerMember.keys + BoxMember.keys {
      #expect(article.contains("`\(key)`"), "\(key)")
    }
    for key in ShadowMember.keys + ContentsMember.keys + PathMember.keys {
      #expect(article.contains("\"\(key)\":") || article.contains("`\(key)`"), "\(key)")
    }
  }

  @Test func theLimitsAreThoseOfTheReader() throws {
    let article = try Self.article("LayerScenes")
    for limit in [
      "\(JSONLimits.bytes >> 20) MiB", grouped(JSONLimits.values), grouped(LayerLimits.depth),
      grouped(LayerLimits.instances),
      grouped(CanvasLimits.bitmapSide), grouped(CanvasLimits.bitmapBytes / 4),
      grouped(TextLimits.textLength), "\(DocumentFiles.byteLimit >> 20) MiB",
      grouped(StyledDocument.overlapLimit),
    ] {
      #expect(article.contains("| \(limit)"), "\(limit)")
    }
  }

  /// A number with commas between its thousands.
  private func grouped(_ number: Int) -> String {
    var (digits, rest) = ("", String(number)[...])
    while rest.count > 3 {
      digits = ",\(rest.suffix(3))" + digits
      rest = rest.dropLast(3)
    }
    return rest + digits
  }
}

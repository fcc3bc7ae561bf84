// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import Testing
import TextTestSupport

@testable import LayerScenes

/// The article "Cards without coordinates": its scenes are those of the gallery, its Swift is
/// `CardsWithoutCoordinates`, and both give the same layers.
struct CardGuideTests {
  /// A card: the scene of the gallery, and the code of the article.
  enum Card: String, CaseIterable {
    case article, quote, product, code, chart, event

    var json: String {
      get throws {
        try CardGuideTests.text(
          of: "Sources/7-Tool/TextRenderCommand/Gallery/Cards/\(rawValue).json")
      }
    }

    func scene() throws -> Scene {
      var options = SceneOptions(isStrict: true)
      options.fonts = { _ in .embedded }
      return try SceneText.read(try json, options)
    }

    func swift() throws -> RenderTree {
      switch self {
      case .article: try CardsWithoutCoordinates.article()
      case .quote: try CardsWithoutCoordinates.quote()
      case .product: try CardsWithoutCoordinates.product()
      case .code: try CardsWithoutCoordinates.code()
      case .chart: try CardsWithoutCoordinates.chart()
      case .event: try CardsWithoutCoordinates.event()
      }
    }
  }

  fileprivate static func text(of path: String) throws -> String {
    try String(contentsOf: URL(filePath: Checkout.path).appending(path: path), encoding: .utf8)
  }

  // MARK: Pictures

  @Test(arguments: Card.allCases) func theSceneHasItsPicture(_ card: Card) throws {
    let scene = try card.scene()
    #expect(scene.notes.isEmpty && scene.missing.isEmpty)
    let image = try TreeRenderer().renderNow(scene.tree).image
    #expect(GoldenImage.mismatch(image, named: "card-\(card.rawValue)") == nil)
  }

  @Test(arguments: Card.allCases) func theCodeGivesTheLayersOfTheScene(_ card: Card) throws {
    let (scene, swift) = (try card.scene().tree, try card.swift())
    #expect(scene.size == swift.size && scene.scale == swift.scale)
    #expect(Self.frames(of: swift.root) == Self.frames(of: scene.root))
    let image = try TreeRenderer().renderNow(swift).image
    #expect(GoldenImage.mismatch(image, named: "card-\(card.rawValue)") == nil)
  }

  /// The frames of a layer and of those in it, each indented by its depth.
  private static func frames(of node: RenderNode, depth: Int = 0) -> [String] {
    let indentation = String(repeating: "  ", count: depth)
    return ["\(indentation)\(node.properties.frame)"]
      + node.sublayers.flatMap { frames(of: $0, depth: depth + 1) }
  }

  // MARK: Sums

  /// Frames of cards in their superlayers, added up by hand. A line of Noto Sans is 1.362 em high
  /// and its baseline 1.069 em below its top; edges lie on whole pixels.
  private static let sums: [(card: Card, layer: String, frame: [Double])] = [
    // Between the two margins that are auto: 486 − 44 − 168 − 24 − 88 − 48 · 1.362 = 96.6.
    (.article, "site", [72, 72, 1056, 44]),
    (.article, "title", [72, 72 + 44 + 48, 1056, 2 * 84]),
    (.article, "summary", [72, 164 + 168 + 24, 900, 2 * 44]),
    (.article, "author", [72, 493, 1056, 558 - 493]),
    (.article, "avatar", [0, 0, 64, 64]),
    (.article, "glow", [1200 + 320 - 900, -320, 900, 900]),
    (.quote, "card", [24, 24, 552, 28 + 64 - 20 + 126 + 28 + 48 + 32]),
    (.quote, "quote", [36, 28 + 64 - 20, 552 - 72, 3 * 42]),
    (.quote, "avatar", [0, 0, 48, 48]),
    (.product, "badge", [12, 12, .nan, .nan]),
    (.product, "kettle", [40, .nan, 120, 120]),
    (.product, "description", [0, .nan, 552 - 40 - 200 - 24, 2 * 24]),
    // On one baseline.
    (.product, "price", [0, 0, .nan, 34 * 1.362]),
    (.product, "before", [.nan, 1.069 * (34 - 18), .nan, 18 * 1.362]),
    (.product, "button", [.nan, 1.069 * (34 - 16) - 8, .nan, 16 * 1.362 + 16]),
    // Letters of Liberation Mono are 0.6 em wide.
    (.code, "window", [32, 32, 576, 28 + 14 * 1.362 + 6 + 5 * 26 + 24]),
    (.code, "numbers", [24, 6, 17 * 0.6, 5 * 26]),
    (.code, "code", [24 + 17 * 0.6 + 20, 6, 576 - 48 - 17 * 0.6 - 20, 5 * 26]),
    // 376 points for 300: 188, 112.8 and 75.2.
    (.chart, "label", [24, 24, 432, 24 + 27.24 + 16 + 20 + 16 + 3 * 21.792 + 16 + 24]),
    (.chart, "bar", [24, 24 + 27.24 + 16, 384, 20]),
    (.chart, "wind", [0, 0, 188, 20]),
    (.chart, "sun", [192, 0, 112.8, 20]),
    (.chart, "water", [308.8, 0, 75.2, 20]),
    (.event, "card", [24, 24, 552, 24 + 42 + 6 + 30 + 6 + 10 + 30 + 24]),
    (.event, "date", [552 - 24 - 112, 24, 112, 124]),
    (.event, "title", [0, 0, 552 - 48 - 112 - 24, 42]),
    (.event, "tags", [0, 42 + 6 + 30 + 6 + 10, 368, 30]),
  ]

  @Test func framesAreWhatTheirSumsSay() throws {
    for card in Card.allCases {
      let tree = try card.scene().tree
      for sum in Self.sums where sum.card == card {
        let node = try #require(Self.layer(sum.layer, in: tree.root), "\(card) \(sum.layer)")
        let frame = node.properties.frame
        for (side, expected) in zip(
          [frame.minX, frame.minY, frame.width, frame.height], sum.frame) where !expected.isNaN
        {
          // Half of a pixel at each end.
          #expect(abs(side - expected) <= 1 / tree.scale, "\(card) \(sum.layer): \(frame)")
        }
      }
    }
  }

  @Test func sizesOfNullAreThoseOfTheCards() throws {
    #expect(try Card.article.scene().tree.size == Size(width: 1200, height: 630))
    #expect(try Card.quote.scene().tree.size == Size(width: 600, height: 306 + 48))
    #expect(try Card.event.scene().tree.size == Size(width: 600, height: 172 + 48))
    // 207.068 + 64 and 208.616 + 48, up to the next half.
    #expect(try Card.code.scene().tree.size == Size(width: 640, height: 271.5))
    #expect(try Card.chart.scene().tree.size == Size(width: 480, height: 257))
  }

  /// The first label of an Arabic row begins at the right edge, and the others follow leftwards.
  @Test func theRowOfTheEventRunsLeftwards() throws {
    let tags = try #require(Self.layer("tags", in: try Card.event.scene().tree.root))
    let frames = tags.sublayers.map(\.properties.frame)
    #expect(frames.count == 3 && frames[0].maxX == 368)
    for (one, next) in zip(frames, frames.dropFirst()) {
      #expect(abs(one.minX - 8 - next.maxX) <= 0.5)
    }
  }

  private static func layer(_ name: String, in node: RenderNode) -> RenderNode? {
    if node.name == name { return node }
    return node.sublayers.lazy.compactMap { layer(name, in: $0) }.first
  }

  // MARK: The article

  private static let article =
    "Sources/4-Layers/TextLayers/TextLayers.docc/CardsWithoutCoordinates.md"

  private static func blocks(_ language: String) throws -> [String] {
    try text(of: article).split(separator: "```\(language)\n").dropFirst().map { part in
      String(try #require(part.split(separator: "```").first))
    }
  }

  @Test func theScenesOfTheArticleAreThoseOfTheGallery() throws {
    let blocks = try Self.blocks("json")
    let cards = try Card.allCases.map { try $0.json }
    let shown = blocks.filter { cards.contains($0) }
    #expect(shown == cards)
    // The steps towards the first one are scenes of their own.
    for block in blocks where !cards.contains(block) {
      let scene = try SceneText.read(block, SceneOptions(isStrict: true))
      #expect(scene.notes.isEmpty, "\(block)")
    }
    #expect(blocks.count > cards.count)
  }

  /// The last step towards the first card, in Swift too.
  @Test func theStepsLeadToTheCode() throws {
    let steps = try Self.blocks("json").filter { $0.contains("Low water") }
    let trees = try steps.map { try SceneText.read($0).tree }
    #expect(trees.count == 2)
    let swift = try CardsWithoutCoordinates.tide()
    let last = try #require(trees.last)
    #expect(Self.frames(of: swift.root) == Self.frames(of: last.root))
    // A line of 20 points, and one of 16 at 312 points; two of them at 248.
    let heights = [24 + 27.24 + 4 + 2 * 21.792 + 24, 24 + 27.24 + 4 + 2 * 21.792 + 24]
    for (tree, height) in zip(trees, heights) {
      #expect(tree.size == Size(width: 360, height: height.rounded(.up)))
    }
  }

  @Test func theArticleIsListed() throws {
    let page = try Self.text(of: "Sources/4-Layers/TextLayers/TextLayers.docc/TextLayers.md")
    #expect(page.contains("\n- <doc:CardsWithoutCoordinates>\n"))
  }

  @Test func theCodeOfTheArticleIsCompiled() throws {
    let file = try Self.text(
      of: "Tests/5-Scenes/LayerScenesTests/Guides/CardsWithoutCoordinates.swift")
    let blocks = try Self.blocks("swift")
    for block in blocks {
      // Functions of a type are indented there.
      let indented = block.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
      #expect(file.contains("\n" + block) || file.contains("\n" + indented), "\(block)")
    }
    for card in Card.allCases {
      #expect(blocks.contains { $0.contains("func \(card)() throws -> RenderTree {") }, "\(card)")
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import CanvasGeometry
  import FoundationEssentials
  import TextDefaultFonts
  import TextFonts
  import TextTestSupport
  import Testing

  @testable import HTMLPages
  @testable import StyleSheets

  /// The article "Cards in HTML": its ten cards are files, and are read without a note.
  struct CardPageTests {
    /// A card in the order of the article, with the size that its section says.
    struct Card: Sendable, CustomTestStringConvertible {
      let name: String
      let width: Double
      let height: Double?

      var testDescription: String { name }

      var html: String {
        get throws { try text(of: "Tests/5-Scenes/HTMLPagesTests/Cards/\(name).html") }
      }
    }

    private static let cards = [
      Card(name: "article", width: 1200, height: 630), Card(name: "quote", width: 600, height: nil),
      Card(name: "product", width: 600, height: nil), Card(name: "code", width: 640, height: nil),
      Card(name: "chart", width: 480, height: nil), Card(name: "event", width: 600, height: nil),
      Card(name: "invoice", width: 794, height: 1123), Card(name: "pass", width: 840, height: nil),
      Card(name: "parcel", width: 400, height: 600), Card(name: "poem", width: 480, height: 640),
    ]

    private static func text(of path: String) throws -> String {
      try String(contentsOf: URL(filePath: Checkout.path).appending(path: path), encoding: .utf8)
    }

    private static func page(_ card: Card) throws -> HTMLPage {
      let fonts = FontCollection(defaultFonts: DefaultFont.linked, includesSystemFonts: false)
      return try HTMLPage(
        card.html, width: card.width, height: card.height,
        options: HTMLPageOptions(imageRoot: "", fonts: fonts))
    }

    @Test(arguments: cards) func nothingIsNoted(_ card: Card) throws {
      let page = try Self.page(card)
      #expect(page.notes.isEmpty && page.missing.isEmpty, "\(page.notes)")
      #expect(page.frames.lines().count >= 5)
    }

    /// Boxes whose places follow from the sizes in the style sheets alone.
    private static let places: [(card: String, id: String, frame: [Double])] = [
      ("article", "glow", [620, -320, 900, 900]), ("article", "title", [72, .nan, 1056, 168]),
      ("quote", "quote", [60, 96, 480, 126]), ("quote", "avatar", [60, 250, 48, 48]),
      ("product", "picture", [44, 44, 200, .nan]), ("product", "badge", [56, 56, .nan, 28]),
      ("code", "l1", [56, 85, 528, 26]), ("code", "l5", [56, 189, 528, 26]),
      ("chart", "bar", [48, 91, 384, 20]), ("chart", "wind", [48, 91, 188, 20]),
      ("event", "date", [440, 48, 112, 124]), ("event", "title", [48, 48, 368, 42]),
      ("invoice", "foot", [72, .nan, 650, .nan]), ("pass", "stub", [612, 28, 200, .nan]),
      ("parcel", "label", [10, 10, 380, 580]), ("poem", "page", [32, 32, 416, 576]),
    ]

    @Test(arguments: cards) func boxesLieWhereTheSheetsSay(_ card: Card) throws {
      let elements = try Self.page(card).frames.elements
      for place in Self.places where place.card == card.name {
        let box = try #require(elements.first { $0.id == place.id }, "\(place.id)").frame
        for (side, expected) in zip([box.minX, box.minY, box.width, box.height], place.frame)
        where !expected.isNaN {
          #expect(abs(side - expected) <= 1, "\(card.name) \(place.id): \(box)")
        }
      }
    }

    private static let article = "Sources/4-Layers/TextLayers/TextLayers.docc/CardsInHTML.md"

    @Test func theArticleHasTheCards() throws {
      let parts = try Self.text(of: Self.article).split(separator: "```html\n").dropFirst()
      let blocks = try parts.map { String(try #require($0.split(separator: "```").first)) }
      #expect(try blocks.dropFirst() == Self.cards.map { try $0.html }[...])
      // The first block is the card of the overview.
      let first = try HTMLPage(try #require(blocks.first), width: 1200, height: 630)
      #expect(first.notes.isEmpty, "\(first.notes)")
    }

    @Test func theArticlesAreListed() throws {
      let page = try Self.text(of: "Sources/4-Layers/TextLayers/TextLayers.docc/TextLayers.md")
      #expect(page.contains("\n- <doc:CardsInHTML>\n- <doc:HTMLAndCSS>\n"))
    }

    /// Each property that is known stands in the table, by its name or by a shorter one before a
    /// hyphen: `margin-top` as `margin`.
    @Test func thePropertiesStandInTheTable() throws {
      let table = try Self.text(of: "Sources/4-Layers/TextLayers/TextLayers.docc/HTMLAndCSS.md")
      for property in Property.table {
        let plain = property.name.replacing(/^-webkit-/, with: "")
        let parts = plain.split(separator: "-", omittingEmptySubsequences: false)
        let families = (1...parts.count).map { parts.prefix($0).joined(separator: "-") }
        #expect(
          ([property.name] + families).contains { table.contains("`\($0)`") }, "\(property.name)")
      }
    }
  }
#endif

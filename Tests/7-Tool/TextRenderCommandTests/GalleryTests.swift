// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import Testing
import TextTestSupport

@testable import DocumentJSON
@testable import LayerScenes
@testable import StyledDocuments
@testable import TextRenderCommand

/// The pictures of `gallery`: enough of them, none blank, none alike, all listed on their page.
struct GalleryTests {
  @Test(.timeLimit(.minutes(30))) func everyFeatureHasAPictureOfItsOwn() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("gallery", folder + "/new")
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
      let documents = try GalleryDocument.all()
      #expect(documents.count >= 60)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/new")
      let cards = GalleryCard.all.map(\.name)
      #expect(Set(names) == Set((documents.map(\.name) + cards).map { $0 + ".png" }))
      var owners: [[UInt8]: String] = [:]
      for document in documents {
        let path = "\(folder)/new/\(document.name).png"
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let bitmap = try Bitmap(png: bytes)
        let first = bitmap.pixel(x: 0, y: 0)
        #expect(first == 0xFFFF_FFFF)
        let isBlank = (0..<bitmap.height).allSatisfy { y in
          (0..<bitmap.width).allSatisfy { bitmap.pixel(x: $0, y: y) == first }
        }
        #expect(!isBlank, "\(document.name) is blank")
        // Equal pictures have equal files.
        let owner = owners.updateValue(document.name, forKey: bytes)
        #expect(owner == nil, "\(document.name) looks like \(owner ?? "")")
      }
      // The cards are the pictures that the tests of their article look at.
      for card in GalleryCard.all {
        let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/new/\(card.name).png")))
        let tests = Checkout.path + "/Tests/5-Scenes/LayerScenesTests/CardGuideTests.swift"
        #expect(try GoldenImage.mismatch(Bitmap(png: bytes), named: card.name, file: tests) == nil)
        #expect(!card.shows.isEmpty)
      }
    }
  }

  @Test func documentsAreValid() throws {
    let documents = try GalleryDocument.all()
    #expect(Set(documents.map(\.name)).count == documents.count)
    let schema = SchemaCheck(root: try ToolRun("render", "--schema").json())
    for document in documents {
      var reader = StyledDocumentReader(options: SceneOptions(folder: "/nowhere"))
      _ = try reader.document(from: document.json)
      #expect(reader.unknownKeys.isEmpty, "\(document.name): \(reader.unknownKeys)")
      #expect(schema.allows(try UntypedJSON.value(document.json)), "\(document.name)")
      #expect(!document.shows.isEmpty)
    }
  }

  /// Every file of cards is part of the gallery, and is a valid scene.
  @Test func everyCardIsDrawn() throws {
    let folder = URL(filePath: Checkout.path)
      .appendingPathComponent("Sources/7-Tool/TextRenderCommand/Gallery/Cards")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(GalleryCard.all.map { $0.name.dropFirst("card-".count) + ".json" }))
    let schema = SchemaCheck(root: try ToolRun("scene", "--schema").json())
    for card in GalleryCard.all {
      #expect(schema.allows(try UntypedJSON.value(card.json)), "\(card.name)")
    }
  }

  /// Every file of documents is part of the gallery.
  @Test func everyFileIsDrawn() throws {
    let folder = URL(filePath: Checkout.path)
      .appendingPathComponent("Sources/7-Tool/TextRenderCommand/Gallery/Documents")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(file)))
      names.formUnion(try JSONReader.object(of: bytes).object.members.map(\.name))
    }
    #expect(names == Set(try GalleryDocument.all().map(\.name)))
  }

  @Test func thePageListsEveryPicture() throws {
    let page = URL(filePath: Checkout.path)
      .appendingPathComponent("Sources/4-Layers/TextLayers/TextLayers.docc/Gallery.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let pictures =
      try GalleryDocument.all().map { ($0.name, $0.shows) }
      + GalleryCard.all.map { ($0.name, $0.shows) }
    #expect(rows.map(String.init) == pictures.map { "| `\($0)` | \($1) |" })
  }

  @Test func foldersThatCannotBeMade() throws {
    #expect(ToolRun("gallery").status == 2)
    #expect(ToolRun("gallery", "").status == 2)
    #expect(ToolRun("gallery", "a", "b").status == 2)
    try ToolRun.withFolder { folder in
      try Array("x".utf8).write(to: folder + "/file")
      let blocked = ToolRun("gallery", folder + "/file")
      #expect(blocked.status == 1 && blocked.errors.contains("cannot be made"))
      #expect(ToolRun("gallery", folder + "/none/deep").status == 1)
    }
  }
}

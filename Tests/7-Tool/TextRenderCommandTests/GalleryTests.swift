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
      #expect(Set(names) == Set(documents.map { $0.name + ".png" }))
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
    #expect(
      rows.map(String.init) == (try GalleryDocument.all()).map { "| `\($0.name)` | \($0.shows) |" })
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

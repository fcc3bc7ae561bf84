// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
import DocumentPictures
internal import LayerCompositing
internal import LayerScenes
internal import StyledDocuments

/// The `gallery` command: one PNG for each built-in document and card.
struct GalleryCommand {
  private let folder: String

  private let options: PictureOptions

  init(_ arguments: Arguments) throws(CommandError) {
    guard let folder = arguments.words.first, !folder.isEmpty else {
      throw .usage(nil, "no folder; name one for the pictures")
    }
    self.folder = folder
    var options = PictureOptions()
    (options.scale, options.padding, options.background) = (2, 12, .white)
    options.fitsInk = true
    self.options = options
  }

  /// Draws the documents and the cards, and writes the pictures.
  func run(_ console: CommandConsole) throws(CommandError) {
    try FileWriter.makeFolder(folder)
    for entry in try GalleryDocument.all() {
      let image = try picture(of: entry)
      try console.write(try RenderCommand.png(image), to: "\(folder)/\(entry.name).png")
    }
    for card in GalleryCard.all {
      let image = try picture(of: card)
      try console.write(try RenderCommand.png(image), to: "\(folder)/\(card.name).png")
    }
  }

  private func picture(of card: GalleryCard) throws(CommandError) -> Bitmap {
    var options = SceneOptions(folder: folder)
    // The same pictures on every host.
    options.fonts = { document in
      var document = document
      document.usesSystemFonts = false
      return try FontCache.shared.collection(for: document)
    }
    let scene: JSONObject
    do {
      scene = try JSONReader.object(of: card.json).object
    } catch {
      throw CommandError(.failed, card.name, error.description)
    }
    return try SceneDrawing(scene, name: card.name, options).frame(on: nil).image
  }

  private func picture(of entry: GalleryDocument) throws(CommandError) -> Bitmap {
    // Later documents show pictures of earlier ones.
    var reader = StyledDocumentReader(options: SceneOptions(folder: folder))
    var document: StyledDocument
    do {
      document = try reader.document(from: entry.json)
    } catch {
      throw CommandError(scene: error, file: entry.name)
    }
    // The same pictures on every host.
    document.usesSystemFonts = false
    let fonts = try FontCache.shared.collection(for: document)
    do {
      let drawing = try DocumentDrawing(document, fonts: fonts, options)
      return try drawing.image(in: try drawing.geometry().picture)
    } catch {
      throw CommandError.wrapping(error, subject: entry.name)
    }
  }
}

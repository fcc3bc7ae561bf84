// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON
internal import LayerCompositing
internal import LayerScenes
import Pictures
internal import StyledDocuments
internal import TextFonts

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
      try console.write(try picture(of: entry), to: "\(folder)/\(entry.name).png")
    }
    for card in GalleryCard.all {
      try console.write(try picture(of: card), to: "\(folder)/\(card.name).png")
    }
  }

  private func picture(of card: GalleryCard) throws(CommandError) -> [UInt8] {
    let scene = try CommandError.wrapping(subject: card.name) {
      try JSONReader.object(of: card.json).object
    }
    return try picture(.sceneJSON(scene), PictureOptions(), name: card.name)
  }

  private func picture(of entry: GalleryDocument) throws(CommandError) -> [UInt8] {
    let document = try CommandError.wrapping(subject: entry.name) {
      try JSONReader.object(of: entry.json).object
    }
    return try picture(.documentJSON(document), options, name: entry.name)
  }

  private func picture(
    _ content: PictureContent, _ options: PictureOptions, name: String
  ) throws(CommandError) -> [UInt8] {
    // Later documents show pictures of earlier documents, which lie in the same folder.
    var reading = SceneOptions(folder: folder)
    reading.fonts = { document in
      var document = document
      // Fonts of the host are not used, so that the pictures are the same on every host.
      document.usesSystemFonts = false
      return try FontCache.shared.collection(for: document)
    }
    let environment = PictureEnvironment(reading)
    return try CommandError.wrapping(subject: name) {
      try PictureRequest(content, options).draw(in: environment).bytes()
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import Testing
import TextTestSupport

@testable import LayerScenes
@testable import StyledDocuments

/// Pictures of scenes and documents in each format that the build has.
struct ScenePictureFormatTests {
  private static let scene =
    #"{"size":[9,9],"layers":[{"frame":[0,0,9,9],"contents":{"image":"p.x"}}]}"#
  private static let document = #"{"text":"\uFFFC","attachments":[{"at":0,"image":"p.x"}]}"#

  /// Draws a scene and reads a document beside a file `p.x`, whose name says nothing.
  private func read(_ file: [UInt8]) throws -> (scene: Bitmap, document: Bitmap?) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(file).write(to: folder.appendingPathComponent("p.x"))
    let options = SceneOptions(folder: folder.path)
    let scene = try SceneText.read(Self.scene, options)
    var reader = StyledDocumentReader(options: options)
    let document = try reader.document(from: Array(Self.document.utf8))
    let attachment = try document.attributedText().elements.value(at: 0).attachment
    return (
      try TreeRenderer().renderNow(scene.tree).image,
      (attachment?.content as? BitmapAttachment)?.bitmap
    )
  }

  /// The picture is in both.
  private func check(_ file: [UInt8]) throws {
    let (scene, document) = try read(file)
    #expect(scene.pixel(x: 4, y: 4) == 0xFFFF_FFFF)
    #expect(try document == picture())
  }

  private func picture() throws -> Bitmap {
    let context = try GraphicsContext(pixels: PixelSize(width: 6, height: 4), background: .white)
    return context.makeBitmap()
  }

  @Test func pngIsRead() throws {
    try check(picture().pngData())
  }

  #if JPEG
    @Test func jpegIsRead() throws {
      try check(JPEGWriter().data(of: picture()))
    }
  #else
    @Test func jpegIsNotedAsNotBuilt() throws {
      let error = #expect(throws: DocumentError.self) { try read([0xFF, 0xD8, 0xFF, 0xE0]) }
      #expect(error?.message.contains("without the package trait JPEG") == true)
    }
  #endif

  #if WebP
    @Test func webPIsRead() throws {
      try check(WebPWriter(isLossless: true).data(of: picture()))
    }
  #endif
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import DocumentJSON
import Foundation
import Testing
import TextTestSupport

@testable import StyledDocuments

extension DocumentFiles {
  /// The pixels of a picture.
  func bitmap(_ name: String, _ key: DocumentKey) throws -> Bitmap {
    try picture(name, key).get().pixels(cancellation: .never)
  }
}

/// Pictures of documents besides PNG: GIF, and SVG with the package trait HTML.
struct DocumentPictureTests {
  /// One red pixel.
  private static let gif =
    "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="
  private static let key = DocumentKey("image")

  private static func files() -> DocumentFiles { DocumentFiles(folder: "/none", root: nil) }

  @Test func theFirstFrameOfAGIFIsShown() throws {
    let picture = try Self.files().bitmap(Self.gif, Self.key)
    #expect(picture.width == 1 && picture.height == 1)
    #expect(picture.pixel(x: 0, y: 0) == 0xFF00_00FF)
  }

  /// Fonts of documents may be in addresses, also packed ones.
  @Test func aFontInAnAddressIsTried() throws {
    let bytes = try Array(
      Data(contentsOf: URL(filePath: BundledFonts.testPath("ColorLayers.woff2"))))
    let address = "data:font/woff2;base64,\(Data(bytes).base64EncodedString())"
    var reader = StyledDocumentReader(files: Self.files())
    let document = try reader.document(
      from: Array(#"{"text":"A","fonts":["\#(address)"],"systemFonts":false}"#.utf8))
    for fonts in [
      try document.fontCollection(), try FontCache.shared.fonts(of: document),
    ] {
      let layout = try TextLayout(AttributedText("A"), in: TextContainer(), fonts: fonts)
      let run = try #require(layout.shaped.paragraphs.first?.runs.first)
      #expect(run.font.face.fileName == "data:" && run.font.face.hasColorGlyphs)
    }
    let error = try #require(throws: DocumentError.self) {
      var reader = StyledDocumentReader(files: Self.files())
      _ = try reader.document(
        from: Array(#"{"text":"A","fonts":[{"file":"\#(address.dropLast(40))"}]}"#.utf8))
    }
    #expect(error.keyPath == "fonts[0].file" && error.message.contains("WOFF2"))
  }

  @Test func otherFilesAreNamed() throws {
    let error = try #require(throws: DocumentError.self) {
      try Self.files().bitmap("data:;base64,aGVsbG8=", Self.key)
    }
    #expect(error.message.hasSuffix("The picture cannot be read as PNG, GIF, JPEG, WebP or SVG."))
  }

  #if HTML
    private static let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>"
      + "<rect width='10' height='10' fill='red'/><text>x</text></svg>"

    @Test func shapesAreSharpAtAnyScale() throws {
      let files = Self.files()
      for address in [
        "data:image/svg+xml," + Self.svg, "data:,\u{FEFF}\n" + Self.svg,
        "data:image/svg+xml," + Self.svg.replacingCharacters(),
      ] {
        let picture = try files.picture(address, Self.key).get()
        #expect(picture.size == Size(width: 20, height: 10))
        #expect(picture.notes.count == 1 && picture.notes[0].contains("'text' of SVG is not shown"))
        let pixels = try picture.pixels(scale: 3, cancellation: .never)
        #expect(pixels.width == 60 && pixels.height == 30)
        #expect(pixels.pixel(x: 29, y: 29) == 0xFF00_00FF && pixels.pixel(x: 30, y: 0) == 0)
      }
    }

    @Test func aFileWithoutAPictureIsNamed() throws {
      let error = try #require(throws: DocumentError.self) {
        try Self.files().bitmap("data:,<p>Hello</p>", Self.key)
      }
      #expect(error.message.contains("no element 'svg'"))
    }

    @Test func attachmentsAreDrawnAtTheirSize() throws {
      var reader = StyledDocumentReader(files: Self.files())
      let json =
        #"{"text":"\uFFFC\uFFFC","attachments":[{"at":0,"image":"data:,"# + Self.svg
        + #""},{"at":1,"size":[60,30],"image":"data:,"# + Self.svg + #""}]}"#
      let document = try reader.document(from: Array(json.utf8))
      #expect(reader.notes.count == 1 && reader.notes[0].contains("'text' of SVG is not shown"))
      let contents = document.attachments.map(\.attachment.content)
      #expect(contents[0].naturalSize == Size(width: 20, height: 10))
      let drawing = try #require(contents[1] as? any AttachmentDrawing)
      var context = try GraphicsContext(pixels: PixelSize(width: 60, height: 30))
      try drawing.draw(
        in: &context, size: Size(width: 60, height: 30), cancellation: .never)
      let image = context.makeBitmap()
      #expect(image.pixel(x: 29, y: 29) == 0xFF00_00FF && image.pixel(x: 30, y: 0) == 0)
    }
  #endif
}

extension String {
  /// The text with escapes of URLs for what they must escape.
  fileprivate func replacingCharacters() -> String {
    map { $0 == "<" ? "%3C" : $0 == ">" ? "%3e" : $0 == " " ? "%20" : String($0) }.joined()
  }
}

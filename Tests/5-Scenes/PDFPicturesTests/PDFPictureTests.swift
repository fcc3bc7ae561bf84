// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import Testing
import TextDefaultFonts
import TextFonts
import TextLayers
import TextModel
import TextTypesetting

@testable import PDFPictures

/// What files of PDF hold. `Scripts/compare/pdf` has them read by qpdf and poppler.
@Suite struct PDFPictureTests {
  static let fonts = FontCollection(defaultFonts: DefaultFont.linked, includesSystemFonts: false)

  /// A file of one page, with unpacked streams, and the notes about it.
  static func file(
    _ root: RenderNode, size: Size = Size(width: 200, height: 100),
    links: [PDFWriter.Link] = [], metadata: PDFWriter.Metadata = .init()
  ) throws -> (text: String, notes: [String]) {
    var bytes: [UInt8] = []
    let writer = try PDFWriter(metadata: metadata, isPacked: false) { bytes += $0 }
    try writer.add(RenderTree(root: root, size: size), size: size, links: links)
    let notes = try writer.finish()
    return (String(decoding: bytes, as: UTF8.self), notes)
  }

  static func text(_ string: String, size: Double = 20) throws -> RenderNode {
    let style = TextStyle(shaping: ShapingStyle(size: size))
    let layout = try TextLayout(AttributedText(string, style: style), fonts: fonts)
    var properties = LayerProperties()
    properties.bounds.size = Size(width: 200, height: 100)
    properties.anchorPoint = .zero
    return RenderNode(properties: properties, contents: .vector(TextContents(layout)))
  }

  static func layer(_ set: (inout LayerProperties) -> Void) -> RenderNode {
    var properties = LayerProperties()
    properties.bounds.size = Size(width: 100, height: 50)
    properties.anchorPoint = .zero
    set(&properties)
    return RenderNode(properties: properties)
  }

  @Test func glyphsHaveTheirCharacters() throws {
    let (file, notes) = try Self.file(Self.text("Ab"))
    #expect(notes.isEmpty && file.contains("/Subtype /Type0") && file.contains("/FontFile"))
    let face = try Self.fonts.cascade(for: FontDescriptor(), language: "").primary
    let glyph = try #require(face.glyph(for: "A"))
    let code = String(glyph, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 4 - code.utf8.count) + code
    #expect(file.contains("<\(padded)> <0041>"))
  }

  /// A ligature of a cluster of two letters has both; a glyph that stands for others elsewhere is
  /// marked.
  @Test func clustersOfSeveralGlyphsAreMarked() throws {
    let (file, _) = try Self.file(Self.text("e\u{301}\u{323} e"))
    // U+1EB9 U+0301, composed or not, is one cluster of one or two glyphs.
    #expect(
      file.contains("/ActualText") || file.contains("<006503010323>"), "the marks are not found")
  }

  @Test func sizesColoursAndPathsAreThoseOfTheLayer() throws {
    let (file, _) = try Self.file(Self.layer { $0.backgroundColor = .red })
    #expect(file.contains("/MediaBox [ 0 0 200 100 ]"))
    #expect(file.contains("1 0 0 rg 0 0 m 100 0 l 100 50 l 0 50 l h f"))
    // Two pixels a point, y upwards.
    #expect(file.contains("0.5 0 0 -0.5 0 100 cm"))
  }

  @Test func opacitiesAreStates() throws {
    let (file, _) = try Self.file(
      Self.layer {
        $0.backgroundColor = .red
        $0.opacity = 0.5
      })
    #expect(file.contains("/ca 0.502"))
  }

  @Test func aGroupIsCompositedAsAWhole() throws {
    let inner = Self.layer { $0.backgroundColor = .red }
    var properties = inner.properties
    properties.opacity = 0.4
    let (file, notes) = try Self.file(
      RenderNode(properties: properties, sublayers: [inner, inner]))
    #expect(notes.isEmpty && file.contains("/S /Transparency") && file.contains("/ca 0.4"))
    #expect(file.contains("/I true"), "blend modes do not reach out of the group")
  }

  @Test func gradientsAreShadings() throws {
    func file(_ kind: Gradient.Kind) throws -> String {
      try Self.file(
        Self.layer {
          var gradient = GradientProperties()
          gradient.type = kind
          gradient.colors = [.red, .blue]
          $0.kind = .gradient(gradient)
        }
      ).text
    }
    #expect(try file(.axial).contains("/ShadingType 2"))
    #expect(try file(.radial).contains("/ShadingType 3"))
    // PDF has no conic gradients.
    let conic = try file(.conic)
    #expect(!conic.contains("/ShadingType") && conic.contains("/Subtype /Image"))
  }

  /// A sudden change at an end of the line of colours leaves both colours.
  @Test func suddenChangesKeepTheirColours() throws {
    let (file, _) = try Self.file(
      Self.layer {
        var gradient = GradientProperties()
        (gradient.colors, gradient.locations) = ([.red, .blue], [0.5, 0.5])
        $0.kind = .gradient(gradient)
      })
    #expect(file.contains("/C0 [ 1 0 0 ] /C1 [ 1 0 0 ]"))
    #expect(file.contains("/C0 [ 0 0 1 ] /C1 [ 0 0 1 ]"))
  }

  /// Addresses in files are ASCII (ISO 32000-1, 12.6.4.7).
  @Test func addressesAreEscaped() throws {
    let link = PDFWriter.Link(
      frame: Rect(x: 0, y: 0, width: 9, height: 9), url: "http://exämple.de/ü x")
    let (file, _) = try Self.file(Self.layer { _ in }, links: [link])
    #expect(file.contains("/URI (http://ex%C3%A4mple.de/%C3%BC%20x)"))
  }

  /// A shadow is pixels, which a note says; a layer without one has none.
  /// Text with a gradient is a shading within its outlines, with hidden text above to be found.
  @Test func filledTextIsFound() throws {
    func file(_ fill: TextFill) throws -> String {
      var style = TextStyle(size: 20)
      style.paint.fill = fill
      let layout = try TextLayout(AttributedText("Ab", style: style), fonts: Self.fonts)
      var properties = LayerProperties()
      properties.bounds.size = Size(width: 200, height: 100)
      properties.anchorPoint = .zero
      return try Self.file(
        RenderNode(properties: properties, contents: .vector(TextContents(layout)))
      ).text
    }
    let plain = try Self.file(Self.text("Ab")).text
    let axial = try file(.gradient(TextGradient(colors: [.red, .blue]), over: .line))
    #expect(axial.contains("/ShadingType 2") && axial.contains("3 Tr"))
    #expect(!axial.contains("/Subtype /Image") && !plain.contains("3 Tr"))
    let code = try #require(plain.firstRange(of: "> <0041>"))
    #expect(axial.contains(plain[plain.index(code.lowerBound, offsetBy: -4)..<code.upperBound]))
    let conic = try file(.gradient(TextGradient(.conic, colors: [.red, .blue])))
    #expect(conic.contains("/Subtype /Image") && conic.contains("3 Tr"))
  }

  @Test func whatHasNoShapesIsPixels() throws {
    let (file, notes) = try Self.file(
      Self.layer {
        $0.backgroundColor = .red
        $0.shadow.opacity = 1
        $0.shadow.radius = 4
      })
    #expect(file.contains("/Subtype /Image") && notes.count == 1)
    #expect(notes[0].hasPrefix("1 thing is drawn as pixels"))
  }

  /// A layer that filters its backdrop, within a clip that contains more layers behind it.
  @Test func aBackdropWithinAClipIsPixels() throws {
    let glass = Self.layer {
      var box = BoxDecoration()
      box.backdropFilters = [.blur(4)]
      $0.decoration = box
    }
    let after = Self.layer { $0.backgroundColor = .blue }
    var properties = glass.properties
    properties.decoration = BoxDecoration()
    properties.masksToBounds = true
    properties.cornerRadius = 5
    let (file, notes) = try Self.file(
      RenderNode(
        properties: properties,
        sublayers: [Self.layer { $0.backgroundColor = .red }, glass, after, after]))
    #expect(notes.count == 1 && file.contains("/Subtype /Image"))
  }

  @Test func linksLieFromBelow() throws {
    let link = PDFWriter.Link(
      frame: Rect(x: 10, y: 20, width: 30, height: 5), url: "https://example.org/(a)")
    let (file, _) = try Self.file(Self.layer { _ in }, links: [link])
    #expect(file.contains("/Rect [ 10 75 40 80 ]"))
    #expect(file.contains(#"/URI (https://example.org/\(a\))"#))
  }

  @Test func metadataIsTold() throws {
    let metadata = PDFWriter.Metadata(title: "Ein Büchlein", author: "A", language: "de")
    let (file, _) = try Self.file(Self.layer { _ in }, metadata: metadata)
    #expect(file.contains("/Title <FEFF00450069006E00200042") && file.contains("/Lang (de)"))
    #expect(file.contains("/DisplayDocTitle true"))
  }

  /// The standards are named where the file follows them, and noted where it does not.
  @Test func standardsAreNamedWhereTheyAreFollowed() throws {
    let (file, notes) = try Self.file(
      Self.text("text"),
      metadata: PDFWriter.Metadata(
        title: "A & B", language: "en", standards: [.archive, .accessible]))
    #expect(notes.isEmpty)
    #expect(file.contains("<pdfaid:part>2</pdfaid:part>") && file.contains("A &amp; B"))
    #expect(file.contains("<pdfuaid:part>1</pdfuaid:part>"))
    #expect(file.contains("/OutputIntents") && file.contains("pdfaExtension:schemas"))
    let (bare, reasons) = try Self.file(
      Self.text("text \u{10FFFD}"),
      metadata: PDFWriter.Metadata(standards: [.archive, .accessible]))
    #expect(!bare.contains("<pdfaid:part>") && !bare.contains("<pdfuaid:part>"))
    #expect(
      reasons == [
        "the file does not follow PDF/A-2u: 1 glyph is missing",
        "the file does not follow PDF/UA-1: 1 glyph is missing, it has no title, it has no language",
      ])
  }

  @Test func theSamePagesGiveTheSameBytes() throws {
    let node = try Self.text("same")
    #expect(try Self.file(node).text == Self.file(node).text)
  }

  /// A picture on many pages is written once.
  @Test func aPictureIsWrittenOnce() throws {
    var context = try GraphicsContext(size: Size(width: 4, height: 4))
    try context.fill(Rect(x: 0, y: 0, width: 2, height: 4), with: .red)
    let image = context.makeBitmap()
    var properties = LayerProperties()
    properties.bounds.size = Size(width: 40, height: 40)
    let node = RenderNode(
      properties: properties, contents: .image(ImageContents(image)))
    var bytes: [UInt8] = []
    let writer = try PDFWriter(isPacked: false) { bytes += $0 }
    for _ in 0..<3 {
      try writer.add(
        RenderTree(root: node, size: Size(width: 40, height: 40)),
        size: Size(width: 40, height: 40))
    }
    try writer.finish()
    let text = String(decoding: bytes, as: UTF8.self)
    // Its colours, and the mask of its opacity.
    #expect(text.split(separator: "/Subtype /Image").count == 3)
    #expect(text.contains("/Count 3"))
  }

  /// Right-to-left text is in the order in which it is read: the first letter lies furthest right.
  @Test func textIsInTheOrderOfItsCharacters() throws {
    let (file, _) = try Self.file(Self.text("\u{5D0}\u{5D1}\u{5D2}"))
    let matrices = file.split(separator: "Tm").dropLast().map { $0.split(separator: " ").suffix(2) }
    let first = try #require(matrices.first?.first.flatMap { Double($0) })
    let width = try #require(
      TextLayout(
        AttributedText("\u{5D0}\u{5D1}\u{5D2}", style: TextStyle(shaping: ShapingStyle(size: 20))),
        fonts: Self.fonts
      ).lines.first?.inlineExtent)
    #expect(first > width / 2)
  }

  @Test func anErrorOfTheOutputIsThrown() throws {
    struct Full: Error {}
    var left = 300
    #expect(throws: Full.self) {
      let writer = try PDFWriter { bytes in
        left -= bytes.count
        if left < 0 { throw Full() }
      }
      try writer.add(
        RenderTree(root: Self.text("text"), size: Size(width: 200, height: 100)),
        size: Size(width: 200, height: 100))
      try writer.finish()
    }
  }
}

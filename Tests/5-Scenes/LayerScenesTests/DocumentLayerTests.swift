// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import StyledDocuments
import Testing

@testable import LayerScenes
@testable import StyledDocuments

/// Layers in the texts of documents, and documents in layers.
struct DocumentLayerTests {
  private func read(_ json: String) throws -> (document: StyledDocument, notes: [String]) {
    var reader = StyledDocumentReader(options: SceneOptions(folder: SceneText.folder))
    let document = try reader.document(from: Array(json.utf8))
    #expect(reader.unknownKeys.isEmpty)
    return (document, reader.notes)
  }

  private func error(_ json: String) throws -> DocumentError {
    try #require(throws: DocumentError.self) { try read(json) }
  }

  @Test func layersAreAttachments() throws {
    let (document, notes) = try read(
      #"""
      {"text":"\uFFFC\uFFFC","attachments":[
        {"at":0,"scene":{"frame":[2,3,20,10],"backgroundColor":"red"},"size":[44,26]},
        {"at":1,"scene":{"contents":{"image":"ring.png"},"shadow":{"path":"M0 0 q"}},"size":[5,6]}]}
      """#)
    #expect(notes.count == 1 && notes[0].contains("attachments[1].scene.shadow.path"))
    let first = document.attachments[0].attachment
    #expect(first.content is TreeAttachment)
    #expect(first.content.naturalSize == Size(width: 22, height: 13))
    #expect(document.attachments[1].attachment.content.naturalSize == Size(width: 5, height: 6))
  }

  @Test(arguments: [
    (
      #"{"text":"\uFFFC","attachments":[{"at":0,"scene":{}}]}"#, "attachments[0].scene", 48
    ),
    (
      #"{"text":"\uFFFC","attachments":[{"at":0,"scene":{"opacity":"x"}}]}"#,
      "attachments[0].scene.opacity", 59
    ),
    (#"{"text":"\uFFFC","attachments":[{"at":0,"scene":true}]}"#, "attachments[0].scene", 48),
  ])
  func wrongLayers(_ json: String, _ path: String, _ offset: Int) throws {
    let error = try error(json)
    #expect(error.keyPath == path && error.offset == offset, "\(error) \(error.offset ?? -1)")
    #expect(error.code == .malformed)
  }

  /// In a scene, paths of pictures begin at the scene, and notes name the layer.
  @Test func documentsOfScenes() throws {
    func scene(_ name: String) throws -> Scene {
      try SceneText.read(
        #"""
        {"size":[99,99],"layers":[{"type":"text","anchorPoint":[0,0],"document":{"text":"\uFFFC","systemFonts":false,
          "attachments":[{"at":0,"image":"\#(name)","size":[40,40]}]}}]}
        """#)
    }
    let shown = try scene("ring.png")
    #expect(shown.notes.isEmpty)
    let ring = try TreeRenderer().renderNow(shown.tree).image
    let missing = try scene("none.png")
    #expect(missing.notes.count == 1)
    #expect(missing.notes[0].hasPrefix("layers[0].document.attachments[0].image: "))
    let box = try TreeRenderer().renderNow(missing.tree).image
    #expect(box.pixel(x: 20, y: 20) == ImageAttachment.defaultPlaceholder.premultiplied8)
    #expect(ring.pixel(x: 20, y: 20) != box.pixel(x: 20, y: 20))
    let deep = try SceneText.read(
      #"{"size":[9,9],"layers":[{"type":"text","document":{"text":"a\uFFFC","systemFonts":false}}]}"#
    )
    #expect(deep.notes == ["layers[0].document.text: the U+FFFC at 1 has no attachment"])
  }

  @Test(arguments: ["none", "start", "middle", "end"])
  func stringsOfScenesAreTruncated(_ mode: String) throws {
    let node = try SceneText.layer(
      #"""
      {"type":"text","frame":[0,0,60,30],"string":"one two three four",
       "truncationMode":"\#(mode)"}
      """#,
      notes: mode != "none"
        ? []
        : [
          "layers[0].string: height: the text is cut after line 1; 14 of 18 characters are left "
            + "out (byte 72)"
        ])
    #expect(node.properties.bounds.size == Size(width: 60, height: 30))
    guard case .vector(let contents) = node.contents else {
      Issue.record("no text")
      return
    }
    let layout = try #require(contents as? TextContents).layout
    #expect(layout.container.truncation.keyword == mode && layout.lines.count == 1)
    #expect(layout.isTruncated)
  }

  /// The pictures of layers in a text, and of texts in them, count for the whole file.
  @Test func allPicturesHaveOneBound() throws {
    let options = SceneOptions(folder: SceneText.folder)
    let picture = #"{"frame":[0,0,9,9],"contents":{"image":"ring.png"}}"#
    func text(_ layer: String) -> String {
      #"{"text":"\uFFFC","systemFonts":false,"attachments":[{"at":0,"scene":\#(layer)}]}"#
    }
    for json in [text(picture), text(#"{"type":"text","document":\#(text(picture))}"#)] {
      // The ring has 100 × 100 pixels.
      for (left, isRead) in [(40_000, true), (39_999, false)] {
        let files = SceneFiles(options)
        try files.documents.take(bytes: DocumentFiles.byteLimit - left, DocumentKey("x"))
        var reader = StyledDocumentReader(options, files)
        do {
          _ = try reader.document(from: Array(json.utf8))
          #expect(isRead)
        } catch {
          #expect(!isRead && error.code == .tooLarge && error.message.contains("512 MiB"))
        }
      }
    }
  }

  /// Texts in layers in texts have a greatest depth.
  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      let inner = depth == 0 ? "{}" : #"{"type":"text","document":\#(nested(depth - 1))}"#
      return #"""
        {"text":"\uFFFC","systemFonts":false,"attachments":[{"at":0,"size":[9,9],"scene":\#(inner)}]}
        """#
    }
    var reader = StyledDocumentReader()
    _ = try reader.document(from: Array(nested(3).utf8))
    #expect(try error(nested(4)).code == .tooLarge)
  }

  @Test("A layer bounds the lines of vertical text by its height; they begin at its right edge")
  func verticalText() throws {
    func contents(_ members: String, frame: String = "[0,0,300,100]") throws -> TextContents {
      let scene = try SceneText.read(
        #"""
        {"size":[300,200],"layers":[{"type":"text","frame":\#(frame),
        "document":{"text":"one two three four five six seven eight nine ten",
        "systemFonts":false,\#(members)}}]}
        """#)
      let contents = scene.tree.root.sublayers[0].contents
      let text: TextContents? =
        if case .vector(let vector) = contents { vector as? TextContents } else { nil }
      return try #require(text)
    }
    let right = try contents(#""writingMode":"vertical-rl""#)
    #expect(right.layout.size.height == 100 && right.layout.lines.count > 2)
    #expect(abs(right.origin.x + right.layout.size.width - 300) < 1e-9 && right.origin.y == 0)
    let left = try contents(#""writingMode":"vertical-lr""#)
    #expect(left.origin == .zero && left.layout.size.height == 100)
    // Exclusions lie in the layer.
    let around = try contents(
      #""writingMode":"vertical-rl","exclusions":[{"rect":[270,0,30,100]}]"#)
    #expect(around.origin == .zero && around.layout.size.width == 300)
    #expect(around.layout.lines[0].frame.maxX <= 270)
    // The document's own sides count first.
    let own = try contents(#""writingMode":"vertical-rl","height":50,"width":200"#)
    #expect(own.layout.size == Size(width: 200, height: 50) && own.origin == .zero)
  }
}

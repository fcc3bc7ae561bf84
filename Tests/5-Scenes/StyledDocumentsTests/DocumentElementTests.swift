// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing

@testable import StyledDocuments

/// Attachments, links, truncation and rich paint of documents.
struct DocumentElementTests {
  private func read(
    _ json: String, root: String? = nil, isStrict: Bool = false
  ) throws -> (document: StyledDocument, notes: [String]) {
    var reader = DocumentText.reader(root: root, isStrict: isStrict)
    let document = try reader.document(from: Array(json.utf8))
    #expect(reader.unknownKeys.isEmpty)
    return (document, reader.notes)
  }

  @Test func attachmentsStandAtTheirScalars() throws {
    let (document, notes) = try read(
      #"""
      {"text":"😀\uFFFCa\uFFFC","attachments":[
        {"at":3,"image":"ring.png","scale":2,"contentMode":"fill","plainText":":ring:"},
        {"at":1,"reserved":"id","size":[20,10],"alignment":"textTop","margins":[1,2,3,4]}]}
      """#)
    #expect(notes.isEmpty)
    let text = try document.attributedText()
    let reserved = try #require(text.elements.value(at: 2).attachment)
    #expect((reserved.content as? ReservedAttachment)?.id == "id")
    #expect(reserved.size == Size(width: 20, height: 10) && reserved.alignment == .textTop)
    #expect(reserved.margins == EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    let image = try #require(text.elements.value(at: 4).attachment)
    let bitmap = try #require((image.content as? BitmapAttachment)?.bitmap)
    #expect(image.content.naturalSize?.width == Double(bitmap.width) / 2)
    #expect(image.contentMode == .fill && image.plainText == ":ring:" && image.size == nil)
    #expect(text.elements.value(at: 3).attachment == nil)
  }

  /// A picture that is missing or damaged is a box and a note, or an error.
  @Test(arguments: ["none.png", "card.json", ".", "/dev/zero"])
  func picturesThatCannotBeShown(_ name: String) throws {
    let json = #"{"text":"\uFFFC","attachments":[{"at":0,"image":"\#(name)"}]}"#
    let (document, notes) = try read(json)
    #expect(notes.count == 1 && notes[0].contains("'\(name)'"), "\(notes)")
    #expect(notes[0].hasPrefix("attachments[0].image: ") && notes[0].hasSuffix("(byte 48)"))
    let content = try document.attributedText().elements.value(at: 0).attachment?.content
    #expect((content as? MissingPicture)?.name == name)
    #expect(content?.naturalSize == nil)
    #expect {
      try read(json, isStrict: true)
    } throws: {
      ($0 as? DocumentError)?.code == .unreadable
    }
  }

  @Test func noPictureOutsideTheRootIsRead() throws {
    let root = DocumentText.folder
    func json(_ name: String) -> String {
      #"{"text":"\uFFFC","attachments":[{"at":0,"image":"\#(name)"}]}"#
    }
    #expect(try read(json("ring.png"), root: root).notes.isEmpty)
    #expect(try read(json("../Scenes/ring.png"), root: root).notes.isEmpty)
    #expect(try read(json("none/none.png"), root: root).notes.count == 1)
    for name in ["../SceneErrorTests.swift", "/etc/passwd", "../none.png", "/nowhere/x.png"] {
      #expect {
        try read(json(name), root: root)
      } throws: {
        let error = $0 as? DocumentError
        return error?.code == .unreadable && error?.message.contains("outside") == true
      }
    }
  }

  @Test func placesWithoutAnAttachmentAreNoted() throws {
    let (_, notes) = try read(
      #"{"text":"\uFFFCb\uFFFC\uFFFC","attachments":[{"at":2,"reserved":"x"}]}"#)
    #expect(notes == ["text: 2 U+FFFC have no attachment, the first at 0"])
    #expect(try read(#"{"text":"😀\uFFFC"}"#).notes == ["text: the U+FFFC at 1 has no attachment"])
  }

  /// Layers are read by the function that the reader was created with.
  @Test func layersAreReadByAFunction() throws {
    let json = Array(
      #"{"text":"\uFFFC","attachments":[{"at":0,"scene":{"x":1},"size":[3,4]}]}"#.utf8)
    var reader = StyledDocumentReader(files: DocumentFiles(folder: "", root: nil)) {
      value, key, size throws(DocumentError) in
      guard case .object(let object) = value else { throw key.error("no object") }
      #expect(object.members.map(\.name) == ["x"] && size == Size(width: 3, height: 4))
      #expect(key.path == "attachments[0].scene" && key.offset == 48)
      return AttachedLayer(
        ReservedAttachment(id: "layer"), unknownKeys: [UnknownKey(key, hint: "y")],
        notes: ["a note"])
    }
    let document = try reader.document(from: json)
    let content = document.attachments.first?.attachment.content
    #expect((content as? ReservedAttachment)?.id == "layer")
    #expect(reader.notes == ["a note"] && reader.unknownKeys.map(\.hint) == ["y"])
    var plain = DocumentText.reader()
    let error = try #require(throws: DocumentError.self) { try plain.document(from: json) }
    #expect(error.code == .unsupported && error.keyPath == "attachments[0].scene")
    #expect(error.offset == 48)
  }

  /// All pictures of a file have a bound of memory; one that is named twice counts once.
  @Test func allPicturesHaveOneBound() throws {
    let files = DocumentFiles(folder: DocumentText.folder, root: nil)
    let key = DocumentKey("x", offset: 7)
    // The ring has 100 × 100 pixels.
    try files.take(bytes: DocumentFiles.byteLimit - 40_000, key)
    #expect(try files.bitmap("ring.png", key).byteCount == 40_000)
    #expect(try files.bitmap("ring.png", key).byteCount == 40_000)
    let taken = try #require(throws: DocumentError.self) { try files.take(bytes: 1, key) }
    let read = try #require(throws: DocumentError.self) { try files.bitmap("heart.png", key) }
    for error in [taken, read] {
      #expect(error.code == .tooLarge && error.keyPath == "x" && error.offset == 7)
      #expect(error.message.hasSuffix("all pictures have 512 MiB at most"))
    }
  }

  @Test func theFirstOfOverlappingLinksCounts() throws {
    let (document, _) = try read(
      #"""
      {"text":"😀abcdef","links":[
        {"start":2,"end":4,"url":"a","highlight":{"background":"red","cornerRadius":3,"color":"#fff"}},
        {"start":1,"end":6,"url":"b"},{"start":3,"end":7,"url":"c"}]}
      """#)
    let text = try document.attributedText()
    let urls = (0..<8).map { text.elements.value(at: $0).link?.url ?? "-" }
    #expect(urls == ["-", "-", "b", "a", "a", "b", "b", "c"])
    let highlight = text.elements.value(at: 3).link?.highlight
    #expect(highlight?.background == TextBackground(Color(hex: "#ff0000")!, cornerRadius: 3))
    #expect(highlight?.color == .white)
    #expect(text.elements.value(at: 2).link?.highlight == nil)
  }

  @Test func linksAreDetectedWhereThereAreNone() throws {
    func urls(_ detect: String, _ links: String = "[]") throws -> [String] {
      let (document, _) = try read(
        #"""
        {"text":"7: a@b.com https://c.org +1 415 555 0100","detect":\#(detect),"links":\#(links)}
        """#)
      let text = try document.attributedText()
      return (0..<text.elements.count).compactMap { text.elements.value(ofRun: $0).link?.url }
    }
    #expect(try urls("true") == ["mailto:a@b.com", "https://c.org", "tel:+14155550100"])
    #expect(try urls(#"["url"]"#) == ["https://c.org"])
    #expect(try urls("false").isEmpty && urls("[]").isEmpty)
    #expect(
      try urls(#"["mail","url"]"#, #"[{"start":5,"end":7,"url":"x"}]"#) == ["x", "https://c.org"])
  }

  @Test func containers() throws {
    let (document, _) = try read(
      #"""
      {"text":"a","width":"10em","height":"2em","insets":[1,2,3,4],"verticalAlign":"middle",
       "minimumScale":0.5,"style":{"size":20,"weight":700},
       "truncation":{"mode":"start","token":{"text":"more","style":{"size":"2em"},
         "spans":[{"start":1,"end":2,"style":{"color":"red"}}],
         "links":[{"start":0,"end":4,"url":"x"}]}}}
      """#)
    let container = try document.container()
    #expect(container.width == 200 && container.height == 40 && container.minimumScale == 0.5)
    #expect(container.insets == EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    #expect(container.verticalAlignment == .center && container.truncation == .start)
    let token = try #require(container.token)
    // The token has the style of the document beneath its own.
    #expect(token.shaping.value(at: 0).size == 40 && token.shaping.value(at: 0).font.weight == 700)
    #expect(token.paint.value(at: 1).color == Color(hex: "#ff0000"))
    #expect(token.elements.value(at: 3).link?.url == "x")
  }

  @Test(arguments: [
    (#"{"text":"a"}"#, TextContainer.Truncation.none, ""),
    (#"{"text":"a","ellipsis":"~"}"#, .end, "~"), (#"{"text":"a","truncation":{}}"#, .end, "…"),
    (#"{"text":"a","truncation":{"mode":"none"},"ellipsis":"~"}"#, .none, "~"),
    (#"{"text":"a","truncation":{"mode":"middle"},"ellipsis":"~"}"#, .middle, "~"),
    (#"{"text":"a","truncation":null}"#, .none, ""),
  ])
  func truncation(
    _ json: String, _ mode: TextContainer.Truncation, _ ellipsis: String
  ) throws {
    let container = try read(json).document.container()
    #expect(container.truncation == mode && container.ellipsis == ellipsis)
    #expect(container.token == nil)
  }

  @Test func richPaint() throws {
    let (document, _) = try read(
      #"""
      {"text":"abcd","style":{"underline":true,"strikethrough":true,
        "background":{"color":"red","cornerRadius":4,"insets":[1,2,3,4],"extent":"block",
          "joinsLines":true},
        "border":{"color":"lime","width":2,"style":"dashed","cornerRadius":5},
        "shadows":[{"color":"blue","offset":[1,2],"blur":3,"inner":true},{}],
        "stroke":{"color":"red","width":1.5}},
       "spans":[
        {"start":1,"end":2,"style":{"decorations":[{"line":"overline","style":"wavy","color":"red",
          "thickness":2,"offset":-1,"skipInk":true}],"underline":false,"background":"lime"}},
        {"start":2,"end":3,"style":{"decorations":[],"shadows":[]}},
        {"start":3,"end":4,"style":{"decorations":[{"line":"underline"},
          {"line":"underline","style":"dotDot"}]}}]}
      """#.replacing("dotDot", with: "dashDot"))
    let paint = try document.attributedText().paint
    let (red, lime, blue) = (Color(hex: "#f00")!, Color(hex: "#0f0")!, Color(hex: "#00f")!)
    let shape = TextBoxShape(
      cornerRadius: 4, insets: EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4),
      extent: .block, joinsLines: true)
    let base = PaintStyle(
      background: TextBackground(red, shape: shape),
      border: TextBorder(
        color: lime, width: 2, style: .dashed, shape: TextBoxShape(cornerRadius: 5)),
      underline: TextDecoration(), strikethrough: TextDecoration(),
      shadows: [
        TextShadow(color: blue, offset: Point(x: 1, y: 2), blurRadius: 3, isInner: true),
        TextShadow(color: .black),
      ], stroke: TextStroke(color: red, width: 1.5))
    #expect(paint.value(at: 0) == base)
    var second = base
    second.underline = nil
    second.overline = TextDecoration(
      color: red, style: .wavy, thickness: 2, offset: -1, skipsInk: true)
    second.background = TextBackground(lime)
    #expect(paint.value(at: 1) == second)
    var third = base
    (third.underline, third.strikethrough, third.shadows) = (nil, nil, [])
    #expect(paint.value(at: 2) == third)
    var fourth = base
    fourth.underline = TextDecoration(style: .dashDot)
    #expect(paint.value(at: 3) == fourth)
  }

  /// A text has one ruby at most: of two, the later one is drawn.
  @Test func aRubyThatIsNotDrawnIsNoted() throws {
    func notes(_ spans: String) throws -> [String] {
      try read(#"{"text":"abcdefgh","spans":[\#(spans)]}"#).0.rangeNotes.map(\.path)
    }
    let first = #"{"start":0,"end":2,"ruby":"x"}"#
    let same = #"{"start":0,"end":2,"ruby":{"text":"y","position":"under"}}"#
    #expect(try notes("\(first),\(same)") == ["spans[0].ruby"])
    #expect(try notes(#"\#(first),{"start":2,"end":4,"ruby":"x"}"#).isEmpty)
    #expect(try notes(#"\#(first),{"start":0,"end":2,"style":{"size":9}}"#).isEmpty)
    // Whatever their order, and where another lies within.
    #expect(try notes(#"{"start":1,"end":4,"ruby":"x"},\#(first)"#) == ["spans[0].ruby"])
    #expect(
      try notes(#"\#(first),{"start":4,"end":6,"ruby":"y"},{"start":1,"end":5,"ruby":"z"}"#)
        == ["spans[0].ruby", "spans[1].ruby"])
  }

  @Test func linksBeyondTheTextAreNoted() throws {
    let (document, _) = try read(
      #"{"text":"abc","links":[{"start":1,"end":9,"url":"x"},{"start":1,"end":1,"url":"x"}]}"#)
    #expect(document.rangeNotes.map(\.path) == ["links[0]", "links[1]"])
    #expect(document.rangeNotes.map(\.offset) == [23, 53])
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import Testing
import TextModel
import TextTestSupport

@testable import LayerScenes
@testable import StyledDocuments
@testable import TextRenderCommand

struct DocumentSchemaTests {
  private func schema(_ arguments: String...) throws -> [String: Any] {
    let run = ToolRun(arguments + ["--schema"])
    #expect(run.status == 0 && run.errors.isEmpty)
    return try run.json()
  }

  private func properties(_ schema: [String: Any]?) throws -> [String: Any] {
    try #require(schema?["properties"] as? [String: Any])
  }

  @Test func documents() throws {
    let document = try schema("render")
    #expect(document["required"] as? [String] == ["text"])
    let top = try properties(document)
    for key in DocumentMember.keys { #expect(top[key] != nil, "\(key)") }
    let definitions = try #require(document["$defs"] as? [String: Any])
    let style = try properties(definitions["style"] as? [String: Any])
    #expect(Set(style.keys) == Set(StyleProperty.allCases.map(\.key)))
    let slant = try #require(style["slant"] as? [String: Any])
    #expect(
      (slant["enum"] as? [Any])?.compactMap { $0 as? String } == ["normal", "italic", "oblique"])
    let weight = try #require(style["weight"] as? [String: Any])
    #expect(weight["type"] as? [String] == ["number", "string", "null"])
    for name in ["layout", "help"] {
      #expect(ToolRun(name, "--schema").output == ToolRun("render", "--schema").output)
    }
    #expect(ToolRun("help", "document", "--schema").text == ToolRun("layout", "--schema").text)
  }

  @Test func lines() throws {
    let batch = try schema("batch")
    #expect(
      try Set(properties(batch).keys)
        == ["id", "args", "stdin", "document", "scene", "html", "markdown", "options", "into"])
    #expect(batch["required"] as? [String] == [])
    let definitions = try #require(batch["$defs"] as? [String: Any])
    for name in ["document", "scene", "pictureOptions", "layer", "span"] {
      #expect(definitions[name] != nil, "\(name)")
    }
    let segment = try schema("segment")
    #expect(
      try Set(properties(segment).keys)
        == ["id", "text", "locale", "lineBreak", "wordBreak", "direction"])
  }

  private static let documents: [(json: String, isValid: Bool)] = [
    (#"{"text":"a"}"#, true), (#"{"text":null}"#, false), (#"{}"#, false), (#"{"text":1}"#, false),
    (#"{"text":"a","width":null,"maxLines":null,"style":null,"spans":null,"fonts":null}"#, true),
    (#"{"text":"a","style":{"size":null,"slant":null,"features":null}}"#, true),
    (#"{"text":"a","style":{"slant":"bent"}}"#, false), (#"{"text":"a","align":null}"#, true),
    (#"{"text":"a","style":[]}"#, false), (#"{"text":"a","maxLines":-1}"#, false),
    (#"{"text":"a","fonts":["A.ttf",{"file":"B.ttc","index":1}]}"#, true),
    (#"{"text":"a","fonts":[{"file":"B.ttc","index":null}]}"#, true),
    (#"{"text":"a","fonts":[{"index":1}]}"#, false), (#"{"text":"a","fonts":[1]}"#, false),
    (#"{"text":"a","spans":[{"start":0,"end":1,"style":null}]}"#, true),
    (#"{"text":"a","spans":[{"start":0,"end":null}]}"#, false),
    (#"{"text":"a","columns":2}"#, true), (#"{"text":"a","columns":"2"}"#, true),
    (#"{"text":"a","columns":[2]}"#, false), (#"{"text":"a","columns":{"count":"2"}}"#, true),
    (#"{"text":"a","columns":{"count":[2]}}"#, false),
  ]

  /// The schema and the reader agree on whole documents.
  @Test func theReaderAcceptsWhatTheSchemaAllows() throws {
    let schema = SchemaCheck(root: try schema("render"))
    for (json, isValid) in Self.documents {
      let bytes = Array(json.utf8)
      #expect(schema.allows(try UntypedJSON.value(bytes)) == isValid, "\(json)")
      var reader = StyledDocumentReader()
      let isRead = (try? reader.document(from: bytes)) != nil
      #expect(isRead == isValid, "\(json)")
    }
  }

  /// The schema of a batch's options allows what the reader reads, and bounds what it bounds.
  @Test(arguments: [
    (#"{"scale":2}"#, true), (#"{"scale":"2x"}"#, true), (#"{"padding":"3px"}"#, true),
    (#"{"canvas":[50,40]}"#, true), (#"{"canvas":"50x40"}"#, true), (#"{"fitInk":"true"}"#, true),
    (#"{"fitInk":true}"#, true), (#"{"format":"png"}"#, true), (#"{"format":null}"#, true),
    (#"{"format":"bmp"}"#, false), (#"{"quality":100}"#, true), (#"{"quality":"90"}"#, true),
    (#"{"quality":0}"#, false), (#"{"quality":101}"#, false), (#"{"effort":0}"#, true),
    (#"{"effort":7}"#, false), (#"{"fitInk":1}"#, false),
    (#"{"canvas":50}"#, false), (#"{"anchor":"left"}"#, false),
  ])
  func optionsOfAPicture(_ json: String, isValid: Bool) throws {
    let schema = SchemaCheck(root: try schema("batch"))
    let line = #"{"document":{"text":"a"},"options":\#(json)}"#
    #expect(schema.allows(try UntypedJSON.value(Array(line.utf8))) == isValid)
    let reply = try #require(try ToolRun("batch", "--inline", input: line + "\n").jsonLines().first)
    #expect((reply["exit"] as? Int == 0) == isValid, "\(reply)")
  }

  /// Every ending of a file is a word of its format in both.
  @Test func formatsMayBeNamedByTheirEndings() throws {
    let schema = SchemaCheck(root: try schema("batch"))
    for word in ["png", "jpg", "jpeg", "jfif", "webp", "pbm", "svg", "svg-outlines", "rgba", "a8"] {
      let line = #"{"document":{"text":"a"},"options":{"format":"\#(word)"}}"#
      let value = try UntypedJSON.value(Array(line.utf8))
      let isWritten = PictureFormat(word: word)?.isBuilt == true
      #expect(schema.allows(value) == isWritten, "\(word)")
    }
  }

  /// A property may be `null` in both, and a key without a meaning is told even so.
  @Test func nullIsAsIfItWereNotThere() throws {
    let schema = SchemaCheck(root: try schema("render"))
    for property in StyleProperty.allCases {
      let json = #"{"text":"a","style":{"\#(property.key)":null,"zoom":null}}"#
      var reader = StyledDocumentReader()
      _ = try reader.document(from: Array(json.utf8))
      #expect(reader.unknownKeys.map(\.path) == ["style.zoom"])
      let document = try UntypedJSON.value(json.utf8)
      #expect(schema.allows(document), "\(property)")
    }
  }

  /// The reader knows every key of the schema.
  @Test func theReaderKnowsTheKeysOfTheSchema() throws {
    let document = try schema("render")
    let definitions = try #require(document["$defs"] as? [String: Any])
    let style = try properties(definitions["style"] as? [String: Any])
    for key in style.keys {
      var reader = StyledDocumentReader()
      // A list is no value of any property but two.
      _ = try? reader.document(from: Array(#"{"text":"a","style":{"\#(key)":[]}}"#.utf8))
      #expect(reader.unknownKeys.isEmpty, "\(key)")
    }
  }

  @Test(arguments: [
    ("fontSize", "size"), ("font-size", "size"), ("fontWeight", "weight"),
    ("font_family", "family"),
    ("colour", "color"), ("backgroundColor", "background"), ("letter-spacing", "letterSpacing"),
    ("letterspacing", "letterSpacing"), ("textAlign", "align"),
    ("paragraphSpacing", "spacingAfter"),
    ("lineThrough", "strikethrough"), ("wieght", "weight"),
  ])
  func nearMissesGetAHint(_ key: String, _ meant: String) {
    let run = ToolRun(
      ["layout", "--no-system-fonts", "--document", "-"],
      input: Array(#"{"text":"a","style":{"\#(key)":1}}"#.utf8))
    #expect(run.status == 0)
    #expect(
      run.errors
        == "textrender: note: unknown keys were ignored: style.\(key) (did you mean \(meant)?)\n")
  }

  @Test func keysInTheWrongPlaceGetAHint() {
    let run = ToolRun(
      ["layout", "--no-system-fonts", "--document", "-"],
      input: Array(#"{"text":"a","size":30,"fontSize":3,"zoom":1}"#.utf8))
    #expect(
      run.errors.contains("size (did you mean style.size?), fontSize (did you mean style.size?"))
    #expect(run.errors.hasSuffix(", zoom\n"))
    let text = ToolRun(["layout", "--document", "-"], input: Array(#"{"string":"a"}"#.utf8))
    #expect(text.status == 2 && text.errors.contains("'string' is called text"))
    let span = ToolRun(
      ["layout", "--document", "-"],
      input: Array(#"{"text":"a","spans":[{"from":0,"end":1}]}"#.utf8))
    #expect(span.status == 2 && span.errors.contains("did you mean start?"))
  }

  @Test func linesGetHints() throws {
    let batch = ToolRun("batch", input: #"{"id":1,"argv":["versions"]}"# + "\n")
    let reply = try #require(try batch.jsonLines().first)
    let errors = try #require(reply["stderr"] as? String)
    #expect(errors.contains("argv: ") && errors.contains("did you mean args?"))
    let extra = ToolRun("batch", input: #"{"id":1,"args":["versions"],"input":"x"}"# + "\n")
    let noted = try #require(try extra.jsonLines().first)
    #expect(noted["exit"] as? Int == 0)
    #expect((noted["stderr"] as? String)?.contains("did you mean stdin?") == true)
    let segment = ToolRun("segment", "--kind", "word", input: #"{"text":"a","lang":"de"}"# + "\n")
    #expect(segment.status == 0 && segment.errors.contains("unknown keys were ignored: lang"))
  }

  /// Documents take the words of the options.
  @Test func sameWordsAsTheOptions() throws {
    var reader = StyledDocumentReader()
    let document = try reader.document(
      from: Array(
        """
        {"text":"abc","width":"20em","fonts":["A.ttf"],
         "style":{"size":"1.5em","weight":"bold","stretch":"condensed","color":"red",
           "letterSpacing":"0.1em","lineHeight":"150%","variations":"wght=650","family":"X, Y"},
         "spans":[{"start":1,"end":2,"style":{"size":"50%","background":"rgb(0 0 0 / 50%)"}}]}
        """.utf8))
    #expect(reader.unknownKeys.isEmpty)
    #expect(document.fonts == [FontReference(file: "A.ttf", index: 0)])
    #expect(try document.container().width == 480)
    let text = try document.attributedText()
    let first = text.shaping.value(at: 0)
    #expect(first.size == 24 && first.font.weight == 700 && first.font.stretch == 75)
    #expect(abs(first.letterSpacing - 2.4) < 1e-9 && first.font.families == ["X", "Y"])
    #expect(text.paragraphs.value(at: 0).lineHeight == .relative(toSize: 1.5))
    #expect(text.shaping.value(at: 1).size == 12)
    #expect(text.paint.value(at: 1).background?.color.alpha == 128.0 / 255)
  }
}

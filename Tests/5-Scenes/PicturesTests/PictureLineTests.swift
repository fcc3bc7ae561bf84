// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import ImageCodecs
import LayerScenes
import Markup
import StyledDocuments
import Testing

@testable import Pictures

/// A line of a batch, as all entry points read it.
struct PictureLineTests {
  private static func line(
    _ json: String, otherMembers: [String] = [], otherOptions: [String] = []
  ) throws -> PictureLine {
    try PictureLine(
      try JSONReader.object(of: Array(json.utf8)).object, otherMembers: otherMembers,
      otherOptions: otherOptions)
  }

  @Test func theKindIsTheOneThatTheLineNames() throws {
    #expect(try Self.line(#"{"document":{"text":"a"}}"#).content.kind == .document)
    #expect(try Self.line(#"{"scene":{"size":[1,1]}}"#).content.kind == .scene)
    #expect(try Self.line(#"{"html":"<p>a"}"#).content.kind == .html)
    for (member, language) in [("html", MarkupLanguage.html), ("markdown", .markdown)] {
      guard case .page(let source, let read) = try Self.line(#"{"\#(member)":"a"}"#).content else {
        Issue.record("\(member) is no page")
        continue
      }
      #expect(source == [0x61] && read == language)
    }
    for wrong in ["{}", #"{"document":{},"scene":{}}"#, #"{"document":7}"#, #"{"scene":null}"#] {
      let error = try #require(throws: DocumentError.self) { try Self.line(wrong) }
      #expect(error.code == .malformed, "\(wrong)")
    }
  }

  /// An entry point's own kinds are named, and meant by misspelt members, as the others are.
  @Test func theKindMayBeOneOfTheEntryPoint() throws {
    func kind(_ json: String) throws -> String {
      try PictureLine.kind(
        of: try JSONReader.object(of: Array(json.utf8)).object, or: ["args"],
        otherMembers: ["args", "stdin"]
      ).member.name
    }
    #expect(try kind(#"{"args":[],"stdin":""}"#) == "args")
    #expect(try kind(#"{"scene":{}}"#) == "scene")
    for wrong in [#"{"args":[],"scene":{}}"#, "{}"] {
      let error = try #require(throws: DocumentError.self) { try kind(wrong) }
      #expect(
        error.code == .malformed && error.message.hasSuffix("document, scene, html, markdown, args")
      )
    }
    let error = try #require(throws: DocumentError.self) { try kind(#"{"arg":[]}"#) }
    #expect(error.code == .unknownKey && error.message.hasSuffix("did you mean args?"))
  }

  @Test func whatIsNotKnownIsNotedOrRefused() throws {
    let members = #""document":{"text":"a"},"colour":1,"into":"x""#
    let line = try Self.line(
      #"{\#(members),"options":{"zoom":2,"timeout":1,"scal":3}}"#, otherMembers: ["into"],
      otherOptions: ["timeout"])
    #expect(line.unknownKeys.map(\.path) == ["colour", "options.zoom", "options.scal"])
    #expect(line.unknownKeys.last?.hint == "scale")
    let notes = line.request(notes: ["first"]).notes
    #expect(notes.count == 2 && notes[0] == "first" && notes[1].contains("colour"))
    for options in [#"{"strict":true}"#, #"{"strict":true,"zoom":1}"#] {
      let error = try #require(throws: DocumentError.self) {
        try Self.line(#"{\#(members),"options":\#(options)}"#, otherMembers: ["into"])
      }
      #expect(error.code == .unknownKey)
    }
  }

  /// An object without a name of its kind is a scene by its members.
  @Test func theKindOfAnObject() throws {
    let kinds = [
      (#"{"text":"a"}"#, false), (#"{"text":"a","size":[1,1]}"#, false), ("{}", false),
      (#"{"size":[1,1]}"#, true), (#"{"layers":[]}"#, true), (#"{"layers":[],"text":"a"}"#, true),
    ]
    for (json, isScene) in kinds {
      let object = try JSONReader.object(of: Array(json.utf8)).object
      #expect((PictureContent(object).kind == .scene) == isScene, "\(json)")
    }
  }

  /// A root of files that the entry point has fixed is not moved by a request.
  @Test func aFixedRootStays() throws {
    let line = try Self.line(#"{"document":{"text":"a"},"options":{"imageRoot":"/"}}"#)
    let fixed = PictureEnvironment(SceneOptions(imageRoot: "pictures"))
    let error = try #require(throws: DocumentError.self) { try line.request().open(in: fixed) }
    #expect(error.code == .unsupported && error.keyPath == "options.imageRoot")
    #expect(error.offset == 48)
    _ = try line.request().open(in: PictureEnvironment(SceneOptions()))
  }

  @Test(
    "An option of a line that is refused after reading has the key and the place of its value",
    arguments: [
      (#"{"document":{"text":"a"},"options":{"anchor":"end"}}"#, "options.anchor", 45),
      (#"{"document":{"text":"a"},"options":{"scale":1e-9}}"#, "options.scale", 44),
      (#"{"scene":{"size":[4,4],"layers":[]},"options":{"canvas":[1,2]}}"#, "options.canvas", 56),
      (
        #"{"scene":{"size":[4,4],"layers":[]},"options":{"format":"svg-outlines"}}"#,
        "options.format", 56
      ),
      (#"{"scene":{"size":[4,4],"layers":[]},"options":{"scale":1e-9}}"#, "options.scale", 55),
    ])
  func theKeyOfARefusedOption(json: String, path: String, offset: Int) throws {
    let error = try #require(throws: DocumentError.self) {
      try Self.line(json).request().draw(in: PictureEnvironment(SceneOptions()))
    }
    #expect(error.keyPath == path && error.offset == offset, "\(error)")
  }

  /// Options without an effect on the picture are noted for scenes as they are for documents.
  @Test(arguments: [#""document":{"text":"a"}"#, #""scene":{"size":[4,4],"layers":[]}"#])
  func aQualityWithoutEffectIsNoted(content: String) throws {
    let line = try Self.line(#"{\#(content),"options":{"quality":3}}"#)
    let open = try line.request().open(in: PictureEnvironment(SceneOptions()))
    #expect(open.notes == ["options.quality: it has no effect on PNG"])
    #expect(open.notesWithoutPicture.isEmpty)
  }

  #if WebP
    /// Quality and effort reach the writer; without them they are its defaults.
    @Test func packingIsThatOfTheOptions() throws {
      func drawn(_ options: String) throws -> DrawnPicture {
        let line = try Self.line(
          #"{"document":{"text":"a"},"options":{"format":"webp"\#(options)}}"#)
        return try line.request().draw(in: PictureEnvironment(SceneOptions()))
      }
      for (options, writer) in [
        ("", WebPWriter()), (#","effort":0"#, WebPWriter(effort: 0)),
        (#","quality":7,"effort":6"#, WebPWriter(quality: 7, effort: 6)),
      ] {
        let picture = try drawn(options)
        #expect(try picture.bytes() == writer.data(of: #require(picture.image)))
      }
      #expect(try drawn(#","effort":0"#).bytes() != drawn("").bytes())
    }
  #endif
}

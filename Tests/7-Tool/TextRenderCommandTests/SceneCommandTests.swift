// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import Testing
import TextModel
import TextTestSupport

@testable import LayerCompositing
@testable import LayerScenes
@testable import StyledDocuments
@testable import TextRenderCommand

struct SceneCommandTests {
  private let red = #"{"size":[40,30],"background":"red"}"#

  @Test func aSceneFromStandardInput() throws {
    let run = ToolRun("scene", "-", input: red)
    #expect(run.status == 0 && run.errors.isEmpty)
    let image = try Bitmap(png: run.output)
    #expect(image.width == 40 && image.height == 30 && image.pixel(x: 9, y: 9) == 0xFF00_00FF)
    let doubled = try Bitmap(png: ToolRun("scene", "-", "--scale", "2x", input: red).output)
    #expect(doubled.width == 80)
  }

  @Test func pathsAreRelativeToTheFile() throws {
    try ToolRun.withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/in", withIntermediateDirectories: false)
      try Bitmap(png: ToolRun("scene", "-", input: red).output).write(to: folder + "/in/a.png")
      let scene =
        #"{"size":[40,30],"layers":[{"frame":[0,0,40,30],"contents":{"image":"a.png"}}]}"#
      try Data(scene.utf8).write(to: URL(filePath: folder + "/in/s.json"))
      let run = ToolRun("scene", folder + "/in/s.json", "-o", folder + "/out.png")
      #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty)
      #expect(try Bitmap(pngFile: folder + "/out.png").pixel(x: 1, y: 1) == 0xFF00_00FF)
      let bounded = ToolRun(
        "scene", folder + "/in/s.json", "-o", folder + "/x.png", "--image-root", folder + "/out")
      #expect(bounded.status == 1 && bounded.errors.contains("a.png"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/x.png"))
    }
  }

  @Test func errorsNameFileOrKeyAndByte() throws {
    let wrong = ToolRun("scene", "-", input: #"{"size":[40,30],"layers":[{"opacity":"x"}]}"#)
    #expect(wrong.status == 2 && wrong.output.isEmpty)
    #expect(
      wrong.errors
        == "textrender: layers[0].opacity: a number is wanted, not a string (byte 37)\n")
    let syntax = ToolRun("scene", "-", input: "{")
    #expect(syntax.status == 2)
    #expect(syntax.errors.contains("standard input: no valid JSON at byte 1"))
    for type in LayerKind.allCases {
      guard let trait = type.missingTrait else { continue }
      let scene = #"{"size":[4,4],"layers":[{"type":"\#(type.name)"}]}"#
      let lacking = ToolRun("scene", "-", input: scene)
      #expect(lacking.status == 1 && lacking.errors.contains("package trait \(trait)"))
    }
    #expect(ToolRun("scene", "-", input: #"{"size":[1e6,1]}"#).status == 1)
    let missing = ToolRun("scene", "/nowhere/s.json", "-o", "/nowhere/x.png")
    #expect(missing.status == 1 && missing.errors.contains("/nowhere/s.json"))
    #expect(ToolRun("scene").status == 2 && ToolRun("scene", "a", "b").status == 2)
    #expect(ToolRun("scene", "-", "--tolerance", "3", input: red).status == 2)
    #expect(ToolRun("scene", "-", "-o", "x.ps", input: red).status == 2)
    #expect(ToolRun("scene", "-", input: red, terminal: true).status == 2)
  }

  @Test func unknownKeys() {
    let scene = #"{"size":[4,4],"zoom":1}"#
    let run = ToolRun("scene", "-", input: scene)
    #expect(run.status == 0 && run.errors.contains("zoom at byte 21"))
    let strict = ToolRun("scene", "-", "--strict", input: scene)
    #expect(strict.status == 2 && strict.output.isEmpty)
    #expect(strict.errors == "textrender: zoom: the key is not known (byte 21)\n")
  }

  @Test func comparison() throws {
    try ToolRun.withFolder { folder in
      let (golden, out) = (folder + "/golden.png", folder + "/out.png")
      #expect(ToolRun("scene", "-", "-o", golden, input: red).status == 0)
      let same = ToolRun("scene", "-", "-o", out, "--compare", golden, input: red)
      #expect(same.status == 0)
      #expect(try Bitmap(pngFile: out) == Bitmap(pngFile: golden))
      let other =
        #"{"size":[40,30],"background":"red","layers":[{"frame":[7,5,2,1],"#
        + #""backgroundColor":"rgb(251 2 0)"}]}"#
      let differs = ToolRun("scene", "-", "-o", out, "--compare", golden, input: other)
      #expect(differs.status == 1)
      #expect(differs.errors.contains("2 pixels differ, a channel by up to 4, the first at 7,5"))
      let difference = try Bitmap(pngFile: out)
      #expect(difference.pixel(x: 7, y: 5) == 0xFF00_1020)
      #expect(difference.pixel(x: 6, y: 5) == 0xFF00_0000)
      let near = ToolRun(
        "scene", "-", "-o", out, "--compare", golden, "--tolerance", "4", input: other)
      #expect(near.status == 0)
      let size = ToolRun(
        "scene", "-", "-o", out, "--compare", golden, input: #"{"size":[41,30],"background":"red"}"#
      )
      #expect(size.status == 1 && size.errors.contains("41 × 30"))
      #expect(try Bitmap(pngFile: out).pixel(x: 40, y: 0) == 0xFFFF_FFFF)
      let none = ToolRun("scene", "-", "-o", out, "--compare", folder + "/no.png", input: red)
      #expect(none.status == 1 && none.errors.contains("no.png"))
    }
  }

  @Test func translucentPicturesSurviveTheGolden() throws {
    try ToolRun.withFolder { folder in
      let scene =
        #"{"size":[60,60],"layers":[{"frame":[5,5,40,40],"cornerRadius":20,"#
        + #""backgroundColor":"rgba(200,99,13,0.37)","shadow":{"opacity":0.6}}]}"#
      #expect(ToolRun("scene", "-", "-o", folder + "/a.png", input: scene).status == 0)
      let again = ToolRun(
        "scene", "-", "-o", folder + "/b.png", "--compare", folder + "/a.png", input: scene)
      #expect(again.status == 0, "\(again.errors)")
    }
  }

  @Test func explanation() throws {
    let scene =
      #"{"size":[40,30],"layers":[{"name":"a","frame":[0,0,10,10],"opacity":0.5,"#
      + #""backgroundColor":"red","sublayers":[{"frame":[0,0,5,5],"backgroundColor":"blue"}]}]}"#
    let run = ToolRun("scene", "-", "--explain", input: scene)
    #expect(run.status == 0)
    let report = try #require(try UntypedJSON.value(Array(run.errors.utf8)) as? [String: Any])
    #expect(report["layerCount"] as? Double == 3 || report["layerCount"] as? Int == 3)
    #expect(report["microseconds"] != nil && report["overdraw"] != nil)
    let layers = try #require(report["layers"] as? [[String: Any]])
    #expect(
      layers.contains { $0["name"] as? String == "a" && $0["groupReason"] as? String == "opacity" })
  }

  /// Copies of copies: a few are counted, very many refused before anything is drawn.
  @Test func copiesOfReplicators() throws {
    func scene(_ count: Int, depth: Int) -> String {
      let start = #"{"type":"replicator","instanceCount":\#(count),"sublayers":["#
      return #"{"size":[10,10],"layers":["# + String(repeating: start, count: depth)
        + #"{"frame":[0,0,9,9],"backgroundColor":"red"}"# + String(repeating: "]}", count: depth)
        + "]}"
    }
    let few = ToolRun("scene", "-", "--explain", input: scene(3, depth: 2))
    let report = try #require(try UntypedJSON.value(Array(few.errors.utf8)) as? [String: Any])
    #expect(report["copyCount"] as? Double == 10 || report["copyCount"] as? Int == 10)
    let many = ToolRun("scene", "-", input: scene(100_000, depth: 5))
    #expect(many.status == 1 && many.output.isEmpty)
    #expect(many.errors.contains("more than \(LayerLimits.instances) layers"))
  }

  @Test func theSchemaHasEveryKey() throws {
    let schema = try ToolRun("scene", "--schema").json()
    #expect(schema["required"] as? [String] == ["size"])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    for (name, keys) in [
      ("layer", LayerMember.keys), ("shadow", ShadowMember.keys), ("path", []),
      ("contents", ContentsMember.keys), ("document", DocumentMember.keys), ("transform", []),
      ("style", StyleProperty.allCases.map(\.key)), ("span", SpanMember.keys),
    ] {
      let definition = try #require(definitions[name] as? [String: Any], "\(name)")
      let properties = definition["properties"] as? [String: Any] ?? [:]
      for key in keys { #expect(properties[key] != nil, "\(name).\(key)") }
    }
    let top = try #require(schema["properties"] as? [String: Any])
    #expect(Set(top.keys) == Set(SceneMember.keys))
  }

  private static let layers: [(json: String, isValid: Bool)] = [
    ("{}", true), (#"{"opacity":null,"frame":null,"shadow":null,"mask":null}"#, true),
    (#"{"opacity":"1"}"#, false), (#"{"hidden":1}"#, false), (#"{"frame":[1,2,3,4]}"#, true),
    (#"{"frame":["a",2,3,4]}"#, false), (#"{"frame":5}"#, false),
    (#"{"backgroundColor":null}"#, true), (#"{"backgroundColor":7}"#, false),
    (#"{"contentsGravity":"top"}"#, true), (#"{"contentsGravity":"upper"}"#, false),
    (#"{"blendMode":"xor"}"#, true), (#"{"blendMode":"nor"}"#, false),
    (#"{"transform":{"m34":1}}"#, true), (#"{"transform":[{"scale":[1,2]}]}"#, true),
    (#"{"transform":"none"}"#, false), (#"{"shadow":{"path":"M0 0"}}"#, true),
    (#"{"shadow":{"path":{"circle":[1,2,3]}}}"#, true), (#"{"shadow":{"path":5}}"#, false),
    (#"{"shadow":{"radius":"3"}}"#, false), (#"{"sublayers":[{"opacity":[]}]}"#, false),
    (#"{"sublayers":[{"mask":{"sublayers":[]}}]}"#, true), (#"{"mask":[]}"#, false),
    (#"{"type":"text","string":"a","fontSize":12}"#, true), (#"{"type":"sphere"}"#, false),
    (#"{"type":"text","document":{"text":"a","style":{"size":9}}}"#, true),
    (#"{"type":"text","document":{"style":{}}}"#, false),
    (#"{"type":"text","string":"a","alignmentMode":"middle"}"#, false),
    (#"{"contents":{}}"#, false),
    (#"{"animations":[{"key":"opacity","to":1,"curve":"easeIn","duration":2}]}"#, true),
    (#"{"animations":[{"key":"opacity","to":1,"curve":{"steps":3,"jump":"both"}}]}"#, true),
    (#"{"animations":[{"key":"opacity","to":1,"curve":{"spring":{"mass":2}}}]}"#, true),
    (#"{"animations":[{"key":"position","path":{"circle":[1,2,3]}}]}"#, true),
    (#"{"animations":[{"to":1}]}"#, false), (#"{"animations":{"key":"opacity","to":1}}"#, false),
    (#"{"animations":[{"key":"opacity","to":1,"duration":"2"}]}"#, false),
    (#"{"animations":[{"key":"opacity","to":1,"curve":7}]}"#, false),
    (#"{"animations":[{"key":"opacity","to":1,"fill":"none"}]}"#, false),
  ]

  /// The schema and the reader agree on layers.
  @Test func theSchemaAndTheReaderAgree() throws {
    let schema = SchemaCheck(root: try ToolRun("scene", "--schema").json())
    for (layer, isValid) in Self.layers {
      let scene = #"{"size":[20,20],"layers":["# + layer + "]}"
      #expect((ToolRun("scene", "-", input: scene).status == 0) == isValid, "\(layer)")
      #expect(schema.allows(try UntypedJSON.value(Array(scene.utf8))) == isValid, "\(layer)")
    }
  }

  @Test func theExamplesOfThePageAreDrawn() throws {
    let page = URL(filePath: Checkout.path).appending(
      path: "Sources/4-Layers/TextLayers/TextLayers.docc/ScenesAsJSON.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let examples = try text.split(separator: "```json\n").dropFirst().map { part in
      String(try #require(part.split(separator: "```").first))
    }
    let (films, others) = (
      examples.filter { $0.contains("player") }, examples.filter { !$0.contains("player") }
    )
    let widths = try others.map { json in
      let run = ToolRun("scene", "-", "--strict", input: json)
      #expect(run.status == 0 && run.errors.isEmpty)
      return try Bitmap(png: run.output).width
    }
    #expect(widths == [800, 320])
    // The film of the example is the reader's own.
    #expect(films.count == 1)
    for film in films {
      let run = ToolRun("scene", "-", "--strict", input: film)
      #expect(run.errors.contains("clip.mp4") || run.errors.contains("package trait Video"))
    }
  }

  @Test func rangesOfADocumentAreNoted() {
    let scene =
      #"{"size":[20,20],"layers":[{"type":"text","document":{"text":"a","spans":["#
      + #"{"start":0,"end":9,"style":{}}]}}]}"#
    let run = ToolRun("scene", "-", input: scene)
    #expect(run.status == 0)
    #expect(
      run.errors == "textrender: note: layers[0].document.spans[0]: 0 to 9 is beyond the text, "
        + "which has 1 characters (byte 73)\n")
  }

  @Test func theHelpHasEveryKey() {
    let page = ToolRun("help", "scene").text
    for key in SceneMember.keys + LayerMember.keys + ShadowMember.keys + PathMember.keys {
      #expect(page.contains("\n  \(key)"), "\(key)")
    }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func inABatch() throws {
    try ToolRun.withFolder { folder in
      let out = folder + "/s.png"
      let requests = [
        #"{"id":1,"args":["scene","-","-o",""# + out + #""],"stdin":"{\"size\":[4,5]}"}"#,
        #"{"id":2,"args":["scene","-"],"stdin":"{\"size\":[4,5]}"}"#,
        #"{"id":3,"args":["scene","-","-o",""# + out + #"x.png"],"stdin":"{\"size\":7}"}"#,
      ]
      let run = ToolRun("batch", input: requests.joined(separator: "\n") + "\n")
      let replies = try run.jsonLines()
      #expect(replies.map { $0["exit"] as? Int ?? Int($0["exit"] as? Double ?? -1) } == [0, 2, 2])
      #expect(try Bitmap(pngFile: out).height == 5)
      #expect(!FileManager.default.fileExists(atPath: out + "x.png"))
    }
  }
}

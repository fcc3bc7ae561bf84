// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import Testing

@testable import LayerScenes
@testable import StyledDocuments

/// Wrong and hostile scenes.
struct SceneErrorTests {
  private func error(_ json: String, _ options: SceneOptions? = nil) throws -> DocumentError {
    do {
      _ = try SceneText.read(json, options)
    } catch let error as DocumentError {
      return error
    }
    Issue.record("nothing was thrown for \(json.prefix(200))")
    return DocumentError(.failed, nil, "nothing")
  }

  /// A value of the wrong type for each key, with its path and its offset.
  @Test(arguments: LayerMember.allCases)
  func everyKeyOfTheWrongType(_ member: LayerMember) throws {
    let isFlag = member.form?.type == .boolean
    let value = isFlag ? "[3]" : "true"
    let type = member.kinds.first.map { #""type":"\#($0.name)","# } ?? ""
    let json = #"{"size":[9,9],"layers":[{},{"# + type + "\"\(member.rawValue)\": \(value)}]}"
    let error = try error(json)
    if member.kinds.first?.missingTrait != nil {
      #expect(error.keyPath == "layers[1].type" && error.code == .unsupported)
      return
    }
    #expect(error.keyPath == "layers[1].\(member.rawValue)")
    #expect(error.code == .malformed)
    // What follows the value are three brackets.
    #expect(error.offset == json.utf8.count - 3 - value.utf8.count)
  }

  @Test(arguments: [
    (
      #"{"size":[9,9],"layers":[{"sublayers":[{"frame":[1,2,"x",4]}]}]}"#,
      "layers[0].sublayers[0].frame[2]", 52
    ),
    (#"{"size":[9,9],"layers":[{"mask":{"opacity":"1"}}]}"#, "layers[0].mask.opacity", 43),
    (#"{"size":[9,9],"layers":[{"shadow":{"radius":[]}}]}"#, "layers[0].shadow.radius", 44),
    (
      #"{"size":[9,9],"layers":[{"shadow":{"path":{"circle":[1,2]}}}]}"#,
      "layers[0].shadow.path.circle", 52
    ),
    (
      #"{"size":[9,9],"layers":[{"transform":[{"turn":[1,2]}]}]}"#, "layers[0].transform[0].turn",
      46
    ),
    (#"{"size":[9,9],"layers":[{"transform":{"m55":1}}]}"#, "layers[0].transform.m55", 44),
    (#"{"size":[9,9],"layers":[{"blendMode":"darker"}]}"#, "layers[0].blendMode", 37),
    (#"{"size":[9,9],"layers":[{"maskedCorners":["top"]}]}"#, "layers[0].maskedCorners[0]", 42),
    (
      #"{"size":[9,9],"layers":[{"type":"text","document":{"text":"a","style":{"size":[]}}}]}"#,
      "layers[0].document.style.size", 78
    ),
    (#"{"size":[9,9],"layers":[{"opacity":1e999}]}"#, "layers[0].opacity", 35),
    (#"{"size":[9,9],"layers":[{"opacity":"NaN"}]}"#, "layers[0].opacity", 35),
    (#"{"size":[9]}"#, "size", 8), (#"{"size":[9,0]}"#, "size", 8), (#"{"size":9}"#, "size", 8),
    (#"{"size":[9,9],"layers":{}}"#, "layers", 23),
    (#"{"size":[9,9],"background":7}"#, "background", 27),
  ])
  func wrongValues(_ json: String, _ path: String, _ offset: Int) throws {
    let error = try error(json)
    #expect(error.keyPath == path && error.offset == offset, "\(error) \(error.offset ?? -1)")
    #expect(error.code == .malformed)
  }

  @Test(arguments: [
    (#"{"scale":1e-300,"size":[9,9]}"#, "scale", 9), (#"{"scale":0.1,"size":[9,99]}"#, "scale", 9),
    (#"{"size":[0.5,9]}"#, "size", 8), (#"{"size":[9,1e-300],"scale":2}"#, "size", 8),
  ])
  func picturesBelowOnePixel(_ json: String, _ path: String, _ offset: Int) throws {
    let error = try error(json)
    #expect(error.code == .malformed && error.message.contains("too small"))
    #expect(error.keyPath == path && error.offset == offset)
    let given = try self.error(#"{"scale":1,"size":[9,9]}"#, SceneOptions(scale: 0.01))
    #expect(given.keyPath == "scale" && given.offset == nil && given.message.contains("too small"))
    #expect(try SceneText.read(#"{"scale":0.5,"size":[2,2]}"#).tree.scale == 0.5)
  }

  @Test func typesOfMissingTraitsAreRefused() throws {
    for type in LayerKind.allCases {
      guard let trait = type.missingTrait else { continue }
      let error = try error(#"{"size":[9,9],"layers":[{"type":""# + type.name + #""}]}"#)
      #expect(error.code == .unsupported && error.message.contains("package trait \(trait)"))
      #expect(error.keyPath == "layers[0].type" && error.message.contains(type.name))
    }
    #expect(try error(#"{"size":[9,9],"layers":[{"type":"sphere"}]}"#).code == .malformed)
  }

  @Test func unknownKeysAreNotedWithTheirPlace() throws {
    let json =
      #"{"size":[9,9],"zoom":1,"layers":[{"opacitty":1,"shadow":{"blur":3},"string":"x"}]}"#
    let notes = try SceneText.read(json).notes
    #expect(notes.count == 1)
    for part in [
      "zoom at byte 21", "layers[0].opacitty (did you mean opacity?) at byte 45",
      "layers[0].shadow.blur", "layers[0].string",
    ] {
      #expect(notes.first?.contains(part) == true, "\(part) in \(notes)")
    }
    let error = try error(json, SceneOptions(isStrict: true))
    #expect(error.code == .unknownKey && error.keyPath == "zoom" && error.offset == 21)
  }

  @Test func rangesOfADocumentAreNotedWithTheirPlace() throws {
    let json = """
      {"size":[99,99],"layers":[{"sublayers":[{"type":"text","document":{"text":"abc",
       "style":{"features":["kern[0:7]=0"]},"spans":[{"start":1,"end":9,"style":{"size":20}},
       {"start":0,"end":3,"style":{}},{"start":3,"end":3,"style":{}},
       {"start":1,"end":2,"style":{"align":"right"}}],"defaultFonts":false}}]}]}
      """
    func offset(_ part: String) throws -> Int {
      let range = try #require(json.firstRange(of: part))
      return json[..<range.lowerBound].utf8.count
    }
    let text = "layers[0].sublayers[0].document"
    let notes = try SceneText.read(json).notes
    #expect(
      notes == [
        "\(text).style.features: 0 to 7 is beyond the text, which has 3 characters "
          + "(byte \(try offset(#"{"features"#)))",
        "\(text).spans[0]: 1 to 9 is beyond the text, which has 3 characters "
          + "(byte \(try offset(#"{"start":1,"end":9"#)))",
        "\(text).spans[2]: it begins at the end of the text, or beyond it "
          + "(byte \(try offset(#"{"start":3"#)))",
        "\(text).spans[3].style: align has no effect: the range holds no paragraph's first "
          + "character (byte \(try offset(#"{"start":1,"end":2"#)))",
        "\(text).defaultFonts: the built-in fonts are searched all the same with the host's fonts "
          + "(byte \(try offset(#"{"text":"abc""#)))",
      ])
    let spans = Array(repeating: #"{"start":0,"end":9,"style":{}}"#, count: 9)
    let crowd = try SceneText.read(
      #"{"size":[9,9],"layers":[{"type":"text","document":{"text":"a","spans":["#
        + spans.joined(separator: ",") + "]}}]}")
    #expect(crowd.notes.count == 6)
    #expect(crowd.notes.last?.contains("4 more ranges are empty or beyond the text") == true)
  }

  @Test func flawsOfTheJSONAreNoted() throws {
    let json = #"{"size":[9,9],"layers":[{"name":"a","name":"\ud800"}]}"#
    #expect(
      try SceneText.read(json).notes == [
        "'name' is there twice, again at byte 43; the last one counts",
        "half of a surrogate pair was read as U+FFFD, the first at byte 44",
      ])
  }

  @Test func wrongPathDataIsNoted() throws {
    let json = #"{"size":[9,9],"layers":[{"shadow":{"path":"M0 0 L5 5 L6 q"}}]}"#
    let scene = try SceneText.read(json)
    #expect(scene.notes.count == 1 && scene.notes[0].contains("layers[0].shadow.path"))
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(x: 5, y: 5))
    #expect(scene.tree.root.sublayers[0].properties.shadow.path == path)
  }

  @Test func missingPicturesAreNamed() throws {
    let error = try error(#"{"size":[9,9],"layers":[{"contents":{"image":"none.png"}}]}"#)
    #expect(error.code == .unreadable && error.message.contains("none.png"))
    #expect(error.keyPath == "layers[0].contents.image" && error.offset == 45)
    let text = try self.error(#"{"size":[9,9],"layers":[{"contents":{"image":"card.json"}}]}"#)
    #expect(text.code == .unreadable && text.message.contains("card.json"))
    #expect(
      try self.error(#"{"size":[9,9],"layers":[{"contents":{}}]}"#).keyPath == "layers[0].contents")
  }

  @Test func missingFontsAreNamed() throws {
    for name in ["none.ttf", "card.json"] {
      let error = try error(
        #"{"size":[9,9],"layers":[{"type":"text","document":{"text":"a","fonts":["\#(name)"]}}]}"#)
      #expect(error.message.contains(name) && error.keyPath == "layers[0].document", "\(error)")
    }
  }

  @Test func noFileOutsideTheImageRootIsRead() throws {
    let folder = URL(filePath: SceneText.folder)
    var options = SceneOptions(folder: SceneText.folder, imageRoot: SceneText.folder)
    let inside = #"{"size":[9,9],"layers":[{"contents":{"image":"../Scenes/ring.png"}}]}"#
    _ = try SceneText.read(inside, options)
    options.imageRoot = folder.deletingLastPathComponent().appending(path: "Support").path
    let error = try error(inside, options)
    #expect(error.code == .unreadable && error.message.contains("outside"))
    let font =
      #"{"size":[9,9],"layers":[{"type":"text","document":{"text":"a","fonts":["/etc/passwd"]}}]}"#
    #expect(try self.error(font, options).code == .unreadable)
  }

  /// A folder beside the root whose name begins with the root's is outside, for files of all kinds,
  /// by name and by link.
  @Test func aFolderBesideTheImageRootIsOutside() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "root-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    for name in ["pics", "pics-private"] {
      try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
      try files.copyItem(
        atPath: SceneText.folder + "/ring.png", toPath: folder.appending(path: name + "/0_0").path)
    }
    let root = folder.appending(path: "pics").path
    try files.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: "../pics-private/0_0")
    try files.createSymbolicLink(atPath: root + "/beside", withDestinationPath: "../pics-private")
    let options = SceneOptions(folder: root, imageRoot: root)
    func layer(_ members: String) -> String { #"{"size":[9,9],"layers":[{\#(members)}]}"# }
    _ = try SceneText.read(layer(#""contents":{"image":"0_0"}"#), options)
    _ = try SceneText.read(layer(#""type":"tiled","tiles":"%d_%d""#), options)
    for name in ["../pics-private/0_0", folder.path + "/pics-private/0_0", "link", "beside/0_0"] {
      let picture = try error(layer(#""contents":{"image":"\#(name)"}"#), options)
      #expect(picture.code == .unreadable && picture.message.contains("outside"), "\(name)")
      let font = try error(
        layer(#""type":"text","document":{"text":"a","fonts":["\#(name)"]}"#), options)
      #expect(font.code == .unreadable, "\(name)")
    }
    // Names of tiles do not lead upwards at all.
    let upwards = try error(layer(#""type":"tiled","tiles":"../pics-private/%d_%d""#), options)
    #expect(upwards.code == .malformed)
    for name in [folder.path + "/pics-private/%d_%d", "beside/%d_%d"] {
      let tiles = try error(layer(#""type":"tiled","tiles":"\#(name)""#), options)
      #expect(tiles.code == .unreadable && tiles.message.contains("outside"), "\(name)")
    }
  }

  @Test func hostileInput() throws {
    let deep = String(repeating: #"{"layers":["#, count: 1_000_000)
    #expect(try error(deep).code == .tooLarge)
    let lists = #"{"size":"# + String(repeating: "[", count: 1_000_000)
    #expect(try error(lists).code == .tooLarge)
    #expect(try error(#"{"size":[1e300,1e300]}"#).code == .tooLarge)
    #expect(try error(#"{"size":[9,9],"scale":1e300}"#).code == .tooLarge)
    #expect(try error(#"{"size":[9,9],"scale":-1}"#).code == .malformed)
    for json in ["", "[]", "nul", "{", #"{"size":[9,9]}x"#, #"{"size":[9,9],"layers":[1]}"#] {
      #expect(try error(json).code == .malformed)
    }
    // Numbers that overflow geometry draw nothing, and do not trap.
    let scene = try SceneText.read(
      #"{"size":[9,9],"layers":[{"frame":[1e300,-1e300,1e308,1e308],"backgroundColor":"red","#
        + #""cornerRadius":1e308,"borderWidth":-1e308,"shadow":{"opacity":1,"radius":1e308}},"#
        + #"{"bounds":[9,9],"transform":[{"scale":[1e200,1e200]},{"scale":[1e200,1e200]}],"#
        + #""backgroundColor":"red"},{"bounds":[-5,-5],"masksToBounds":true,"zPosition":1e308}]}"#)
    _ = try TreeRenderer().renderNow(scene.tree)
  }

  @Test func layersBeyondTheLimitAreLeftOutAndNoted() throws {
    var json = "{}"
    for _ in 0..<256 { json = #"{"sublayers":["# + json + "]}" }
    let scene = try SceneText.read(#"{"size":[9,9],"layers":["# + json + "]}")
    #expect(scene.notes.contains { $0.contains("256 levels") })
    _ = try TreeRenderer().renderNow(scene.tree)
  }

  /// Names of Core Animation and of CSS that scenes do not have.
  @Test(arguments: [
    (#"{"background":"red"}"#, "layers[0].background (did you mean backgroundColor?)"),
    (#"{"alpha":0.5}"#, "layers[0].alpha (did you mean opacity?)"),
    (#"{"shadowopacity":1}"#, "layers[0].shadowopacity (did you mean shadowOpacity?)"),
    (#"{"isHidden":true}"#, "layers[0].isHidden (did you mean hidden?)"),
    (
      #"{"animations":[{"key":"opacity","fromValue":0,"to":1}]}"#,
      "layers[0].animations[0].fromValue (did you mean from?)"
    ),
    (
      #"{"animations":[{"key":"opacity","to":1,"repeatCount":2}]}"#,
      "layers[0].animations[0].repeatCount (did you mean repeat?)"
    ),
  ])
  func coreAnimationNames(_ layer: String, _ note: String) throws {
    let scene = try SceneText.read(#"{"size":[9,9],"layers":["# + layer + "]}")
    #expect(scene.notes.count == 1 && scene.notes[0].contains(note), "\(scene.notes)")
  }

  /// An animation without its key, but with Core Animation's name for it.
  @Test func keyPathOfAnAnimation() throws {
    let json = #"{"size":[9,9],"layers":[{"animations":[{"keyPath":"opacity","to":1}]}]}"#
    let error = try #require(throws: DocumentError.self) { try SceneText.read(json) }
    #expect(error.code == .unknownKey && error.keyPath == "layers[0].animations[0].keyPath")
    #expect("\(error)".contains("did you mean key?"))
  }
}

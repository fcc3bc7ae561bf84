// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// The places of layers and texts that `scene --frames` tells.
struct SceneFramesTests {
  private func report(_ layers: String, _ more: String = "") throws -> [String: Any] {
    let run = ToolRun(
      "scene", "-", "--frames", input: #"{"size":[200,100]\#(more),"layers":[\#(layers)]}"#)
    #expect(run.status == 0, "\(run.errors)")
    return try run.json()
  }

  /// The member `text` of the first layer.
  private func text(_ layers: String, _ more: String = "") throws -> [String: Any] {
    let layers = try report(layers, more)["layers"] as? [[String: Any]]
    return try #require(layers?.first?["text"] as? [String: Any])
  }

  private func quad(_ value: Any?) throws -> [Double] {
    try #require(value as? [Any]).map { number in
      try #require(number as? Double ?? (number as? Int).map { Double($0) })
    }
  }

  @Test func layersInTheOrderOfTheFile() throws {
    let report = try report(
      #"{"name":"a","frame":[10,20,30,40],"zPosition":9,"sublayers":[{"frame":[1,2,3,4]}]},"#
        + #"{"name":"b","frame":[5,6,7,8],"transform":[{"scale":[2,2,1]}]}"#)
    #expect(try quad(report["size"]) == [200, 100])
    let layers = try #require(report["layers"] as? [[String: Any]])
    #expect(layers.map { $0["name"] as? String } == ["a", "b"])
    #expect(try layers.map { try quad($0["frame"]) } == [[10, 20, 30, 40], [5, 6, 7, 8]])
    let inner = try #require(layers[0]["sublayers"] as? [[String: Any]])
    #expect(try quad(inner[0]["frame"]) == [1, 2, 3, 4] && inner[0]["name"] == nil)
  }

  @Test func wordsAndClustersHaveTheirRanges() throws {
    let text = try text(
      #"{"type":"text","frame":[10,20,180,60],"string":"Ab c\u0301d 👨‍👩‍👧, شمس"}"#)
    let words = try #require(text["words"] as? [[String: Any]])
    #expect(
      words.map { $0["text"] as? String } == ["Ab", "c\u{301}d", "👨‍👩‍👧", ",", "شمس"])
    // Scalars: the family has five, its joiners among them.
    #expect(
      try words.map { try quad($0["range"]) } == [[0, 2], [3, 6], [7, 12], [12, 13], [14, 17]])
    let clusters = try #require(text["clusters"] as? [[String: Any]])
    #expect(clusters.count == 9 && clusters[2]["text"] as? String == "c\u{301}")
    // Those of a right-to-left word go to the left.
    let arabic = try clusters.suffix(3).map { try quad($0["quad"])[0] }
    #expect(arabic == arabic.sorted(by: >))
    let lines = try #require(text["lines"] as? [[String: Any]])
    #expect(lines.count == 1)
    #expect(try quad(lines[0]["range"]) == [0, 17])
  }

  @Test func quadsFollowTransformsAndScale() throws {
    let plain = #"{"type":"text","bounds":[40,20],"position":[100,50],"string":"H""#
    let upright = try quad((text(plain + "}")["clusters"] as? [[String: Any]])?.first?["quad"])
    let turned = try quad(
      (text(
        plain + #","transform":[{"rotate":[90,0,0,1]}]}"#, #","scale":2"#)["clusters"]
        as? [[String: Any]])?.first?["quad"])
    // A point (x, y) about (100, 50) turns to (100 - (y - 50), 50 + (x - 100)); then it is doubled.
    for corner in 0..<4 {
      let (x, y) = (upright[2 * corner], upright[2 * corner + 1])
      #expect(abs(turned[2 * corner] - 2 * (150 - y)) < 1e-9)
      #expect(abs(turned[2 * corner + 1] - 2 * (x - 50)) < 1e-9)
    }
  }

  @Test func copiesOfAReplicatorAreTold() throws {
    let report = try report(
      #"{"type":"replicator","frame":[0,0,200,100],"instanceCount":3,"#
        + #""instanceTransform":[{"translate":[0,30,0]}],"#
        + #""sublayers":[{"type":"text","frame":[0,0,90,20],"string":"H"}]}"#)
    let layers = try #require(report["layers"] as? [[String: Any]])
    let inner = try #require((layers[0]["sublayers"] as? [[String: Any]])?.first)
    func top(_ text: Any?) throws -> Double {
      let clusters = (text as? [String: Any])?["clusters"] as? [[String: Any]]
      return try quad(clusters?.first?["quad"])[1]
    }
    let first = try top(inner["text"])
    let copies = try #require(inner["copies"] as? [Any])
    #expect(try copies.map(top) == [first + 30, first + 60])
  }

  @Test func whatIsToldOfCopiesIsBounded() throws {
    func copies(_ outer: Int, _ inner: Int, _ string: String, delay: Double = 0) -> ToolRun {
      ToolRun(
        "scene", "-", "--frames",
        input: #"{"size":[9,9],"layers":[{"type":"replicator","instanceCount":\#(outer),"#
          + #""sublayers":[{"type":"replicator","instanceCount":\#(inner),"instanceDelay":\#(delay),"#
          + #""sublayers":[{"type":"text","string":"\#(string)","animations":["#
          + #"{"key":"position.x","by":5,"duration":9}]}]}]}]}"#)
    }
    // As many as a picture shows, and then as many characters.
    let layers = copies(1000, 1000, "H")
    #expect(layers.status == 1 && layers.errors.contains("100000 layers"))
    let characters = copies(100, 90, String(repeating: "H", count: 200))
    #expect(characters.status == 1 && characters.errors.contains("1000000 characters"))
    #expect(copies(2, 2, "H").text.contains("copies"))
    // Copies that are not at the same time are not alike, and have no quads.
    #expect(!copies(2, 2, "H", delay: 1).text.contains("quad"))
  }

  @Test func aWordThatIsHyphenatedHasAQuadOnEachLine() throws {
    let text = try text(#"{"type":"text","frame":[0,0,60,60],"string":"hyphen\u00ADation"}"#)
    let word = try #require((text["words"] as? [[String: Any]])?.first)
    let quads = try #require(word["quads"] as? [Any]).map { try quad($0) }
    let lines = try #require(text["lines"] as? [[String: Any]])
    #expect(quads.count == 2 && lines.count == 2)
    // The first reaches to the end of the hyphen.
    #expect(try quads[0][2] >= quad(lines[0]["quad"])[2] - 1e-6)
  }

  @Test func textThatIsLeftOutHasNoPlace() throws {
    let text = try text(
      #"{"type":"text","frame":[0,0,60,20],"string":"one two three four five six"}"#)
    let words = try #require(text["words"] as? [[String: Any]])
    #expect(words.count < 6 && text["token"] != nil)
    #expect(words.first?["text"] as? String == "one")
  }

  /// All ink lies in the quads of words, but for overhang, which `ink` encloses.
  @Test(arguments: [
    "Hamburg, efg; (quality)", "fjord Éj", "مرحبا بالعالم", "हिन्दी में लिखा", "日本語の文章、です。",
  ])
  func inkLiesInTheQuads(_ string: String) throws {
    let scene =
      #"{"size":[200,120],"scale":2,"layers":[{"frame":[10,10,180,100],"layout":{"padding":4},"#
      + #""transform":[{"rotate":[10,0,0,1]}],"sublayers":[{"type":"text","fontSize":20,"#
      + #""string":"\#(string)"}]}]}"#
    let image = try Bitmap(png: ToolRun("scene", "-", input: scene).output)
    let report = try ToolRun("scene", "-", "--frames", input: scene).json()
    let outer = try #require((report["layers"] as? [[String: Any]])?.first)
    let layer = try #require((outer["sublayers"] as? [[String: Any]])?.first)
    let text = try #require(layer["text"] as? [String: Any])
    let words = try #require(text["words"] as? [[String: Any]])
    let quads = try words.flatMap { try #require($0["quads"] as? [Any]).map { try quad($0) } }
    let ink = try quad(text["ink"])
    var (painted, outside) = (0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x: x, y: y) >> 24 > 0 {
        painted += 1
        let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
        // An antialiased pixel reaches 0.71 beyond its middle.
        #expect(Self.contains(ink, x, y, within: 0.75), "\(x), \(y)")
        if !quads.contains(where: { Self.contains($0, x, y, within: 0.75) }) { outside += 1 }
      }
    }
    #expect(painted > 500)
    // Overhang, such as the tail of a j.
    #expect(outside < painted / 50, "\(outside) of \(painted)")
  }

  /// Whether a point lies in a quad, whose corners go clockwise, or near to it.
  private static func contains(
    _ quad: [Double], _ x: Double, _ y: Double, within reach: Double
  ) -> Bool {
    (0..<4).allSatisfy { i in
      let (ax, ay) = (quad[2 * i], quad[2 * i + 1])
      let (bx, by) = (quad[(2 * i + 2) % 8], quad[(2 * i + 3) % 8])
      let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
      return length == 0 || ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length >= -reach
    }
  }

  @Test func repliesOfABatch() throws {
    let scene = #"{"size":[40,null],"layers":[{"layout":{},"sublayers":[{"bounds":[7,9]}]}]}"#
    try ToolRun.withFolder { folder in
      let lines =
        #"{"id":1,"scene":\#(scene),"options":{"frames":true}}"# + "\n"
        + #"{"id":2,"scene":\#(scene)}"# + "\n"
      let first = try ToolRun("batch", "--into", folder, input: lines).jsonLines()
      #expect(
        first[1]["frames"] == nil && first[0]["name"] as? String == first[1]["name"] as? String)
      let again = try ToolRun("batch", "--into", folder, "--resume", input: lines).jsonLines()
      #expect(again[0]["reused"] as? Bool == true)
      for reply in [first[0], again[0]] {
        let frames = try #require(reply["frames"] as? [String: Any])
        #expect(try quad(frames["size"]) == [40, 9])
        let layers = try #require(frames["layers"] as? [[String: Any]])
        #expect(try quad(layers[0]["frame"]) == [0, 0, 40, 9])
      }
      let command = #"{"args":["scene","-","--frames"],"stdin":"{\"size\":[4,4]}"}"#
      let reply = try ToolRun("batch", input: command + "\n").jsonLines()
      #expect(reply[0]["stdout"] as? String == "{\"size\":[4,4],\"layers\":[]}\n")
    }
  }

  @Test func whatDoesNotFitIsExplained() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun(
        "scene", "-", "--explain", "-o", folder + "/a.png",
        input: #"{"size":[100,50],"layers":[{"layout":{"padding":5},"name":"card","sublayers":["#
          + #"{"layout":{"width":70,"flexShrink":0}},{"frame":[90,0,90,9]},"#
          + #"{"layout":{"position":"absolute","right":-9,"width":9}},"#
          + #"{"layout":{"width":40,"flexShrink":0},"name":"b"}]},"#
          + #"{"layout":{"alignItems":"start"},"sublayers":["#
          + #"{"type":"text","string":"some words in a low box","layout":{"height":20}},"#
          + #"{"type":"text","string":"fits","layout":{"flexShrink":0}}]},"#
          + #"{"frame":[0,0,9,9],"sublayers":[{"frame":[5,5,9,9]}]}]}"#)
      #expect(run.status == 0)
      let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
      let value = try UntypedJSON.value(try #require(lines.first).utf8)
      let misfits = try #require((value as? [String: Any])?["misfits"] as? [[String: Any]])
      // Layers that no container has placed lie where they are meant to.
      #expect(
        misfits.map { $0["layer"] as? String } == [
          "layers[0].sublayers[3]", "layers[1].sublayers[0]",
        ])
      #expect(misfits[0]["name"] as? String == "b")
      #expect(try quad(misfits[0]["outside"]) == [0, 0, 15, 0])
      #expect(misfits[1]["truncated"] as? Bool == true && misfits[1]["outside"] == nil)
    }
  }

  @Test func framesAreNoPicture() throws {
    let scene = #"{"size":[4,4]}"#
    #expect(ToolRun("scene", "-", "--frames", input: scene, terminal: true).status == 0)
    for options in [["--explain"], ["--compare", "a.png"]] {
      let run = ToolRun(["scene", "-", "--frames"] + options, input: Array(scene.utf8))
      #expect(run.status == 2 && run.errors.contains("draws no picture"))
    }
    try ToolRun.withFolder { folder in
      let run = ToolRun("scene", "-", "--frames", "-o", folder + "/a.json", input: scene)
      #expect(run.status == 0 && run.output.isEmpty)
      let text = try String(contentsOf: URL(filePath: folder + "/a.json"), encoding: .utf8)
      #expect(text == "{\"size\":[4,4],\"layers\":[]}\n")
    }
  }
}

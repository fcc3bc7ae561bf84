// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import Testing
import TextTestSupport

@testable import SystemFiles
@testable import TextRenderCommand

/// Requests of a batch for pictures of documents and scenes.
struct BatchPictureTests {
  /// A document of the built-in fonts.
  static func document(_ text: String, more: String = "") -> String {
    "{\"text\":\"\(text)\",\"systemFonts\":false\(more)}"
  }

  static func request(_ id: String, _ members: String) -> String {
    "{\"id\":\(id),\(members)}\n"
  }

  /// Requests with the numbers of a range as their ids, each for a document with a text of its own.
  static func requests(_ range: Range<Int>) -> String {
    range.map { request("\($0)", "\"document\":\(document("t\($0)"))") }.joined()
  }

  /// The replies to requests, in a folder.
  static func replies(
    _ input: String, into folder: String, _ options: String...
  ) throws -> [[String: Any]] {
    let run = ToolRun(["batch", "--into", folder] + options, input: Array(input.utf8))
    #expect(run.status == 0)
    return try run.jsonLines()
  }

  static func reply(_ input: String, into folder: String) throws -> [String: Any] {
    try #require(try replies(input, into: folder).first)
  }

  @Test func aDocumentIsWhatRenderDraws() throws {
    try ToolRun.withFolder { folder throws in
      let document = Self.document("Hello", more: #","style":{"size":20}"#)
      let reply = try Self.reply(
        Self.request(
          "7",
          "\"document\":\(document),\"options\":{\"scale\":2,\"padding\":3,\"background\":\"white\"}"
        ), into: folder)
      let path = try #require(reply["name"] as? String)
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      let rendered = ToolRun(
        [
          "render", "--document", "-", "--scale", "2", "--padding", "3", "--background", "white",
        ], input: Array(document.utf8))
      #expect(bytes == rendered.output)
      #expect(reply["id"] as? Int == 7 && reply["exit"] as? Int == 0)
      #expect(reply["bytes"] as? Int == bytes.count)
      #expect(reply["hash"] as? String == SHA256.hexadecimal(SHA256.digest(of: bytes)))
      let picture = try Bitmap(png: bytes)
      #expect(reply["size"] as? [Int] == [picture.width, picture.height])
      #expect(reply["missing"] as? [String] == [])
      #expect(reply["reused"] as? Bool == false)
      let tail = path.dropFirst(folder.count + 1).split(separator: "/")
      #expect(tail.map(\.count) == [2, 62 + 4] && path.hasSuffix(".png"))
    }
  }

  @Test func aSceneIsWhatSceneDraws() throws {
    try ToolRun.withFolder { folder throws in
      let scene =
        #"{"size":[60,40],"background":"red","layers":[{"frame":[5,5,20,20],"backgroundColor":"blue"}]}"#
      let reply = try Self.reply(
        Self.request("1", "\"scene\":\(scene),\"options\":{\"scale\":2},\"into\":\"a/./b/\""),
        into: folder)
      let path = try #require(reply["name"] as? String)
      #expect(path.hasPrefix("\(folder)/a/b/"))
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      #expect(
        bytes == ToolRun(["scene", "-", "--scale", "2"], input: Array(scene.utf8)).output)
      #expect(reply["size"] as? [Int] == [120, 80])
    }
  }

  /// All options as JSON have the meaning of those of the command line.
  @Test func options() throws {
    let cases: [(json: String, words: [String])] = [
      (
        #"{"canvas":[90,40],"origin":[10,20],"anchor":"start"}"#,
        ["--canvas", "90,40", "--origin", "10,20"]
      ),
      (#"{"fitInk":true,"gridFitting":"none"}"#, ["--fit-ink", "--grid-fitting", "none"]),
      (#"{"fitInk":false,"scale":"150%","padding":"2px"}"#, ["--scale", "1.5", "--padding", "2"]),
      (#"{"scale":null,"strict":true}"#, []),
    ]
    try ToolRun.withFolder { folder throws in
      let document = Self.document("fjord")
      for (json, words) in cases {
        let reply = try Self.reply(
          Self.request("1", "\"document\":\(document),\"options\":\(json)"), into: folder)
        let path = try #require(reply["name"] as? String, "\(json): \(reply)")
        let rendered = ToolRun(
          ["render", "--document", "-"] + words, input: Array(document.utf8))
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == rendered.output, "\(json)")
      }
    }
  }

  /// Missing characters are told also by a picture that is used again.
  @Test func missingCharacters() throws {
    try ToolRun.withFolder { folder throws in
      let input =
        Self.request("1", "\"document\":\(Self.document("a\u{E000}\u{E001}\u{E000}"))")
        + Self.request(
          "2",
          #""scene":{"size":[50,50],"layers":[{"type":"text","frame":[0,0,50,50],"document":\#(Self.document("\u{E002}"))}]}"#
        )
      for reused in [false, true] {
        let replies = try Self.replies(input, into: folder, "--resume")
        #expect(replies.map { $0["reused"] as? Bool } == [reused, reused])
        #expect(replies[0]["missing"] as? [String] == ["U+E000", "U+E001"])
        #expect(replies[1]["missing"] as? [String] == ["U+E002"])
      }
    }
  }

  @Test func inlinePictures() throws {
    try ToolRun.withFolder { folder throws in
      let input = Self.request("1", "\"document\":\(Self.document("inline"))")
      let bare = try #require(try ToolRun("batch", "--inline", input: input).jsonLines().first)
      let filed = try #require(try Self.replies(input, into: folder, "--inline").first)
      #expect(bare["name"] == nil)
      let text = try #require(bare["png"] as? String)
      #expect(filed["png"] as? String == text)
      let bytes = Array(try #require(Data(base64Encoded: text)))
      let path = try #require(filed["name"] as? String)
      #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
      let again = try #require(try Self.replies(input, into: folder, "--inline", "--resume").first)
      #expect(again["png"] as? String == text && again["reused"] as? Bool == true)
    }
  }

  /// What is not whole, or no file, is drawn again; what is whole stays as it is.
  @Test func reuse() throws {
    try ToolRun.withFolder { folder throws in
      let input = Self.request("1", "\"document\":\(Self.document("whole"))")
      let path = try #require(try Self.reply(input, into: folder)["name"] as? String)
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      func reused() throws -> Bool? {
        let reply = try #require(try Self.replies(input, into: folder, "--resume").first)
        #expect(reply["hash"] as? String == SHA256.hexadecimal(SHA256.digest(of: bytes)))
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
        return reply["reused"] as? Bool
      }
      #expect(try reused() == true)
      try Array(bytes.dropLast()).write(to: path)
      #expect(try reused() == false)
      try [UInt8]().write(to: path)
      #expect(try reused() == false)
      var changed = bytes
      changed[bytes.count / 2] ^= 1
      try changed.write(to: path)
      #expect(try reused() == false)
      #expect(try reused() == true)
      // A link is no file of the batch, though what it names is whole.
      let other = folder + "/other.png"
      try bytes.write(to: other)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
      #expect(try reused() == false)
      #expect(try reused() == true)
      #expect(try Data(contentsOf: URL(filePath: other)) == Data(bytes))
    }
  }

  /// Formats without checksums are drawn again, as the help says, also over a damaged file.
  @Test(arguments: ["svg", "svg-outlines", "rgba", "a8"])
  func formatsWithoutChecksumsAreDrawnAgain(_ format: String) throws {
    try ToolRun.withFolder { folder throws in
      let input = Self.request(
        "1", "\"document\":\(Self.document("again")),\"options\":{\"format\":\"\(format)\"}")
      let path = try #require(try Self.reply(input, into: folder)["name"] as? String)
      let bytes = try Data(contentsOf: URL(filePath: path))
      try Array(bytes.dropLast()).write(to: path)
      let reply = try #require(try Self.replies(input, into: folder, "--resume").first)
      #expect(reply["reused"] as? Bool == false && reply["name"] as? String == path)
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
    let help = ToolRun("help", "batch").text
    #expect(help.contains("--resume uses PNG pictures that are there and whole"))
  }

  @Test(arguments: [
    (#""document":{"text":"a"},"scene":{"size":[1,1]}"#, "one of"),
    (#""document":{"text":"a"},"args":["versions"]"#, "one of"),
    (#""document":[]"#, "an object is wanted"), (#""document":{}"#, "it has no text"),
    (#""scene":{"size":[0,1]}"#, "size"), (#""scene":7"#, "an object is wanted"),
    (#""document":{"text":"a"},"options":7"#, "options"),
    (#""document":{"text":"a"},"options":{"fitInk":1}"#, "options.fitInk"),
    (#""document":{"text":"a"},"options":{"scale":true}"#, "options.scale"),
    (#""document":{"text":"a"},"options":{"scale":-1}"#, "options.scale"),
    (#""document":{"text":"a"},"options":{"canvas":[1,2,3]}"#, "options.canvas"),
    (#""document":{"text":"a"},"into":7"#, "into"),
    (#""document":{"text":"a"},"into":"/tmp"#, "JSON"),
    (#""document":{"text":"a"},"into":"/tmp""#, "absolute"),
    (#""document":{"text":"a"},"into":"x/../../y""#, "below"),
    (#""document":{"text":"a"},"into":"x\u0000y""#, "below"),
  ])
  func badRequests(_ members: String, _ message: String) throws {
    try ToolRun.withFolder { folder throws in
      let reply = try Self.reply("{\"id\":[1],\(members)}\n", into: folder)
      #expect(reply["exit"] as? Int == 2 && reply["failure"] as? String == "usage")
      #expect((reply["stderr"] as? String)?.contains(message) == true, "\(reply)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test func kindsOfFailures() throws {
    try ToolRun.withFolder { folder throws in
      let tooLarge = #"{"text":"a","style":{"size":9000}}"#
      let cases = [
        (#""document":{"text":"a","fonts":["\#(folder)/none.ttf"]}"#, "unusableFont"),
        (#""document":\#(tooLarge),"options":{"scale":9}"#, "tooLarge"),
        (
          #""scene":{"size":[9,9],"layers":[{"contents":"\#(folder)/no.png","frame":[0,0,1,1]}]}"#,
          "usage"
        ),
        (#""args":["shape","--font","\#(folder)/none.ttf","--text","a"]"#, "unusableFont"),
      ]
      for (members, kind) in cases {
        let reply = try Self.reply(Self.request("1", members), into: folder)
        #expect(reply["failure"] as? String == kind, "\(members): \(reply)")
      }
      // Unknown members and keys are noted, not refused.
      let noted = try Self.reply(
        Self.request(
          "1",
          #""document":\#(Self.document("a", more: #","colour":1"#)),"options":{"zoom":2},"x":1"#),
        into: folder)
      let notes = try #require(noted["stderr"] as? String)
      #expect(noted["exit"] as? Int == 0)
      #expect(["colour", "options.zoom", "x"].allSatisfy(notes.contains), "\(notes)")
    }
  }

  @Test func aPictureNeedsAPlace() throws {
    let input = Self.request("1", "\"document\":\(Self.document("a"))")
    let reply = try #require(try ToolRun("batch", input: input).jsonLines().first)
    #expect(reply["exit"] as? Int == 2)
    #expect((reply["stderr"] as? String)?.contains("--inline") == true)
  }
}

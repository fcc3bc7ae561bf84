// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import TextTestSupport

@testable import TextService

/// Fonts and pictures by name: what leads out of their folders, and what is no file, is not opened.
@Suite("Fonts and pictures by name", .timeLimit(.minutes(30)))
struct ServiceResourceTests {
  /// Folders with good files, and all kinds of others.
  private static func folders() throws -> ServiceFolders {
    let folders = try ServiceFolders()
    let font = try PatchedFont("NotoSans-Regular.ttf").bytes
    let png = ServiceFolders.png()
    try folders.makeFolder("images/sub")
    try folders.makeFolder("images/folder.png")
    try folders.makeFolder("fonts/folder.ttf")
    for name in ["images/red.png", "images/sub/red.png", "outside.png"] {
      try folders.write(name, png)
    }
    for name in ["fonts/a.ttf", "outside.ttf", "fonts/folder.ttf/b.ttf"] {
      try folders.write(name, font)
    }
    try folders.write("images/empty.png", "")
    try folders.write("images/text.png", "no picture")
    try folders.write("images/short.png", Array(png.dropLast(30)))
    try folders.write("images/huge.png", PNGFile(width: 60_000, height: 60_000).header)
    for (kind, file) in [("images", "png"), ("fonts", "ttf")] {
      let good = kind == "images" ? "red.png" : "a.ttf"
      try folders.link("\(kind)/inside.\(file)", to: good)
      try folders.link("\(kind)/outside.\(file)", to: "../outside.\(file)")
      try folders.link("\(kind)/absolute.\(file)", to: "\(folders.path)/outside.\(file)")
      try folders.link("\(kind)/nowhere.\(file)", to: "none.\(file)")
      try folders.link("\(kind)/device.\(file)", to: "/dev/zero")
      try folders.link("\(kind)/up", to: "..")
      try #require(mkfifo("\(folders.path)/\(kind)/pipe.\(file)", 0o600) == 0)
    }
    try folders.write("templates/card.json", scene("none.png", name: "picture"))
    return folders
  }

  private static func scene(_ image: String, name: String = "a") throws -> String {
    let image = try UntypedJSON.literal(image)
    return #"""
      {"size":[4,4],"layers":[{"name":"\#(name)","frame":[0,0,4,4],"contents":{"image":\#(image)}}]}
      """#
  }

  private static func document(_ font: String) throws -> String {
    #"{"text":"a","fonts":[\#(try UntypedJSON.literal(font))]}"#
  }

  private static let goodPictures = [
    "red.png", "./red.png", "sub/red.png", "sub//red.png", "sub/../red.png", "inside.png",
  ]
  private static let badPictures = [
    "../outside.png", "sub/../../outside.png", "up/outside.png", "outside.png", "absolute.png",
    "/etc/passwd", "/", "..", ".", "", "sub", "folder.png", "nowhere.png", "none.png", "device.png",
    "pipe.png", "empty.png", "text.png", "short.png", "huge.png", "RED.PNG", "red.png/",
    "red.png\0",
    "red.png\0.png", "http://127.0.0.1/red.png", "file:///etc/passwd", "~/red.png",
    // A grey pixel.
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
    String(repeating: "a", count: 5000), String(repeating: "sub/../", count: 300) + "none.png",
  ]
  private static let badFonts = [
    "../outside.ttf", "outside.ttf", "absolute.ttf", "up/outside.ttf", "/etc/passwd", "..", "",
    "folder.ttf", "folder.ttf/b.ttf", "nowhere.ttf", "none.ttf", "device.ttf", "pipe.ttf", "A.TTF",
    "a.ttf\0", "./a.ttf", "http://127.0.0.1/a.ttf", String(repeating: "a", count: 5000),
  ]

  @Test("A picture below the folder is shown")
  func good() async throws {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    let target = "/v1/render?strict=1&format=rgba"
    for name in Self.goodPictures {
      let answer = try await client.post(target, try Self.scene(name))
      #expect(answer.status == 200 && answer.body.prefix(4) == [255, 0, 0, 255], "\(name)")
    }
    for name in ["a.ttf", "inside.ttf"] {
      #expect(try await client.post(target, try Self.document(name)).status == 200, "\(name)")
    }
  }

  @Test("Other pictures are refused, with the member that names them")
  func badPictures() async throws {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    for name in Self.badPictures {
      let answer = try await client.post("/v1/render?strict=1", try Self.scene(name))
      let refusal = try answer.refusal()
      #expect(answer.status == 400, "\(name.prefix(40)): \(refusal)")
      #expect(refusal.member == "layers[0].contents.image", "\(name.prefix(40)): \(refusal)")
      // Without `strict` it is drawn without the picture, or refused.
      let drawn = try await client.post("/v1/render?format=rgba", try Self.scene(name))
      #expect(drawn.status != 200 || drawn["Render-Notes"] != nil, "\(name.prefix(40))")
      #expect(drawn.status != 200 || drawn.body.prefix(4) != [255, 0, 0, 255])
    }
    #expect(client.isIdle)
  }

  @Test("Other fonts are refused, with the member that names them")
  func badFonts() async throws {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    for name in Self.badFonts {
      for target in ["/v1/render", "/v1/layout"] {
        let answer = try await client.post(target, try Self.document(name))
        let refusal = try answer.refusal()
        #expect(answer.status == 400, "\(name.prefix(40)): \(refusal)")
        #expect(refusal.member?.hasPrefix("fonts") == true, "\(name.prefix(40)): \(refusal)")
      }
    }
    #expect(client.isIdle)
  }

  @Test("A name does not find out where the folder is")
  func places() async throws {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    let name = try #require(folders.path.split(separator: "/").last)
    for guess in [
      "\(folders.path)/images/red.png", "../images/red.png", "sub/../../images/red.png",
      "../../\(name)/images/red.png", "../images", "..//images/./red.png",
    ] {
      let wrong = guess.replacing("images", with: "others")
      let right = try await client.post("/v1/render?strict=1", try Self.scene(guess))
      let other = try await client.post("/v1/render?strict=1", try Self.scene(wrong))
      right.expectRefusal(400, "unreadable", member: "layers[0].contents.image", "outside")
      #expect(right.text.replacing("images", with: "others") == other.text)
      let noted = try await client.post("/v1/render", try Self.scene(guess))
      #expect(noted.status == 400)
    }
  }

  @Test("Without folders no name leads anywhere")
  func noFolders() async throws {
    let client = try ServiceClient()
    for name in Self.goodPictures + ["Package.swift", "/etc/passwd"] {
      let answer = try await client.post("/v1/render?strict=1", try Self.scene(name))
      answer.expectRefusal(400, "unreadable", member: "layers[0].contents.image")
    }
    for name in ["a.ttf", "/etc/passwd"] {
      try await client.post("/v1/render", try Self.document(name))
        .expectRefusal(400, "unreadable", member: "fonts")
    }
  }

  @Test("No answer tells where the folders are")
  func paths() async throws {
    let folders = try Self.folders()
    let configuration = try folders.keys(#"{"keys":[{"id":"a","secret":"0123456789abcdef"}]}"#)
    let client = try ServiceClient(configuration)
    let key = ("Authorization", "Bearer 0123456789abcdef")
    var answers: [ServiceAnswer] = []
    for query in ["", "?strict=1", "?format=svg"] {
      for name in Self.goodPictures + Self.badPictures {
        answers.append(try await client.post("/v1/render\(query)", try Self.scene(name), key))
        let attached =
          #"{"text":"\uFFFC","attachments":[{"at":0,"image":\#(try UntypedJSON.literal(name))}]}"#
        answers.append(try await client.post("/v1/render\(query)", attached, key))
      }
      for name in Self.badFonts {
        answers.append(try await client.post("/v1/render\(query)", try Self.document(name), key))
      }
    }
    for name in Self.badPictures.prefix(8) + Self.badFonts.prefix(5) {
      let tiled =
        #"{"size":[9,9],"layers":[{"type":"tiled","tiles":\#(try UntypedJSON.literal(name))}]}"#
      answers.append(try await client.post("/v1/render?strict=1", tiled, key))
      let film =
        #"{"size":[9,9],"layers":[{"type":"player","file":\#(try UntypedJSON.literal(name))}]}"#
      answers.append(try await client.post("/v1/layout", film, key))
    }
    for target in [
      "/v1/templates", "/v1/templates/card", "/v1/templates/card?strict=1", "/v1/templates/none",
      "/v1/templates/card?strict=1&picture=pipe.png", "/v1/templates/card?picture=../outside.png",
      "/v1/documents/a", "/v1/documents/a/tiles/1/1", "/v1/documents/a/tiles/1/1/0", "/nothing",
      "/metrics", "/health/live", "/health/ready", "/v1/render?d=%", "/v1/render?d=a",
    ] {
      answers.append(try await client.get(target, key))
      answers.append(try await client.get(target))
    }
    answers.append(try await client.put("/v1/documents/a", #"{"text":"a"}"#))
    let lines =
      try Self.badPictures.map { #"{"scene":\#(try Self.scene($0))}"# }
      + Self.badFonts.map { #"{"document":\#(try Self.document($0))}"# }
    let replies = try await client.batch(lines.joined(separator: "\n"), key)
    #expect(replies.count == lines.count)
    answers.append(ServiceAnswer(status: 200, body: Array(replies.joined().utf8)))
    for answer in answers {
      let head = answer.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      #expect(!answer.text.contains(ServiceFolders.mark), "\(answer.text.prefix(400))")
      #expect(!head.contains(ServiceFolders.mark), "\(head)")
      if answer.status >= 400, answer.status != 503 { _ = try answer.refusal() }
    }
    #expect(answers.count { $0.status >= 400 } > 100 && client.isIdle)
  }

  @Test(
    "A font that cannot be read is told at the start, to the one who runs the service",
    arguments: [
      ("damaged.ttf", "malformed"), ("empty.ttf", "malformed"), ("loop.ttf", "unreadable"),
    ])
  func brokenFonts(name: String, code: String) throws {
    let folders = try Self.folders()
    switch name {
    case "damaged.ttf":
      try folders.write(
        "fonts/\(name)", Array(try PatchedFont("NotoSans-Regular.ttf").bytes.prefix(300)))
    case "empty.ttf": try folders.write("fonts/\(name)", "")
    // A link to itself cannot be read even as root.
    default: try folders.link("fonts/\(name)", to: name)
    }
    let error = try #require(throws: ServiceError.self) { try TextService(folders.configuration) }
    #expect(error.code == (code == "malformed" ? .malformed : .unreadable), "\(error)")
    #expect(error.path == "\(folders.path)/fonts/\(name)" && !error.message.isEmpty)
  }
}

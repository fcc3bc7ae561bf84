// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// A parameter has an effect, or is refused.
@Suite("Parameters")
struct ServiceParameterTests {
  private static let scene = #"{"size":[9,7],"layers":[{"type":"text","string":"a"}]}"#
  private static let document = #"{"text":"a"}"#

  @Test(
    "What has no effect on a route is refused by name",
    arguments: [
      ("/v1/layout?padding=3", "padding"), ("/v1/layout?scale=2", "scale"),
      ("/v1/layout?format=png", "format"), ("/v1/layout?time=1", "time"),
      ("/v1/render?frames=true", "frames"), ("/v1/render?d=e30", "d"),
      ("/v1/render?time=1", "time"), ("/v1/render?strit=1", "strit"),
    ])
  func withoutEffect(target: String, member: String) async throws {
    let client = try ServiceClient()
    let answer = try await client.post(target, Self.document)
    let refusal = try answer.refusal()
    #expect(refusal.status == 400 && refusal.member == member, "\(answer.text)")
    let batch = try await client.service.answer(
      to: ServiceHead("POST", "/v1/batch?cancel=false", fields: [ServiceClient.lines]), body: [])
    #expect(try batch.refusal().member == "cancel")
    for target in [
      "/v1/templates?scale=1", "/v1/documents/a?scale=2", "/v1/documents/a/tiles/9/1?x=1",
    ] {
      #expect(try await client.get(target).refusal().status == 400)
    }
    let tile = try await client.get("/v1/documents/a/tiles/9/1/0?scale=2").refusal()
    #expect(tile.status == 400 && tile.member == "scale")
  }

  @Test("The query of a batch holds for each line, and the options of a line come before it")
  func batchQuery() async throws {
    let client = try ServiceClient()
    let lines = [
      #"{"id":1,"scene":\#(Self.scene)}"#,
      #"{"id":2,"scene":\#(Self.scene),"options":{"scale":3}}"#,
      #"{"id":3,"document":\#(Self.document),"options":{"format":"svg"}}"#,
      #"{"id":4,"document":\#(Self.document),"options":{"cancel":false}}"#,
    ]
    let head = ServiceHead("POST", "/v1/batch?scale=2&format=rgba", fields: [ServiceClient.lines])
    let body = Array(lines.joined(separator: "\n").utf8)
    let replies = try await client.service.answer(to: head, body: body).text.split(separator: "\n")
    try #require(replies.count == 4)
    #expect(replies[0].contains(#""type":"application/octet-stream","size":[18,14]"#))
    #expect(replies[1].contains(#""type":"application/octet-stream","size":[27,21]"#))
    #expect(replies[2].contains(#""type":"image/svg+xml""#))
    #expect(replies[3].contains("unknown keys were ignored: options.cancel"))
    #expect(client.isIdle)
  }

  @Test("A line that takes too long is answered with 504 and its id; the others go on")
  func lateLine() async throws {
    let client = try ServiceClient()
    let text = String(repeating: "Wörter und مرحبا ", count: 40_000)
    let late = #"{"id":"slow","document":{"text":"\#(text)","width":300}"#
    let lines = [
      #"{"id":0,"scene":\#(Self.scene)}"#, late + #","options":{"timeout":0.01}}"#,
      #"{"id":2,"scene":\#(Self.scene)}"#,
    ]
    for query in ["", "?timeout=0.01"] {
      // With a query, the limit is that of all lines.
      let body = query.isEmpty ? lines : [late + "}"]
      let head = ServiceHead("POST", "/v1/batch\(query)", fields: [ServiceClient.lines])
      let answer = try await client.service.answer(
        to: head, body: Array(body.joined(separator: "\n").utf8))
      let replies = answer.text.split(separator: "\n")
      try #require(replies.count == body.count)
      for reply in replies where body.count > 1 && !reply.contains("slow") {
        #expect(reply.contains(#""status":200"#))
      }
      let slow = replies[body.count / 2]
      #expect(slow.hasPrefix(#"{"id":"slow","error":"#))
      let refusal = try RefusalBody(slow.utf8)
      #expect(refusal.status == 504 && refusal.code == "late")
      #expect(client.isIdle)
    }
    #expect(client.service.statistics.calledOff == 2 && client.service.statistics.finished == 2)
  }

  @Test("A scene in a client that prefers SVG is SVG; each format has a tag of its own")
  func preferredSVG() async throws {
    let client = try ServiceClient()
    let svg = ("Accept", "image/svg+xml,*/*;q=0.1")
    let target = ServiceClient.address(Self.scene)
    for answer in try await [client.get(target, svg), client.post("/v1/render", Self.scene, svg)] {
      #expect(answer.status == 200 && answer["Content-Type"] == "image/svg+xml")
      #expect(answer["Vary"] == "Accept")
    }
    #expect(
      try await client.post("/v1/render", Self.document, svg)["Content-Type"] == "image/svg+xml")
    let only = ("Accept", "image/svg+xml")
    #expect(try await client.get(target, only)["Content-Type"] == "image/svg+xml")
    #expect(try await client.get(target + "&format=svg-outlines").status == 400)
    let tags = try await [
      client.get(target)["ETag"], client.get(target, svg)["ETag"],
      client.post("/v1/render", Self.scene)["ETag"],
      client.post("/v1/render", Self.scene, svg)["ETag"],
    ]
    #expect(Set(tags).count == 4)
  }

  @Test("A body is as long as it may be, also where none is wanted")
  func lengths() async throws {
    let client = try ServiceClient()
    for length in ["4611686018427387904", "99999999999999999999", "2097153"] {
      for head in [
        ServiceHead(
          "GET", ServiceClient.address(Self.document), fields: [("Content-Length", length)]),
        ServiceHead(
          "POST", "/v1/render", fields: [ServiceClient.json, ("Content-Length", length)]),
      ] {
        try await client.service.answer(to: head).expectRefusal(413, "tooLarge")
      }
    }
    #expect(client.isIdle)
  }

  @Test("Tiles of a document with an unknown key depend on no request before them")
  func strictTiles() async throws {
    let client = try ServiceClient()
    let document = #"{"text":"a","colour":"red"}"#
    let hash = SHA256.hexadecimal(SHA256.digest(of: Array(document.utf8)))
    #expect(try await client.put("/v1/documents/\(hash)", document).status == 201)
    for (query, status) in [("?strict=true", 400), ("", 200), ("?strict=true", 400)] {
      #expect(try await client.get("/v1/documents/\(hash)/tiles/90/1/0\(query)").status == status)
    }
  }

  @Test("A star matches what is there, and nothing else")
  func star() async throws {
    let client = try ServiceClient()
    let star = ("If-None-Match", "*")
    let there = try await client.get(ServiceClient.address(Self.document), star)
    #expect(there.status == 304 && there.body.isEmpty && there["ETag"] != nil)
    for target in [
      "/v1/templates/none", "/v1/documents/none", "/v1/documents/none/tiles/9/1/0",
      ServiceClient.address("{"),
    ] {
      let answer = try await client.get(target, star)
      #expect(answer.status == 404 || answer.status == 400, "\(target) \(answer.status)")
    }
  }

  @Test("Layers that are called like parameters are replaced with a mark before the name")
  func layersLikeParameters() async throws {
    let folders = try ServiceFolders()
    func scene(_ texts: [String]) -> String {
      let names = ["time", "padding", "layer.x", "title"]
      let layers = zip(names, texts).enumerated().map { i, layer in
        #"{"type":"text","name":"\#(layer.0)","string":"\#(layer.1)","frame":[0,\#(20 * i),90,20]}"#
      }
      return #"{"size":[90,80],"layers":[\#(layers.joined(separator: ","))]}"#
    }
    try folders.write("templates/card.json", scene(["a", "b", "c", "d"]))
    let client = try ServiceClient(folders.configuration)
    let answer = try await client.get(
      "/v1/templates/card?layer.time=w&padding=x&layer.layer.x=y&layer.title=z&scale=2")
    let expected = try await client.post("/v1/render?scale=2", scene(["w", "x", "y", "z"]))
    #expect(answer.status == 200 && answer.body == expected.body, "\(answer.text.prefix(200))")
  }
}

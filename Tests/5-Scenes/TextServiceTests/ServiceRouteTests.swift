// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemFiles
import Testing
import TextTestSupport

@testable import TextService

/// The addresses of the service and their methods.
@Suite("Routes")
struct ServiceRouteTests {
  private static let document = #"{"text":"Hello"}"#
  private static let hash = SHA256.hexadecimal(SHA256.digest(of: Array(document.utf8)))
  private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE", "get"]

  @Test(
    "Each route takes its methods, and says which ones it takes",
    arguments: [
      ("/", ["GET", "HEAD"]), ("", ["GET", "HEAD"]), ("/feed", ["GET", "HEAD"]),
      ("/metrics", ["GET", "HEAD"]), ("/health/live", ["GET", "HEAD"]),
      ("/health/ready", ["GET", "HEAD"]), ("/v1/render", ["GET", "POST", "HEAD"]),
      ("/v1/layout", ["POST"]), ("/v1/batch", ["POST"]), ("/v1/templates", ["GET", "HEAD"]),
      ("/v1/templates/a", ["GET", "HEAD"]), ("/v1/documents/a", ["GET", "PUT", "HEAD"]),
      ("/v1/documents/a/tiles/100/1", ["GET", "HEAD"]),
      ("/v1/documents/a/tiles/100/1/0", ["GET", "HEAD"]),
    ])
  func allowed(path: String, methods: [String]) throws {
    let client = try ServiceClient()
    for method in Self.methods {
      let exchange = client.service.open(ServiceHead(method, path, fields: [ServiceClient.json]))
      defer { exchange.end(wasDelivered: true) }
      let answer: ServiceAnswer? =
        if case .answer(let answer) = exchange.step { answer } else { nil }
      guard !methods.contains(method) else {
        #expect(answer?.status != 405 && answer?.status != 404, "\(method) \(path)")
        continue
      }
      answer?.expectRefusal(405, "methodNotAllowed")
      let named = try #require(answer?["Allow"]).split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
      #expect(named.sorted() == (methods + ["OPTIONS"]).sorted())
    }
  }

  @Test(
    "There is nothing at other addresses",
    arguments: [
      "/v1", "/v2/render", "/v1/render/x", "/feed/", "/FEED", "/v1/documents", "/health",
      "/v1/documents/a/b", "/v1/documents/a/tiles", "/v1/documents/a/tiles/100",
      "/v1/documents/a/bands/100/1", "/v1/documents/a/tiles/1/2/3/4", "*", "/favicon.ico",
    ])
  func nothing(path: String) async throws {
    let answer = try await ServiceClient().get(path)
    // An empty step counts for nothing.
    if path == "/feed/" { return #expect(answer.status == 200) }
    answer.expectRefusal(404, "notFound")
  }

  @Test("Pages have a policy, and nobody needs a key for them")
  func pages() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(
      try folders.keys(#"{"keys":[{"id":"a","secret":"0123456789abcdef"}]}"#))
    for path in ["/", "/feed"] {
      let answer = try await client.get(path)
      #expect(answer.status == 200 && answer["Content-Type"] == "text/html; charset=utf-8")
      #expect(answer["Content-Security-Policy"]?.hasPrefix("default-src 'none'; ") == true)
      #expect(answer["X-Content-Type-Options"] == "nosniff" && !answer.body.isEmpty)
    }
    for path in ["/health/live", "/health/ready", "/metrics"] {
      let answer = try await client.get(path)
      #expect(answer.status == 200 && answer["Cache-Control"] == "no-store")
    }
    #expect(client.service.statistics.routes == ["pages": 2, "health": 2, "metrics": 1])
  }

  @Test("A service that drains says so to balancers")
  func draining() async throws {
    let client = try ServiceClient()
    #expect(try await client.get("/health/ready").text == "ready\n" && client.service.isReady)
    client.service.drain()
    #expect(try await client.get("/health/live").status == 200 && !client.service.isReady)
    let ready = try await client.get("/health/ready")
    #expect(ready.status == 503 && ready.text == "draining\n")
    #expect(try await client.get("/metrics").status == 200)
  }

  @Test("HEAD has the answer of GET")
  func heads() async throws {
    let client = try ServiceClient()
    let target = ServiceClient.address(Self.document)
    let got = try await client.get(target)
    let head = try await client.service.answer(to: ServiceHead("HEAD", target))
    #expect(got.status == 200 && head.status == 200 && head.body == got.body)
    #expect(head["ETag"] == got["ETag"] && head["Content-Type"] == "image/png")
  }

  @Test("A layout and the frames of a scene are JSON")
  func layouts() async throws {
    let client = try ServiceClient()
    let layout = try await client.post("/v1/layout", #"{"text":"Hello world","width":50}"#)
    #expect(layout.status == 200 && layout["Content-Type"] == "application/json")
    let value = try #require(try UntypedJSON.value(layout.body) as? [String: Any])
    #expect((value["lines"] as? [Any])?.count == 2)
    let scene = #"{"size":[40,30],"layers":[{"name":"a","frame":[1,2,3,4]}]}"#
    let frames = try await client.post("/v1/layout", scene)
    let tree = try #require(try UntypedJSON.value(frames.body) as? [String: Any])
    let layer = try #require((tree["layers"] as? [[String: Any]])?.first)
    #expect(layer["name"] as? String == "a" && layer["frame"] as? [Int] == [1, 2, 3, 4])
    #expect(client.service.statistics.routes == ["layout": 2] && client.isIdle)
  }

  @Test("A document is kept and told again")
  func documents() async throws {
    let client = try ServiceClient()
    let target = "/v1/documents/\(Self.hash)"
    try await client.get(target).expectRefusal(404, "notFound", member: "sha256")
    let stored = try await client.put(target, Self.document)
    #expect(stored.status == 201 && stored["Location"] == target && stored.body.isEmpty)
    let told = try await client.get(target)
    #expect(told.text == Self.document && told["Content-Type"] == "application/json")
    // Putting it again, if there is none, is no reason not to keep it.
    let again = try await client.service.answer(
      to: ServiceHead(
        "PUT", target, fields: [ServiceClient.json, ("If-None-Match", "*")]),
      body: Array(Self.document.utf8))
    #expect(again.status == 201)
  }

  @Test("The notes of a picture are a field in ASCII")
  func notes() async throws {
    let answer = try await ServiceClient().post("/v1/render", #"{"text":"a\u0378","тест":1}"#)
    let notes = try #require(answer["Render-Notes"])
    #expect(answer.status == 200 && notes.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
    let list = try #require(try UntypedJSON.value(notes.utf8) as? [String])
    #expect(list.contains { $0.contains("тест") } && list.contains { $0.contains("U+0378") })
    var many: [String] = []
    for i in 0..<300 { many.append("note \(i) \\ \"é\" \u{1}") }
    let field = try #require(NotesField.value(many))
    let told = try #require(try UntypedJSON.value(field.utf8) as? [String])
    #expect(field.utf8.count < 2100 && told.dropLast().elementsEqual(many.prefix(told.count - 1)))
    #expect(told.last == "\(300 - told.count + 1) more" && NotesField.value([]) == nil)
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextRoutes
import TextService

@Suite("Text in routes of Hummingbird", .serialized)
struct TextRoutesTests {
  static let document = #"{"text":"Hello","style":{"size":40}}"#

  /// 200 KiB of text.
  static let long = String(repeating: "The quick brown fox. ", count: 200 * 1024 / 21)

  // MARK: Pictures

  @Test("A label has the bytes of the renderer's picture, from a query and from a body")
  func label() async throws {
    try await TestServer.run { server in
      let client = try await TestClient.connect(server.port)
      let expected = try await server.png("Hello, world", width: 80)
      try await client.send("GET", "/label?text=Hello,%20world&width=80")
      let query = try #require(try await client.answer())
      #expect(query.status == 200 && query.body == expected)
      #expect(query.head.lowercased().contains("content-type: image/png"))
      try await client.send("POST", "/label?width=80", body: "Hello, world")
      #expect(try await client.answer()?.body == expected)
    }
  }

  @Test(
    "What cannot be drawn is refused, and the connection goes on",
    arguments: [
      ("/label?width=80", 400), ("/label?text=a&width=nan", 400), ("/label?text=a&width=0", 400),
      ("/label?text=a&width=4097", 400), ("/lable?text=a", 404),
    ])
  func refusal(target: String, status: Int) async throws {
    try await TestServer.run { server in
      let client = try await TestClient.connect(server.port)
      try await client.send("GET", target)
      #expect(try await client.answer()?.status == status)
      try await client.send("GET", "/label?text=a")
      #expect(try await client.answer()?.status == 200)
    }
  }

  @Test("A label of too many pixels is refused before it is drawn")
  func pixelLimit() async throws {
    try await TestServer.run(pixelLimit: 10_000) { server in
      let client = try await TestClient.connect(server.port)
      let text = String(repeating: "W ", count: 500)
      try await client.send("POST", "/label?width=100", body: text)
      #expect(try await client.answer()?.status == 413)
      try await client.send("GET", "/label?text=a&width=100")
      #expect(try await client.answer()?.status == 200)
    }
  }

  @Test("The service answers in a route as it does without a server")
  func service() async throws {
    try await TestServer.run { server in
      let client = try await TestClient.connect(server.port)
      let fields = [("Content-Type", "application/json"), ("Host", "localhost")]
      let expected = try await server.routes.service.answer(
        to: ServiceHead("POST", "/v1/render?scale=2", fields: fields),
        body: Array(Self.document.utf8))
      #expect(expected.status == 200)
      try await client.send(
        "POST", "/v1/render?scale=2", type: "application/json", body: Self.document)
      let answer = try #require(try await client.answer())
      #expect(answer.status == 200 && answer.body == expected.body)
      #expect(answer.head.contains(expected["ETag"] ?? "none"))
      try await client.send("POST", "/v1/render", type: "application/json", body: "{")
      let error = try #require(try await client.answer())
      #expect(error.status == 400)
      #expect(String(decoding: error.body, as: UTF8.self).contains(#""malformed""#))
      try await client.send("HEAD", "/v1/templates")
      #expect(try await client.answer(hasBody: false)?.status == 200)
      try await client.send("GET", "/v1/templates")
      #expect(try await client.answer()?.status == 200)
    }
  }

  // MARK: Connections

  @Test("Requests that come at once are answered in their order")
  func pipelining() async throws {
    try await TestServer.run { server in
      let client = try await TestClient.connect(server.port)
      let texts = ["first", "second", "third"]
      try await client.send(
        texts.map { TestClient.request("GET", "/label?text=\($0)&width=90") }.joined())
      for text in texts {
        let expected = try await server.png(text, width: 90)
        #expect(try await client.answer()?.body == expected)
      }
    }
  }

  @Test("Beyond the limit it is 503, and health is answered")
  func limit() async throws {
    try await TestServer.run(requestLimit: 2) { server in
      let gate = try await server.block()
      defer { gate.open() }
      var clients: [TestClient] = []
      for _ in 0..<2 {
        let client = try await TestClient.connect(server.port)
        try await client.send("GET", "/label?text=a")
        clients.append(client)
      }
      try await until { server.routes.counters.current.inHand == 2 }
      let third = try await TestClient.connect(server.port)
      try await third.send("GET", "/label?text=a")
      let refusal = try #require(try await third.answer())
      #expect(refusal.status == 503)
      #expect(refusal.head.lowercased().contains("retry-after: 1"))
      try await third.send("GET", "/health")
      #expect(try await third.answer()?.status == 200)
      gate.open()
      for client in clients { #expect(try await client.answer()?.status == 200) }
      try await third.send("GET", "/label?text=a")
      #expect(try await third.answer()?.status == 200)
      #expect(server.routes.counters.current.refused == 1)
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import CanvasDrawing
  import ImageCodecs
  import TextServer
  import TextService
  import TextTestSupport
  import Testing

  /// Several requests on one connection, and what each of them leaves behind.
  struct KeptConnectionTests {
    @Test func requestsSentAtOnceAreAnsweredInOrder() async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        // The first takes longest, and the last is answered without a lane.
        client.send(
          served.request(
            body: #"{"text":"\#(String(repeating: "first ", count: 300))","width":300}"#)
            + served.request(body: #"{"text":"second"}"#)
            + served.request("GET", "/health/live"))
        try await until { client.peek { answers(in: $0).count } == 3 }
        let all = answers(in: client.received)
        #expect(all.map(\.status) == [200, 200, 200])
        let heights = try all[..<2].map { try Bitmap(png: $0.body).height }
        #expect(heights[0] > 3 * heights[1])
        #expect(String(decoding: all[2].body, as: UTF8.self) == "alive\n")
        client.send(served.request("GET", "/v1/nothing"))
        try await until { client.peek { answers(in: $0).count } == 4 }
        #expect(answers(in: client.received)[3].status == 404)
        #expect(!client.isClosed)
      }
    }

    @Test func aRefusalBeforeTheBodyKeepsTheConnectionWhereTheBodyIsShort() async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        let body = String(repeating: "x", count: 1000)
        client.send(
          "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            + "Content-Length: 1000\r\n\r\n" + body + served.request("GET", "/health/live"))
        try await until { client.peek { answers(in: $0).count } == 2 }
        #expect(answers(in: client.received).map(\.status) == [415, 200])
      }
    }

    @Test func aBodyThatIsTooLongIsRefusedBeforeItComes() async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        client.send(
          "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 9000000\r\nExpect: 100-continue\r\n\r\n")
        try await until { client.isClosed }
        let answer = try #require(RawAnswer(client.received))
        #expect(answer.status == 413 && answer.head.contains("Connection: close"))
        #expect(served.isAtRest)
      }
    }

    @Test func chunksBecomeABodyAndAreBounded() async throws {
      try await ServedText.run {
        $0.bodyLimit = 1000
      } _: { served in
        let client = try await served.connect()
        let head =
          "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n"
        client.send(head + "8\r\n{\"text\":\r\n4\r\n\"a\"}\r\n0\r\n\r\n")
        try await until { client.peek { answers(in: $0).count } == 1 }
        #expect(answers(in: client.received)[0].status == 200)
        client.send(head + "7d0\r\n" + String(repeating: " ", count: 2000) + "\r\n")
        try await until { client.isClosed }
        #expect(answers(in: client.received).map(\.status) == [200, 413])
        #expect(served.isAtRest)
      }
    }

    @Test func aHeadHasTheLengthAndNoBody() async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        client.send(
          served.request("HEAD", "/metrics") + served.request("GET", "/health/live"))
        try await until { client.peek { String(decoding: $0, as: UTF8.self).hasSuffix("alive\n") } }
        let text = String(decoding: client.received, as: UTF8.self)
        #expect(!text.contains("textrender_requests_total"))
        let length = try #require(text.split(separator: "Content-Length: ").dropFirst().first)
        #expect(Int(length.prefix { $0.isNumber }) ?? 0 > 1000)
      }
    }

    @Test func aClientThatAsksWhetherToGoOnIsTold() async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        let body = #"{"text":"a"}"#
        client.send(
          "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\nExpect: 100-continue\r\n\r\n")
        try await until { client.peek { String(decoding: $0, as: UTF8.self).contains("100") } }
        client.send(body)
        try await until { client.peek { String(decoding: $0, as: UTF8.self).contains(" 200 ") } }
      }
    }

    @Test func onlyNamesOfThisMachineReachALoopbackServer() async throws {
      try await ServedText.run {
        _ in
      } server: {
        $0.hostNames = ["cards.example"]
      } _: { served in
        for (host, status) in [
          ("localhost", 200), ("127.0.0.1:\(served.port)", 200), ("[::1]", 200),
          ("cards.example:80", 200), ("evil.example", 421), ("", 421),
        ] {
          let client = try await served.connect()
          client.send("GET /health/live HTTP/1.1\r\nHost: \(host)\r\n\r\n")
          try await until { client.peek { !answers(in: $0).isEmpty } }
          #expect(answers(in: client.received)[0].status == status, "\(host)")
        }
      }
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Foundation
  import HTTPServing
  import TextTestSupport
  import Testing

  /// The bounds and the order of requests.
  @Suite("HTTPPipeline", .timeLimit(.minutes(30)))
  struct HTTPPipelineTests {
    private static let get = "GET / HTTP/1.1\r\n"

    private func text(of client: RawClient) -> String {
      String(decoding: client.received, as: UTF8.self)
    }

    private func statuses(_ client: RawClient) -> [Int] {
      text(of: client).split(separator: "HTTP/1.1 ").map { Int($0.prefix(3)) ?? 0 }
    }

    private func status(
      _ head: String, _ bounds: HTTPBounds = HTTPBounds()
    ) async throws -> [Int] {
      let server = try await TestServer.start(HTTPPipeline(bounds: bounds, ordersRequests: true))
      let client = try await RawClient.connect(server.port)
      client.send(head)
      try await until { !client.received.isEmpty || client.isClosed }
      let statuses = statuses(client)
      if statuses[0] >= 400 { try await until { client.isClosed } }
      client.close()
      try await server.stop()
      return statuses
    }

    @Test("Heads have bounds, which are exact; the target has one of its own")
    func bounds() async throws {
      let bounds = HTTPBounds(targetSize: 64 << 10)
      let x = { (count: Int) in String(repeating: "x", count: count) }
      #expect(try await status("GET /\(x(65_535)) HTTP/1.1\r\n\r\n", bounds) == [200])
      #expect(try await status("GET /\(x(65_536)) HTTP/1.1\r\n\r\n", bounds) == [414])
      #expect(try await status("GET /\(x(8_191)) HTTP/1.1\r\n\r\n") == [200])
      #expect(try await status("GET /\(x(8_192)) HTTP/1.1\r\n\r\n") == [414])
      let short = HTTPBounds(targetSize: 100)
      #expect(try await status("GET /\(x(99)) HTTP/1.1\r\n\r\n", short) == [200])
      #expect(try await status("GET /\(x(100)) HTTP/1.1\r\n\r\n", short) == [414])
      // The bounds of the parser itself, far beyond those: in one part and in many.
      for size in [9_000, 70_000, 200_000] {
        #expect(try await status("GET /\(x(size)) HTTP/1.1\r\n\r\n") == [414], "\(size)")
        #expect(try await status("GET /\(x(size)) HTTP/1.1\r\n\r\n", short) == [414], "\(size)")
        #expect(try await status(Self.get + "A: \(x(size))\r\n\r\n") == [431], "\(size)")
        #expect(try await status(Self.get + "\(x(size)): a\r\n\r\n") == [431], "\(size)")
        #expect(try await status("GET /\(x(90)) HTTP/1.1\r\nA: \(x(size))", short) == [431])
      }
      #expect(try await status(Self.get + "A: \(x(8_191))\r\n\r\n", bounds) == [200])
      #expect(try await status(Self.get + "A: \(x(8_192))\r\n\r\n", bounds) == [431])
      // 1 byte of the target, 8,192 and 8,191 of the fields.
      let long = "A: \(x(8_191))\r\nB: \(x(8_189))\r\n"
      #expect(try await status(Self.get + long + "C: \r\n\r\n") == [200])
      #expect(try await status(Self.get + long + "C: x\r\n\r\n") == [431])
      #expect(try await status("GET /x HTTP/1.1\r\n" + long + "C: \r\n\r\n") == [431])
      #expect(try await status(Self.get + long + "C: x\r\n\r\n", bounds) == [200])
      let many = String(repeating: "A: b\r\n", count: 64)
      #expect(try await status(Self.get + many + "\r\n", bounds) == [200])
      #expect(try await status(Self.get + many + "A: b\r\n\r\n", bounds) == [431])
    }

    @Test("Blanks without end are no way around the bounds", arguments: ["A:", "A: b"])
    func blanks(_ start: String) async throws {
      let server = try await TestServer.start()
      let client = try await RawClient.connect(server.port)
      client.send(Self.get + start)
      let blanks = [UInt8](repeating: 32, count: 64 << 10)
      var sent = 0
      while !client.isClosed && sent < 64 {
        try? await client.sendAll(blanks)
        sent += 1
      }
      try await until { client.isClosed }
      #expect(sent < 64)
      #expect(statuses(client) == [431])
      try await server.stop()
    }

    @Test("Pipelined requests come one at a time, and their answers in order")
    func order() async throws {
      let server = try await TestServer.start(answers: .onDemand)
      let client = try await RawClient.connect(server.port)
      client.send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n")
      try await server.answer()
      try await until { statuses(client).count == 1 }
      #expect(server.events == [.head("/1"), .end, .head("/2"), .end])
      try await server.answer()
      try await until { statuses(client).count == 2 }
      #expect(
        text(of: client).split(separator: "arget: ").dropFirst().map { $0.prefix(2) } == [
          "/1", "/2",
        ])
      client.close()
      try await server.stop()
    }

    @Test("An error behind a request that is not answered yet comes behind its answer")
    func lateError() async throws {
      let server = try await TestServer.start(answers: .onDemand)
      let client = try await RawClient.connect(server.port)
      client.send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\nA : b\r\n\r\n")
      try await until { server.events.contains(.end) }
      try await Task.sleep(for: .milliseconds(50))
      #expect(client.received.isEmpty && !client.isClosed)
      try await server.answer()
      try await until { client.isClosed }
      #expect(statuses(client) == [200, 400])
      try await server.stop()
    }

    @Test("An error in a body is told at once; an answer that has begun is not followed by another")
    func errorInBody() async throws {
      let server = try await TestServer.start(answers: .onDemand)
      let client = try await RawClient.connect(server.port)
      client.send("POST /1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nx")
      try await until { client.isClosed }
      #expect(statuses(client) == [400])
      #expect(
        server.events.prefix(3) == [
          .head("/1"), .body(2), .error("invalid character in chunk size header"),
        ])
      try await server.stop()
    }

    @Test("More requests than may wait end the connection behind the answers to those that may")
    func flood() async throws {
      let server = try await TestServer.start(answers: .onDemand)
      let client = try await RawClient.connect(server.port)
      client.send(String(repeating: Self.get + "\r\n", count: 1000))
      for _ in 0..<65 { try await server.answer() }
      try await until { client.isClosed }
      #expect(statuses(client) == Array(repeating: 200, count: 65) + [429])
      try await server.stop()
    }

    @Test(
      "Nothing that follows a last request is answered",
      arguments: [
        "GET / HTTP/1.1\r\n\r\n", "garbage", "\u{16}\u{3}\u{1}", "NONE / HTTP/1.1\r\n\r\n",
      ])
    func closing(_ rest: String) async throws {
      for (last, count) in [
        ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 1),
        ("GET / HTTP/1.1\r\nConnection: x, Close\r\n\r\n", 1), ("GET / HTTP/1.0\r\n\r\n", 1),
        (
          "POST / HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2\r\nab\r\n0\r\n\r\n", 1
        ),
        ("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n", 2),
      ] {
        for answers in [TestServer.Answers.atOnce, .onDemand] {
          let server = try await TestServer.start(answers: answers)
          let client = try await RawClient.connect(server.port)
          client.send(last + rest)
          if answers == .onDemand { for _ in 0..<count { try await server.answer() } }
          try await until { client.isClosed }
          #expect(statuses(client) == Array(repeating: 200, count: count), "\(last)")
          try await server.stop()
        }
      }
    }

    @Test("All answers have a date, refusals too")
    func dates() async throws {
      let server = try await TestServer.start(connectionLimit: 1)
      let client = try await RawClient.connect(server.port)
      let beyond = try await RawClient.connect(server.port)
      try await until { beyond.isClosed }
      client.send(Self.get + "\r\n" + "NONE / HTTP/1.1\r\n\r\n")
      try await until { client.isClosed }
      #expect(text(of: client).components(separatedBy: "Date: ").count == 3)
      #expect(text(of: beyond).contains("Date: "))
      try await server.stop()
    }

    @Test("Behind a request for another protocol the connection ends, since nothing is read there")
    func otherProtocols() async throws {
      for fields in ["Connection: Upgrade\r\nUpgrade: h2c\r\n", "Upgrade: h2c\r\n"] {
        let server = try await TestServer.start()
        let client = try await RawClient.connect(server.port)
        client.send(Self.get + fields + "\r\n" + Self.get + "\r\n")
        try await until { client.isClosed }
        #expect(statuses(client) == [200])
        #expect(text(of: client).contains("Connection: close"))
        try await server.stop()
      }
    }

    @Test("Who waits for leave to send a body is given it by the handler, not by the pipeline")
    func continuation() async throws {
      let server = try await TestServer.start()
      let client = try await RawClient.connect(server.port)
      client.send("POST /1 HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      try await until { statuses(client) == [100] }
      client.send("ab" + Self.get + "\r\n")
      try await until { statuses(client) == [100, 200, 200] }
      #expect(server.events == [.head("/1"), .body(2), .end, .head("/"), .end])
      client.close()
      try await server.stop()
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import HTTPServing
  import TextTestSupport
  import Testing

  /// How a connection ends: by the client, by the server, and for want of room.
  @Suite("The end of connections", .timeLimit(.minutes(30)))
  struct ConnectionEndTests {
    private static let get = "GET / HTTP/1.1\r\n\r\n"

    enum Departure: CaseIterable {
      case close, reset, half
    }

    @Test("A client that goes is noticed while it is owed an answer", arguments: Departure.allCases)
    func departure(_ departure: Departure) async throws {
      for (waiting, isLong) in [(0, false), (3, false), (0, true), (200, false)] {
        let server = try await TestServer.start(answers: .onDemand)
        let client = try await RawClient.connect(server.port)
        client.send(Self.get)
        try await until { server.events.contains(.end) }
        // Requests behind the first one, which are read at once, or bytes that nobody reads.
        try await client.sendAll(Array(String(repeating: Self.get, count: waiting).utf8))
        if isLong { try await client.sendAll([UInt8](repeating: 32, count: 40_000)) }
        try await Task.sleep(for: .milliseconds(20))
        switch departure {
        case .close: client.close()
        case .reset: try await client.reset()
        case .half: try await client.finishSending()
        }
        try await until { server.events.contains(.closed) }
        #expect(server.events.first == .head("/"))
        client.close()
        try await server.stop()
      }
    }

    @Test(
      "With half closure, a client that sends no more can be answered; waiting requests hide it")
    func halfClosure() async throws {
      for waiting in [0, 1] {
        let server = try await TestServer.start(answers: .onDemand, allowsHalfClosure: true)
        let client = try await RawClient.connect(server.port)
        client.send(String(repeating: Self.get, count: 1 + waiting))
        try await until { server.events.contains(.end) }
        try await client.finishSending()
        if waiting == 0 { try await until { server.events.contains(.inputClosed) } }
        try await Task.sleep(for: .milliseconds(50))
        #expect(server.events.contains(.inputClosed) == (waiting == 0))
        try await server.answer()
        try await until { server.events.contains(.inputClosed) }
        for _ in 0..<waiting { try await server.answer() }
        try await until { String(decoding: client.received, as: UTF8.self).contains("200 OK") }
        client.close()
        try await server.stop()
      }
    }

    @Test("Told to come to rest, a connection answers what it has begun, then closes")
    func rest() async throws {
      let server = try await TestServer.start(answers: .onDemand)
      let busy = try await RawClient.connect(server.port)
      busy.send(Self.get + Self.get)
      try await until { server.events.contains(.end) }
      let idle = try await RawClient.connect(server.port)
      try await until { server.connections.count == 2 }
      server.connections.drain()
      try await until { idle.isClosed }
      try await server.answer()
      try await until { busy.isClosed }
      let text = String(decoding: busy.received, as: UTF8.self)
      #expect(text.split(separator: "HTTP/1.1 ").count == 1)
      #expect(text.lowercased().contains("connection: close"))
      try await server.stop()
    }

    @Test("Coming to rest, half a body is waited for, half a head is not")
    func restInHalves() async throws {
      let server = try await TestServer.start(answers: .onDemand)
      let head = try await RawClient.connect(server.port)
      head.send("GET / HT")
      let body = try await RawClient.connect(server.port)
      body.send("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\na")
      try await until { server.events.contains(.body(1)) }
      server.connections.drain()
      server.connections.drain()
      try await until { head.isClosed }
      #expect(head.received.isEmpty && !body.isClosed)
      body.send("bc" + Self.get + "garbage")
      try await server.answer()
      try await until { body.isClosed }
      #expect(String(decoding: body.received, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
      #expect(server.events.count { $0 == .end } == 1)
      try await server.stop()
    }

    @Test("Connections beyond the limit are told so; one that ends makes room")
    func limit() async throws {
      let server = try await TestServer.start(connectionLimit: 2)
      #expect(server.connections.limit == 2)
      let first = try await RawClient.connect(server.port)
      let second = try await RawClient.connect(server.port)
      try await until { server.connections.count == 2 }
      let third = try await RawClient.connect(server.port)
      try await until { third.isClosed }
      #expect(RawAnswer(third.received)?.status == 503)
      #expect(server.connections.refusedCount == 1 && server.connections.channels.count == 2)
      first.close()
      try await until { server.connections.count == 1 }
      #expect(
        try await RawAnswer.get("/", port: server.port, fields: ["Connection: close"])?.status
          == 200)
      second.close()
      try await server.stop()
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import HTTPServing
  import TextTestSupport
  import Testing

  /// What the parser refuses: each is answered with an error, and its connection is closed.
  @Suite("Malformed requests", .timeLimit(.minutes(30)))
  struct MalformedRequestTests {
    /// The statuses of all answers to what is sent on one connection, and whether it was closed.
    ///
    /// - Parameter mark: Is sent behind it, as a request of its own, to see where it was thought to
    ///   end.
    private func statuses(
      _ text: String, mark: String = "GET /mark HTTP/1.1\r\n\r\n"
    ) async throws -> (statuses: [Int], events: [TestServer.Event]) {
      let server = try await TestServer.start()
      let client = try await RawClient.connect(server.port)
      client.send(text + mark)
      try await until { client.isClosed || server.events.contains(.head("/mark")) }
      // The answer to the mark.
      try await until {
        client.isClosed || String(decoding: client.received, as: UTF8.self).contains("/mark")
      }
      let answers = String(decoding: client.received, as: UTF8.self)
        .split(separator: "HTTP/1.1 ").map { Int($0.prefix(3)) ?? 0 }
      client.close()
      try await server.stop()
      return (answers, server.events)
    }

    @Test(
      "Heads that others might read in another way are refused",
      arguments: [
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nContent-Length: 3, 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nContent-Length: 0x5\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n+2\r\nab\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nab\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\u{7f}\r\n\r\n", "GET /\u{e4} HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nA: b\nB: c\r\n\r\n",
        "GET / HTTP/1.1\r\nA : b\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\u{0}c\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
        "GET / HTTP/1.1\r\n: b\r\n\r\n",
        "GET / HTTP/1.1\r\nA\r\n\r\n",
        "GET /a b HTTP/1.1\r\n\r\n",
        "{\"text\":\"a\"}\r\n\r\n", "\u{16}\u{3}\u{1}\r\n", "GET / HTTX/1.1\r\n\r\n",
      ])
    func refused(_ text: String) async throws {
      let (statuses, events) = try await statuses(text)
      #expect(statuses == [400])
      #expect(!events.contains(.head("/mark")))
    }

    @Test("A method or a version that is not known has a status of its own")
    func unknownMethods() async throws {
      for (text, status) in [
        ("NONE / HTTP/1.1\r\n\r\n", 501), ("get / HTTP/1.1\r\n\r\n", 501), ("BREW", 501),
        ("GET / HTTP/1.1\r\n\r\nBREW / HTTP/1.1\r\n\r\n", 501),
        ("GET / HTTP/1.1\r\n\r\n{", 400), ("GET / HTTP/2.0\r\n\r\n", 505),
        ("GET / HTTP/1.2\r\n\r\n", 505),
        // HTTP/0.9.
        ("GET /\r\n\r\n", 505),
      ] {
        let statuses = try await statuses(text).statuses
        #expect(statuses.last == status && statuses.dropLast().allSatisfy { $0 == 200 }, "\(text)")
      }
    }

    @Test(
      "What is odd and has one meaning is read",
      arguments: [
        "\r\n\r\nGET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nA:\tb \t\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 005\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n2;a=b\r\nab\r\n0\r\nT: x\r\n\r\n",
        "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "GET http://host/ HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\n\r\n",
      ])
    func read(_ text: String) async throws {
      #expect(try await statuses(text).statuses == [200, 200])
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import BrowserHost
  import Testing
  import TextTestSupport

  /// What a server refuses, with its answer; no other connection notices.
  @Suite("BrowserServer refuses", .timeLimit(.minutes(30)))
  struct BrowserRefusalTests {
    private let source = TestSource()

    @Test("Foreign pages, other names, other methods and other addresses have their status")
    func requests() async throws {
      let (server, port) = try await source.server()
      let page = try #require(try await RawAnswer.get("/", port: port))
      #expect(page.status == 200 && page.head.contains("Content-Security-Policy: default-src"))
      #expect(page.head.contains("nosniff") && page.head.contains("no-store"))
      #expect(String(decoding: page.body, as: UTF8.self).contains("window.liveState"))
      let foreign = TestViewer.fields(port, origin: "https://example.org")
      let renamed = TestViewer.fields(
        port, host: "example.org:\(port)", origin: "http://example.org:\(port)")
      for (target, method, fields, status) in [
        ("/live", "GET", foreign, 403), ("/live", "GET", renamed, 403),
        ("/", "GET", ["Host: example.org"], 403), ("/", "HEAD", [], 405),
        ("/", "POST", ["Content-Length: 2"], 405), ("/none", "GET", [], 404),
        ("/live", "GET", [], 426),
        (
          "/live", "GET",
          TestViewer.fields(port).map { $0.replacing("Version: 13", with: "Version: 8") }, 400
        ),
      ] {
        let answer = try await RawAnswer.get(target, port: port, method: method, fields: fields)
        #expect(answer?.status == status, "\(method) \(target) \(fields)")
      }
      #expect(source.events.isEmpty)
      await server.stop()
    }

    @Test("With a token, nothing is answered without it")
    func token() async throws {
      let token = BrowserConfiguration.randomToken()
      let (server, port) = try await source.server { $0.token = token }
      let live = TestViewer.fields(port)
      #expect(try await RawAnswer.get("/", port: port)?.status == 401)
      #expect(try await RawAnswer.get("/live", port: port, fields: live)?.status == 401)
      let wrong = ["Cookie: live-token-\(port)=\(token.reversed())"]
      #expect(try await RawAnswer.get("/live", port: port, fields: live + wrong)?.status == 401)
      let first = try #require(try await RawAnswer.get("/?token=\(token)", port: port))
      #expect(first.status == 303 && first.head.contains("Location: /\r\n"))
      let cookie = "live-token-\(port)=\(token)"
      #expect(first.head.contains("Set-Cookie: \(cookie); Path=/; HttpOnly; SameSite=Lax"))
      let page = try await RawAnswer.get("/", port: port, fields: ["Cookie: \(cookie)"])
      #expect(page?.status == 200)
      let viewer = try await TestViewer.connect(port, query: "?token=\(token)")
      viewer.send(#"{"type":"key","phase":"down","key":"a"}"#)
      try await until { source.events.count == 2 }
      await server.stop()
    }

    @Test("Malformed frames and events close their connection with the number for it")
    func closeCodes() async throws {
      let (server, port) = try await source.server { $0.messageRateLimit = 50 }
      let bystander = try await TestViewer.connect(port)
      let key = Array(#"{"type":"key","phase":"down","key":"a"}"#.utf8)
      let cases: [(bytes: [UInt8], code: Int)] = [
        (TestViewer.frame(Array("{}".utf8)), 1007),
        (TestViewer.frame([0xFF, 0xFE]), 1007),
        (TestViewer.frame([1, 2], opcode: 2), 1003),
        (TestViewer.frame(key, isMasked: false), 1002),
        (TestViewer.frame(key, opcode: 0), 1002),
        (TestViewer.frame(key, opcode: 3), 1002),
        ([0xC1, 0x80, 1, 2, 3, 4], 1002),
        ([0x09, 0x80, 1, 2, 3, 4], 1002),
        ([0x89, 0xFE, 0, 200, 1, 2, 3, 4], 1002),
        (TestViewer.frame([UInt8](repeating: 65, count: 5000)), 1009),
        ([0x81, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0], 1009),
        ([0x81, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], 1009),
        ((0..<200).flatMap { _ in TestViewer.frame(key) }, 1008),
        (TestViewer.frame([3, 232], opcode: 8), 1000),
      ]
      for (number, test) in cases.enumerated() {
        let viewer = try await TestViewer.connect(port)
        viewer.client.send(test.bytes)
        try await viewer.update { $0.client.isClosed }
        #expect(viewer.closeCode == test.code, "case \(number)")
      }
      try bystander.update()
      #expect(!bystander.client.isClosed && bystander.closeCode == nil)
      bystander.send(#"{"type":"key","phase":"up","key":"last"}"#)
      try await until {
        source.events.contains { "\($0)".contains("last") }
      }
      #expect(await server.statistics().refusedMessages == cases.count - 1)
      await server.stop()
    }

    @Test("Half requests and silent viewers end with their time, large heads and others at once")
    func limits() async throws {
      let (server, port) = try await source.server {
        ($0.requestTimeLimit, $0.idleTimeLimit) = (0.5, 5)
      }
      let half = try await RawClient.connect(port)
      half.send("GET / HTTP/1.1\r\nHost: 127")
      let empty = try await RawClient.connect(port)
      try await until { half.isClosed && empty.isClosed }
      // This one answers pings, the other one does not.
      let alive = try await TestViewer.connect(port)
      let silent = try await RawClient.connect(port)
      silent.send(TestViewer.request(port))
      try await alive.update { _ in silent.isClosed }
      try await Task.sleep(for: .milliseconds(300))
      try alive.update()
      #expect(!alive.client.isClosed)
      let large = try await RawClient.connect(port)
      large.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \(String(repeating: "x", count: 20_000))")
      try await until { large.isClosed }
      #expect(RawAnswer(large.received)?.status == 400)
      let garbage = try await RawClient.connect(port)
      garbage.send([0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3, 13, 10, 13, 10])
      try await until { garbage.isClosed }
      await server.stop()
    }

    @Test("Connections beyond the limit are told so and closed")
    func connectionLimit() async throws {
      let (server, port) = try await source.server { $0.connectionLimit = 3 }
      let viewer = try await TestViewer.connect(port)
      let more = [try await RawClient.connect(port), try await RawClient.connect(port)]
      try await eventually { await server.statistics().connections == 3 }
      let refused = try await RawClient.connect(port)
      try await until { refused.isClosed }
      #expect(RawAnswer(refused.received)?.status == 503)
      #expect(await server.statistics().refusedConnections == 1)
      try viewer.update()
      #expect(!viewer.client.isClosed)
      for client in more { client.close() }
      await server.stop()
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import TextServer
  import TextService
  import TextTestSupport
  import Testing

  /// Batches over a connection, and what the log says.
  struct StreamedBatchTests {
    private static func chunk(_ text: String) -> String {
      String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
    }

    private static let head =
      "POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
      + "Transfer-Encoding: chunked\r\n\r\n"

    @Test func aLineIsAnsweredBeforeTheNextOneComes() async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        client.send(Self.head)
        for number in 0..<3 {
          client.send(
            Self.chunk("{\"id\":\(number),\"document\":{\"text\":\"line \(number)\"}}\n"))
          let mark = "{\"id\":\(number),\"status\":200,"
          try await until { client.peek { String(decoding: $0, as: UTF8.self).contains(mark) } }
        }
        client.send("0\r\n\r\n" + served.request("GET", "/health/live"))
        try await until { client.peek { String(decoding: $0, as: UTF8.self).hasSuffix("alive\n") } }
        try await until { served.isAtRest }
        #expect(served.service.statistics.finished == 3)
      }
    }

    @Test func aClientOfHTTP10GetsLinesWithoutChunks() async throws {
      try await ServedText.run { served in
        let line = #"{"id":1,"scene":{"size":[2,2],"layers":[]}}"# + "\n"
        let client = try await served.connect()
        client.send(
          "POST /v1/batch HTTP/1.0\r\nContent-Type: application/x-ndjson\r\n"
            + "Content-Length: \(line.utf8.count)\r\n\r\n" + line)
        try await until { client.isClosed }
        let answer = String(decoding: client.received, as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.0 200") && answer.hasSuffix("}\n"))
        #expect(!answer.lowercased().contains("chunked"))
      }
    }

    @Test func aLengthBeyondAllMemoryIsRefused() async throws {
      try await ServedText.run { served in
        for target in ["/v1/render?d=e30", "/v1/render", "/health/live", "/v1/batch"] {
          let client = try await served.connect()
          client.send(
            served.request(
              "GET", target,
              ["Content-Type: application/json", "Content-Length: 4611686018427387904"]))
          try await until { client.isClosed }
          #expect(!client.received.isEmpty)
        }
        try await until { served.isAtRest }
      }
    }

    @Test func theLinesOfAClientThatGoesAreCalledOff() async throws {
      try await ServedText.run { served in
        let goesOn = served.holdWork()
        let client = try await served.connect()
        let line = "{\"id\":1,\"document\":\(ServedText.long)}\n"
        client.send(Self.head + Self.chunk(String(repeating: line, count: 6)))
        try await until { served.service.statistics.begun == 1 }
        client.close()
        try await until { served.service.statistics.hangUps == 1 }
        served.letWorkGoOn(goesOn)
        try await until { served.isAtRest }
        let now = served.service.statistics
        #expect(now.hangUps == 1 && now.calledOff == 1 && now.finished == 0)
      }
    }

    @Test func repliesThatAreNotReadHoldTheBatchBack() async throws {
      try await ServedText.run {
        $0.bodyLimit = 1 << 20
      } _: { served in
        let client = try await RawClient.connect(served.port, reads: false)
        // Each reply has half a megabyte or so.
        let line =
          "{\"scene\":{\"size\":[300,300],\"layers\":[]},\"options\":{\"format\":\"rgba\"}}\n"
        client.send(Self.head + Self.chunk(String(repeating: line, count: 60)))
        try await until { served.service.statistics.finished > 3 }
        var last = -1
        try await eventually {
          let now = served.service.statistics.finished
          defer { last = now }
          if now == last { return true }
          try await Task.sleep(for: .milliseconds(300))
          return false
        }
        #expect(served.service.statistics.finished < 45)
        try await client.beginReading()
        client.send("0\r\n\r\n")
        try await until { served.service.statistics.finished == 60 }
        try await until { served.isAtRest }
      }
    }

    @Test func theLogHasALineARequestWithoutItsQuery() async throws {
      try await ServedText.run { served in
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let client = try await served.connect()
        client.send(served.request("GET", "/v1/render?d=secret", ["traceparent: \(trace)"]))
        try await until { client.peek { answers(in: $0).count } == 1 }
        #expect(answers(in: client.received)[0].head.contains("traceparent: \(trace)"))
        try await until { served.log.all.count == 2 }
        let line = served.log.all[1]
        #expect(line.contains("\"path\":\"/v1/render\"") && line.contains("\"status\":\"400\""))
        #expect(line.contains(trace) && !line.contains("secret"))
      }
    }
  }
#endif

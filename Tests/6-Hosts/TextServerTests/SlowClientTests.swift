// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import TextServer
  import TextService
  import TextTestSupport
  import Testing

  /// Clients that send or read too slowly, and servers that end.
  struct SlowClientTests {
    @Test func aHeadThatDoesNotComeEndsTheConnection() async throws {
      try await ServedText.run {
        _ in
      } server: {
        $0.headTimeLimit = 0.1
      } _: { served in
        let client = try await served.connect()
        client.send("GET /health/live HT")
        try await until { client.isClosed }
        #expect(client.received.isEmpty)
      }
    }

    @Test func aBodyThatDoesNotComeIsRefused() async throws {
      try await ServedText.run {
        _ in
      } server: {
        $0.bodyTimeLimit = 0.1
      } _: { served in
        let client = try await served.connect()
        client.send(
          "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 20\r\n\r\n{")
        try await until { client.isClosed }
        #expect(RawAnswer(client.received)?.status == 408)
        try await until { served.isAtRest }
      }
    }

    @Test func anIdleConnectionIsClosed() async throws {
      try await ServedText.run {
        _ in
      } server: {
        $0.idleTimeLimit = 0.1
      } _: { served in
        let client = try await served.connect()
        client.send(served.request("GET", "/health/live"))
        try await until { client.isClosed }
        #expect(answers(in: client.received).map(\.status) == [200])
      }
    }

    @Test func anAnswerThatIsNotReadEndsWithTheConnection() async throws {
      try await ServedText.run {
        _ in
      } server: {
        ($0.sendTimeLimit, $0.slowestRate) = (0.1, 1e9)
      } _: { served in
        let client = try await RawClient.connect(served.port, reads: false)
        // Sixteen megabytes of pixels fit into no buffer of a socket.
        client.send(
          served.request(
            "POST", "/v1/render?format=rgba", body: #"{"size":[2000,2000],"layers":[]}"#))
        try await until { served.service.statistics.undelivered == 1 }
        try await until { served.isAtRest }
        #expect(served.service.statistics.wastedSeconds > 0)
      }
    }

    @Test func deadlinesAreAnsweredWith504() async throws {
      try await ServedText.run(lanes: 1) { served in
        let client = try await served.connect()
        client.send(served.request("POST", "/v1/render?timeout=0.02", body: ServedText.long))
        try await until { client.peek { answers(in: $0).count } == 1 }
        #expect(answers(in: client.received)[0].status == 504)
        try await until { served.isAtRest }
        #expect(served.service.statistics.answers == [504: 1])
        #expect(!client.isClosed)
      }
    }

    @Test func whatIsUnderWayIsAnsweredWhenTheServerEnds() async throws {
      try await ServedText.run(lanes: 1) { served in
        let goesOn = served.holdWork()
        let idle = try await served.connect()
        idle.send(served.request("GET", "/health/ready"))
        try await until { idle.peek { answers(in: $0).count } == 1 }
        let busy = try await served.connect()
        busy.send(served.request(body: ServedText.long))
        try await until { served.service.statistics.begun == 1 }
        async let stopped: Void = served.server.stop()
        try await until { !served.service.isReady }
        served.letWorkGoOn(goesOn)
        await stopped
        try await until { busy.isClosed && idle.isClosed }
        let answer = try #require(answers(in: busy.received).first)
        #expect(answer.status == 200 && answer.head.lowercased().contains("connection: close"))
        #expect(answers(in: idle.received).map(\.status) == [200])
        #expect(served.isAtRest && !served.service.isReady)
      }
    }

    @Test func connectionsBeyondTheLimitLearnOfHealthAlone() async throws {
      try await ServedText.run {
        _ in
      } server: {
        $0.connectionLimit = 3
      } _: { served in
        var clients: [RawClient] = []
        for _ in 0..<3 {
          let client = try await served.connect()
          client.send(served.request("GET", "/health/live"))
          try await until { client.peek { answers(in: $0).count } == 1 }
          clients.append(client)
        }
        let spare = try await served.connect()
        spare.send(served.request("GET", "/health/ready") + served.request(body: #"{"text":"a"}"#))
        try await until { spare.isClosed }
        #expect(answers(in: spare.received).map(\.status) == [200, 503])
        clients[0].send(served.request(body: #"{"text":"a"}"#))
        try await until { clients[0].peek { answers(in: $0).count } == 2 }
        #expect(answers(in: clients[0].received)[1].status == 200)
      }
    }
  }
#endif

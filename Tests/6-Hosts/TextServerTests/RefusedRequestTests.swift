// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Foundation
  import TextServer
  import TextService
  import TextTestSupport
  import Testing

  /// What the server itself refuses: as JSON, with the status of RFC 9110 and 9112, counted and
  /// logged like any other request.
  struct RefusedRequestTests {
    private static let host = "Host: localhost\r\n"

    @Test(arguments: [
      ("GET /\u{43c} HTTP/1.1\r\n\r\n", 400), ("garbage{}\r\n\r\n", 400),
      ("GET /\(String(repeating: "x", count: 70_000)) HTTP/1.1\r\n", 414),
      ("GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 90_000))\r\n", 431),
      ("GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 9_000))\r\n\r\n", 431),
      ("BREW / HTTP/1.1\r\n\r\n", 501), ("GET / HTTP/3.0\r\n\r\n", 505),
      (
        "POST /v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\nx\r\n", 400
      ),
    ])
    func whatCannotBeReadIsToldAsJSON(request: String, status: Int) async throws {
      try await ServedText.run { served in
        let client = try await served.connect()
        // What comes before is answered, what comes behind is not.
        client.send(served.request("GET", "/health/live") + request)
        try await until { client.isClosed }
        let all = answers(in: client.received)
        #expect(all.map(\.status) == [200, status])
        let head = try #require(all.last?.head)
        #expect(head.contains("Content-Type: application/json") && head.contains("Date: "))
        #expect(head.contains("Connection: close"))
        let json = try JSONSerialization.jsonObject(with: Data(all[1].body)) as? [String: Any]
        let error = try #require(json?["error"] as? [String: Any])
        #expect(error["status"] as? Int == status && error["message"] is String)
        try await until { served.isAtRest }
        #expect(served.service.statistics.answers == [200: 1, status: 1])
        let line = served.log.all.last { $0.contains("answered") }
        #expect(line?.contains("\"status\":\"\(status)\"") == true)
      }
    }

    @Test func nothingFollowsALastAnswer() async throws {
      try await ServedText.run { served in
        let last = served.request("GET", "/health/live", ["Connection: close"])
        for rest in [last, "garbage", "GET / HTTP/9.9\r\n\r\n"] {
          let client = try await served.connect()
          client.send(last + rest)
          try await until { client.isClosed }
          #expect(answers(in: client.received).map(\.status) == [200])
        }
      }
    }

    @Test func wholeAddressesAreTaken() async throws {
      try await ServedText.run { served in
        for (target, status) in [
          ("http://localhost/health/live", 200), ("HTTP://127.0.0.1:1/health/live?", 200),
          ("http://evil.example/health/live", 421), ("http://user@localhost/health/live", 400),
          ("http://localhost", 200),
        ] {
          let client = try await served.connect()
          client.send(served.request("GET", target, ["Connection: close"]))
          try await until { client.isClosed }
          #expect(answers(in: client.received).map(\.status) == [status], "\(target)")
        }
      }
    }

    @Test(arguments: [
      ("foo, chunked", 501), ("compress, Chunked", 501), ("identity, chunked", 501),
      ("gzip\r\nTransfer-Encoding: chunked", 501), ("chunked, chunked", 400), ("chunked", 415),
      ("chunked, gzip", 400), ("gzip", 400), ("identity", 400),
    ])
    func transferCodings(coding: String, status: Int) async throws {
      try await ServedText.run { served in
        for target in ["/v1/render", "/v1/batch", "/v1/layout"] {
          let client = try await served.connect()
          client.send(
            "POST \(target) HTTP/1.1\r\n\(Self.host)Connection: close\r\n"
              + "Transfer-Encoding: \(coding)\r\n\r\n5\r\nabcde\r\n0\r\n\r\n")
          try await until { client.isClosed }
          // Without a type the body is refused where nothing else is wrong.
          #expect(answers(in: client.received).map(\.status) == [status], "\(target)")
        }
        try await until { served.isAtRest }
      }
    }

    @Test func theLogSaysWhoClosed() async throws {
      try await ServedText.run {
        _ in
      } server: {
        ($0.sendTimeLimit, $0.slowestRate) = (0.1, 1e9)
      } _: { served in
        let large = #"{"size":[2000,2000],"layers":[]}"#
        let request = served.request("POST", "/v1/render?format=rgba", body: large)
        let still = try await RawClient.connect(served.port, reads: false)
        still.send(request)
        try await until { served.log.all.contains { $0.contains("cut off") } }
        let line = served.log.all.first { $0.contains("cut off") }
        #expect(line?.contains("\"cause\":\"the client did not read the answer in time\"") == true)
        let goesOn = served.holdWork()
        let gone = try await served.connect()
        gone.send(served.request(body: #"{"text":"a"}"#))
        try await until { served.service.statistics.begun == 2 }
        gone.close()
        try await until { served.service.statistics.hangUps == 1 }
        served.letWorkGoOn(goesOn)
        try await until { served.log.all.contains { $0.contains("hung up") } }
        #expect(served.log.all.count { $0.contains("cause") } == 1)
      }
    }

    @Test func aPageIsToldWhatItMaySend() async throws {
      try await ServedText.run {
        $0.allowedOrigins = ["https://a.example"]
      } _: { served in
        let client = try await served.connect()
        client.send(
          served.request(
            "OPTIONS", "/v1/render",
            ["Origin: https://a.example", "Access-Control-Request-Method: POST"])
            + served.request("GET", "/health/live"))
        try await until { client.peek { answers(in: $0).count } == 2 }
        let head = answers(in: client.received)[0].head
        #expect(head.contains(" 204 ") && !head.contains("Content-Length"))
        #expect(head.contains("Access-Control-Allow-Origin: https://a.example"))
      }
    }
  }
#endif

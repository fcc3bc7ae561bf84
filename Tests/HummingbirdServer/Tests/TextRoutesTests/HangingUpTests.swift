// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextRoutes

@Suite("Clients that hang up on a route of Hummingbird", .serialized)
struct HangingUpTests {
  enum Ending: CaseIterable { case close, endOfSending }

  @Test("A picture that is drawn is called off, and its lane is free", arguments: Ending.allCases)
  func drawing(ending: Ending) async throws {
    try await TestServer.run { server in
      let target = "/label?width=4000"
      let whole = try await TestClient.connect(server.port)
      let start = ContinuousClock.now
      try await whole.send("POST", target, body: TextRoutesTests.long)
      #expect(try await whole.answer()?.status == 200)
      let drawing = ContinuousClock.now - start

      let client = try await TestClient.connect(server.port)
      try await client.send("POST", target, body: TextRoutesTests.long)
      try await until { server.routes.counters.current.inHand == 1 }
      try await Task.sleep(for: drawing / 4)
      switch ending {
      case .close: try await client.hangUp()
      case .endOfSending: try await client.finishSending()
      }
      let free = try await server.laneIsFree()
      print("drawn in \(drawing), called off: its lane was free after \(free)")
      #expect(free < drawing / 10)
      try await until { server.routes.counters.current.inHand == 0 }
      #expect(server.routes.counters.current.calledOff == 1)
      if ending == .endOfSending { #expect(try await client.answer() == nil) }
      try await whole.send("GET", "/label?text=next")
      #expect(try await whole.answer()?.status == 200)
    }
  }

  @Test("Of clients of which half hang up, the others get their pictures, and no other is drawn")
  func half() async throws {
    try await TestServer.run { server in
      let gate = try await server.block()
      defer { gate.open() }
      var clients: [TestClient] = []
      for number in 0..<16 {
        let client = try await TestClient.connect(server.port)
        try await client.send("GET", "/label?text=number%20\(number)&width=120")
        clients.append(client)
      }
      try await until { server.routes.counters.current.inHand == 16 }
      for client in clients.enumerated() where !client.offset.isMultiple(of: 2) {
        try await client.element.hangUp()
      }
      try await until { server.routes.counters.current.calledOff == 8 }
      #expect(server.routes.counters.current.inHand == 8)
      gate.open()
      for number in stride(from: 0, to: 16, by: 2) {
        let expected = try await server.png("number \(number)", width: 120)
        #expect(try await clients[number].answer()?.body == expected)
      }
      #expect(server.routes.counters.current.answered == 8)
      #expect(server.routes.counters.current.inHand == 0)
    }
  }

  @Test("The service's work is called off as well")
  func service() async throws {
    try await TestServer.run { server in
      let gate = try await server.block()
      defer { gate.open() }
      let client = try await TestClient.connect(server.port)
      try await client.send(
        "POST", "/v1/render", type: "application/json", body: TextRoutesTests.document)
      try await until { server.routes.counters.current.inHand == 1 }
      try await client.hangUp()
      try await until { server.routes.counters.current.calledOff == 1 }
      gate.open()
      _ = try await server.laneIsFree()
      #expect(server.routes.service.statistics.admittedRequests == 0)
    }
  }

  @Test("Requests behind one that was called off are not begun")
  func pipelined() async throws {
    try await TestServer.run { server in
      let gate = try await server.block()
      defer { gate.open() }
      let client = try await TestClient.connect(server.port)
      let request = TestClient.request("GET", "/label?text=a")
      try await client.send(String(repeating: request, count: 50))
      try await until { server.routes.counters.current.inHand == 1 }
      try await client.hangUp()
      try await until { server.routes.counters.current.inHand == 0 }
      gate.open()
      _ = try await server.laneIsFree()
      #expect(server.routes.counters.current.answered == 0)
      #expect(server.routes.counters.current.calledOff >= 1)
    }
  }
}

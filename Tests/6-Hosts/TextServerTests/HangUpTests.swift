// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Dispatch
  import SystemLanes
  import TextServer
  import TextService
  import TextTestSupport
  import Testing

  /// Clients that go before their answers have come.
  struct HangUpTests {
    @Test(arguments: [false, true])
    func theWorkOfAClientThatGoesIsCalledOff(byReset: Bool) async throws {
      try await ServedText.run(lanes: 1) { served in
        let goesOn = served.holdWork()
        let client = try await served.connect()
        client.send(served.request(body: ServedText.long))
        try await until { served.service.statistics.begun == 1 }
        if byReset { try await client.reset() } else { client.close() }
        try await until { served.service.statistics.hangUps == 1 }
        served.letWorkGoOn(goesOn)
        try await until { served.service.statistics.calledOff == 1 }
        try await until { served.isAtRest }
        let now = served.service.statistics
        #expect(now.hangUps == 1 && now.finished == 0 && now.answers.isEmpty)
        #expect(now.wastedSeconds > 0 && now.wastedSeconds == now.laneSeconds)
        // The lane is free for others.
        let other = try await served.connect()
        other.send(served.request(body: #"{"text":"a"}"#))
        try await until { other.peek { answers(in: $0).count } == 1 }
        try await until { served.isAtRest }
      }
    }

    @Test func workThatWaitsIsNeverBegun() async throws {
      try await ServedText.run(lanes: 1) { served in
        // The lane is busy until the clients have gone, however slow the machine is.
        let mayEnd = DispatchSemaphore(value: 0)
        let busy = RenderJob<Void>(on: served.service.lanes) { _ in mayEnd.wait() }
        busy.start(priority: .visible) { _ in }
        defer { mayEnd.signal() }
        var waiting: [RawClient] = []
        for _ in 0..<5 {
          let client = try await served.connect()
          client.send(served.request(body: #"{"text":"a"}"#))
          waiting.append(client)
        }
        try await until { served.service.statistics.requests == 5 }
        for client in waiting { client.close() }
        try await until { served.service.statistics.hangUps == 5 }
        try await until { served.isAtRest }
        let now = served.service.statistics
        #expect(now.neverBegun == 5 && now.begun == 0 && now.laneSeconds == 0)
      }
    }

    @Test func workThatIsNotToBeCalledOffGoesOnAndIsWasted() async throws {
      try await ServedText.run(lanes: 1) { served in
        let goesOn = served.holdWork()
        let client = try await served.connect()
        client.send(served.request("POST", "/v1/render?cancel=false", body: ServedText.long))
        try await until { served.service.statistics.begun == 1 }
        client.close()
        try await until { served.service.statistics.hangUps == 1 }
        served.letWorkGoOn(goesOn)
        try await until { served.isAtRest }
        let now = served.service.statistics
        #expect(now.finished == 1 && now.calledOff == 0)
        #expect(now.wastedSeconds > 0 && now.wastedSeconds == now.laneSeconds)
      }
    }

    @Test func aStormOfClientsLeavesNothingBehind() async throws {
      try await ServedText.run { served in
        let text = String(repeating: "a storm of texts ", count: 60)
        await withTaskGroup { group in
          for number in 0..<40 {
            group.addTask {
              var random = SeededGenerator(seed: UInt64(number))
              for _ in 0..<5 {
                guard let client = try? await served.connect() else { continue }
                client.send(
                  served.request(body: #"{"text":"\#(text)","width":\#(100 + number)}"#))
                if Bool.random(using: &random) {
                  try? await Task.sleep(
                    for: .microseconds(Int.random(in: 0..<60_000, using: &random)))
                } else {
                  try? await until { client.peek { answers(in: $0).count } == 1 }
                }
                client.close()
              }
            }
          }
        }
        try await until { served.server.connectionCount == 0 }
        try await until { served.isAtRest }
        let now = served.service.statistics
        #expect(now.requests <= 200 && now.finished > 50)
        #expect(now.answers.keys.allSatisfy { $0 == 200 })
      }
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// Lines that come in parts of any size, and their replies.
@Suite("Batches")
struct ServiceBatchTests {
  private static let lines = [
    #"{"id":1,"scene":{"size":[1,1],"layers":[]}}"#,
    #"{"id":{"a":[ 1.50 ,"é"]},"scene":{"size":[2,1],"layers":[]}}"#, "no JSON",
    #"{"scene":{"size":[1,2],"layers":[]},"options":{"scale":2,"frames":true}}"#,
  ]

  private static func outputs(
    _ service: TextService, _ parts: [[UInt8]], cancelAfter: Int? = nil
  ) async throws -> (lines: [String], ends: Int, isEndLast: Bool) {
    let exchange = service.open(ServiceHead("POST", "/v1/batch", fields: [ServiceClient.lines]))
    let told = Mutex<[String?]>([])
    let batch = ServiceBatch(exchange) { output in
      switch output {
      case .line(let line):
        let text = String(validating: line, as: UTF8.self)
        told.withLock { $0.append(text ?? "ill-formed") }
      case .room: break
      case .end: told.withLock { $0.append(nil) }
      }
    }
    for (i, part) in parts.enumerated() {
      if i == cancelAfter { batch.cancel() }
      batch.receive(part)
    }
    if cancelAfter == parts.count { batch.cancel() }
    batch.finish()
    try await until { told.withLock { $0.contains { $0 == nil } } }
    exchange.end(wasDelivered: cancelAfter == nil)
    try await until { service.statistics.admittedBytes == 0 }
    let all = told.withLock { $0 }
    return (all.compactMap { $0 }, all.count { $0 == nil }, all.last == .some(nil))
  }

  @Test("The replies are the same for every cut into two, with CRLF, and without a last end")
  func cuts() async throws {
    let service = try TextService(lanes: RenderLanes(count: 2))
    let whole = Array(Self.lines.joined(separator: "\n").utf8)
    let expected = try await Self.outputs(service, [whole])
    #expect(expected.lines.count == 4 && expected.ends == 1 && expected.isEndLast)
    #expect(expected.lines[0].hasPrefix(#"{"id":1,"status":200,"type":"image/png","size":[1,1]"#))
    #expect(expected.lines[1].hasPrefix(#"{"id":{"a":[ 1.50 ,"é"]},"status":200"#))
    #expect(expected.lines[2].hasPrefix(#"{"id":null,"error":{"status":400"#))
    #expect(expected.lines[3].contains(#""size":[2,4]"#) && expected.lines[3].contains("frames"))
    for cut in stride(from: 0, through: whole.count, by: Repetitions.count(7, all: 1)) {
      let parts = [Array(whole[..<cut]), Array(whole[cut...])]
      #expect(try await Self.outputs(service, parts).lines == expected.lines)
    }
    let spaced = Array(("\r\n \n" + Self.lines.joined(separator: "\r\n\n") + "\n\n").utf8)
    #expect(try await Self.outputs(service, spaced.map { [$0] }).lines == expected.lines)
    #expect(try await Self.outputs(service, []).lines == [])
  }

  @Test("A line that is too long, and options that are wrong, leave the others")
  func wrongLines() async throws {
    var configuration = ServiceConfiguration()
    configuration.bodyLimit = 200
    let client = try ServiceClient(configuration)
    let long = #"{"id":7,"x":"\#(String(repeating: "a", count: 300))"}"#
    let body = #""scene":{"size":[1,1],"layers":[]}"#
    let replies = try await client.batch(
      [
        long, "{\(body)}", #"{"id":"a",\#(body),"options":5}"#,
        #"{"id":2,\#(body),"options":{"scal":2}}"#, #"{"id":3,\#(body),"options":{"scale":0}}"#,
        #"{"id":4}"#, #"{"id":5,\#(body),"document":{"text":"a"}}"#, #"{"id":6,"documen":{}}"#,
        "{\(body)}",
      ].joined(separator: "\n"))
    try #require(replies.count == 9)
    let members: [String?] = [
      nil, nil, "options", nil, "options.scale", nil, nil, "documen",
    ]
    let statuses = [413, 200, 400, 200, 400, 400, 400, 400]
    for (i, status) in statuses.enumerated() where status != 200 {
      let refusal = try RefusalBody(replies[i].utf8)
      #expect(refusal.status == status && refusal.member == members[i], "\(i) \(refusal)")
    }
    #expect(replies[1] == replies[8] && replies[1].contains(#""status":200"#))
    #expect(replies[3].contains("did you mean scale") && replies[2].hasPrefix(#"{"id":"a","#))
    #expect(client.isIdle && client.service.statistics.answers == [200: 1])
  }

  @Test("An id is told as it was sent, and in UTF-8")
  func ids() async throws {
    let service = try TextService(lanes: RenderLanes(count: 1))
    let body = #","scene":{"size":[1,1],"layers":[]}}"#
    for (sent, told) in [
      (Array(#"{"b": [1e2, "\u00e9\/"]}"#.utf8), #"{"b": [1e2, "\u00e9\/"]}"#),
      ([0x22, 0xFF, 0x61, 0xC3, 0x22], "\"\u{FFFD}a\u{FFFD}\""),
    ] {
      let line = Array(#"{"id":"#.utf8) + sent + Array(body.utf8)
      let lines = try await Self.outputs(service, [line]).lines
      try #require(lines.count == 1)
      #expect(lines[0].hasPrefix(#"{"id":\#(told),"status":200,"#), "\(lines[0].prefix(80))")
    }
  }

  @Test("A batch that is cancelled at any moment ends once, and gives all back")
  func cancelled() async throws {
    let service = try TextService(lanes: RenderLanes(count: 2))
    let text = Array(repeating: Self.lines, count: 10).flatMap(\.self).joined(separator: "\n")
    let parts = Array(text.utf8).chunked(61)
    for moment in stride(from: 0, through: parts.count, by: 3) {
      let outputs = try await Self.outputs(service, parts, cancelAfter: moment)
      #expect(outputs.ends == 1 && outputs.isEndLast && outputs.lines.count <= 40)
    }
    // A line that is drawn ends at its next poll, after the batch.
    try await until { service.statistics.bulkRunning == 0 }
    let now = service.statistics
    #expect(now.requests == now.answers.values.reduce(0, +) + now.hangUps && now.hangUps > 0)
    #expect(now.admittedRequests == 0 && now.admittedBytes == 0)
  }

  @Test("Lines far behind one that takes long are not begun; their replies have their memory")
  func slowFirstLine() async throws {
    let service = try TextService(lanes: RenderLanes(count: 2))
    let isFirst = Mutex(true)
    let goesOn = DispatchSemaphore(value: 0)
    service.workBegins.withLock {
      $0 = {
        let waits = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        if waits { goesOn.wait() }
      }
    }
    let head = ServiceHead(
      "POST", "/v1/batch?format=rgba", fields: [ServiceClient.lines, ("Priority", "u=1")])
    let line = #"{"scene":{"size":[50,50],"layers":[]}}"# + "\n"
    let (lines, ended) = (Tally(), Tally())
    let exchange = service.open(head)
    let batch = ServiceBatch(exchange) { output in
      switch output {
      case .line: lines.add()
      case .room: break
      case .end: ended.add()
      }
    }
    // Of two lanes each may begin first, so the other lines come when the first one has been begun.
    batch.receive(Array(line.utf8))
    try await until { service.statistics.begun == 1 }
    batch.receive(Array(String(repeating: line, count: 39).utf8))
    batch.finish()
    try await until { service.statistics.finished == 3 }
    // The first one is held back, and three wait for it.
    #expect(service.statistics.begun == 4 && lines.count == 0)
    #expect(service.statistics.admittedBytes > 3 * 50 * 50 * 4)
    goesOn.signal()
    try await until { ended.count == 1 }
    #expect(lines.count == 40)
    exchange.end(wasDelivered: true)
    try await until { service.statistics.admittedBytes == 0 }
  }

  @Test("A batch is full while too much waits, and tells when there is room")
  func room() throws {
    var configuration = ServiceConfiguration()
    configuration.bodyLimit = 100
    let service = try TextService(configuration, lanes: RenderLanes(count: 1, wake: { _ in }))
    let exchange = service.open(ServiceHead("POST", "/v1/batch", fields: [ServiceClient.lines]))
    let (rooms, lines, ends) = (Tally(), Tally(), Tally())
    let batch = ServiceBatch(exchange) { output in
      switch output {
      case .line: lines.add()
      case .room: rooms.add()
      case .end: ends.add()
      }
    }
    let line = Array((Self.lines[0] + "\n").utf8)
    for _ in 0..<6 { batch.receive(line) }
    #expect(batch.isFull && rooms.count == 0 && lines.count == 0)
    service.lanes.step()
    #expect(!batch.isFull && rooms.count == 1 && lines.count == 6 && ends.count == 0)
    batch.finish()
    #expect(ends.count == 1)
    exchange.end(wasDelivered: true)
    #expect(service.statistics.admittedBytes == 0 && service.statistics.answers == [200: 1])
  }
}

extension [UInt8] {
  /// The bytes in parts of a length; the last one may be shorter.
  fileprivate func chunked(_ length: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: length).map { Array(self[$0..<Swift.min($0 + length, count)]) }
  }
}

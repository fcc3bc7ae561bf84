// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// Bands of requests, and the turns of bulk work.
@Suite("Bands and bulk")
struct BulkTurnTests {
  @Test(
    "The urgency of RFC 9218",
    arguments: [
      (nil, LanePriority.visible), ("", .visible), ("u=0", .visible), ("u=3", .visible),
      ("u=4", .near), ("u=5, i", .near), ("i, u=6", .idle), ("u=7;x=1", .idle),
      ("u=7,u=1", .visible), ("u=8", .visible), ("u=10", .visible), ("u=70", .visible),
      ("u=-1", .visible), ("u=7.5", .visible), ("U=7", .visible), ("u=\"7\"", .visible),
      ("u", .visible), ("u=", .visible), ("xu=7", .visible), ("u=\u{667}", .visible),
    ])
  func urgencies(field: String?, band: LanePriority) {
    #expect(ServiceRequest.band(field, isBulk: false) == band)
    if field == nil { #expect(ServiceRequest.band(field, isBulk: true) == .idle) }
  }

  @Test("As many turns as lanes but one, in the order of the calls", arguments: 1...4)
  func turns(lanes: Int) {
    let turns = BulkTurns(lanes: lanes)
    let taken = Mutex<[BulkTurn]>([])
    let order = Mutex<[Int]>([])
    let numbers = (0..<8).map { number in
      turns.enter { turn in
        taken.withLock { $0.append(turn) }
        order.withLock { $0.append(number) }
      }
    }
    let limit = max(1, lanes - 1)
    #expect(turns.running == limit && order.withLock { $0 } == Array(0..<limit))
    #expect(numbers.count { $0 == nil } == limit)
    // One that waits leaves.
    if let number = numbers[limit] { turns.leave(number) }
    while true {
      let turn = taken.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if turn == nil { break }
      #expect(turns.running <= limit)
    }
    #expect(turns.running == 0)
    #expect(order.withLock { $0 } == Array(0..<limit) + Array(limit + 1..<8))
  }

  @Test("Work that somebody waits for overtakes bulk work")
  func overtaking() throws {
    let service = try TextService(lanes: RenderLanes(count: 1, wake: { _ in }))
    let order = Mutex<[String]>([])
    var exchanges: [ServiceExchange] = []
    for (i, priority) in ["u=7", "u=7", "u=5", "u=1"].enumerated() {
      let exchange = service.open(
        ServiceHead(
          "POST", "/v1/render", fields: [ServiceClient.json, ("Priority", priority)]))
      exchange.begin(Array(#"{"text":"a"}"#.utf8)) { _ in
        order.withLock { $0.append("\(i) \(priority)") }
      }
      exchanges.append(exchange)
      #expect(service.statistics.bulkRunning == 1)
    }
    service.lanes.step()
    #expect(order.withLock { $0 } == ["3 u=1", "2 u=5", "0 u=7", "1 u=7"])
    for exchange in exchanges { exchange.end(wasDelivered: true) }
    #expect(service.statistics.bulkRunning == 0 && service.statistics.admittedBytes == 0)
  }
}

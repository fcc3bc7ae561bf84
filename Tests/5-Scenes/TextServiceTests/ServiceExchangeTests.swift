// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// All ways in which a request ends, on lanes that the test steps.
@Suite("Ends of exchanges")
struct ServiceExchangeTests {
  private let service: TextService

  init() throws {
    service = try TextService(lanes: RenderLanes(count: 1, wake: { _ in }))
  }

  private func open(_ query: String = "") -> ServiceExchange {
    service.open(ServiceHead("POST", "/v1/render\(query)", fields: [ServiceClient.json]))
  }

  private func expectNothingLeft(hangUps: Int) {
    let now = service.statistics
    #expect(now.admittedRequests == 0 && now.admittedBytes == 0 && now.bulkRunning == 0)
    #expect(now.requests == now.answers.values.reduce(0, +) + now.hangUps)
    #expect(now.begun == now.finished + now.failed + now.calledOff)
    #expect(now.hangUps == hangUps)
  }

  @Test(
    "Answers", arguments: [(#"{"text":"a"}"#, 200), ("{", 400)], ["", "u=7"])
  func answered(given: (body: String, status: Int), priority: String) throws {
    let exchange = service.open(
      ServiceHead(
        "POST", "/v1/render", fields: [ServiceClient.json, ("Priority", priority)]))
    let answers = Mutex<[Int?]>([])
    exchange.begin(Array(given.body.utf8)) { answer in
      answers.withLock { $0.append(answer?.status) }
    }
    service.lanes.step()
    // What comes too late has no effect.
    exchange.cancel()
    exchange.expire()
    #expect(answers.withLock { $0 } == [given.status])
    #expect(service.statistics.admittedRequests == 1)
    exchange.end(wasDelivered: true)
    exchange.end(wasDelivered: false)
    expectNothingLeft(hangUps: 0)
    #expect(service.statistics.begun == 1 && service.statistics.undelivered == 0)
  }

  @Test("Cancelled or ended before, while it waits, or dropped", arguments: 0..<6, ["", "u=7"])
  func calledOff(way: Int, priority: String) throws {
    let answers = Mutex<[Int?]>([])
    do {
      let exchange = service.open(
        ServiceHead(
          "POST", "/v1/render", fields: [ServiceClient.json, ("Priority", priority)]))
      #expect(exchange.receive(100) == nil && service.statistics.admittedBytes == 100)
      func begin() {
        exchange.begin(Array(#"{"text":"a"}"#.utf8)) { answer in
          answers.withLock { $0.append(answer?.status) }
        }
      }
      switch way {
      case 0:
        exchange.cancel()
        begin()
        exchange.end(wasDelivered: false)
      case 1:
        begin()
        exchange.cancel()
        // Before the server ends it.
        #expect(answers.withLock { $0 } == [nil])
        exchange.cancel()
        exchange.end(wasDelivered: false)
      case 2:
        begin()
        exchange.end(wasDelivered: false)
      case 3:
        exchange.end(wasDelivered: false)
        begin()
      case 4: exchange.end(wasDelivered: false)
      default: break
      }
    }
    service.lanes.step()
    #expect(answers.withLock { $0 } == (way < 4 ? [nil] : []))
    expectNothingLeft(hangUps: 1)
    #expect(service.statistics.begun == 0)
    #expect(service.statistics.neverBegun == ([1, 2].contains(way) ? 1 : 0))
  }

  @Test("An answer that does not arrive is wasted")
  func undelivered() {
    let exchange = open()
    exchange.begin(Array(#"{"text":"a"}"#.utf8)) { _ in }
    service.lanes.step()
    #expect(service.statistics.wastedSeconds == 0 && service.statistics.laneSeconds > 0)
    exchange.end(wasDelivered: false)
    #expect(service.statistics.undelivered == 1)
    #expect(service.statistics.wastedSeconds == service.statistics.laneSeconds)
    expectNothingLeft(hangUps: 0)
  }

  @Test("The time is over once, with 504")
  func deadline() async throws {
    let exchange = open("?timeout=0.001")
    let answers = Mutex<[Int?]>([])
    exchange.begin(Array(#"{"text":"a"}"#.utf8)) { answer in
      answers.withLock { $0.append(answer?.status) }
    }
    try await until { answers.withLock { !$0.isEmpty } }
    exchange.expire()
    service.lanes.step()
    exchange.end(wasDelivered: true)
    #expect(answers.withLock { $0 } == [504])
    #expect(service.statistics.begun == 0 && service.statistics.neverBegun == 1)
    expectNothingLeft(hangUps: 0)
  }

  @Test("A second answer of the server is not counted")
  func oneAnswer() {
    let exchange = service.open(ServiceHead("GET", "/nothing"))
    #expect(exchange.refusal(status: 421, code: "wrongHost", "Another.").status == 421)
    exchange.end(wasDelivered: true)
    #expect(service.statistics.answers == [404: 1])
    let late = open()
    late.end(wasDelivered: false)
    #expect(late.refusal(status: 408, code: "tooSlow", "Late.").status == 408)
    expectNothingLeft(hangUps: 1)
  }

  @Test("Whatever ends first, the handler is called once, and the counters add up")
  func storm() async throws {
    var configuration = ServiceConfiguration()
    (configuration.requestLimit, configuration.memoryLimit) = (12, 400_000)
    let count = Repetitions.count(300, all: 2000)
    for lanes in 1...3 {
      let service = try TextService(configuration, lanes: RenderLanes(count: lanes))
      let called = Tally()
      let begun = Tally()
      try await finish {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<count {
            if number >= 24 { await group.next() }
            group.addTask {
              var random = SeededGenerator(seed: UInt64(number * 8 + lanes))
              let priority = "u=\(Int.random(in: 0...7, using: &random))"
              let exchange = service.open(
                ServiceHead(
                  "POST", number % 9 == 0 ? "/v1/render?timeout=0.01" : "/v1/render?scale=2",
                  fields: [ServiceClient.json, ("Priority", priority)]))
              defer { exchange.end(wasDelivered: number % 2 == 0) }
              guard case .body = exchange.step, number % 11 > 0 else { return }
              begun.add()
              exchange.begin(Array(#"{"text":"Hello \#(number)"}"#.utf8)) { _ in called.add() }
              for _ in 0..<Int.random(in: 0...30, using: &random) { await Task.yield() }
              if number % 3 == 0 { exchange.cancel() }
            }
          }
        }
      }
      try await until {
        let now = service.statistics
        return called.count == begun.count && now.admittedRequests == 0 && now.admittedBytes == 0
          && now.begun == now.finished + now.failed + now.calledOff && now.bulkRunning == 0
      }
      let now = service.statistics
      #expect(called.count == begun.count && now.requests == count)
      #expect(now.requests == now.answers.values.reduce(0, +) + now.hangUps)
      #expect(now.mostAdmittedBytes <= 400_000)
    }
  }
}

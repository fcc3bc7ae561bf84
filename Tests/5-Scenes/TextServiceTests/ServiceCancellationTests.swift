// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Pictures
import SystemConcurrency
import SystemFiles
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// Requests whose clients go at each poll of their work.
@Suite("Cancelled requests", .serialized)
struct ServiceCancellationTests {
  private static let text = String(repeating: "word مرحبا ", count: 6)
  private static let document = #"{"text":"\#(text)","width":60,"style":{"size":9}}"#
  private static let scene = #"""
    {"size":[60,40],"layers":[{"type":"text","name":"a","string":"\#(text)","frame":[0,0,60,40],
      "shadowOpacity":1},{"frame":[5,5,20,20],"backgroundColor":"red","cornerRadius":4}]}
    """#
  private static let hash = SHA256.hexadecimal(SHA256.digest(of: Array(document.utf8)))

  /// A request of one kind.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let method: String
    let target: String
    let body: String
  }

  static let kinds = [
    Kind(testDescription: "a document", method: "POST", target: "/v1/render", body: document),
    Kind(
      testDescription: "a document as SVG", method: "POST", target: "/v1/render?format=svg",
      body: document),
    Kind(testDescription: "a scene", method: "POST", target: "/v1/render?format=rgba", body: scene),
    Kind(
      testDescription: "a document in the address", method: "GET",
      target: ServiceClient.address(document, "&format=a8"), body: ""),
    Kind(testDescription: "a layout", method: "POST", target: "/v1/layout", body: document),
    Kind(testDescription: "frames", method: "POST", target: "/v1/layout", body: scene),
    Kind(
      testDescription: "a template", method: "GET", target: "/v1/templates/card?a=other", body: ""),
    Kind(
      testDescription: "a stored document", method: "PUT", target: "/v1/documents/\(hash)",
      body: document),
    Kind(
      testDescription: "a tile", method: "GET", target: "/v1/documents/\(hash)/tiles/60/1/0",
      body: ""),
    Kind(
      testDescription: "a line of a batch", method: "POST", target: "/v1/batch",
      body: #"{"id":1,"scene":\#(scene.split(separator: "\n").joined()),"options":{"frames":true}}"#
    ),
  ]

  @Test("It ends as cancelled or answered, and leaves nothing", arguments: kinds)
  func eachPoll(kind: Kind) throws {
    let folders = try ServiceFolders()
    try folders.write("templates/card.json", Self.scene)
    let expected = try run(kind, CancelledPoll(), folders)
    let whole = try #require(expected.answer)
    #expect(whole.status < 300)
    #expect(expected.polls >= 3, "\(expected.polls)")
    // Those at the beginning and at the end, and so many between.
    let step = max(1, expected.polls / Repetitions.count(12, all: 400))
    var polls = Set(stride(from: 1, through: expected.polls, by: step))
    polls.formUnion([1, 2, 3, expected.polls - 1, expected.polls])
    var cancelled = 0
    for last in polls.sorted() {
      guard let answer = try run(kind, CancelledPoll(at: last), folders).answer else {
        cancelled += 1
        continue
      }
      // An answer that was made all the same is the right one.
      #expect(answer.status == whole.status && answer.body == whole.body, "poll \(last)")
    }
    // Texts that other tests have shaped meanwhile need fewer polls.
    #expect(cancelled > polls.count * 3 / 4, "\(cancelled) of \(polls.count)")
  }

  @Test("A call is cancelled together with its task", arguments: ["", "?cancel=false"])
  func task(query: String) async throws {
    let client = try ServiceClient(lanes: RenderLanes(count: 1))
    // The work goes on once it has been cancelled, however slow the machine is.
    let goesOn = DispatchSemaphore(value: 0)
    client.service.workBegins.withLock { $0 = { goesOn.wait() } }
    let task = Task { try await client.post("/v1/render\(query)", #"{"text":"Words"}"#) }
    try await until { client.service.statistics.begun == 1 }
    task.cancel()
    goesOn.signal()
    let result = await task.result
    try await until { client.isIdle }
    let now = client.service.statistics
    if query.isEmpty {
      #expect(throws: CancellationError.self) { try result.get() }
      #expect(now.calledOff == 1 && now.finished == 0 && now.hangUps == 1)
      #expect(now.wastedSeconds == now.laneSeconds && now.laneSeconds > 0)
    } else {
      #expect(try result.get().status == 200)
      #expect(now.calledOff == 0 && now.finished == 1 && now.hangUps == 0)
    }
  }

  /// Does the work of a request on a lane that the test steps; its client goes at a poll.
  private func run(
    _ kind: Kind, _ poll: CancelledPoll, _ folders: ServiceFolders
  ) throws -> (answer: ServiceAnswer?, polls: Int) {
    let service = try TextService(
      folders.configuration, lanes: RenderLanes(count: 1, wake: { _ in }))
    #expect(service.documents.keep(Array(Self.document.utf8), Self.hash))
    let type = kind.target == "/v1/batch" ? ServiceClient.lines : ServiceClient.json
    let exchange = service.open(ServiceHead(kind.method, kind.target, fields: [type]))
    let request = try #require(exchange.request)
    let body = Array(kind.body.utf8)
    let answers = Mutex<[ServiceAnswer?]>([])
    do {
      // What `ServiceExchange` and `ServiceBatch` queue, with the cancellation of the test.
      let share = service.admission.memory()
      let work = ServiceWork(request, body, share, service)
      let line = BatchLine(body, request, share, service)
      let holder = Mutex<ServiceJob?>(nil)
      let job = ServiceJob(
        service, in: .visible,
        { _ in
          let polled = Cancellation(
            flag: CancellationFlag { flag in
              if poll.cancellation.isCancelled {
                holder.withLock { $0 }?.cancel()
                flag.set()
              }
            })
          let answer = try request.route == .batch ? line.answer(polled) : work.answer(polled)
          return answer
        }, completion: { answer in answers.withLock { $0.append(answer) } })
      holder.withLock { $0 = job }
      service.lanes.step()
      holder.withLock { $0 = nil }
    }
    exchange.end(wasDelivered: false)
    let now = service.statistics
    #expect(now.begun == 1 && now.begun == now.finished + now.failed + now.calledOff)
    #expect(now.failed == 0 && now.hangUps == 1)
    #expect(now.admittedRequests == 0 && now.admittedBytes == 0)
    let told = answers.withLock { $0 }
    try #require(told.count == 1)
    // Work that is cancelled at its last poll may have ended with a result, which is dropped.
    #expect(told[0] == nil || now.finished == 1)
    return (told[0], poll.count)
  }
}

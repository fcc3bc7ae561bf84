// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// More requests and more memory than there may be, and requests that take too long.
@Suite("Admission and deadlines")
struct ServiceAdmissionTests {
  private static let document = #"{"text":"a"}"#

  private static func open(_ service: TextService, _ fields: (String, String)...)
    -> ServiceExchange
  {
    service.open(ServiceHead("POST", "/v1/render", fields: [ServiceClient.json] + fields))
  }

  private static func answer(_ exchange: ServiceExchange) -> ServiceAnswer? {
    if case .answer(let answer) = exchange.step { return answer }
    return nil
  }

  @Test("With as many requests as there may be, others are told to come back; health answers")
  func requests() async throws {
    var configuration = ServiceConfiguration()
    configuration.requestLimit = 3
    let client = try ServiceClient(configuration)
    let exchanges = (0..<3).map { _ in Self.open(client.service) }
    #expect(exchanges.allSatisfy { Self.answer($0) == nil })
    for target in ["/v1/render", "/v1/layout"] {
      let refused = try await client.post(target, Self.document)
      refused.expectRefusal(503, "busy")
      #expect(refused["Retry-After"] == "1")
    }
    let got = try await client.get(ServiceClient.address(Self.document))
    #expect(got.status == 503 && got["Retry-After"] == "1")
    #expect(try await client.batch("{}").joined().contains("busy"))
    for target in ["/health/live", "/health/ready", "/metrics", "/", "/feed"] {
      #expect(try await client.get(target).status == 200, "\(target)")
    }
    #expect(client.service.statistics.admittedRequests == 3)
    #expect(client.service.statistics.begun == 0)
    exchanges[1].end(wasDelivered: false)
    #expect(try await client.post("/v1/render", Self.document).status == 200)
    for exchange in exchanges { exchange.end(wasDelivered: false) }
    #expect(client.isIdle && client.service.statistics.hangUps == 3)
  }

  @Test("What a client has already is told to it, however busy the service is")
  func notModified() async throws {
    var configuration = ServiceConfiguration()
    (configuration.requestLimit, configuration.cacheLimit) = (1, 1 << 20)
    let client = try ServiceClient(configuration)
    let target = ServiceClient.address(Self.document)
    let first = try await client.get(target)
    let exchange = Self.open(client.service)
    let tag = try #require(first["ETag"])
    #expect(try await client.get(target, ("If-None-Match", tag)).status == 304)
    #expect(try await client.get(target).body == first.body)
    #expect(try await client.get(target + "&scale=2").status == 503)
    exchange.end(wasDelivered: true)
    #expect(client.isIdle)
  }

  @Test("Memory is taken before it is there, and comes back")
  func memory() async throws {
    var configuration = ServiceConfiguration()
    configuration.memoryLimit = 100_000
    let client = try ServiceClient(configuration)
    let first = Self.open(client.service, ("Content-Length", "60000"))
    #expect(Self.answer(first) == nil && client.service.statistics.admittedBytes == 60_000)
    let second = Self.open(client.service, ("Content-Length", "50000"))
    let refused = try #require(Self.answer(second))
    refused.expectRefusal(503, "noMemory")
    #expect(refused["Retry-After"] == "1")
    // By its parts, where the head told no length.
    let third = Self.open(client.service)
    #expect(third.receive(20_000) == nil && client.service.statistics.admittedBytes == 80_000)
    let late = try #require(third.receive(30_000))
    late.expectRefusal(503, "noMemory")
    #expect(late["Retry-After"] == "1")
    // More than there ever is.
    let large = try #require(Self.answer(Self.open(client.service, ("Content-Length", "120000"))))
    large.expectRefusal(413, "tooLarge")
    #expect(large["Retry-After"] == nil)
    // What is read of a body takes seven times as much, on a lane.
    let read = try await client.post(
      "/v1/render", #"{"text":"a"\#(String(repeating: " ", count: 3000))}"#)
    read.expectRefusal(503, "noMemory")
    // The pixels of a picture, on a lane.
    let picture = try await client.post("/v1/render?canvas=100,60", Self.document)
    picture.expectRefusal(503, "noMemory")
    #expect(picture["Retry-After"] == "1")
    #expect(try await client.get("/health/live").status == 200)
    for exchange in [first, second, third] { exchange.end(wasDelivered: true) }
    #expect(try await client.post("/v1/render?canvas=100,60", Self.document).status == 200)
    #expect(client.isIdle && client.service.statistics.mostAdmittedBytes <= 100_000)
  }

  /// A scene or a document whose parts take much more memory than their JSON.
  enum Part: CaseIterable {
    case curves, strokes, strokedLayers, copies, dashes, shadow, layers, boxes, spans

    func body(_ count: Int) -> String {
      let curves = String(repeating: "C500 500 0 500 500 0", count: count)
      func scene(_ layer: String) -> String {
        #"{"size":[9,9],"layers":[{"frame":[0,0,9,9],\#(layer)}]}"#
      }
      func list(_ part: String) -> String {
        Array(repeating: part, count: count).joined(separator: ",")
      }
      let path = #""type":"shape","path":"M0 0\#(curves)""#
      let stroked = #"{"type":"shape","path":"M0 0C500 500 0 500 500 0","strokeColor":"red"}"#
      return switch self {
      case .curves: scene(#"\#(path),"transform":{"m11":2,"m22":2}"#)
      case .strokes: scene(#"\#(path),"fillColor":null,"strokeColor":"red""#)
      case .strokedLayers: scene(#""sublayers":[\#(list(stroked))]"#)
      case .copies:
        scene(#""type":"replicator","instanceCount":\#(count),"sublayers":[\#(stroked)]"#)
      case .dashes:
        scene(
          ##""type":"shape","path":"M0 0H\##(count)000","strokeColor":"red","fillColor":null,"##
            + ##""lineDashPattern":[50]"##)
      case .shadow: scene(#""shadowPath":"M0 0\#(curves)","shadowOpacity":1"#)
      case .layers: scene(#""sublayers":[\#(list("{}"))]"#)
      case .boxes: scene(#""sublayers":[\#(list(#"{"layout":{}}"#))]"#)
      case .spans:
        #"{"text":"a","spans":[\#(list(#"{"start":0,"end":1,"size":9}"#))]}"#
      }
    }
  }

  @Test(
    "Paths, layers and spans are refused before their memory is taken", arguments: Part.allCases)
  func parts(_ part: Part) async throws {
    var configuration = ServiceConfiguration()
    (configuration.memoryLimit, configuration.bodyLimit) = (4 << 20, 200_000)
    let client = try ServiceClient(configuration)
    for target in ["/v1/render", "/v1/batch"] {
      for (count, status) in [(3, 200), (part == .layers ? 6000 : 3000, 413)] {
        let body = part.body(count)
        let kind = part == .spans ? "document" : "scene"
        let isBatch = target == "/v1/batch"
        let head = ServiceHead(
          "POST", target, fields: [isBatch ? ServiceClient.lines : ServiceClient.json])
        let answer = try await client.service.answer(
          to: head, body: Array((isBatch ? #"{"id":1,"\#(kind)":\#(body)}"# : body).utf8))
        let told = isBatch ? answer.text.contains(#""status":\#(status)"#) : answer.status == status
        #expect(told, "\(target) \(count): \(answer.status) \(answer.text.prefix(200))")
        if status == 413 { #expect(answer.text.contains("tooLarge")) }
      }
    }
    #expect(client.isIdle && client.service.statistics.mostAdmittedBytes <= 4 << 20)
  }

  @Test("A picture that is too large for what is left is refused by its line alone")
  func lines() async throws {
    var configuration = ServiceConfiguration()
    (configuration.memoryLimit, configuration.bodyLimit) = (100_000, 20_000)
    let client = try ServiceClient(configuration)
    func line(_ side: Int) -> String {
      #"{"id":\#(side),"scene":{"size":[\#(side),9],"layers":[]}}"#
    }
    let replies = try await client.batch([line(9), line(5000), line(10)].joined(separator: "\n"))
    try #require(replies.count == 3)
    #expect(replies[0].hasPrefix(#"{"id":9,"status":200"#))
    #expect(try RefusalBody(replies[1].utf8).code == "tooLarge")
    #expect(replies[2].hasPrefix(#"{"id":10,"status":200"#) && client.isIdle)
  }

  /// A document whose laying out takes a lane some hundred milliseconds in a debug build.
  private static let long: String = {
    let text = (0..<1500).map { "Words to be laid out, number \($0). " }.joined()
    return #"{"text":"\#(text)","width":1000}"#
  }()

  @Test("Work that takes too long is called off, with 504", arguments: [true, false])
  func deadlines(isOwn: Bool) async throws {
    var configuration = ServiceConfiguration()
    if !isOwn { configuration.timeLimit = 0.02 }
    let client = try ServiceClient(configuration, lanes: RenderLanes(count: 1))
    // The limit of a request does not lengthen that of the service.
    let answer = try await client.post(
      "/v1/render?timeout=\(isOwn ? "0.02" : "3600")", Self.long)
    answer.expectRefusal(504, "late")
    #expect(answer["Retry-After"] == nil)
    try await until { client.isIdle }
    let now = client.service.statistics
    #expect(now.answers == [504: 1] && now.finished == 0)
    #expect(now.calledOff + now.neverBegun == 1)
    if now.calledOff == 1 { #expect(now.wastedSeconds == now.laneSeconds && now.laneSeconds > 0) }
    // The lane is free.
    if isOwn { #expect(try await client.post("/v1/render", Self.document).status == 200) }
  }

  @Test("Each request has a time limit of its own, and one that is over counts for nothing")
  func manyDeadlines() async throws {
    // Longer than any machine is busy.
    var configuration = ServiceConfiguration()
    configuration.timeLimit = 3600
    let service = try TextService(configuration, lanes: RenderLanes(count: 1, wake: { _ in }))
    let answers = Mutex<[Int: Int?]>([:])
    let exchanges = (0..<6).map { number in
      let limit = number % 2 == 0 ? "0.01" : "3600"
      let exchange = service.open(
        ServiceHead("POST", "/v1/render?timeout=\(limit)", fields: [ServiceClient.json]))
      exchange.begin(Array(Self.document.utf8)) { answer in
        answers.withLock { $0[number] = .some(answer?.status) }
      }
      return exchange
    }
    try await until { answers.withLock { $0.count == 3 } }
    service.lanes.step()
    #expect(answers.withLock { $0 } == [0: 504, 2: 504, 4: 504, 1: 200, 3: 200, 5: 200])
    for exchange in exchanges { exchange.end(wasDelivered: true) }
    let now = service.statistics
    #expect(now.admittedRequests == 0 && now.admittedBytes == 0 && now.begun == 3)
    #expect(now.neverBegun == 3 && now.answers == [504: 3, 200: 3])
  }

  @Test("The cache keeps as many bytes as it may")
  func cache() async throws {
    var configuration = ServiceConfiguration()
    configuration.cacheLimit = 8000
    let client = try ServiceClient(configuration)
    let targets = (0..<4).map {
      ServiceClient.address(Self.document, "&canvas=20,\(20 + $0)&format=rgba")
    }
    for target in targets { _ = try await client.get(target) }
    #expect(client.service.statistics.begun == 4)
    // Each has 1600 bytes and more: three fit in, those that came last.
    for target in targets.reversed().prefix(3) { _ = try await client.get(target) }
    #expect(client.service.statistics.cacheHits == 3 && client.service.statistics.begun == 4)
    _ = try await client.get(targets[0])
    #expect(client.service.statistics.cacheHits == 3 && client.service.statistics.begun == 5)
    // One that is larger than all of it is not kept, and drives nothing out.
    let large = ServiceClient.address(Self.document, "&canvas=100,100&format=rgba")
    for _ in 0..<2 { _ = try await client.get(large) }
    #expect(client.service.statistics.begun == 7)
    _ = try await client.get(targets[0])
    #expect(client.service.statistics.cacheHits == 4 && client.isIdle)
  }
}

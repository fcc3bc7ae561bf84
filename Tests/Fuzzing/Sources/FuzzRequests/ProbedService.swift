// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Dispatch
import FuzzSupport
import Glibc
import TextDefaultFonts
import TextService

import struct Synchronization.Mutex

/// A service whose answers are checked.
final class ProbedService: Sendable {
  /// A part of the path of its folders.
  static let mark = "forbidden-place"
  static let secret = "0123456789abcdef"

  private let service: TextService

  /// - Parameter keys: Whether every request needs a key.
  init(keys: Bool) {
    _ = DefaultFonts.all
    let folder = "\(Self.mark)-\(getpid())-\(keys)"
    for name in [folder, "\(folder)/images", "\(folder)/templates", "\(folder)/fonts"] {
      mkdir(name, 0o700)
    }
    Self.write("\(folder)/images/red.png", Self.picture)
    Self.write(
      "\(folder)/templates/card.json",
      Array(
        #"""
        {"size":[40,20],"layers":[{"type":"text","name":"title","string":"A","frame":[0,0,40,20]},
          {"name":"picture","frame":[0,0,8,8],"contents":{"image":"red.png"}}]}
        """#.utf8))
    Self.write(
      "\(folder)/keys.json", Array(#"{"keys":[{"id":"k","secret":"\#(Self.secret)"}]}"#.utf8))
    var configuration = ServiceConfiguration()
    configuration.images = "\(folder)/images"
    configuration.templates = "\(folder)/templates"
    configuration.fonts = "\(folder)/fonts"
    if keys { configuration.keys = "\(folder)/keys.json" }
    configuration.bodyLimit = 16 << 10
    configuration.pixelLimit = 1 << 16
    configuration.memoryLimit = 32 << 20
    configuration.timeLimit = 5
    configuration.cacheLimit = 1 << 18
    configuration.documentLimit = 1 << 18
    do {
      service = try TextService(configuration, lanes: RenderLanes(count: 1))
    } catch {
      fatalError("\(error)")
    }
  }

  private static func write(_ path: String, _ bytes: [UInt8]) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// A picture of one red pixel.
  private static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xDE, 0x00, 0x00, 0x00, 0x0C, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xC9, 0xFE, 0x92, 0xEF, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E,
    0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// The answer to a head alone; `nil` where work would begin.
  func answer(toHead head: ServiceHead) -> ServiceAnswer? {
    let exchange = service.open(head)
    defer { exchange.end(wasDelivered: false) }
    if case .answer(let answer) = exchange.step { return answer }
    return nil
  }

  /// The answer to a request, checked, as is what the request leaves.
  func answer(to input: RequestInput) -> ServiceAnswer {
    let exchange = service.open(input.head)
    let answer = answer(to: input, exchange)
    exchange.end(wasDelivered: true)
    // A stored document is told byte for byte.
    check(answer, isOwn: !input.head.target.contains("documents"))
    // A lane gives back the last memory of a request after the answer.
    for turn in 0... {
      let now = service.statistics
      if now.admittedRequests == 0, now.admittedBytes == 0, now.bulkRunning == 0,
        now.begun == now.finished + now.failed + now.calledOff
      {
        FuzzSupport.check(
          now.requests == now.answers.values.reduce(0, +) + now.hangUps, "counters: \(now)")
        break
      }
      FuzzSupport.check(turn < 5000, "something is left: \(now)")
      usleep(turn < 50 ? 20 : 1000)
    }
    return answer
  }

  private func answer(to input: RequestInput, _ exchange: ServiceExchange) -> ServiceAnswer {
    let parts = stride(from: 0, to: input.body.count, by: input.partLength).map { start in
      Array(input.body[start..<min(input.body.count, start + input.partLength)])
    }
    switch exchange.step {
    case .answer(let answer): return answer
    case .body:
      for part in parts {
        if let refusal = exchange.receive(part.count) { return refusal }
      }
      let answers = Answers()
      exchange.begin(input.body) { answers.add($0) }
      guard let answer = answers.wait() else { fatalError("no answer") }
      return answer
    case .lines:
      let lines = Mutex<[[UInt8]]>([])
      let answers = Answers()
      let batch = ServiceBatch(exchange) { output in
        switch output {
        case .line(let line): lines.withLock { $0.append(line) }
        case .room: break
        case .end: answers.add(ServiceAnswer(status: 200))
        }
      }
      for part in parts { batch.receive(part) }
      batch.finish()
      FuzzSupport.check(answers.wait() != nil, "a batch has no end")
      let all = lines.withLock { $0 }
      for line in all {
        FuzzSupport.check(line.last == 10 && !line.dropLast().contains(10), "a reply of two lines")
        FuzzSupport.check(
          WellFormedJSON.holds(line), "a reply: \(String(decoding: line, as: UTF8.self))")
      }
      let given = input.body.split(separator: 10).count { line in
        line.contains { ![0x20, 0x09, 0x0D].contains($0) }
      }
      FuzzSupport.check(all.count == given, "\(all.count) replies to \(given) lines")
      return ServiceAnswer(
        status: 200, fields: [("Content-Type", ServiceBatch.type)], body: Array(all.joined()))
    }
  }

  private func check(_ answer: ServiceAnswer, isOwn: Bool) {
    FuzzSupport.check(Self.statuses.contains(answer.status), "status \(answer.status)")
    for (name, value) in answer.fields {
      let isPlain = (name + value).utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      FuzzSupport.check(isPlain, "\(name): \(value)")
      FuzzSupport.check(!value.contains(Self.mark), "\(name): \(value)")
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    FuzzSupport.check(!text.contains(Self.mark), "a path is told: \(text)")
    if answer.status == 304 {
      FuzzSupport.check(answer.body.isEmpty && answer["ETag"] != nil, "304 with \(text)")
    } else if answer.status >= 400, answer["Content-Type"] == "application/json" {
      FuzzSupport.check(WellFormedJSON.holds(answer.body), "\(text)")
      FuzzSupport.check(text.hasPrefix(#"{"error":{"status":\#(answer.status),"code":""#), text)
      FuzzSupport.check(answer["ETag"] == nil, "an error with a tag")
    } else {
      FuzzSupport.check(
        answer.status < 300 || text == "draining\n", "\(answer.status) that is no error: \(text)")
      if isOwn, answer["Content-Type"] == "application/json" {
        FuzzSupport.check(WellFormedJSON.holds(answer.body), "\(text)")
      }
    }
    if [429, 503].contains(answer.status) {
      FuzzSupport.check(answer["Retry-After"] != nil, "\(answer.status) without a time")
    }
  }

  private static let statuses: Set<Int> = [
    200, 201, 304, 400, 401, 403, 404, 405, 406, 413, 415, 429, 503, 504,
  ]
}

/// The answers that one request gets, for the thread that waits for the first.
private final class Answers: Sendable {
  private let answers = Mutex<[ServiceAnswer?]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func add(_ answer: ServiceAnswer?) {
    let count = answers.withLock { answers in
      answers.append(answer)
      return answers.count
    }
    check(count == 1, "an answer twice")
    semaphore.signal()
  }

  func wait() -> ServiceAnswer? {
    check(semaphore.wait(timeout: .now() + 9) == .success, "no answer in time")
    return answers.withLock { $0.first ?? nil }
  }
}

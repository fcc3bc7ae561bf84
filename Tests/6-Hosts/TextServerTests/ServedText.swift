// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Dispatch
  import Logging
  import SystemConcurrency
  import SystemLanes
  import TextService
  import TextServer
  import TextTestSupport

  /// A server of a service with lanes of its own, for the time of a closure.
  struct ServedText: Sendable {
    let server: TextServer
    let service: TextService
    let port: Int
    /// The lines of the log.
    let log: LogLines

    /// The lines of a log.
    final class LogLines: Sendable {
      private let lines = Mutex<[String]>([])

      var all: [String] { lines.withLock { $0 } }

      func append(_ bytes: [UInt8]) {
        lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      }
    }

    /// Starts a server, calls the closure, and stops the server.
    static func run(
      lanes: Int = 2, service change: (inout ServiceConfiguration) -> Void = { _ in },
      server changeServer: (inout TextServerConfiguration) -> Void = { _ in },
      _ body: (ServedText) async throws -> Void
    ) async throws {
      var configuration = ServiceConfiguration()
      change(&configuration)
      var serverConfiguration = TextServerConfiguration()
      changeServer(&serverConfiguration)
      let service = try TextService(configuration, lanes: RenderLanes(count: lanes))
      let log = LogLines()
      let logger = Logger(label: "test") {
        JSONLogHandler(label: $0, level: .info) { log.append($0) }
      }
      let server = TextServer(service, configuration: serverConfiguration, logger: logger)
      let address = try await server.start()
      do {
        try await body(
          ServedText(server: server, service: service, port: address.port, log: log))
      } catch {
        await server.stop()
        throw error
      }
      await server.stop()
    }

    func connect() async throws -> RawClient { try await RawClient.connect(port) }

    /// A request as it is sent.
    func request(
      _ method: String = "POST", _ target: String = "/v1/render", _ fields: [String] = [],
      body: String = ""
    ) -> String {
      var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      for field in fields { head += field + "\r\n" }
      if !body.isEmpty {
        head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
      }
      return head + "\r\n" + body
    }

    /// Holds work back on its lane once it has begun, however slow the machine is, until the
    /// returned semaphore is signalled, once for each work.
    func holdWork() -> DispatchSemaphore {
      let goesOn = DispatchSemaphore(value: 0)
      service.workBegins.withLock { $0 = { goesOn.wait() } }
      return goesOn
    }

    /// Lets all work go on, and does not hold back any more.
    func letWorkGoOn(_ goesOn: DispatchSemaphore) {
      service.workBegins.withLock { $0 = nil }
      for _ in 0..<service.lanes.count { goesOn.signal() }
    }

    /// A document whose laying out takes a lane some hundred milliseconds in a debug build.
    static let long: String = {
      let text = (0..<2500).map { "Words to be laid out, number \($0). " }.joined()
      return #"{"text":"\#(text)","width":1000}"#
    }()

    /// Whether nothing is under way, and all counters add up.
    var isAtRest: Bool {
      let now = service.statistics
      return now.admittedRequests == 0 && now.admittedBytes == 0
        && now.requests == now.answers.values.reduce(0, +) + now.hangUps
        && now.begun == now.finished + now.failed + now.calledOff
    }
  }

  /// The answers that a connection has sent, each of a known length.
  func answers(in bytes: [UInt8]) -> [RawAnswer] {
    var answers: [RawAnswer] = []
    var rest = bytes
    while let answer = RawAnswer(rest) {
      let field = answer.head.split(separator: "\r\n").first {
        $0.lowercased().hasPrefix("content-length:")
      }
      let length = field.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
      guard answer.body.count >= length else { break }
      let end = answer.head.utf8.count + 4 + length
      answers += [RawAnswer(Array(rest[..<end]))].compactMap(\.self)
      rest = Array(rest[end...])
    }
    return answers
  }
#endif

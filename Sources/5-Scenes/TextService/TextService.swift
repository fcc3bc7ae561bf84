// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Pictures
package import SystemConcurrency
public import SystemLanes

/// Draws pictures of text for clients over a network: takes HTTP requests and answers them, without
/// a socket of its own.
///
/// ```swift
/// let service = try TextService(configuration)
/// let answer = try await service.answer(to: ServiceHead("GET", "/v1/render?d=…"))
/// ```
///
/// All work runs on render lanes. Cancelling the task of a call cancels its work: a request whose
/// client has gone gives its lane back within about a millisecond. Any thread may call any
/// function.
public final class TextService: Sendable {
  let configuration: ServiceConfiguration
  /// The lanes on which all work runs.
  package let lanes: RenderLanes
  let counters = ServiceCounters()
  let admission: Admission
  let bulk: BulkTurns
  let deadlines = Deadlines()
  let cache: PictureCache?
  let documents: StoredDocuments
  private let sharing: OriginSharing
  private let resources: Mutex<ServiceResources>
  /// Called on the lane when work begins, for tests that must act while work is under way.
  package let workBegins = Mutex<(@Sendable () -> Void)?>(nil)
  private let isDraining = Mutex(false)
  private let otherMetrics = Mutex<[@Sendable () -> String]>([])

  /// Creates a service, and reads its folders.
  ///
  /// - Throws: ``ServiceError``.
  public init(
    _ configuration: ServiceConfiguration = ServiceConfiguration(), lanes: RenderLanes = .shared
  ) throws(ServiceError) {
    self.configuration = configuration
    self.lanes = lanes
    resources = Mutex(try ServiceResources(configuration))
    admission = Admission(
      requests: configuration.requestLimit, bytes: configuration.memoryLimit)
    bulk = BulkTurns(lanes: lanes.count)
    cache = configuration.cacheLimit > 0 ? PictureCache(bytes: configuration.cacheLimit) : nil
    documents = StoredDocuments(bytes: configuration.documentLimit)
    sharing = OriginSharing(configuration.allowedOrigins)
  }

  /// Reads the folders and the keys again; requests that have begun keep the old resources.
  ///
  /// - Throws: ``ServiceError``; the old resources then stay in use.
  public func reload() throws(ServiceError) {
    let new = try ServiceResources(configuration)
    let old = resources.withLock { resources in
      defer { resources = new }
      return resources
    }
    // The old resources are released outside the lock, since freeing fonts takes long.
    _ = old
  }

  /// Makes the service report to load balancers that it is not ready; requests are still answered.
  public func drain() { isDraining.withLock { $0 = true } }

  /// Whether load balancers should send requests.
  public var isReady: Bool { !isDraining.withLock { $0 } }

  /// The counters of the service so far.
  public var statistics: ServiceStatistics {
    var statistics = counters.current
    let taken = admission.taken
    statistics.admittedRequests = taken.requests
    statistics.admittedBytes = taken.bytes
    statistics.mostAdmittedBytes = taken.mostBytes
    statistics.bulkRunning = bulk.running
    return statistics
  }

  /// Adds metrics of a server to `/metrics`.
  ///
  /// - Parameter text: Lines in the text format of Prometheus.
  public func addMetrics(_ text: @escaping @Sendable () -> String) {
    otherMetrics.withLock { $0.append(text) }
  }

  var currentResources: ServiceResources { resources.withLock { $0 } }

  // MARK: Requests

  /// Answers a request whose whole body has been received.
  ///
  /// The answer to a batch is held in memory as a whole; ``open(_:)`` answers line by line.
  ///
  /// - Throws: `CancellationError`.
  public func answer(to head: ServiceHead, body: [UInt8] = []) async throws -> ServiceAnswer {
    let exchange = open(head)
    defer { exchange.end(wasDelivered: true) }
    switch exchange.step {
    case .answer(let answer): return answer
    case .body:
      if let refusal = exchange.receive(body.count) { return refusal }
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          exchange.begin(body) { continuation.resume(returning: $0) }
        }
      } onCancel: {
        exchange.cancel()
      }
      guard let answer else { throw CancellationError() }
      return answer
    case .lines: return try await batchAnswer(exchange, body)
    }
  }

  private func batchAnswer(
    _ exchange: ServiceExchange, _ body: [UInt8]
  ) async throws -> ServiceAnswer {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let batch = ServiceBatch(exchange) { output in
      switch output {
      case .line(let line): continuation.yield(line)
      case .room: break
      case .end: continuation.finish()
      }
    }
    var replies: [UInt8] = []
    await withTaskCancellationHandler {
      for part in stride(from: 0, to: body.count, by: 1 << 16) {
        batch.receive(Array(body[part..<min(body.count, part + 1 << 16)]))
      }
      batch.finish()
      for await line in stream { replies += line }
    } onCancel: {
      batch.cancel()
    }
    try Task.checkCancellation()
    var answer = exchange.linesAnswer
    answer.body = replies
    return answer
  }

  /// Opens an exchange with the head of a request; for servers.
  ///
  /// The call takes some microseconds, since all heavy work is done on lanes later.
  public func open(_ head: ServiceHead) -> ServiceExchange {
    counters.count { $0.requests += 1 }
    let start = ContinuousClock.now
    do throws(ServiceRefusal) {
      return try opened(head, start)
    } catch {
      return ServiceExchange(
        self, answer: error.answer, route: "other", sharing: sharing.fields(for: head), start)
    }
  }

  /// Opens an exchange with a request that a server could not read, so that it is answered and
  /// counted like any other.
  ///
  /// - Parameters:
  ///   - status: The status code of HTTP.
  ///   - code: A word for programs.
  ///   - message: A sentence for the user.
  public func open(refusing status: Int, code: String, _ message: String) -> ServiceExchange {
    counters.count { $0.requests += 1 }
    let refusal = ServiceRefusal(status, code, message)
    return ServiceExchange(self, answer: refusal.answer, route: "other", sharing: [], .now)
  }

  private func opened(
    _ head: ServiceHead, _ start: ContinuousClock.Instant
  ) throws(ServiceRefusal) -> ServiceExchange {
    let fields = sharing.fields(for: head)
    func answered(_ answer: ServiceAnswer, _ name: String) -> ServiceExchange {
      ServiceExchange(self, answer: answer, route: name, sharing: fields, start)
    }
    if head.method == "OPTIONS" {
      return answered(try sharing.options(of: head), "other")
    }
    let query = try ServiceQuery(head.target)
    let route = try ServiceRoute(head.method, query.path)
    func answered(_ answer: ServiceAnswer) -> ServiceExchange { answered(answer, route.name) }
    do throws(ServiceRefusal) {
      guard route.isWork else {
        // These answers have no entity tags, so only `If-Match: *` can hold.
        let preconditions = Preconditions(head)
        guard preconditions.hold(for: nil) else { throw .preconditionFailed }
        return answered(simpleAnswer(to: route))
      }
      let resources = currentResources
      let now = Double(time(nil))
      let key = try resources.keys?.key(of: head, query, now: now)
      let request = try ServiceRequest(head, query, route, resources, configuration, now: now)
      if let tag = request.tag {
        if let answer = try request.conditionalAnswer(tag) { return answered(answer) }
        if let kept = cache?.answer(tag) {
          counters.count { $0.cacheHits += 1 }
          return answered(request.answer(kept, tag))
        }
      }
      let share = try admission.begin(key)
      if route == .batch { try request.admitLines(to: share) }
      if let length = request.bodyLength { try request.admit(length, to: share) }
      return ServiceExchange(self, request, share, sharing: fields, start)
    } catch {
      return answered(error.answer)
    }
  }

  private func simpleAnswer(to route: ServiceRoute) -> ServiceAnswer {
    switch route {
    case .isAlive: .text("alive\n")
    case .isReady:
      isReady
        ? .text("ready\n")
        : ServiceAnswer(
          status: 503, fields: [("Content-Type", "text/plain; charset=utf-8")],
          body: Array("draining\n".utf8))
    case .metrics:
      .text(
        ([statistics.prometheus] + otherMetrics.withLock { $0 }.map { $0() }).joined(),
        type: "text/plain; version=0.0.4; charset=utf-8")
    case .feed: ServicePage.answer(PackageResources.feed_html)
    default: ServicePage.answer(PackageResources.playground_html)
    }
  }
}

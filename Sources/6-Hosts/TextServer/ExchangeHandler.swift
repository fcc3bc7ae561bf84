// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import HTTPServing
  internal import Logging
  internal import NIOCore
  internal import NIOHTTP1
  internal import TextService

  /// The requests of one connection, one after the other: passes each to the service, sends the
  /// answer, and calls the work off when the client goes.
  ///
  /// The pipeline in front of this handler holds further requests back until an answer has ended,
  /// and reports meanwhile if the connection is closed.
  final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    enum Phase {
      /// Between two requests.
      case idle
      /// The body comes.
      case receiving
      /// The service makes the answer.
      case working
      /// The answer was written. What still comes of the request is dropped.
      case answered
      /// Lines come and go.
      case streaming(ServiceBatch)
    }

    /// An event for a connection: the server does not wait for it any longer.
    struct ServerEnd: Sendable {}

    /// The most bytes of a body that is dropped to keep the connection.
    private static let droppedLimit = 256 << 10
    /// The longest time limit in seconds, to which longer ones such as infinity are cut.
    private static let longestWait = 1e9
    /// The most memory that is reserved for a body before it has come, in bytes.
    private static let readyBytes = 64 << 10

    let configuration: TextServerConfiguration
    private let service: TextService
    private let names: HostNames
    private let watch: ConnectionWatch
    private let logger: Logger
    let answersHealthAlone: Bool

    var phase = Phase.idle
    /// The context of the connection; `nil` once it is closed.
    var context: ChannelHandlerContext?
    /// The exchange whose answer was not written yet.
    var exchange: ServiceExchange?
    var entry: RequestLogEntry?
    private var body: [UInt8] = []
    /// The bytes of a body that were dropped.
    private var dropped = 0
    var isHead = false
    /// Whether another request may follow.
    var keepsAlive = true
    /// Whether the request is one of HTTP/1.0: the answer then states that another request may
    /// follow.
    var isOld = false
    var requestHasEnded = false
    /// Whether reading waits until there is room for more lines.
    var isReadHeld = false
    private var wantsRead = false
    /// Why the server itself closes the connection.
    private var cause: String?
    /// When the connection is closed unless bytes are received or sent before; `nil` while the
    /// service works.
    private var deadline: NIODeadline?

    init(
      _ service: TextService, _ configuration: TextServerConfiguration, _ names: HostNames,
      _ watch: ConnectionWatch, _ logger: Logger, answersHealthAlone: Bool
    ) {
      (self.service, self.configuration, self.names) = (service, configuration, names)
      (self.watch, self.logger) = (watch, logger)
      self.answersHealthAlone = answersHealthAlone
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      wait(configuration.headTimeLimit)
      watch.add(self)
    }

    func channelInactive(context: ChannelHandlerContext) {
      end()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard let refusal = error as? HTTPRefusal else { return context.close(promise: nil) }
      let (status, code, message) = (refusal.status, refusal.code, refusal.message)
      keepsAlive = false
      switch phase {
      case .idle:
        let exchange = service.open(refusing: status, code: code, message)
        guard case .answer(let answer) = exchange.step else { return context.close(promise: nil) }
        (self.exchange, entry) = (exchange, RequestLogEntry(nil))
        (isHead, isOld, requestHasEnded) = (false, false, true)
        write(answer, context)
      case .receiving:
        guard let exchange else { return context.close(promise: nil) }
        body = []
        write(exchange.refusal(status: status, code: code, message), context)
      case .working, .answered, .streaming:
        // An answer has begun already, so an error cannot be answered any more.
        cause = "what follows is no well-formed HTTP"
        end()
        context.channel.closeGently()
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is ServerEnd { cause = "the server ends" }
      context.fireUserInboundEventTriggered(event)
    }

    private func end() {
      guard context != nil else { return }
      context = nil
      watch.remove(self)
      if case .streaming(let batch) = phase { batch.cancel() }
      guard let exchange = exchange.take() else { return }
      exchange.cancel()
      end(exchange, entry, wasDelivered: false)
    }

    func end(_ exchange: ServiceExchange, _ entry: RequestLogEntry?, wasDelivered: Bool) {
      exchange.end(wasDelivered: wasDelivered)
      entry?.log(to: logger, wasDelivered: wasDelivered, cause: cause)
    }

    /// Closes the connection at once, which the log tells from a client that goes.
    func close(because cause: String) {
      self.cause = cause
      context?.close(promise: nil)
    }

    /// Closes the connection after some seconds, unless bytes are received or sent before.
    func wait(_ seconds: Double?) {
      deadline = seconds.map { .now() + .nanoseconds(Int64(min($0, Self.longestWait) * 1e9)) }
    }

    /// Closes the connection if its time is over.
    func check(_ now: NIODeadline) {
      guard let context, let deadline, deadline < now else { return }
      switch phase {
      case .receiving:
        guard let exchange else { return }
        keepsAlive = false
        write(
          exchange.refusal(status: 408, code: "tooSlow", "The body did not come in time."), context)
      case .streaming(let batch) where batch.isWorking && context.channel.isWritable:
        wait(configuration.bodyTimeLimit)
      case .streaming where context.channel.isWritable:
        close(because: "the client did not send the next part in time")
      case .streaming, .answered, .idle, .working:
        close(because: "the client did not read the answer in time")
      }
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch (unwrapInboundIn(data), phase) {
      case (.head(let head), .idle): begin(head, context)
      case (.body(let part), .receiving): receive(part, context)
      case (.body(let part), .answered):
        dropped += part.readableBytes
        if dropped > Self.droppedLimit { keepsAlive = false }
      case (.body(let part), .streaming(let batch)):
        wait(configuration.bodyTimeLimit)
        batch.receive(Array(part.readableBytesView))
        isReadHeld = batch.isFull
      case (.end, .receiving):
        requestHasEnded = true
        work(context)
      case (.end, .streaming(let batch)):
        requestHasEnded = true
        batch.finish()
      case (.end, .answered):
        requestHasEnded = true
        if keepsAlive { phase = .idle }
      default: break
      }
    }

    func read(context: ChannelHandlerContext) {
      if isReadHeld { wantsRead = true } else { context.read() }
    }

    /// Continues to read from the connection, if reading was held back.
    func readOn() {
      isReadHeld = false
      guard wantsRead, let context else { return }
      wantsRead = false
      context.read()
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      (isHead, isOld) = (head.method == .HEAD, head.version.major == 1 && head.version.minor == 0)
      (keepsAlive, requestHasEnded, dropped) = (head.leavesConnectionOpen, false, 0)
      let fields = head.headers.map { (name: $0.name, value: $0.value) }
      let target = RequestTarget(head.uri)
      let path = target?.path ?? head.uri
      let exchange = service.open(ServiceHead(head.method.rawValue, path, fields: fields))
      self.exchange = exchange
      entry = RequestLogEntry((head, path))
      if let refusal = refusal(of: head, target, exchange) {
        return answerEarly(refusal, head, context)
      }
      switch exchange.step {
      case .answer(let answer): answerEarly(answer, head, context)
      case .body:
        phase = .receiving
        wait(configuration.bodyTimeLimit)
        // Memory for a longer body is taken only as the body comes.
        body.reserveCapacity(min(Self.bodyLength(head) ?? 0, Self.readyBytes))
        sendContinue(head, context)
      case .lines:
        sendContinue(head, context)
        stream(exchange, context)
      }
    }

    /// The refusal of the server itself.
    private func refusal(
      of head: HTTPRequestHead, _ target: RequestTarget?, _ exchange: ServiceExchange
    ) -> ServiceAnswer? {
      guard let target else {
        return exchange.refusal(
          status: 400, code: "malformed",
          "The target of the request has no host, or the name of a user.")
      }
      let hosts = head.headers["host"]
      guard hosts.count == 1 || isOld && hosts.isEmpty else {
        return exchange.refusal(status: 400, code: "noHost", "One Host is wanted.")
      }
      guard (target.authority.map { [$0] } ?? hosts).allSatisfy(names.contain) else {
        return exchange.refusal(
          status: 421, code: "wrongHost", "This server does not go by that name.")
      }
      if let refusal = refusal(ofCodings: head.headers[canonicalForm: "transfer-encoding"]) {
        keepsAlive = false
        return exchange.refusal(status: refusal.status, code: refusal.code, refusal.message)
      }
      guard answersHealthAlone, !target.path.hasPrefix("/health/") else { return nil }
      keepsAlive = false
      return exchange.refusal(status: 503, code: "busy", "There are too many connections.")
    }

    /// The refusal of a body with a transfer coding besides `chunked`. If the last coding is not
    /// `chunked`, the end of the body cannot be found.
    ///
    /// Source: RFC 9112, sections 6.1 and 6.3.
    private func refusal(
      ofCodings codings: [Substring]
    ) -> (status: Int, code: String, message: String)? {
      let names = codings.map { $0.lowercased() }
      if names.isEmpty || names == ["chunked"] { return nil }
      guard names.last == "chunked" else {
        return (400, "malformed", "The last transfer coding of a body must be chunked.")
      }
      return names.allSatisfy { $0 == "chunked" }
        ? (400, "malformed", "A body must be chunked once.")
        : (501, "unknownCoding", "The only transfer coding that is known is chunked.")
    }

    private static func bodyLength(_ head: HTTPRequestHead) -> Int? {
      head.headers.first(name: "content-length").flatMap { Int($0) }
    }

    private func sendContinue(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      guard head.headers.first(name: "expect")?.lowercased() == "100-continue" else { return }
      let go = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
    }

    /// Sends an answer before the request has ended; its body is dropped if it is short, else the
    /// connection is closed.
    private func answerEarly(
      _ answer: ServiceAnswer, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      let isChunked = head.headers.contains(name: "transfer-encoding")
      let waitsForGo = head.headers.contains(name: "expect")
      if isChunked || waitsForGo || Self.bodyLength(head) ?? 0 > Self.droppedLimit {
        keepsAlive = false
      }
      write(answer, context)
    }

    private func receive(_ part: ByteBuffer, _ context: ChannelHandlerContext) {
      if let refusal = exchange?.receive(part.readableBytes) {
        keepsAlive = false
        body = []
        return write(refusal, context)
      }
      body += part.readableBytesView
    }

    private func work(_ context: ChannelHandlerContext) {
      guard let exchange else { return }
      phase = .working
      wait(nil)
      let body = body
      self.body = []
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      let loop = context.eventLoop
      exchange.begin(body) { answer in
        guard let answer else { return }
        loop.execute { bound.value.take(answer, of: exchange) }
      }
    }

    private func take(_ answer: ServiceAnswer, of exchange: ServiceExchange) {
      guard let context, self.exchange === exchange, case .working = phase else { return }
      write(answer, context)
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import HTTPServing
  import NIOCore
  import NIOHTTP1
  import SystemConcurrency
  import TextTestSupport

  /// A server on one thread that notes what its handlers are told.
  final class TestServer: Sendable {
    /// What a handler behind the pipeline is told.
    enum Event: Hashable {
      case head(String)
      case body(Int)
      case end, inputClosed, closed
      case error(String)
    }

    /// When requests are answered.
    enum Answers {
      /// As soon as they are whole, with an empty body.
      case atOnce
      /// When the test says so.
      case onDemand
    }

    let connections: OpenConnections
    let port: Int
    private let threads: HTTPThreads
    private let listener: HTTPListener
    private let state: State

    final class State: Sendable {
      let events = Mutex<[Event]>([])
      /// The handlers whose requests wait for answers, in their order.
      let waiting = Mutex<[NIOLoopBound<TestHandler>]>([])
    }

    private init(
      connections: OpenConnections, threads: HTTPThreads, listener: HTTPListener, state: State
    ) {
      (self.connections, self.threads, self.listener) = (connections, threads, listener)
      (self.state, port) = (state, listener.port)
    }

    static func start(
      _ pipeline: HTTPPipeline = HTTPPipeline(ordersRequests: true), answers: Answers = .atOnce,
      connectionLimit: Int = 100, allowsHalfClosure: Bool = false, readSize: Int = 64 << 10
    ) async throws -> TestServer {
      let (threads, state) = (HTTPThreads(count: 1), State())
      let connections = OpenConnections(atMost: connectionLimit)
      let listener = try await threads.listen(
        address: "127.0.0.1", port: 0, readSize: readSize
      ) { channel in
        guard try connections.admit(channel) else { return }
        try pipeline.add(to: channel)
        if allowsHalfClosure {
          try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
        }
        try channel.pipeline.syncOperations.addHandler(TestHandler(state: state, answers: answers))
      }
      return TestServer(
        connections: connections, threads: threads, listener: listener, state: state)
    }

    var events: [Event] { state.events.withLock { $0 } }

    /// Answers the request that has waited longest; waits until there is one.
    func answer() async throws {
      try await until { !state.waiting.withLock(\.isEmpty) }
      let handler = state.waiting.withLock { $0.removeFirst() }
      try await handler.eventLoop.submit { handler.value.answer() }.get()
    }

    /// Stops listening, and returns when all connections are closed and the thread has ended.
    func stop() async throws {
      await listener.close()
      for channel in connections.close() { channel.close(promise: nil) }
      try await until { connections.count == 0 }
      await threads.shutDown()
    }
  }

  /// Notes what it is told, and answers with the target of the request.
  final class TestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let state: TestServer.State
    private let answers: TestServer.Answers
    private var context: ChannelHandlerContext?
    private var head: HTTPRequestHead?

    init(state: TestServer.State, answers: TestServer.Answers) {
      (self.state, self.answers) = (state, answers)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    private func note(_ event: TestServer.Event) { state.events.withLock { $0.append(event) } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        note(.head(head.uri.utf8.count < 100 ? head.uri : "long"))
        self.head = head
        if head.headers["expect"].contains("100-continue") {
          context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
            promise: nil)
        }
      case .body(let part): note(.body(part.readableBytes))
      case .end:
        note(.end)
        if answers == .atOnce { return answer() }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        state.waiting.withLock { $0.append(bound) }
      }
    }

    func answer() {
      guard let context, let head else { return }
      self.head = nil
      var fields: HTTPHeaders = ["Content-Length": "0"]
      fields.add(name: "Target", value: head.uri.utf8.count < 100 ? head.uri : "long")
      if !head.leavesConnectionOpen { fields.add(name: "Connection", value: "close") }
      context.write(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: fields))),
        promise: nil)
      let channel = context.channel
      let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if !head.leavesConnectionOpen { sent.whenComplete { _ in channel.closeGently() } }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event as? ChannelEvent == .inputClosed { note(.inputClosed) }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
      note(.closed)
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      note(.error("\(error)"))
      if error is HTTPParserError {
        context.channel.closeGently()
      } else {
        context.close(promise: nil)
      }
    }
  }
#endif

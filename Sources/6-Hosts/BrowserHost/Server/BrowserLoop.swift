// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  internal import LayerRendering
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOWebSocket
  internal import Glibc

  /// The thread of a server, on which all work for its connections is done.
  final class BrowserLoop: Sendable {
    let address: BrowserAddress
    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let hub: NIOLoopBound<ViewerHub>
    private let tasks: [Task<Void, Never>]

    private init(
      address: BrowserAddress, group: MultiThreadedEventLoopGroup, listener: any Channel,
      hub: NIOLoopBound<ViewerHub>, source: any BrowserSource
    ) {
      (self.address, self.group, self.listener, self.hub) = (address, group, listener, hub)
      // One element at a time is taken, so that newer ones wait in their sequence, which may drop
      // old ones.
      tasks = [
        Task {
          for await frame in await source.frames() {
            try? await hub.eventLoop.submit { hub.value.take(frame) }.get()
          }
        },
        Task {
          for await message in await source.messages() {
            try? await hub.eventLoop.submit { hub.value.take(message) }.get()
          }
        },
      ]
    }

    static func start(
      source: any BrowserSource, configuration: BrowserConfiguration
    ) async throws -> BrowserLoop {
      let check = try RequestCheck(configuration)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let loop = group.next()
      do {
        let hub = try await loop.submit {
          NIOLoopBound(
            ViewerHub(source: source, configuration: configuration, check: check, loop: loop),
            eventLoop: loop)
        }.get()
        let listener = try await bootstrap(group, hub).bind(
          host: configuration.address, port: configuration.port
        ).get()
        return BrowserLoop(
          address: address(of: listener, configuration), group: group, listener: listener,
          hub: hub, source: source)
      } catch {
        try? await group.shutdownGracefully()
        throw BrowserError(
          .cannotListen,
          "Nothing can listen at \(configuration.address), port \(configuration.port): \(error).")
      }
    }

    /// Closes everything and ends the thread.
    func stop() async {
      for task in tasks { task.cancel() }
      try? await listener.close().get()
      let hub = hub
      try? await hub.eventLoop.flatSubmit { hub.value.closeAll() }.get()
      for task in tasks { await task.value }
      try? await group.shutdownGracefully()
    }

    func statistics() async -> BrowserStatistics {
      let hub = hub
      return (try? await hub.eventLoop.submit { hub.value.currentStatistics }.get())
        ?? BrowserStatistics()
    }
  }

  // MARK: - Listening

  extension BrowserLoop {
    private static func bootstrap(
      _ group: MultiThreadedEventLoopGroup, _ hub: NIOLoopBound<ViewerHub>
    ) -> ServerBootstrap {
      ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          // Pictures that wait in the system's buffers are outdated when they are seen, so little
          // may wait there.
          let unsent = channel.setOption(
            .tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: unsentLimit)
          return unsent.flatMapThrowing { try configure(channel, hub) }
        }
    }

    /// The bytes that the system may hold of a connection beyond those that are on the wire.
    private static let unsentLimit = 512 << 10

    private static func configure(
      _ channel: any Channel, _ bound: NIOLoopBound<ViewerHub>
    ) throws {
      let hub = bound.value
      guard hub.open(channel) else {
        try channel.pipeline.syncOperations.addHandler(RefusalHandler())
        return
      }
      let handler = NIOLoopBound(PageHandler(hub: hub), eventLoop: channel.eventLoop)
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: MessageAssembler.byteLimit, automaticErrorHandling: false,
        shouldUpgrade: { channel, head in
          let isLive = bound.value.answer(to: head, isUpgrade: true) == .live
          return channel.eventLoop.makeSucceededFuture(isLive ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            handler.value.leave()
            let pipeline = channel.pipeline.syncOperations
            pipeline.removeHandler(handler.value, promise: nil)
            try pipeline.addHandler(ViewerHandler(hub: bound.value))
          }
        })
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = 8 << 10
      limits.maxHeaderListSize = 16 << 10
      limits.maxHeaderFieldCount = 64
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false,
        withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }),
        withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
        withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(handler.value)
    }

    private static func address(
      of listener: any Channel, _ configuration: BrowserConfiguration
    ) -> BrowserAddress {
      let bound = listener.localAddress?.ipAddress ?? configuration.address
      let port = listener.localAddress?.port ?? configuration.port
      var name = configuration.hostNames.first ?? bound
      if name == "0.0.0.0" { name = "127.0.0.1" }
      if name == "::" { name = "::1" }
      if name.contains(":") { name = "[\(name)]" }
      let query = configuration.token.map { "?token=\($0)" } ?? ""
      return BrowserAddress(
        address: bound, port: port, page: "http://\(name):\(port)/\(query)")
    }
  }

  /// Answers a connection beyond the limit with an error, and closes it.
  private final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
      let text =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
      context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif

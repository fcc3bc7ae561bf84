// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  internal import HTTPServing
  internal import LayerCompositing
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOWebSocket

  /// The thread of a server, on which all work for its connections is done.
  final class BrowserLoop: Sendable {
    let address: BrowserAddress
    private let threads: HTTPThreads
    private let listener: HTTPListener
    private let hub: NIOLoopBound<ViewerHub>
    private let tasks: [Task<Void, Never>]

    private init(
      address: BrowserAddress, threads: HTTPThreads, listener: HTTPListener,
      hub: NIOLoopBound<ViewerHub>, source: any BrowserSource
    ) {
      (self.address, self.threads, self.listener, self.hub) = (address, threads, listener, hub)
      // Each element is awaited before the next one is taken, so that newer elements wait in their
      // sequence, which may drop older ones.
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
      let threads = HTTPThreads(count: 1)
      let loop = threads.loops[0]
      do {
        let hub = try await loop.submit {
          NIOLoopBound(
            ViewerHub(source: source, configuration: configuration, check: check, loop: loop),
            eventLoop: loop)
        }.get()
        let listener = try await threads.listen(
          address: configuration.address, port: configuration.port, unsentLimit: unsentLimit
        ) { try configure($0, hub) }
        return BrowserLoop(
          address: address(of: listener, configuration), threads: threads, listener: listener,
          hub: hub, source: source)
      } catch {
        await threads.shutDown()
        throw BrowserError(
          .cannotListen,
          "Nothing can listen at \(configuration.address), port \(configuration.port): \(error).")
      }
    }

    /// Closes everything and ends the thread.
    func stop() async {
      for task in tasks { task.cancel() }
      await listener.close()
      let hub = hub
      try? await hub.eventLoop.flatSubmit { hub.value.closeAll() }.get()
      for task in tasks { await task.value }
      await threads.shutDown()
    }

    func statistics() async -> BrowserStatistics {
      let hub = hub
      return (try? await hub.eventLoop.submit { hub.value.currentStatistics }.get())
        ?? BrowserStatistics()
    }
  }

  // MARK: - Listening

  extension BrowserLoop {
    /// The bytes that the system may hold of a connection beyond those that are on the wire.
    /// Pictures that wait in its buffers are outdated when they are seen, so few may wait there.
    private static let unsentLimit = 512 << 10

    private static func configure(
      _ channel: any Channel, _ bound: NIOLoopBound<ViewerHub>
    ) throws {
      let hub = bound.value
      guard try hub.connections.admit(channel) else { return }
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
      try HTTPPipeline().add(to: channel, upgraders: [upgrader])
      try channel.pipeline.syncOperations.addHandler(handler.value)
    }

    private static func address(
      of listener: HTTPListener, _ configuration: BrowserConfiguration
    ) -> BrowserAddress {
      let (bound, port) = (listener.address, listener.port)
      var name = configuration.hostNames.first ?? bound
      if name == "0.0.0.0" { name = "127.0.0.1" }
      if name == "::" { name = "::1" }
      if name.contains(":") { name = "[\(name)]" }
      let query = configuration.token.map { "?token=\($0)" } ?? ""
      return BrowserAddress(
        address: bound, port: port, page: "http://\(name):\(port)/\(query)")
    }
  }
#endif

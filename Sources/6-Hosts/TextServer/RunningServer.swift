// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import HTTPServing
  internal import Logging
  internal import NIOCore
  internal import SystemConcurrency
  internal import TextService

  /// A server that listens: its threads and its connections.
  final class RunningServer: Sendable {
    /// The connections beyond the limit that are accepted for requests of `/health/` alone.
    private static let spareConnections = 16
    /// The most bytes of a target: a document in an address.
    private static let targetSize = 64 << 10

    /// The answer to connections beyond all limits.
    private static let refusal = OpenConnections.RefusalBody(
      #"{"error":{"status":503,"code":"busy","message":"There are too many connections."}}"# + "\n",
      type: "application/json")

    let address: TextServerAddress
    let connections: OpenConnections
    private let service: TextService
    private let configuration: TextServerConfiguration
    private let threads: HTTPThreads
    private let listener: HTTPListener
    private let watches: [ConnectionWatch]
    private let metrics: ServiceMetrics

    private init(
      _ service: TextService, _ configuration: TextServerConfiguration, _ threads: HTTPThreads,
      _ listener: HTTPListener, _ connections: OpenConnections, _ watches: [ConnectionWatch]
    ) {
      (self.service, self.configuration, self.threads) = (service, configuration, threads)
      (self.listener, self.connections, self.watches) = (listener, connections, watches)
      address = TextServerAddress(address: listener.address, port: listener.port)
      metrics = ServiceMetrics(service, threads.loops[0])
    }

    static func start(
      _ service: TextService, _ configuration: TextServerConfiguration, _ logger: Logger
    ) async throws -> RunningServer {
      let threads = HTTPThreads(count: configuration.threads)
      let limit = configuration.connectionLimit
      let connections = OpenConnections(
        atMost: limit + spareConnections, refusal: Self.refusal)
      let watches = threads.loops.map(ConnectionWatch.init)
      let names = HostNames(configuration)
      let pipeline = HTTPPipeline(
        bounds: HTTPBounds(targetSize: targetSize), ordersRequests: true, answersErrors: false)
      service.addMetrics { [weak connections] in
        guard let connections else { return "" }
        return ProcessMetrics.text(
          connections: connections.count, refused: connections.refusedCount)
      }
      do {
        let listener = try await threads.listen(
          address: configuration.address, port: configuration.port, readSize: 8 << 10
        ) { channel in
          guard try connections.admit(channel) else { return }
          let watch = watches.first { $0.loop === channel.eventLoop } ?? watches[0]
          let isSpare = connections.count > min(limit, max(1, connections.limit - spareConnections))
          try pipeline.add(to: channel)
          try channel.pipeline.syncOperations.addHandler(
            ExchangeHandler(
              service, configuration, names, watch, logger, answersHealthAlone: isSpare))
        }
        return RunningServer(service, configuration, threads, listener, connections, watches)
      } catch {
        await threads.shutDown()
        throw TextServerError(
          .cannotListen,
          "Nothing can listen at \(configuration.address), port \(configuration.port): \(error)")
      }
    }

    func stop() async {
      service.drain()
      try? await Task.sleep(for: .seconds(configuration.drainDelay))
      await listener.close()
      connections.drain()
      let end = ContinuousClock.now + .seconds(configuration.drainTimeLimit)
      while connections.count > 0, ContinuousClock.now < end {
        try? await Task.sleep(for: .milliseconds(10))
      }
      metrics.end()
      for channel in connections.close() {
        channel.pipeline.fireUserInboundEventTriggered(ExchangeHandler.ServerEnd())
        channel.close(promise: nil)
      }
      for watch in watches { watch.end() }
      await threads.shutDown()
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import Glibc
  internal import HTTPServing
  public import Logging
  internal import NIOCore
  public import ServiceLifecycle
  internal import SystemConcurrency
  public import TextService

  /// A server of HTTP/1.1 for a `TextService`.
  ///
  /// ```swift
  /// let server = TextServer(try TextService(), logger: Logger(label: "cards"))
  /// try await ServiceGroup(
  ///   services: [server], gracefulShutdownSignals: [.sigterm], logger: logger
  /// ).run()
  /// ```
  ///
  /// Connections are served by threads of its own, pictures are made on render lanes; the main
  /// queue and the threads of tasks do none of its work.
  public final class TextServer: Service {
    private struct State {
      var server: RunningServer?
      var hasStarted = false
    }

    /// The service that answers the requests.
    package let service: TextService
    private let configuration: TextServerConfiguration
    let logger: Logger
    private let state = Mutex(State())

    /// Creates a server, which does not listen yet.
    public init(
      _ service: TextService, configuration: TextServerConfiguration = TextServerConfiguration(),
      logger: Logger
    ) {
      (self.service, self.configuration, self.logger) = (service, configuration, logger)
    }

    /// Starts to listen.
    ///
    /// - Throws: ``TextServerError``.
    public func start() async throws -> TextServerAddress {
      let isFirst = state.withLock { state in
        defer { state.hasStarted = true }
        return !state.hasStarted
      }
      guard isFirst else { throw TextServerError(.wrongState, "The server was started before.") }
      let server = try await RunningServer.start(service, configuration, logger)
      state.withLock { $0.server = server }
      logger.notice("listening", metadata: ["address": "\(server.address.page)"])
      return server.address
    }

    /// Ends the server: `/health/ready` fails, new connections are refused after the delay of the
    /// configuration, requests under way are answered, and all connections are closed. Returns when
    /// this is done, or when the time limit of the configuration is over.
    public func stop() async {
      guard let server = state.withLock({ $0.server.take() }) else { return }
      await server.stop()
      logger.notice("ended")
    }

    /// Runs the server, which may have been started before, until its service group shuts down
    /// gracefully or the task is cancelled.
    ///
    /// - Throws: ``TextServerError``.
    public func run() async throws {
      if !state.withLock({ $0.hasStarted }) { _ = try await start() }
      // A cancelled task throws here, and ends the server in the same way.
      try? await gracefulShutdown()
      await stop()
    }

    /// The connections that are open.
    package var connectionCount: Int { state.withLock { $0.server }?.connections.count ?? 0 }
  }
#endif

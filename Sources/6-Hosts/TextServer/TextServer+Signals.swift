// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import Dispatch
  internal import Glibc
  internal import Logging
  internal import ServiceLifecycle
  internal import TextService
  internal import UnixSignals

  extension TextServer {
    /// Runs the server as a program of its own: until SIGTERM or SIGINT, which let what is under way
    /// end. SIGHUP reads fonts, templates and keys again, all or none.
    ///
    /// - Parameter begun: Called with the address once the server listens.
    /// - Throws: ``TextServerError``.
    public func runUntilSignal(begun: @Sendable (TextServerAddress) -> Void) async throws {
      let reload = DispatchSource.makeSignalSource(
        signal: SIGHUP, queue: DispatchQueue(label: "TextServer.reload"))
      // The source sees the signal all the same; unhandled it would end the process.
      _ = signal(SIGHUP, SIG_IGN)
      reload.setEventHandler { [service, logger] in
        do throws(ServiceError) {
          try service.reload()
          logger.notice("reloaded")
        } catch {
          logger.error(
            "not reloaded: everything stays as it was", metadata: ["reason": "\(error)"])
        }
      }
      reload.resume()
      defer { reload.cancel() }
      begun(try await start())
      try await ServiceGroup(
        services: [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
      ).run()
    }
  }
#endif

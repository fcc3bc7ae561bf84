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
    /// Runs the server as a program of its own: until SIGTERM or SIGINT, which let what is under
    /// way end. SIGHUP reads fonts, pictures, templates and keys again, all or none.
    ///
    /// - Parameter begun: Called with the address once the server listens.
    /// - Throws: ``TextServerError``.
    public func runUntilSignal(begun: @escaping @Sendable (TextServerAddress) -> Void) async throws
    {
      let reload = DispatchSource.makeSignalSource(
        signal: SIGHUP, queue: DispatchQueue(label: "TextServer.reload"))
      // The source reports the signal although the process ignores it. With its default action, the
      // signal would end the process.
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
      let address = try await start()
      // `begun` is called by a service, since the group listens to signals before services run.
      try await ServiceGroup(
        services: [self, Announcement { begun(address) }],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
      ).run()
    }
  }

  /// Says something once the group runs.
  private struct Announcement: Service {
    let say: @Sendable () -> Void

    func run() async throws {
      say()
      try? await gracefulShutdown()
    }
  }
#endif

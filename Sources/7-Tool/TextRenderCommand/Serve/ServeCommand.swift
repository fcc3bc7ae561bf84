// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency
internal import TextServer
internal import TextService

#if Server
  internal import Logging
#endif

/// The `serve` command: pictures of text over HTTP, until a signal ends it.
///
/// It runs on a thread that may block, while another serves the main queue.
struct ServeCommand {
  private let service: ServiceConfiguration
  private let server: TextServerConfiguration
  private let logLevel: String

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ arguments: Arguments) throws(CommandError) {
    if let word = arguments.words.first { throw .usage(word, "serve takes options alone") }
    var service = ServiceConfiguration()
    service.fonts = arguments.value(.fonts)
    service.images = arguments.value(.images)
    service.templates = arguments.value(.templates)
    service.keys = arguments.value(.keys)
    service.usesSystemFonts = arguments.contains(.systemFonts)
    let cache = try arguments.number(.cache, from: 0, to: 1_048_576) ?? 0
    service.cacheLimit = Int(cache * 1_048_576)
    if let memory = try arguments.number(.memory, from: 1, to: 1_048_576) {
      service.memoryLimit = Int(memory * 1_048_576)
    }
    self.service = service
    var server = TextServerConfiguration()
    server.port = try arguments.integer(.port, 0...65_535) ?? 0
    if let address = arguments.value(.host) { server.address = address }
    server.drainDelay = try arguments.number(.drainDelay, from: 0, to: 3600) ?? 0
    server.hostNames = (arguments.value(.hostName) ?? "").split(separator: ",").map(String.init)
    self.server = server
    logLevel = try arguments.word(.logLevel) ?? "notice"
  }

  /// Whether this build has the server, as a clause.
  static var builtServer: String {
    TextServerSupport.isBuilt
      ? "has the server"
      : "has no server: 'Scripts/build-tool --live' builds one that has (package trait Server)"
  }

  /// Serves until SIGTERM or SIGINT. Blocks the calling thread.
  ///
  /// - Throws: ``CommandError``.
  func run(_ console: CommandConsole) throws(CommandError) {
    #if Server
      SystemCalls.keepFreedMemory()
      let service: TextService
      do {
        service = try TextService(self.service)
      } catch {
        throw CommandError(.unreadable, error.path, error.message)
      }
      let level = Logger.Level(rawValue: logLevel) ?? .notice
      let logger = Logger(label: "textrender") { JSONLogHandler(label: $0, level: level) }
      let server = TextServer(service, configuration: self.server, logger: logger)
      let done = DispatchSemaphore(value: 0)
      let result = Mutex<CommandError?>(nil)
      Task {
        do {
          try await server.runUntilSignal { address in
            try? console.write(Array("\(address.page)\n".utf8))
          }
        } catch {
          result.withLock { $0 = CommandError.wrapping(error, subject: "serve") }
        }
        done.signal()
      }
      done.wait()
      if let error = result.withLock({ $0 }) { throw error }
    #else
      throw CommandError(
        .failed, "serve",
        "this program was built without the package trait Server; "
          + "'Scripts/build-tool --live' builds one that has it")
    #endif
  }
}

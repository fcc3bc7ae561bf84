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
    service.allowedOrigins = Self.list(arguments.value(.allowOrigin))
    service.maximumAge = try arguments.integer(.maxAge, 0...31_536_000) ?? service.maximumAge
    service.requestLimit = try arguments.integer(.requests, 1...1_000_000) ?? service.requestLimit
    service.pixelLimit = try arguments.integer(.pixelLimit, 1...1 << 30) ?? service.pixelLimit
    service.timeLimit = try arguments.seconds(.timeLimit) ?? service.timeLimit
    service.cacheLimit = try arguments.mebibytes(.cache, from: 0) ?? service.cacheLimit
    service.memoryLimit = try arguments.mebibytes(.memory, from: 1) ?? service.memoryLimit
    service.documentLimit = try arguments.mebibytes(.documents, from: 0) ?? service.documentLimit
    service.bodyLimit = try arguments.mebibytes(.bodyLimit, from: 0.001) ?? service.bodyLimit
    self.service = service
    var server = TextServerConfiguration()
    server.port = try arguments.integer(.port, 0...65_535) ?? 0
    if let address = arguments.value(.host) { server.address = address }
    server.hostNames = Self.list(arguments.value(.hostName))
    server.threads = try arguments.integer(.threads, 1...256) ?? server.threads
    server.connectionLimit =
      try arguments.integer(.connections, 1...1_000_000) ?? server.connectionLimit
    server.headTimeLimit = try arguments.seconds(.headTimeout) ?? server.headTimeLimit
    server.idleTimeLimit = try arguments.seconds(.idleTimeout) ?? server.idleTimeLimit
    server.bodyTimeLimit = try arguments.seconds(.bodyTimeout) ?? server.bodyTimeLimit
    server.sendTimeLimit = try arguments.seconds(.sendTimeout) ?? server.sendTimeLimit
    server.slowestRate = try arguments.number(.slowestRate, from: 1) ?? server.slowestRate
    server.drainDelay = try arguments.number(.drainDelay, from: 0, to: 3600) ?? 0
    server.drainTimeLimit =
      try arguments.number(.drainLimit, from: 0, to: 3600) ?? server.drainTimeLimit
    self.server = server
    logLevel = try arguments.word(.logLevel) ?? "notice"
  }

  /// The parts of a list that commas separate.
  private static func list(_ text: String?) -> [String] {
    (text ?? "").split { $0 == "," || $0 == " " }.map(String.init)
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

extension Arguments {
  /// The value of an option in MiB, as bytes.
  fileprivate func mebibytes(
    _ option: CommandOption, from least: Double
  ) throws(CommandError) -> Int? {
    try number(option, from: least, to: 1_048_576).map { Int($0 * 1_048_576) }
  }

  /// The value of an option in seconds.
  fileprivate func seconds(_ option: CommandOption) throws(CommandError) -> Double? {
    try number(option, over: 0, to: 86_400)
  }
}

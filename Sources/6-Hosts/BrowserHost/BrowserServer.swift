// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A server that shows the frames of a source in browsers and passes their events to it.
///
/// ```swift
/// let server = BrowserServer(source: window)
/// print(try await server.start().page)  // http://127.0.0.1:40123/
/// …
/// await server.stop()
/// ```
///
/// It works on one thread of its own, except that render lanes encode PNG, at the priority `near`.
/// The main queue and the threads of tasks do none of its work. The article of the module says what
/// is sent over the connection, and which requests are refused.
public actor BrowserServer {
  private enum State {
    case new
    /// Stopped; the task, if any, ends when all work has ended.
    case stopped(Task<Void, Never>?)
    #if Browser
      case starting(Task<BrowserLoop, any Error>)
      case running(BrowserLoop)
    #endif
  }

  private let source: any BrowserSource
  private let configuration: BrowserConfiguration
  private var state = State.new

  /// Creates a server, which does not listen yet.
  ///
  /// - Parameters:
  ///   - source: The source of frames, retained until ``stop()``.
  ///   - configuration: The address to listen on, and the limits of connections.
  public init(
    source: any BrowserSource, configuration: BrowserConfiguration = BrowserConfiguration()
  ) {
    (self.source, self.configuration) = (source, configuration)
  }

  /// Starts to listen.
  ///
  /// - Returns: The address of the page.
  /// - Throws: ``BrowserError``.
  public func start() async throws -> BrowserAddress {
    guard case .new = state else {
      throw BrowserError(.wrongState, "The server was started before.")
    }
    #if Browser
      let (source, configuration) = (source, configuration)
      let starting = Task {
        try await BrowserLoop.start(source: source, configuration: configuration)
      }
      state = .starting(starting)
      let result = await starting.result
      if case .stopped(let end) = state {
        await end?.value
        throw BrowserError(.wrongState, "The server was stopped while it started.")
      }
      do {
        let loop = try result.get()
        state = .running(loop)
        return loop.address
      } catch {
        state = .stopped(nil)
        throw error
      }
    #else
      throw BrowserError(
        .unsupported, "This build has no server: build with the package trait Browser.")
    #endif
  }

  /// Closes all connections and stops listening, and returns when both are done. It may be called
  /// while the server is starting or stopping.
  public func stop() async {
    var end: Task<Void, Never>?
    switch state {
    case .new: break
    case .stopped(let other): end = other
    #if Browser
      case .starting(let starting):
        end = Task { if let loop = try? await starting.value { await loop.stop() } }
      case .running(let loop): end = Task { await loop.stop() }
    #endif
    }
    state = .stopped(end)
    await end?.value
  }

  /// The counters so far; all zero before ``start()`` and after ``stop()``.
  package func statistics() async -> BrowserStatistics {
    #if Browser
      if case .running(let loop) = state { return await loop.statistics() }
    #endif
    return BrowserStatistics()
  }
}

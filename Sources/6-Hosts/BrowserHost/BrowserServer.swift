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
/// Its work is done on one thread of its own, but for the packing of PNG, which waits for render
/// lanes behind what is drawn to be seen: none of it on the main queue, nor on the threads of
/// tasks. The article of the module has what goes over the connection, and what is refused.
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
  ///   - source: What is shown; kept until ``stop()``.
  ///   - configuration: Where it listens, and its bounds.
  public init(
    source: any BrowserSource, configuration: BrowserConfiguration = BrowserConfiguration()
  ) {
    (self.source, self.configuration) = (source, configuration)
  }

  /// Starts to listen.
  ///
  /// - Returns: Where the page is.
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

  /// Closes all connections and stops listening. Returns once nothing is left of both, also when
  /// the server is just being started or stopped.
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
  public func statistics() async -> BrowserStatistics {
    #if Browser
      if case .running(let loop) = state { return await loop.statistics() }
    #endif
    return BrowserStatistics()
  }
}

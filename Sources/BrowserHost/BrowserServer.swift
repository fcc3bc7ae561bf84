// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Shows the frames of a source in browsers, and gives their events back.
///
/// ```swift
/// let server = BrowserServer(source: window)
/// print(try await server.start().page)  // http://127.0.0.1:40123/
/// …
/// await server.stop()
/// ```
///
/// All its work is done on one thread of its own, packing of PNG on a queue of its own: never on
/// lanes nor on the main queue. The article of the module has what goes over the connection, and what
/// is refused.
public actor BrowserServer {
  private enum State {
    case new
    case starting
    case stopped
    #if Browser
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

  /// Listens.
  ///
  /// - Returns: Where the page is.
  /// - Throws: ``BrowserError``.
  public func start() async throws -> BrowserAddress {
    guard case .new = state else {
      throw BrowserError(.wrongState, "The server was started before.")
    }
    #if Browser
      state = .starting
      do {
        let loop = try await BrowserLoop.start(source: source, configuration: configuration)
        if case .stopped = state {
          await loop.stop()
          throw BrowserError(.wrongState, "The server was stopped while it started.")
        }
        state = .running(loop)
        return loop.address
      } catch {
        state = .stopped
        throw error
      }
    #else
      throw BrowserError(
        .unsupported, "This build has no server: build with the package trait Browser.")
    #endif
  }

  /// Closes all connections and stops listening. Returns once nothing is left of both.
  public func stop() async {
    let old = state
    state = .stopped
    #if Browser
      if case .running(let loop) = old { await loop.stop() }
    #else
      _ = old
    #endif
  }

  /// What was done so far; all zero before ``start()`` and after ``stop()``.
  public func statistics() async -> BrowserStatistics {
    #if Browser
      if case .running(let loop) = state { return await loop.statistics() }
    #endif
    return BrowserStatistics()
  }
}

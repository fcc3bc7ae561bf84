// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Synchronization

/// Counts the requests that are worked on, and how they ended.
public final class RequestCounters: Sendable {
  public struct Counts: Hashable, Sendable {
    public var inHand = 0
    public var answered = 0
    /// Those whose client went before the answer was there.
    public var calledOff = 0
    public var refused = 0
  }

  private let counts = Mutex(Counts())

  public var current: Counts { counts.withLock { $0 } }

  func begin(limit: Int) -> Bool {
    counts.withLock { counts in
      guard counts.inHand < limit else {
        counts.refused += 1
        return false
      }
      counts.inHand += 1
      return true
    }
  }

  func end(_ ending: WritableKeyPath<Counts, Int> & Sendable) {
    counts.withLock { counts in
      counts.inHand -= 1
      counts[keyPath: ending] += 1
    }
  }
}

/// Refuses requests beyond so many at a time.
struct RequestLimit<Context: RequestContext>: RouterMiddleware {
  let limit: Int
  let counters: RequestCounters

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard counters.begin(limit: limit) else {
      throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"])
    }
    do {
      let response = try await next(request, context)
      counters.end(\.answered)
      return response
    } catch {
      counters.end(error is CancellationError ? \.calledOff : \.answered)
      throw error
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  package import NIOCore
  internal import SystemConcurrency

  /// The open connections of a server, which are bounded. Any thread may use it.
  package final class OpenConnections: Sendable {
    private struct State {
      var channels: [ObjectIdentifier: any Channel] = [:]
      var refused = 0
      var isClosed = false
    }

    /// The body of the answer to a connection beyond the limit.
    package struct RefusalBody: Sendable {
      let text: String
      let type: String

      /// Creates a body; an empty text has no type.
      package init(_ text: String = "", type: String = "") { (self.text, self.type) = (text, type) }
    }

    private let state = Mutex(State())
    private let refusal: RefusalBody

    /// The most connections at a time.
    package let limit: Int

    /// Creates an empty set, and raises the limit of descriptors for it: see `DescriptorLimit`.
    ///
    /// - Parameters:
    ///   - wanted: The most connections at a time, if there are descriptors for them.
    ///   - refusal: The body of the answer to connections beyond that number.
    package init(atMost wanted: Int, refusal: RefusalBody = RefusalBody()) {
      limit = DescriptorLimit.raise(for: wanted)
      self.refusal = refusal
    }

    /// Takes a connection, until it is closed. One beyond the limit, or after `close()`, is
    /// answered with status 503 and closed instead.
    ///
    /// - Parameter channel: The connection, which has no handlers yet. On its event loop.
    /// - Returns: Whether the connection was taken. If not, the caller leaves it alone.
    /// - Throws: `ChannelError`, if the connection is closed.
    package func admit(_ channel: any Channel) throws -> Bool {
      let id = ObjectIdentifier(channel)
      let isTaken = state.withLock { state in
        guard !state.isClosed, state.channels.count < limit else {
          state.refused += 1
          return false
        }
        state.channels[id] = channel
        return true
      }
      guard isTaken else {
        try channel.pipeline.syncOperations.addHandler(RefusalHandler(refusal))
        return false
      }
      channel.closeFuture.whenComplete { _ in
        // The connection is freed outside the lock.
        _ = self.state.withLock { $0.channels.removeValue(forKey: id) }
      }
      return true
    }

    /// The connections that are open now.
    package var channels: [any Channel] { state.withLock { Array($0.channels.values) } }

    /// How many connections are open.
    package var count: Int { state.withLock(\.channels.count) }

    /// How many connections were refused.
    package var refusedCount: Int { state.withLock(\.refused) }

    /// Refuses all connections from now on, and returns those that are open.
    package func close() -> [any Channel] {
      state.withLock { state in
        state.isClosed = true
        return Array(state.channels.values)
      }
    }

    /// Refuses all connections from now on, and ends those that are open: idle ones now, others
    /// when the request that has begun is answered. Requests behind that one are dropped, which
    /// clients see by `Connection: close`. For pipelines that order requests.
    package func drain() {
      for channel in close() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
      }
    }
  }
#endif

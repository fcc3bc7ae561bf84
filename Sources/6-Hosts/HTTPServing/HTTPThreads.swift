// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  package import NIOCore
  internal import NIOPosix
  internal import Glibc

  /// The threads of a server, each with an event loop on which all work for its connections is
  /// done.
  ///
  /// They outlive their listeners: a server first closes its listener, then answers or closes the
  /// connections that are open, and ends the threads last.
  package final class HTTPThreads: Sendable {
    private let group: MultiThreadedEventLoopGroup

    /// The event loops, one a thread. New connections are given to them in turn.
    package let loops: [any EventLoop]

    /// Starts threads.
    ///
    /// - Parameter count: The number of threads, at least 1.
    package init(count: Int) {
      group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, count))
      loops = Array(group.makeIterator())
    }

    /// Listens at an address.
    ///
    /// - Parameters:
    ///   - address: An address, or the name of one.
    ///   - port: The port; 0 for any that is free.
    ///   - unsentLimit: The bytes that the system may hold of a connection beyond those that are on
    ///     the wire; `nil` for its own limit.
    ///   - readSize: The most bytes of one read. For each connection, SwiftNIO keeps a buffer of
    ///     the size of the largest read, and up to four while earlier buffers are in use.
    ///   - configure: Is called on the event loop of each accepted connection, before anything is
    ///     read from it. If it throws, the connection is closed.
    /// - Throws: The system's reason.
    package func listen(
      address: String, port: Int, unsentLimit: Int? = nil, readSize: Int = 64 << 10,
      configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> HTTPListener {
      let reading = AdaptiveRecvByteBufferAllocator(
        minimum: min(64, readSize), initial: min(2048, readSize), maximum: readSize)
      var bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.recvAllocator, value: reading)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try configure(channel) }
        }
      if let unsentLimit {
        bootstrap = bootstrap.childChannelOption(
          .tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)), value: unsentLimit)
      }
      let listener = try await bootstrap.bind(host: address, port: port).get()
      return HTTPListener(channel: listener, address: address, port: port)
    }

    /// Ends the threads, and closes what is still open. Returns when they have ended.
    package func shutDown() async { try? await group.shutdownGracefully() }
  }
#endif

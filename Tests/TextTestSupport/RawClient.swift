// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  import Glibc
  import NIOCore
  import NIOPosix
  import SystemConcurrency

  /// A connection that sends bytes as they are and keeps what comes back.
  public final class RawClient: Sendable {
    fileprivate struct State {
      var received: [UInt8] = []
      var isClosed = false
    }

    private let channel: any Channel
    private let state: Shared

    /// What the connection's thread and the test share.
    fileprivate final class Shared: Sendable {
      let mutex = Mutex(State())
    }

    private init(channel: any Channel, state: Shared) {
      (self.channel, self.state) = (channel, state)
    }

    /// Connects.
    ///
    /// - Parameter reads: Whether it ever reads.
    public static func connect(_ port: Int, reads: Bool = true) async throws -> RawClient {
      let state = Shared()
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(.autoRead, value: reads)
        .channelOption(.socketOption(.so_rcvbuf), value: reads ? 1 << 20 : 4096)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Collector(state: state))
          }
        }
        .connect(host: "127.0.0.1", port: port).get()
      return RawClient(channel: channel, state: state)
    }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) {
      channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    /// Sends, and waits until the system has taken the bytes.
    public func sendAll(_ bytes: [UInt8]) async throws {
      try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Reads from now on.
    public func beginReading() async throws {
      try await channel.setOption(.autoRead, value: true).get()
    }

    /// Sends a text.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends nothing more, and goes on reading.
    public func finishSending() async throws { try await channel.close(mode: .output).get() }

    /// Ends the connection without a word, as after a crash.
    public func reset() async throws {
      let options = channel as? any SocketOptionProvider
      try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      try await channel.close().get()
    }

    /// Closes the connection.
    public func close() { channel.close(promise: nil) }

    /// What has come.
    public var received: [UInt8] { state.mutex.withLock(\.received) }

    /// Whether the connection is closed.
    public var isClosed: Bool { state.mutex.withLock(\.isClosed) }

    /// Removes and returns what has come.
    public func take(_ count: Int) -> [UInt8] {
      state.mutex.withLock { state in
        let part = Array(state.received.prefix(count))
        state.received.removeFirst(part.count)
        return part
      }
    }

    /// The bytes that have come, without a copy of them all.
    public func peek<R: Sendable>(_ body: @Sendable ([UInt8]) -> R) -> R {
      state.mutex.withLock { body($0.received) }
    }

    private final class Collector: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer

      private let state: Shared

      init(state: Shared) { self.state = state }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        state.mutex.withLock { $0.received += bytes }
      }

      func channelInactive(context: ChannelHandlerContext) {
        state.mutex.withLock { $0.isClosed = true }
      }

      func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
      }
    }
  }

  /// An answer of HTTP.
  public struct RawAnswer: Sendable {
    public let status: Int
    public let head: String
    public let body: [UInt8]

    /// Reads an answer; `nil` if its head is not whole. What follows the head is the body.
    public init?(_ bytes: [UInt8]) {
      let mark = Array("\r\n\r\n".utf8)
      guard
        let end = bytes.indices.first(where: {
          bytes[$0] == 13 && bytes[$0...].starts(with: mark)
        }), bytes.count > 12
      else { return nil }
      head = String(decoding: bytes[..<end], as: UTF8.self)
      status = Int(head.dropFirst(9).prefix(3)) ?? 0
      body = Array(bytes[(end + 4)...])
    }

    /// Asks, and waits for the whole answer.
    public static func get(
      _ target: String, port: Int, method: String = "GET", fields: [String] = []
    ) async throws -> RawAnswer? {
      let client = try await RawClient.connect(port)
      let host = fields.contains { $0.hasPrefix("Host:") } ? [] : ["Host: 127.0.0.1:\(port)"]
      client.send(
        "\(method) \(target) HTTP/1.1\r\n"
          + (host + fields).map { $0 + "\r\n" }.joined() + "\r\n")
      try await until { client.isClosed }
      return RawAnswer(client.received)
    }
  }
#endif

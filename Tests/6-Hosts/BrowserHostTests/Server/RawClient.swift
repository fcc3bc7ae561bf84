// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import NIOCore
  import NIOPosix
  import SystemConcurrency
  import TextTestSupport

  /// A connection that sends bytes as they are and keeps what comes back.
  final class RawClient: Sendable {
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
    static func connect(_ port: Int, reads: Bool = true) async throws -> RawClient {
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

    func send(_ bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    /// Sends, and waits until the system has taken the bytes.
    func sendAll(_ bytes: [UInt8]) async throws {
      try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Reads from now on.
    func beginReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    func send(_ text: String) { send(Array(text.utf8)) }

    func close() { channel.close(promise: nil) }

    var received: [UInt8] { state.mutex.withLock(\.received) }

    var isClosed: Bool { state.mutex.withLock(\.isClosed) }

    /// Removes and returns what has come.
    func take(_ count: Int) -> [UInt8] {
      state.mutex.withLock { state in
        let part = Array(state.received.prefix(count))
        state.received.removeFirst(part.count)
        return part
      }
    }

    /// The bytes that have come, without a copy of them all.
    func peek<R: Sendable>(_ body: @Sendable ([UInt8]) -> R) -> R {
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
  struct RawAnswer: Sendable {
    let status: Int
    let head: String
    let body: [UInt8]

    init?(_ bytes: [UInt8]) {
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
    static func get(
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

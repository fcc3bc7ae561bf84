// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization

/// A connection that sends bytes as they are and reads answers one by one.
final class TestClient: Sendable {
  struct Answer: Sendable {
    var status = 0
    var head = ""
    var body: [UInt8] = []
  }

  private let channel: any Channel
  private let received: Received

  private init(_ channel: any Channel, _ received: Received) {
    (self.channel, self.received) = (channel, received)
  }

  static func connect(_ port: Int) async throws -> TestClient {
    let received = Received()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(received)
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return TestClient(channel, received)
  }

  func send(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text)).get()
  }

  /// Sends a request.
  func send(_ method: String, _ target: String, type: String = "text/plain", body: String = "")
    async throws
  {
    try await send(Self.request(method, target, type: type, body: body))
  }

  static func request(
    _ method: String, _ target: String, type: String = "text/plain", body: String = ""
  ) -> String {
    let length = method == "GET" || method == "HEAD" ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n"
      + "\(length)\r\n\(body)"
  }

  /// The next answer; `nil` if the connection ends before it is there.
  ///
  /// - Throws: `TimeoutError` after as many turns as `until`.
  func answer(hasBody: Bool = true) async throws -> Answer? {
    for _ in 0..<turnLimit {
      let isClosed = received.isClosed
      if let answer = received.take(hasBody: hasBody) { return answer }
      if isClosed { return nil }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw TimeoutError()
  }

  /// Sends nothing more, and goes on reading.
  func finishSending() async throws { try await channel.close(mode: .output).get() }

  func hangUp() async throws { try await channel.close().get() }

  private final class Received: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let state = Mutex((bytes: [UInt8](), isClosed: false))

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = Array(unwrapInboundIn(data).readableBytesView)
      state.withLock { $0.bytes += bytes }
    }

    func channelInactive(context: ChannelHandlerContext) { state.withLock { $0.isClosed = true } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    func take(hasBody: Bool) -> Answer? {
      state.withLock { state in
        let mark = Array("\r\n\r\n".utf8)
        guard
          let end = state.bytes.indices.first(where: {
            state.bytes[$0] == 13 && state.bytes[$0...].starts(with: mark)
          })
        else { return nil }
        let head = String(decoding: state.bytes[..<end], as: UTF8.self)
        let lengths = head.lowercased().split(separator: "\r\n").compactMap { line in
          line.hasPrefix("content-length: ") ? Int(line.dropFirst(16)) : nil
        }
        let length = hasBody ? lengths.first ?? 0 : 0
        guard state.bytes.count >= end + 4 + length else { return nil }
        let body = Array(state.bytes[(end + 4)..<(end + 4 + length)])
        state.bytes.removeFirst(end + 4 + length)
        return Answer(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: body)
      }
    }
  }
}

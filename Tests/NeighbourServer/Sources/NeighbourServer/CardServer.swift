// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import NIOCore
import NIOHTTP1
import NIOPosix
import TextDefaultFonts

/// A server with two routes, each answered by a task, as frameworks over SwiftNIO do it: `/card`
/// draws a text and packs it, `/health` answers at once.
struct CardServer {
  let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel

  /// Starts at a free port of the loopback address.
  static func start(_ text: AttributedText) async throws -> CardServer {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
    let channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(RouteHandler(text))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = channel.localAddress?.port else { fatalError("a bound channel has a port") }
    return CardServer(port: port, group: group, channel: channel)
  }

  func stop() async throws {
    try await channel.close()
    try await group.shutdownGracefully()
  }
}

/// Answers one request, and closes the connection.
private final class RouteHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let text: AttributedText

  init(_ text: AttributedText) { self.text = text }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    let path = head.uri
    let text = text
    let channel = context.channel
    Task.detached { try await answer(path, text, channel) }
  }
}

/// Answers a request, and closes the connection.
private func answer(_ path: String, _ text: AttributedText, _ channel: any Channel) async throws {
  var body = Array("ok\n".utf8)
  if path == "/card" { body = try await card(text) }
  var fields = HTTPHeaders()
  fields.add(name: "Content-Length", value: "\(body.count)")
  fields.add(name: "Connection", value: "close")
  let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
  channel.write(HTTPServerResponsePart.head(head), promise: nil)
  channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
  try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
  try await channel.close()
}

private func card(_ text: AttributedText) async throws -> [UInt8] {
  let picture = try await TextRenderer(fonts: .embedded).render(
    text, in: TextContainer(width: 600), background: .white)
  return try await picture.image.pngData()
}

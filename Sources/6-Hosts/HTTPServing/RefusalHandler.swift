// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import NIOCore

  /// Answers a connection beyond the limit with an error, and closes it.
  final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let body: OpenConnections.RefusalBody

    init(_ body: OpenConnections.RefusalBody) { self.body = body }

    func channelActive(context: ChannelHandlerContext) {
      let type = body.text.isEmpty ? "" : "Content-Type: \(body.type)\r\n"
      let text =
        "HTTP/1.1 503 Service Unavailable\r\nDate: \(HTTPDate.now)\r\n\(type)"
        + "Content-Length: \(body.text.utf8.count)\r\nConnection: close\r\n\r\n\(body.text)"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
      context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import NIOCore
  internal import NIOHTTP1

  /// Answers requests that cannot be read, or passes their refusals on to a handler that answers.
  final class RequestErrorHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let bounds: HTTPBounds
    private let fault: RequestFault
    private let answers: Bool
    /// Whether an answer has begun and has not ended.
    private var isAnswering = false

    init(_ bounds: HTTPBounds, _ fault: RequestFault, answers: Bool) {
      (self.bounds, self.fault, self.answers) = (bounds, fault, answers)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
      let refusal = fault.refusal ?? HTTPRefusal(error, bounds)
      if answers {
        if !isAnswering { answer(refusal, context) }
        context.fireErrorCaught(error)
      } else {
        context.fireErrorCaught(refusal)
      }
    }

    private func answer(_ refusal: HTTPRefusal, _ context: ChannelHandlerContext) {
      let text = refusal.message + "\n"
      let fields: HTTPHeaders = [
        "Connection": "close", "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": "\(text.utf8.count)",
      ]
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: refusal.status), headers: fields)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(let head): isAnswering = head.status.code >= 200
      case .body: break
      case .end: isAnswering = false
      }
      context.write(data, promise: promise)
    }
  }
#endif

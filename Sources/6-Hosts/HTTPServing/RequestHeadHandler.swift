// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import NIOCore
  internal import NIOHTTP1

  /// Refuses requests whose heads exceed the bounds, and requests beyond the most that may wait,
  /// like errors of the parser; adds the field `Date` to answers.
  ///
  /// The decoder of SwiftNIO has one bound for the target and for each field. It gets the greater
  /// of both bounds, and the exact ones are checked here.
  final class RequestHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let bounds: HTTPBounds
    /// The most requests without an answer.
    private let requestLimit: Int
    private let fault: RequestFault
    private var unanswered = 0
    /// Whether something was refused: nothing that follows is passed on.
    private var isRefused = false
    /// Whether a request has begun to come and is not whole.
    private var isInRequest = false
    /// Whether the connection ends when the request that has begun is answered.
    private var isResting = false

    init(bounds: HTTPBounds, requestLimit: Int, _ fault: RequestFault) {
      (self.bounds, self.requestLimit, self.fault) = (bounds, requestLimit, fault)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isRefused { return }
      switch unwrapInboundIn(data) {
      case .head(let head):
        guard unanswered <= requestLimit else { return refuse(.tooManyWaiting, context) }
        if let refusal = bounds.refusal(target: head.uri, fields: head.headers) {
          return refuse(refusal, context)
        }
        unanswered += 1
        isInRequest = true
      case .body: break
      case .end: isInRequest = false
      }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(var head) where head.status.code >= 200:
        head.headers.add(name: "Date", value: HTTPDate.now)
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      case .head, .body: break
      case .end: unanswered -= 1
      }
      context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch error {
      // The decoder holds back more bytes than a head may have, such as blanks without end.
      case is ByteToMessageDecoderError.PayloadTooLargeError:
        refuse(.fieldsTooLarge(bounds), context)
      // Only the first error of the decoder is passed on.
      case ByteToMessageDecoderError.dataReceivedInErrorState: break
      // Bytes behind a request that announced the close are dropped. Source: RFC 9112, section 9.6.
      case HTTPParserError.closedConnection: break
      // The connection is closed, perhaps within a head, so there is no client to answer.
      case is HTTPParserError where !context.channel.isActive: break
      // Bytes behind the last request are ignored; in debug builds, SwiftNIO would stop at an
      // answer.
      case is HTTPParserError where isResting && !isInRequest: break
      default: context.fireErrorCaught(error)
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is ChannelShouldQuiesceEvent {
        if isResting { return }
        isResting = true
      }
      context.fireUserInboundEventTriggered(event)
    }

    private func refuse(_ refusal: HTTPRefusal, _ context: ChannelHandlerContext) {
      if isRefused { return }
      isRefused = true
      fault.note(refusal)
      context.fireErrorCaught(HTTPParserError.headerOverflow)
    }
  }
#endif

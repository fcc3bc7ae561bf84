// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import CanvasDrawing
  internal import HTTPServing
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOWebSocket

  /// Answers the one request of a connection and closes it; the connection of a viewer becomes a
  /// WebSocket instead.
  final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let hub: ViewerHub
    private var deadline: Scheduled<Void>?
    private var isAnswered = false

    init(hub: ViewerHub) { self.hub = hub }

    func handlerAdded(context: ChannelHandlerContext) {
      // The timer closes a connection whose request, or the reading of its answer, takes too long.
      let channel = context.channel
      let limit = Int64(hub.configuration.requestTimeLimit * 1000)
      deadline = context.eventLoop.scheduleTask(in: .milliseconds(limit)) {
        channel.close(promise: nil)
      }
    }

    /// Ends the time limit: the connection is a viewer's.
    func leave() { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
      isAnswered = true
      let isUpgrade = head.headers[canonicalForm: "upgrade"].contains {
        $0.lowercased() == "websocket"
      }
      switch hub.answer(to: head, isUpgrade: isUpgrade) {
      case .page: sendPage(to: head, context)
      case .picture: sendPicture(to: head, context)
      case .keepToken:
        let token = hub.configuration.token ?? ""
        let name = RequestCheck.cookieName(ofHost: head.headers["host"].first ?? "")
        // `SameSite=Lax`: with `Strict`, browsers that come from a link on another site would
        // follow the redirect without the cookie.
        let cookie = "\(name)=\(token); Path=/; HttpOnly; SameSite=Lax"
        send(.seeOther, [("Location", "/"), ("Set-Cookie", cookie)], to: head, context)
      case .live: refuse(400, "This is no request for a WebSocket of version 13.", head, context)
      case .refused(let status, let message): refuse(status, message, head, context)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // After a failed upgrade, the request itself follows and is refused.
      if error is NIOWebSocketUpgradeError { return }
      context.close(promise: nil)
    }

    private func sendPage(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      let nonce = BrowserConfiguration.randomToken()
      let policy = LivePage.policy(nonce: nonce, host: head.headers["host"].first ?? "")
      send(
        .ok,
        [("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy)],
        ByteBuffer(bytes: LivePage.bytes(nonce: nonce)), to: head, context)
    }

    private func sendPicture(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      guard let picture = hub.png() else {
        return refuse(503, "There is no picture yet.", head, context)
      }
      let bound = context.loopBound
      picture.whenComplete { result in
        let context = bound.value
        switch result {
        case .success(let packed):
          guard let number = self.hub.begin(packed, for: context.channel) else {
            return self.refuse(503, "Too many bytes are on their way.", head, context)
          }
          let sent = self.send(.ok, [("Content-Type", "image/png")], packed.png, to: head, context)
          sent.assumeIsolated().whenComplete { _ in self.hub.end(download: number) }
        case .failure: self.refuse(503, "The picture cannot be packed.", head, context)
        }
      }
    }

    private func refuse(
      _ status: Int, _ message: String, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      var fields = [("Content-Type", "text/plain; charset=utf-8")]
      switch status {
      case 405: fields.append(("Allow", "GET"))
      case 426: fields.append(("Upgrade", "websocket"))
      case 503: fields.append(("Retry-After", "1"))
      default: break
      }
      let body = head.method == .HEAD ? ByteBuffer() : ByteBuffer(string: message + "\n")
      send(HTTPResponseStatus(statusCode: status), fields, body, to: head, context)
    }

    @discardableResult
    private func send(
      _ status: HTTPResponseStatus, _ fields: [(String, String)], _ body: ByteBuffer = ByteBuffer(),
      to head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) -> EventLoopFuture<Void> {
      var headers = HTTPHeaders(LivePage.fields + fields)
      if !headers.contains(name: "Content-Security-Policy") {
        headers.add(name: "Content-Security-Policy", value: LivePage.strictPolicy)
      }
      headers.add(name: "Content-Length", value: String(body.readableBytes))
      context.write(
        wrapOutboundOut(
          .head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
        promise: nil)
      if body.readableBytes > 0 {
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      }
      let channel = context.channel
      let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      sent.whenComplete { _ in channel.closeGently() }
      return sent
    }
  }
#endif

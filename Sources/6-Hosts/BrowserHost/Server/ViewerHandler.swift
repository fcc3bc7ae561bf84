// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  internal import HostViews
  internal import NIOCore
  internal import NIOWebSocket
  internal import LayerCompositing

  /// The connection of a viewer. One message is sent at a time, and the next one is made when the
  /// last one was sent.
  final class ViewerHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    let id: ViewerID
    private let hub: ViewerHub
    private var delivery: EventDelivery?
    private var context: ChannelHandlerContext?

    private var state = ViewerState()
    private var messages: MessageQueue
    private var isWriting = false
    /// The turn of the hub in which the last picture was sent; -1 before the first.
    private var lastTurn = -1
    /// The payload of the newest ping that is not answered yet.
    private var ping: ByteBuffer?
    /// Whether the connection is closing: nothing more is sent or received.
    private var isClosing = false

    private var assembler = MessageAssembler()
    private var rate: RateLimit
    private var lastSign = NIODeadline.now()
    private var watch: Scheduled<Void>?

    init(hub: ViewerHub) {
      self.hub = hub
      id = ViewerID(number: hub.nextNumber())
      messages = hub.kept
      rate = RateLimit(rate: hub.configuration.messageRateLimit, now: NIODeadline.now().seconds)
    }

    /// The connection, while it is open.
    var channelID: ObjectIdentifier? { context.map { ObjectIdentifier($0.channel) } }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
      // The connection may have been closed during the upgrade to a WebSocket.
      guard context.channel.isActive else { return }
      self.context = context
      delivery = EventDelivery(to: hub.source, from: id)
      hub.add(self)
      scheduleCheck(context)
      if let newest = hub.newest { state.take(newest) }
      advance()
    }

    func channelInactive(context: ChannelHandlerContext) {
      end()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
      guard context != nil else { return }
      context = nil
      isClosing = true
      watch?.cancel()
      hub.remove(self)
      delivery?.end()
    }

    private func scheduleCheck(_ context: ChannelHandlerContext) {
      let third = TimeAmount.milliseconds(Int64(hub.configuration.idleTimeLimit * 1000 / 3))
      watch = context.eventLoop.assumeIsolated().scheduleTask(in: third) { self.check() }
    }

    /// Sends a ping, and closes a viewer that has not answered for long.
    private func check() {
      guard let context, !isClosing else { return }
      let limit = TimeAmount.milliseconds(Int64(hub.configuration.idleTimeLimit * 1000))
      if NIODeadline.now() - lastSign >= limit { return closeAtOnce() }
      scheduleCheck(context)
      // While a message is being sent, a ping would only wait behind it.
      if !isWriting, context.channel.isWritable {
        let ping = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
        context.writeAndFlush(wrapOutboundOut(ping), promise: nil)
      }
    }

    /// Sends the reason, and closes the connection, after a second at the latest.
    func close(_ reason: CloseReason) {
      guard let context, !isClosing else { return }
      isClosing = true
      var data = ByteBuffer()
      data.writeInteger(reason.code)
      data.writeString(String(reason.message.prefix(100)))
      let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in
        channel.close(mode: .output, promise: nil)
      }
      context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    /// Closes the connection of a slow or silent viewer at once, without a close frame: the viewer
    /// would not read it.
    func closeAtOnce() {
      guard let context else { return }
      isClosing = true
      hub.noteClosedViewer()
      context.close(promise: nil)
    }

    // MARK: What goes out

    /// Notes a frame, which is sent in a turn of the hub.
    func take(_ frame: Frame) { state.take(frame) }

    func take(_ message: BrowserMessage) {
      messages.add(message)
      advance()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      advance()
      context.fireChannelWritabilityChanged()
    }

    /// Sends what waits, unless something is being sent: messages first, then a picture, at most
    /// one in each turn.
    func advance() {
      guard let context, !isClosing, !isWriting, context.channel.isWritable else { return }
      if let data = ping {
        ping = nil
        let pong = WebSocketFrame(fin: true, opcode: .pong, data: data)
        context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
      }
      if !messages.isEmpty {
        isWriting = true
        var texts = messages.takeAll().map { ByteBuffer(string: $0.text) }
        let last = texts.removeLast()
        for text in texts {
          context.write(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: text)), promise: nil)
        }
        flush(last, opcode: .text)
      } else if lastTurn == hub.turn {
        hub.awaitTurn()
      } else if let update = state.next() {
        (isWriting, lastTurn) = (true, hub.turn)
        hub.encode(update) { picture in
          if let picture { self.send(picture) } else { self.refusePicture() }
        }
      }
    }

    /// Closes a viewer whose picture cannot be made, or has more bytes than may be sent at a time.
    private func refusePicture() {
      if isClosing { return }
      hub.noteClosedViewer()
      close(.noPicture)
    }

    private func send(_ picture: EncodedFrame) {
      guard !isClosing else { return }
      hub.begin(picture, for: self)
      flush(picture.buffer, opcode: .binary)
    }

    private func flush(_ data: ByteBuffer, opcode: WebSocketOpcode) {
      guard let context else { return }
      let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
      context.writeAndFlush(wrapOutboundOut(frame)).assumeIsolated().whenComplete { _ in
        self.hub.end(self)
        self.isWriting = false
        self.lastSign = .now()
        if self.state.isSending { self.state.sent() }
        self.advance()
      }
    }

    // MARK: What comes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isClosing { return }
      let frame = unwrapInboundIn(data)
      lastSign = .now()
      guard rate.take(now: lastSign.seconds) else { return refuse(.tooMany) }
      guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
        return refuse(.brokenProtocol("a frame without a mask or with unknown bits"))
      }
      switch frame.opcode {
      case .connectionClose: close(CloseReason(1000, ""))
      case .ping:
        // Only the newest of several waiting pings is answered, so that a viewer that sends pings
        // and never reads takes the memory of one. The bytes are copied, to free the received
        // buffer.
        ping = ByteBuffer(bytes: frame.unmaskedData.readableBytesView)
        advance()
      case .pong: break
      default: take(frame)
      }
    }

    private func take(_ frame: WebSocketFrame) {
      do throws(CloseReason) {
        let bytes = Array(frame.unmaskedData.readableBytesView)
        guard
          let message = try assembler.take(
            opcode: UInt8(webSocketOpcode: frame.opcode), isLast: frame.fin, payload: bytes)
        else { return }
        let event = try EventReader.event(message)
        if let delivery, !delivery.add(event) { throw .tooMany }
      } catch {
        refuse(error)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch error as? NIOWebSocketError {
      case .invalidFrameLength?: refuse(.tooLarge)
      case _?: refuse(.brokenProtocol("a malformed frame"))
      case nil: context.close(promise: nil)
      }
    }

    private func refuse(_ reason: CloseReason) {
      if isClosing { return }
      hub.noteRefusedMessage()
      close(reason)
    }
  }

  extension NIODeadline {
    /// The time in seconds.
    fileprivate var seconds: Double { Double(uptimeNanoseconds) / 1e9 }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  package import NIOCore
  package import NIOHTTP1

  /// The handlers of HTTP/1.1 that a connection of a server has.
  ///
  /// A handler that is added behind these gets `HTTPServerRequestPart` and writes
  /// `HTTPServerResponsePart`; each answer gets the field `Date`. If a request cannot be read, the
  /// pipeline answers it, unless an answer has begun; then the handler gets an `HTTPParserError` by
  /// `errorCaught`, and closes the connection. Without ``answersErrors`` it gets an ``HTTPRefusal``
  /// in place of both, and answers itself. Bytes behind a request with `Connection: close` are not
  /// read.
  package struct HTTPPipeline: Sendable {
    /// The bounds of the head of a request.
    package var bounds: HTTPBounds
    /// Whether a request is held back until the one before it is answered. Without it, the handler
    /// answers one request a connection, or puts the answers in order itself.
    package var ordersRequests: Bool
    /// Whether the pipeline itself answers requests that cannot be read.
    package var answersErrors: Bool

    /// Creates a pipeline, which is added to any number of connections.
    package init(
      bounds: HTTPBounds = HTTPBounds(), ordersRequests: Bool = false, answersErrors: Bool = true
    ) {
      (self.bounds, self.ordersRequests) = (bounds, ordersRequests)
      self.answersErrors = answersErrors
    }

    /// Adds the handlers to a connection, on its event loop.
    ///
    /// - Parameters:
    ///   - channel: The connection, which nothing has been read from.
    ///   - upgraders: The protocols, such as WebSocket, that take the place of HTTP if a request
    ///     asks for one of them.
    /// - Throws: `ChannelError`, if the connection is closed.
    package func add(
      to channel: any Channel, upgraders: [any HTTPServerProtocolUpgrader & Sendable] = []
    ) throws {
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = max(bounds.fieldSize, bounds.targetSize)
      limits.maxHeaderListSize = bounds.headSize
      limits.maxHeaderFieldCount = bounds.fieldCount
      let encoder = HTTPResponseEncoder()
      let decoder = HTTPRequestDecoder(
        leftOverBytesStrategy: upgraders.isEmpty ? .dropBytes : .forwardBytes,
        limitConfiguration: limits)
      // The limits of the decoder do not count blanks before values, so the bytes that it holds
      // back have a bound of their own.
      let held = limits.maxHeaderListSize + Self.readSize
      let fault = RequestFault()
      var handlers: [any RemovableChannelHandler] = [
        encoder,
        ByteToMessageHandler(RequestDecoder(decoder, bounds, fault), maximumBufferSize: held),
        RequestHeadHandler(
          bounds: bounds, requestLimit: ordersRequests ? Self.waitingRequests : .max, fault),
      ]
      if ordersRequests { handlers.append(HTTPServerPipelineHandler()) }
      handlers.append(NIOHTTPResponseHeadersValidator())
      handlers.append(RequestErrorHandler(bounds, fault, answers: answersErrors))
      if !upgraders.isEmpty {
        handlers.append(
          HTTPServerUpgradeHandler(
            upgraders: upgraders, httpEncoder: encoder,
            extraHTTPHandlers: Array(handlers.dropFirst()), upgradeCompletionHandler: { _ in }))
      }
      try channel.pipeline.syncOperations.addHandlers(handlers)
    }

    /// The most bytes of one read from a connection.
    private static let readSize = 64 << 10

    /// The most requests that are held back behind the one that is answered. When the other side
    /// closes, all that it sent is read at once, and each request takes more memory than it has
    /// bytes.
    private static let waitingRequests = 64
  }

  extension HTTPRequestHead {
    /// Whether another request may follow on the connection. If not, the answer has the field
    /// `Connection: close`, and the connection is closed behind it.
    ///
    /// A request for another protocol is the last one, whether the server accepts it or not: the
    /// decoder reads nothing behind such a request, and would keep the bytes that follow for ever.
    package var leavesConnectionOpen: Bool {
      isKeepAlive && method != .CONNECT && headers["upgrade"].isEmpty
    }
  }
#endif

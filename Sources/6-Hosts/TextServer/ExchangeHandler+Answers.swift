// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import HTTPServing
  internal import NIOCore
  internal import NIOHTTP1
  internal import TextService

  extension ExchangeHandler {
    /// Sends an answer.
    func write(_ answer: ServiceAnswer, _ context: ChannelHandlerContext) {
      wait(configuration.sendTimeLimit + Double(answer.body.count) / configuration.slowestRate)
      entry?.note(answer)
      var head = responseHead(answer)
      let hasBody = answer.status != 304 && answer.status != 204
      if hasBody {
        head.headers.add(name: "Content-Length", value: String(answer.body.count))
      }
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if !answer.body.isEmpty, !isHead, hasBody {
        context.write(
          wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
      }
      sendEnd(context)
    }

    private func responseHead(_ answer: ServiceAnswer) -> HTTPResponseHead {
      var headers = HTTPHeaders()
      headers.reserveCapacity(answer.fields.count + 3)
      for (name, value) in answer.fields { headers.add(name: name, value: value) }
      if let trace = entry?.traceParent { headers.add(name: "traceparent", value: trace) }
      if !keepsAlive {
        headers.add(name: "Connection", value: "close")
      } else if isOld {
        headers.add(name: "Connection", value: "keep-alive")
      }
      return HTTPResponseHead(
        version: isOld ? .http1_0 : .http1_1,
        status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
    }

    /// Ends the answer. The pipeline may pass on the next request during the write, so the state
    /// becomes that of a waiting connection before the write.
    private func sendEnd(_ context: ChannelHandlerContext) {
      guard let exchange = exchange.take() else { return }
      let (entry, closes) = (entry, !keepsAlive)
      phase = keepsAlive && requestHasEnded ? .idle : .answered
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { result in
        if case .success = result {
          bound.value.didSend(exchange, entry, closes: closes)
        } else {
          bound.value.end(exchange, entry, wasDelivered: false)
        }
      }
    }

    private func didSend(_ exchange: ServiceExchange, _ entry: RequestLogEntry?, closes: Bool) {
      end(exchange, entry, wasDelivered: true)
      guard let context else { return }
      if closes {
        wait(configuration.sendTimeLimit)
        context.channel.closeGently()
      } else if case .idle = phase {
        // Connections beyond the limit wait less long, so that their places become free.
        wait(answersHealthAlone ? configuration.headTimeLimit : configuration.idleTimeLimit)
      } else if case .answered = phase {
        wait(configuration.bodyTimeLimit)
      }
    }

    // MARK: Lines

    /// Begins to answer a batch line by line.
    func stream(_ exchange: ServiceExchange, _ context: ChannelHandlerContext) {
      // HTTP/1.0 has no chunks: an answer of unknown length ends with the connection.
      if isOld { keepsAlive = false }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      let loop = context.eventLoop
      let batch = ServiceBatch(exchange) { output in
        loop.execute { bound.value.take(output, of: exchange) }
      }
      phase = .streaming(batch)
      wait(configuration.bodyTimeLimit)
      let answer = exchange.linesAnswer
      entry?.note(answer)
      context.writeAndFlush(wrapOutboundOut(.head(responseHead(answer))), promise: nil)
    }

    private func take(_ output: ServiceBatch.Output, of exchange: ServiceExchange) {
      guard let context, self.exchange === exchange, case .streaming = phase else { return }
      switch output {
      case .line(let line):
        wait(configuration.bodyTimeLimit)
        entry?.bytes += line.count
        context.writeAndFlush(
          wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: line)))), promise: nil)
      case .room: readOn()
      case .end:
        wait(configuration.sendTimeLimit)
        sendEnd(context)
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      // While the client does not read, the lines that have not begun wait.
      if case .streaming(let batch) = phase {
        batch.hold(!context.channel.isWritable)
        wait(configuration.sendTimeLimit)
      }
      context.fireChannelWritabilityChanged()
    }
  }
#endif

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import NIOCore

  /// Closes the connections of an event loop that are too slow. One timer for all connections
  /// checks them each second.
  final class ConnectionWatch: Sendable {
    private struct Connections {
      var handlers: [ObjectIdentifier: ExchangeHandler] = [:]
    }

    let loop: any EventLoop
    private let connections: NIOLoopBoundBox<Connections>
    private let timer: RepeatedTask

    init(_ loop: any EventLoop) {
      self.loop = loop
      let connections = NIOLoopBoundBox.makeBoxSendingValue(Connections(), eventLoop: loop)
      self.connections = connections
      timer = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
        let now = NIODeadline.now()
        for handler in connections.value.handlers.values { handler.check(now) }
      }
    }

    /// Adds a connection, on its event loop.
    func add(_ handler: ExchangeHandler) {
      connections.value.handlers[ObjectIdentifier(handler)] = handler
    }

    func remove(_ handler: ExchangeHandler) {
      connections.value.handlers[ObjectIdentifier(handler)] = nil
    }

    func end() { timer.cancel() }
  }
#endif

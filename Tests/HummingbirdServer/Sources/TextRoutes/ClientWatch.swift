// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import Synchronization

/// Notices that the client of a connection has gone, and cancels the work on its request.
///
/// A client that closes only its sending side counts as gone: nothing tells it from one that has
/// closed its socket. Hummingbird works on one request of a connection at a time.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = Any

  private enum Client {
    case idle
    case waiting(cancel: @Sendable () -> Void)
    case gone
  }

  private let client = Mutex(Client.idle)

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    guard event as? ChannelEvent == .inputClosed else { return }
    leave()
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  /// Does the work on a request, which is cancelled when the client goes.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task(operation: work)
    wait { task.cancel() }
    defer { rest() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func wait(cancel: @escaping @Sendable () -> Void) {
    let isGone = client.withLock { client in
      if case .gone = client { return true }
      client = .waiting(cancel: cancel)
      return false
    }
    if isGone { cancel() }
  }

  private func rest() {
    client.withLock { client in
      if case .waiting = client { client = .idle }
    }
  }

  private func leave() {
    let left = client.withLock { client in
      defer { client = .gone }
      return client
    }
    // Outside the lock, since the task may end at once.
    if case .waiting(let cancel) = left { cancel() }
  }
}

/// The context of a request, with its connection.
struct TextRequestContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Does work for as long as the client waits for it.
  ///
  /// - Throws: What the work throws; `CancellationError` if the client has gone.
  func whileClientWaits<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // A connection that is closed has no handlers any more.
    guard channel.isActive else { throw CancellationError() }
    let watch = try await channel.pipeline.handler(type: ClientWatch.self).get()
    return try await watch.run(work)
  }
}

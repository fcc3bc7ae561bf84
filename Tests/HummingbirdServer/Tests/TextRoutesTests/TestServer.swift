// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Dispatch
import Hummingbird
import TextDefaultFonts
import TextRoutes
import TextService

/// The server of the example, with one lane, at a port of its own.
struct TestServer {
  let routes: TextRoutes
  let port: Int
  var lanes: RenderLanes { routes.renderer.lanes }

  /// Runs a test beside a server that ends with it.
  static func run(
    requestLimit: Int = 64, pixelLimit: Double = 128 * 1024 * 1024,
    _ test: (TestServer) async throws -> Void
  ) async throws {
    let lanes = RenderLanes(count: 1)
    var routes = TextRoutes(
      renderer: TextRenderer(fonts: .embedded, lanes: lanes),
      service: try TextService(ServiceConfiguration(), lanes: lanes))
    routes.requestLimit = requestLimit
    routes.pixelLimit = pixelLimit
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    var configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
    configuration.serverName = "test"
    let application = routes.application(configuration: configuration) { channel in
      continuation.yield(channel.localAddress?.port ?? 0)
    }
    let running = Task { try await application.run() }
    defer { running.cancel() }
    var iterator = ports.makeAsyncIterator()
    let port = await iterator.next() ?? 0
    try await test(TestServer(routes: routes, port: port))
  }

  /// Keeps the lane busy until the gate is opened.
  func block() async throws -> Gate {
    let gate = Gate()
    let lanes = lanes
    Task { try await lanes.perform { _ in gate.wait() } }
    try await until { gate.isReached }
    return gate
  }

  /// The time until the lane is free.
  func laneIsFree() async throws -> Duration {
    let start = ContinuousClock.now
    try await lanes.perform { _ in }
    return ContinuousClock.now - start
  }

  /// The picture as the renderer makes it, without a server.
  func png(_ text: String, width: Double) async throws -> [UInt8] {
    let picture = try await TextRenderer(fonts: .embedded).render(
      text, style: TextStyle(size: 16), in: TextContainer(width: width), background: .white)
    return try await picture.image.pngData()
  }
}

/// What a lane waits at.
final class Gate: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  func wait() {
    reached.signal()
    opened.wait()
  }

  var isReached: Bool { reached.wait(timeout: .now()) == .success }

  func open() { opened.signal() }
}

struct TimeoutError: Error {}

/// The turns of a wait: most take a millisecond, on a busy machine they take longer.
let turnLimit = 60_000

/// Waits until a condition holds, in turns.
func until(_ condition: () -> Bool) async throws {
  for _ in 0..<turnLimit {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  throw TimeoutError()
}

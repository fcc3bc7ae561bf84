// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import AsyncTextLayer
  import Dispatch
  import Testing
  import SystemConcurrency
  import TextTestSupport

  @testable import BrowserHost

  /// What the rest of a program, and viewers, notice of lanes that are busy.
  @Suite("BrowserServer beside other work", .serialized, .timeLimit(.minutes(30)))
  struct BrowserNeighbourTests {
    @Test("While all lanes are held up PNG waits for them; viewers, events and tasks do not")
    func lanesHeldUp() async throws {
      // More servers than tasks have threads: if each held one up, no task would begin.
      let count = 2 * RenderLanes.activeProcessorCount + 2
      var frames = TestFrames(seed: 21)
      var pages: [(source: TestSource, server: BrowserServer, port: Int)] = []
      for _ in 0..<count {
        let source = TestSource()
        let (server, port) = try await source.server()
        source.show(try frames.nextWhole())
        try await eventually { await server.statistics().frames == 1 }
        pages.append((source, server, port))
      }
      let lanes = HeldLanes(.shared)
      defer { lanes.release() }
      try await until { lanes.areHeld }
      var clients: [RawClient] = []
      for page in pages {
        let client = try await RawClient.connect(page.port)
        client.send("GET /frame.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
        clients.append(client)
      }
      let first = pages[0]
      let viewer = try await TestViewer.connect(first.port)
      for _ in 0..<10 {
        let newest = try frames.nextWhole()
        first.source.show(newest)
        try await viewer.update { $0.picture.sequence == newest.sequence }
        #expect(viewer.picture == ViewerPicture(of: newest))
      }
      viewer.send(#"{"type":"key","phase":"up","key":"last"}"#)
      try await eventually { first.source.events.contains { "\($0)".contains("last") } }
      let begun = TaskCount()
      for _ in 0..<count { Task.detached { begun.add() } }
      try await until { begun.value == count }
      let isNoneAnswered = clients.allSatisfy { $0.received.isEmpty }
      #expect(isNoneAnswered)
      lanes.release()
      for client in clients {
        try await until { client.peek { RawAnswer($0)?.status == 200 } }
        client.close()
      }
      for page in pages { await page.server.stop() }
    }
  }

  /// The number of tasks that have begun.
  private final class TaskCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
  }

  /// Lanes that do nothing until they are released.
  private final class HeldLanes: Sendable {
    private let count: Int
    private let state = Mutex((held: 0, isReleased: false))
    private let gate = DispatchSemaphore(value: 0)

    init(_ lanes: RenderLanes) {
      count = lanes.count
      for _ in 0..<count {
        lanes.run { [self] in
          state.withLock { $0.held += 1 }
          gate.wait()
        }
      }
    }

    /// Whether each lane has come to the gate.
    var areHeld: Bool { state.withLock { $0.held } == count }

    /// Opens the gate; a second call does nothing.
    func release() {
      if state.withLock({ exchange(&$0.isReleased, with: true) }) { return }
      for _ in 0..<count { gate.signal() }
    }
  }
#endif

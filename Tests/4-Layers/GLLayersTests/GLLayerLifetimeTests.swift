// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @testable import CanvasGeometry
  import Dispatch
  import Glibc
  import LayerModel
  import Testing
  import SystemConcurrency
  import TextTestSupport

  @testable import GLLayers

  /// What is left of layers that are released.
  @Suite("GLLayer: lifetimes", .needsEGL, .timeLimit(.minutes(30)))
  @MainActor
  struct GLLayerLifetimeTests {
    /// The layer dies while its drawing runs, and another one while its display waits.
    @Test func releasedWhileDisplaying() async throws {
      let context = GLContext(api: .es2)
      let (began, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let drawn = Mutex(0)
      var running: GLLayer? = GLLayer(context: context)
      var waiting: GLLayer? = GLLayer(context: context)
      for layer in [running, waiting] {
        layer?.bounds = Rect(width: 32, height: 32)
        layer?.drawFrame = { _, _ in
          drawn.withLock { $0 += 1 }
          began.signal()
          go.wait()
        }
      }
      running?.display()
      try began.waitInTurns()
      waiting?.display()
      weak let weakly = (running, waiting).0
      (running, waiting) = (nil, nil)
      #expect(weakly == nil)
      go.signal()
      try await until {
        context.objectCount == 0 && drawn.withLock { $0 } == 1
      }
      // The queue is empty, and the second drawing did not run.
      #expect(try await context.run { _ in drawn.withLock { $0 } } == 1)
      #expect(context.objectCount == 0)
    }

    /// A thousand layers, ten alive at a time; in a process of its own, which nothing else fills.
    @Test func s221_aThousandLayersLeaveNothing() async {
      let ended = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        try await GLLayerLifetimeTests.churn()
      }
      print(String(decoding: ended?.standardOutputContent ?? [], as: UTF8.self))
    }

    private static func churn() async throws {
      let context = GLContext(api: .es3)
      func round(_ count: Int) async throws {
        for start in stride(from: 0, to: count, by: 10) {
          let layers = (0..<10).map { i in
            let layer = GLLayer(context: context)
            layer.bounds = Rect(width: Double(100 + (start + i) % 7), height: 100)
            layer.drawableProperties.hasDepth = i % 2 == 0
            layer.drawFrame = GLTests.triangle(turned: Double(i))
            return layer
          }
          for layer in layers {
            try await until { layer.contents != nil }
          }
        }
        _ = try await context.run { _ in }
      }
      try await round(100)
      try await until { context.objectCount == 0 }
      let (descriptors, memory) = (GLTests.descriptorCount, GLTests.privateMemory)
      try await round(1_000)
      try await until { context.objectCount == 0 }
      let growth = GLTests.privateMemory - memory
      print(
        "1,000 layers: descriptors \(descriptors) -> \(GLTests.descriptorCount), private memory "
          + "\(memory >> 10) KiB + \(growth >> 10) KiB, contexts \(GLContext.liveCount)")
      // A framebuffer has 40 KB: a leak would be 40 MB.
      let isBounded = GLTests.descriptorCount <= descriptors && growth < 8 << 20
      fflush(nil)
      exit(isBounded && GLContext.liveCount == 1 ? 0 : 1)
    }

    /// Contexts of their own: hundreds of them, one after another.
    @Test func s221_contextsOfLayersLeaveNothing() async {
      let ended = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        try await GLLayerLifetimeTests.churnContexts()
      }
      print(String(decoding: ended?.standardOutputContent ?? [], as: UTF8.self))
    }

    private static func churnContexts() async throws {
      func round(_ count: Int) async throws {
        for i in 0..<count {
          let layer = GLLayer(context: GLContext(api: i % 2 == 0 ? .es2 : .es3))
          layer.bounds = Rect(width: 64, height: 64)
          layer.drawFrame = GLTests.triangle()
          try await until { layer.contents != nil }
        }
        try await until { GLContext.liveCount == 0 }
      }
      // Threads have heaps of their own, which grow until each has had contexts.
      try await round(200)
      let (descriptors, memory) = (GLTests.descriptorCount, GLTests.privateMemory)
      try await round(200)
      let growth = GLTests.privateMemory - memory
      print(
        "200 contexts: descriptors \(descriptors) -> \(GLTests.descriptorCount), private memory "
          + "\(memory >> 10) KiB + \(growth >> 10) KiB")
      fflush(nil)
      exit(GLTests.descriptorCount <= descriptors && growth < 16 << 20 ? 0 : 1)
    }

    /// Sixteen layers on one context, asked for 60 pictures a second for a second: each has one
    /// block on the queue at most, and what is asked for is shown or superseded at the end.
    @Test func s225_nothingQueuesUp() async throws {
      let context = GLContext(api: .es3)
      let layers = (0..<16).map { _ in
        let layer = GLLayer(context: context)
        layer.bounds = Rect(width: 300, height: 300)
        return layer
      }
      let clock = ContinuousClock()
      let begin = clock.now
      for tick in 0..<60 {
        for layer in layers { layer.drawFrame = GLTests.triangle(turned: Double(tick) / 10) }
        try await Task.sleep(until: begin + .seconds(1) * tick / 60, clock: clock)
        #expect(layers.allSatisfy { $0.counts.pending <= 2 })
      }
      let asked = clock.now
      try await until {
        layers.allSatisfy { !$0.needsDisplay && !$0.isDisplaying }
      }
      let rest = clock.now - asked
      let counts = layers.map(\.counts)
      let sums = (
        counts.reduce(0) { $0 + $1.requested }, counts.reduce(0) { $0 + $1.presented },
        counts.reduce(0) { $0 + $1.superseded }
      )
      print("16 layers, 60 Hz: requested, presented, superseded \(sums), then \(rest)")
      #expect(sums.0 == sums.1 + sums.2)
      #expect(counts.allSatisfy { $0.pending == 0 && $0.failed == 0 && $0.presented > 0 })
    }

    /// The article's triangle, drawn and read back; printed, as it is a figure of the machine.
    @Test func x1_timeOfAPicture() throws {
      let context = GLContext(api: .es2)
      var times: [Duration] = []
      try context.runAndWait { gl in
        let framebuffer = try GLFramebuffer(size: PixelSize(width: 300, height: 300), in: gl)
        for _ in 0..<200 {
          times.append(
            try ContinuousClock().measure {
              _ = try gl.draw(
                GLTests.triangle(), into: framebuffer, isFresh: false,
                properties: GLDrawableProperties(), isOpaque: false)
            })
        }
      }
      times.sort()
      print("300 × 300 drawn and read back: median \(times[100]), least \(times[0])")
      #expect(times[0] > .zero)
    }
  }
#endif

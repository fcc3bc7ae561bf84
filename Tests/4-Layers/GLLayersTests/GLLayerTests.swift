// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @testable import CanvasGeometry
  import AsyncDisplay
  import Dispatch
  import LayerCompositing
  import LayerModel
  import Testing
  import SystemConcurrency
  import TextTestSupport

  @testable import GLLayers

  @Suite("GLLayer", .needsEGL, .timeLimit(.minutes(30)))
  @MainActor
  struct GLLayerTests {
    private struct Failure: Error {}

    /// Holds up the queue of a context.
    private final class Gate: Sendable {
      private let semaphore = DispatchSemaphore(value: 0)
      init(_ context: GLContext) {
        let semaphore = semaphore
        context.enqueue { semaphore.wait() }
      }
      func open() { semaphore.signal() }
    }

    private func layer(_ side: Double, on context: GLContext? = nil) -> GLLayer {
      let layer = GLLayer(context: context ?? GLContext(api: .es2))
      layer.bounds = Rect(width: side, height: side)
      return layer
    }

    private func settle(_ layer: GLLayer) async throws {
      try await until { !layer.needsDisplay && !layer.isDisplaying }
    }

    @Test func s217_theDrawingBecomesTheContents() async throws {
      let layer = layer(300)
      layer.drawFrame = GLTests.triangle()
      let host = LayerHost(root: layer, size: Size(width: 300, height: 300), background: .white)
      layer.position = Point(x: 150, y: 150)
      let image = try await host.settledFrame().image
      #expect(image.rgba(0, 0) == [255, 255, 255, 255])
      #expect(GLTests.isNear(image.rgba(150, 174), [85, 86, 84, 255], within: 1))
      let contents = try #require(layer.contents)
      #expect(GLTests.inked(contents) == 11_250)
      #expect(layer.counts.presented == 1 && layer.counts.requested == 1)
      #expect(layer.displayError == nil && !layer.isDisplaying && !layer.needsDisplay)
    }

    @Test func s220_pixelsAreBoundsTimesScaleRoundedUp() async throws {
      let layer = layer(0)
      layer.drawFrame = { _, target in
        glEnable(GLenum(GL_SCISSOR_TEST))
        glScissor(0, 0, GLsizei(target.size.width), GLsizei(target.size.height))
        glClearColor(1, 0, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
      }
      for (size, scale, pixels) in [
        (Size(width: 10.2, height: 20), 2.0, PixelSize(width: 21, height: 40)),
        (Size(width: 10.2, height: 20), 1.5, PixelSize(width: 16, height: 30)),
        (Size(width: 1, height: 1), 1, PixelSize(width: 1, height: 1)),
      ] {
        layer.bounds = Rect(origin: Point(x: 3, y: 4), size: size)
        layer.contentsScale = scale
        try await settle(layer)
        #expect(layer.contents?.pixelSize == pixels)
        #expect(layer.contents?.rgba(pixels.width - 1, pixels.height - 1) == [255, 0, 0, 255])
      }
      #expect(try layer.context.runAndWait { _ in layer.context.objectCount } == 1)
    }

    @Test func invalidationsOfATurnAreOneDisplay() async throws {
      let layer = layer(4)
      for _ in 0..<10 {
        layer.setNeedsDisplay()
        layer.drawFrame = GLTests.fill(0, 1, 0, 1)
        layer.setNeedsDisplay(Rect(width: 1, height: 1))
      }
      #expect(layer.needsDisplay)
      try await settle(layer)
      #expect(layer.counts.requested == 1 && layer.counts.presented == 1)
      #expect(layer.contents?.rgba(1, 1) == [0, 255, 0, 255])
    }

    /// What waits is replaced by what is newer, and is never drawn.
    @Test(arguments: [SupersedePolicy.latestOnly, .progressive])
    func newestWins(policy: SupersedePolicy) async throws {
      let drawn = Mutex(0)
      let layer = layer(4)
      layer.supersedePolicy = policy
      let gate = Gate(layer.context)
      for i in 1...50 {
        let fill = GLTests.fill(0, 0, Double(i) / 51, 1)
        layer.drawFrame = { gl, target in
          drawn.withLock { $0 += 1 }
          try fill(gl, target)
        }
        layer.display()
      }
      #expect(layer.isDisplaying)
      gate.open()
      try await settle(layer)
      #expect(layer.counts.requested == 50 && drawn.withLock { $0 } == 1)
      #expect(layer.counts.superseded == 49 && layer.counts.presented == 1)
      #expect(layer.contents?.rgba(1, 1) == [0, 0, 250, 255])
    }

    /// A drawing that has begun when a newer one is asked for.
    @Test(arguments: [SupersedePolicy.latestOnly, .progressive])
    func aDrawingUnderWay(policy: SupersedePolicy) async throws {
      let (began, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let layer = layer(4)
      layer.supersedePolicy = policy
      let red = GLTests.fill(1, 0, 0, 1)
      layer.drawFrame = { gl, target in
        began.signal()
        go.wait()
        try red(gl, target)
      }
      layer.display()
      try began.waitInTurns()
      let blocked = Gate(layer.context)
      layer.drawFrame = GLTests.fill(0, 1, 0, 1)
      layer.display()
      go.signal()
      let showsProgress = policy == .progressive
      try await until {
        layer.counts.presented + layer.counts.superseded == 1
      }
      #expect(layer.counts.presented == (showsProgress ? 1 : 0))
      #expect(layer.contents?.rgba(1, 1) == (showsProgress ? [255, 0, 0, 255] : nil))
      blocked.open()
      try await settle(layer)
      #expect(layer.contents?.rgba(1, 1) == [0, 255, 0, 255])
      #expect(layer.counts.pending == 0)
    }

    /// A picture of another size is not shown in the new one's place, whatever the policy.
    @Test func aResultOfAnOldSizeIsDropped() async throws {
      let (began, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let layer = layer(4)
      layer.drawFrame = { _, target in
        if target.size.width == 4 {
          began.signal()
          go.wait()
        }
      }
      layer.display()
      try began.waitInTurns()
      let blocked = Gate(layer.context)
      layer.bounds = Rect(width: 6, height: 6)
      layer.display()
      go.signal()
      try await until {
        layer.counts.presented + layer.counts.superseded == 1
      }
      #expect(layer.contents == nil && layer.counts.superseded == 1)
      blocked.open()
      try await settle(layer)
      #expect(layer.contents?.width == 6 && layer.counts.presented == 1)
    }

    /// What is on its way when the contents are cleared never comes.
    @Test func clearingCallsOff() async throws {
      let layer = layer(4)
      let gate = Gate(layer.context)
      layer.drawFrame = GLTests.fill(1, 0, 0, 1)
      layer.display()
      layer.drawFrame = nil
      try await settle(layer)
      #expect(layer.contents == nil && layer.counts.superseded == 1)
      gate.open()
      _ = try await layer.context.run { _ in }
      layer.drawFrame = GLTests.fill(0, 1, 0, 1)
      try await settle(layer)
      #expect(layer.contents?.rgba(1, 1) == [0, 255, 0, 255] && layer.counts.presented == 1)
    }

    @Test func errorsLeaveTheOldContents() async throws {
      let layer = layer(4)
      layer.drawFrame = GLTests.fill(0, 1, 0, 1)
      try await settle(layer)
      let drawings: [(drawing: GLDrawing, code: GLError.Code?)] = [
        ({ @Sendable _, _ in throw Failure() }, nil),
        ({ @Sendable _, _ in glEnable(0xFFFF) }, .operation),
        (
          { @Sendable _, _ in
            glFramebufferRenderbuffer(
              GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), 0)
          }, .framebufferIncomplete
        ),
        (
          { @Sendable gl, _ in _ = try GLProgram(vertex: "x", fragment: "y", in: gl) }, .shader
        ),
      ]
      for (drawing, code) in drawings {
        layer.drawFrame = drawing
        try await settle(layer)
        #expect((layer.displayError as? GLError)?.code == code)
        #expect(layer.displayError != nil)
        #expect(layer.contents?.rgba(1, 1) == [0, 255, 0, 255])
      }
      #expect(layer.counts.failed == 4)
      layer.drawFrame = GLTests.fill(0, 0, 1, 1)
      try await settle(layer)
      #expect(layer.displayError == nil && layer.contents?.rgba(1, 1) == [0, 0, 255, 255])
    }

    @Test func hugeAndZeroSizes() async throws {
      let layer = layer(4)
      layer.drawFrame = GLTests.fill(0, 1, 0, 1)
      try await settle(layer)
      for side in [0, 0.5, .nan, .infinity] {
        layer.bounds = Rect(width: 4, height: 4)
        try await settle(layer)
        #expect(layer.contents != nil)
        layer.bounds = Rect(width: side, height: side)
        try await settle(layer)
        #expect(layer.contents == nil && layer.displayError == nil, "\(side)")
      }
      // Bounds of a negative size are the same rectangle with a positive one.
      layer.bounds = Rect(width: -3, height: -3)
      try await settle(layer)
      #expect(layer.contents?.width == 3 && layer.displayError == nil)
      layer.bounds = Rect(width: 4, height: 4)
      try await settle(layer)
      for (width, height) in [(1e300, 1.0), (16_385, 1), (16_384, 16_384)] {
        layer.bounds = Rect(width: width, height: height)
        try await settle(layer)
        #expect((layer.displayError as? GLError)?.code == .tooLarge)
        #expect(layer.contents?.width == 4)
      }
    }

    @Test func aLostContextIsReplaced() async throws {
      let layer = layer(4)
      layer.drawFrame = GLTests.fill(0, 1, 0, 1)
      try await settle(layer)
      let context = layer.context
      context.enqueue { context.lose() }
      layer.setNeedsDisplay()
      try await settle(layer)
      #expect((layer.displayError as? GLError)?.code == .contextLost)
      #expect(layer.contents?.rgba(1, 1) == [0, 255, 0, 255])
      layer.context = GLContext(api: .es3)
      try await settle(layer)
      #expect(layer.displayError == nil && layer.counts.presented == 2)
    }

    @Test func layersShareAContext() async throws {
      let context = GLContext(api: .es3)
      let layers = (0..<8).map { _ in layer(16, on: context) }
      for (i, layer) in layers.enumerated() {
        layer.drawFrame = GLTests.fill(0, Double(i) / 10, 1, 1)
      }
      for (i, layer) in layers.enumerated() {
        try await settle(layer)
        let green = UInt8((Double(i) * 25.5).rounded())
        #expect(GLTests.isNear(layer.contents?.rgba(3, 3) ?? [], [0, green, 255, 255], within: 1))
      }
      #expect(try context.runAndWait { _ in context.objectCount } == 8)
    }

    /// A waiting host learns of a display that fails, and of one that is called off.
    @Test func settledFrames() async throws {
      let layer = layer(8)
      layer.position = Point(x: 4, y: 4)
      let host = LayerHost(root: layer, size: Size(width: 8, height: 8), background: .white)
      layer.drawFrame = { _, _ in throw Failure() }
      #expect(try await host.settledFrame().image.rgba(1, 1) == [255, 255, 255, 255])
      #expect(layer.counts.failed == 1)
      let gate = Gate(layer.context)
      layer.drawFrame = GLTests.fill(0, 1, 0, 1)
      layer.display()
      async let frame = host.settledFrame()
      await Task.yield()
      layer.drawFrame = nil
      #expect(try await frame.image.rgba(1, 1) == [255, 255, 255, 255])
      gate.open()
    }

    @Test func opaqueLayers() async throws {
      let layer = layer(4)
      layer.drawFrame = GLTests.fill(0.4, 0.2, 0, 0.5)
      try await settle(layer)
      #expect(layer.contents?.rgba(1, 1) == [102, 51, 0, 128])
      layer.isOpaque = true
      try await settle(layer)
      #expect(layer.contents?.rgba(1, 1) == [102, 51, 0, 255])
      #expect(layer.counts.presented == 2)
    }

    @Test func subclassesProvideFrames() async throws {
      final class Turning: GLLayer {
        var turns = 0
        var presented = 0
        override func makeFrame() -> GLDrawing? {
          turns += 1
          return GLTests.fill(Double(turns) / 5, 0, 0, 1)
        }
        override func didPresent() { presented += 1 }
      }
      let layer = Turning(context: GLContext(api: .es2))
      layer.bounds = Rect(width: 4, height: 4)
      for turn in 1...3 {
        layer.setNeedsDisplay()
        try await settle(layer)
        #expect(layer.contents?.rgba(0, 0)[0] == UInt8(51 * turn))
      }
      #expect(layer.presented == layer.turns)
    }
  }
#endif

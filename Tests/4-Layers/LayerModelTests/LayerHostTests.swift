// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import Dispatch
import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

@Suite("LayerHost", .timeLimit(.minutes(30)))
@MainActor
struct LayerHostTests {
  private let root = Layer(Rect(width: 40, height: 40))
  private let box = Layer(Rect(x: 10, y: 10, width: 10, height: 10), .red)

  init() { root.addSublayer(box) }

  private func host(_ lanes: RenderLanes = .shared) -> LayerHost {
    LayerHost(root: root, size: Size(width: 40, height: 40), background: .white, lanes: lanes)
  }

  @Test("The first frame is the whole picture; the next is damaged where the tree has changed")
  func frames() async throws {
    let host = host()
    let first = try await host.settledFrame()
    #expect(first.sequence == 0 && first.image.rgba(15, 15) == [255, 0, 0, 255])
    #expect(first.damage.rectangles == [PixelRect(width: 40, height: 40)])
    box.position.x += 12
    let second = try await host.settledFrame()
    #expect(second.sequence == 1)
    #expect(second.image.differences(from: try root.picture()) == 0)
    #expect(second.damage.rectangles.reduce(0) { $0 + $1.width * $1.height } <= 300)
    #expect(host.frame?.sequence == 1)
  }

  @Test("200 changes in a turn give one frame, an unchanged tree none")
  func s027_oneFrameATurn() async throws {
    let host = host()
    _ = try await host.settledFrame()
    for i in 0..<200 { box.position.x = Double(i) / 10 }
    let frame = try await host.settledFrame()
    #expect(frame.sequence == 1)
    let position = box.position
    box.position.x += 1
    box.position = position
    box.name = "box"
    #expect(try await host.settledFrame().sequence == 1)
    #expect(try await host.settledFrame().sequence == 1)
  }

  @Test("A change of size, scale and background gives a frame")
  func hostProperties() async throws {
    let host = host()
    _ = try await host.settledFrame()
    host.scale = 2
    #expect(try await host.settledFrame().image.width == 80)
    host.size = Size(width: 30, height: 20)
    #expect(try await host.settledFrame().image.pixelSize == PixelSize(width: 60, height: 40))
    host.background = .blue
    #expect(try await host.settledFrame().image.rgba(0, 0) == [0, 0, 255, 255])
    host.background = .blue
    #expect(try await host.settledFrame().sequence == 3)
  }

  @Test("Contents that stand at the frame's scale are copied pixel for pixel, also between pixels")
  func drawnContents() async throws {
    final class Stripes: Layer {
      override func drawing() -> LayerDrawing? {
        { context in
          for x in stride(from: 0.0, to: 9, by: 2) {
            try context.fill(Rect(x: x, width: 1, height: 9.5), with: .red)
          }
        }
      }
    }
    let stripes = Stripes()
    stripes.frame = Rect(x: 3.4, y: 5.3, width: 9.5, height: 9.5)
    box.removeFromSuperlayer()
    root.addSublayer(stripes)
    stripes.setNeedsDisplay()
    let image = try await host().settledFrame().image
    var colors: Set<[UInt8]> = []
    for x in 0..<40 { colors.insert(image.rgba(x, 9)) }
    #expect(colors == [[255, 0, 0, 255], [255, 255, 255, 255]])
  }

  @Test("1, 2 and 8 lanes give the same bytes")
  func lanes() async throws {
    var random: UInt64 = 3
    func next() -> Double {
      random = random &* 6_364_136_223_846_793_005 &+ 1
      return Double(random >> 40) / Double(1 << 24)
    }
    let root = Layer(Rect(width: 600, height: 900))
    for _ in 0..<80 {
      let layer = Layer(
        Rect(x: next() * 500, y: next() * 800, width: next() * 300, height: next() * 300),
        Color(red: next(), green: next(), blue: next(), alpha: next()))
      layer.cornerRadius = next() * 20
      layer.opacity = next()
      layer.transform = .rotation(next())
      layer.addSublayer(Layer(Rect(width: 30, height: 30), .lime))
      root.addSublayer(layer)
    }
    var frames: [Frame] = []
    for count in [1, 2, 8] {
      let host = LayerHost(
        root: root, size: Size(width: 600, height: 900), lanes: RenderLanes(count: count))
      _ = try await host.settledFrame()
      root.sublayers[7].position.x = Double(count)
      _ = try await host.settledFrame()
      root.sublayers[7].position.x = 200
      frames.append(try await host.settledFrame())
      host.close()
    }
    #expect(frames.allSatisfy { $0.sequence == 2 })
    #expect(frames[1].image == frames[0].image && frames[2].image == frames[0].image)
    let fresh = RenderTree(root: root.node, size: Size(width: 600, height: 900))
    #expect(try Compositor.image(of: fresh) == frames[0].image)
  }

  @Test("While a frame is composed, contents are replaced; the newest tree is next, others never")
  func replacedWhileComposed() async throws {
    let layer = Layer(Rect(width: 40, height: 40))
    root.addSublayer(layer)
    let (first, last) = (Gate(.red, isClosed: true), Gate(.blue, isClosed: true))
    layer.vectorContents = first
    // Held up by the gates: other tests use the shared lanes.
    let host = host(RenderLanes(count: 1))
    var frames = host.frames.makeAsyncIterator()
    while first.count.withLock({ $0 }) == 0 { await DisplayCoordinator.main.drain() }
    let skipped = Gate(.lime)
    layer.vectorContents = skipped
    await DisplayCoordinator.main.drain()
    layer.vectorContents = last
    await DisplayCoordinator.main.drain()
    first.open()
    let one = try #require(await frames.next())
    #expect(one.sequence == 0 && one.image.rgba(5, 5) == [255, 0, 0, 255])
    last.open()
    let two = try await host.settledFrame()
    #expect(two.sequence == 1 && two.image.rgba(5, 5) == [0, 0, 255, 255])
    #expect(skipped.count.withLock { $0 } == 0)
  }

  @Test("A blocked main queue stops no lane; the frame comes afterwards")
  func blockedMainQueue() async throws {
    let layer = Layer(Rect(width: 40, height: 40))
    root.addSublayer(layer)
    let gate = Gate(.red)
    layer.vectorContents = gate
    let lanes = RenderLanes(count: 1)
    let host = host(lanes)
    _ = try await host.settledFrame()
    let next = Gate(.blue, isClosed: true)
    layer.vectorContents = next
    try await until { next.count.withLock { $0 } > 0 }
    // The main queue is held until the lane has painted the frame.
    let painted = DispatchSemaphore(value: 0)
    lanes.run { painted.signal() }
    next.open()
    try painted.waitInTurns()
    #expect(host.frame?.sequence == 0)
    #expect(try await host.settledFrame().image.rgba(5, 5) == [0, 0, 255, 255])
  }

  @Test("A dropped host ends its sequences, and the layers stay")
  func droppedHost() async throws {
    let layer = Layer(Rect(width: 40, height: 40))
    root.addSublayer(layer)
    let gate = Gate(.red, isClosed: true)
    layer.vectorContents = gate
    var host: LayerHost? = host(RenderLanes(count: 1))
    weak let weakHost = host
    let frames = try #require(host?.frames)
    let errors = try #require(host?.frameErrors)
    try await until { gate.count.withLock { $0 } > 0 }
    host = nil
    #expect(weakHost == nil)
    gate.open()
    try await finish {
      for await _ in frames { Issue.record("a dropped host publishes a frame") }
      for await _ in errors { Issue.record("a dropped host publishes an error") }
    }
    box.opacity = 0.5
    let other = self.host()
    #expect(try await other.settledFrame().image.rgba(5, 5) == [255, 0, 0, 255])
  }

  @Test("A closed host keeps its frame and composes no other")
  func closedHost() async throws {
    let host = host()
    let frames = host.frames
    _ = try await host.settledFrame()
    host.close()
    let count = try await finish {
      var count = 0
      for await _ in frames { count += 1 }
      return count
    }
    #expect(count == 1)
    box.opacity = 0.5
    await DisplayCoordinator.main.drain()
    #expect(host.frame?.sequence == 0)
    await #expect(throws: CancellationError.self) { _ = try await host.settledFrame() }
    try await finish {
      for await _ in host.frames { Issue.record("a closed host has frames") }
    }
    _ = self.host()
  }

  @Test("A suspended host takes no tree; afterwards one frame has all changes")
  func suspended() async throws {
    let host = host()
    _ = try await host.settledFrame()
    host.isSuspended = true
    for i in 0..<5 {
      box.position.x = Double(i)
      await DisplayCoordinator.main.drain()
    }
    #expect(host.frame?.sequence == 0 && host.isSuspended)
    let waiting = Task { try await host.settledFrame() }
    await DisplayCoordinator.main.drain()
    host.isSuspended = false
    let frame = try await waiting.value
    #expect(frame.sequence == 1)
    #expect(frame.image.differences(from: try root.picture()) == 0)
  }

  @Test("Errors of frames are told, the last frame stays, and the next change is tried")
  func errors() async throws {
    let layer = Layer(Rect(width: 40, height: 40))
    root.addSublayer(layer)
    let host = host()
    _ = try await host.settledFrame()
    var errors = host.frameErrors.makeAsyncIterator()
    layer.vectorContents = Gate(.red, fails: true)
    await #expect(throws: Gate.Failure.self) { _ = try await host.settledFrame() }
    #expect(host.frameError is Gate.Failure && host.frame?.sequence == 0)
    #expect(await errors.next() is Gate.Failure)
    layer.vectorContents = Gate(.blue)
    #expect(try await host.settledFrame().image.rgba(5, 5) == [0, 0, 255, 255])
    #expect(host.frameError == nil)
    host.size = Size(width: -1, height: 10)
    await #expect(throws: GraphicsError.self) { _ = try await host.settledFrame() }
    host.size = Size(width: 40, height: 40)
    #expect(try await host.settledFrame().image.rgba(5, 5) == [0, 0, 255, 255])
    #expect(host.frameError == nil)
  }

  @Test("A layer is the root of one host at a time")
  func twoHosts() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let root = Layer()
        let host = LayerHost(root: root, size: Size(width: 1, height: 1))
        let other = LayerHost(root: root, size: Size(width: 1, height: 1))
        _ = (host, other)
      }
    }
  }
}

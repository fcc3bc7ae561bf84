// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import Testing
import TextModel
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextLayers
@testable import TextTypesetting

@Suite("Rendering without a layer", .timeLimit(.minutes(30)))
struct TextRendererTests {
  private let text = AttributedText("Hello, мир مرحبا", style: TextStyle(size: 20))

  private var byHand: Bitmap {
    get throws {
      let layout = try TextLayout(
        text, in: TextContainer(width: 120), fonts: BundledFonts.collection)
      var context = try GraphicsContext(size: layout.size, scale: 2, background: .white)
      try context.draw(layout)
      return context.makeBitmap()
    }
  }

  @Test("The picture is the one drawn by hand")
  func render() async throws {
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    let picture = try await renderer.render(
      text, in: TextContainer(width: 120), scale: 2, background: .white)
    #expect(picture.image == (try byHand))
    #expect(picture.missing.isEmpty)
    #expect(picture.layout.lines.count > 1)
    #expect(picture.scale == 2)
  }

  @Test("Any number of lanes and callers give the same bytes", arguments: [1, 2, 8])
  func lanes(count: Int) async throws {
    let renderer = TextRenderer(
      fonts: BundledFonts.collection, lanes: RenderLanes(count: count))
    let expected = try byHand
    try await withThrowingTaskGroup(of: Bitmap.self) { group in
      for _ in 0..<24 {
        group.addTask {
          try await renderer.render(
            text, in: TextContainer(width: 120), scale: 2, background: .white
          ).image
        }
      }
      for try await image in group { #expect(image == expected) }
    }
  }

  @Test("Padding surrounds the layout box; a canvas is as large as it was asked for")
  func frames() async throws {
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    let plain = try await renderer.render("Pad", style: TextStyle(size: 20))
    let padded = try await renderer.render(
      plain.layout, options: RenderOptions(padding: 5))
    #expect(padded.image.width == Int((plain.layout.size.width + 10).rounded(.up)))
    #expect(padded.origin == Point(x: 5, y: 5))
    #expect(padded.image.pixel(x: 0, y: 0) == 0)
    let canvas = try await renderer.render(
      plain.layout,
      options: RenderOptions(
        background: .white, canvas: Size(width: 70, height: 50), origin: Point(x: 3, y: 4)))
    #expect(canvas.image.pixelSize == PixelSize(width: 70, height: 50))
    #expect(canvas.image.pixel(x: 69, y: 49) == 0xFFFF_FFFF)
  }

  @Test("An empty text still gives a picture")
  func empty() async throws {
    let picture = try await TextRenderer(fonts: BundledFonts.collection).render("")
    #expect(picture.image.width == 1)
    #expect(picture.image.height > 1)
  }

  @Test("Sizes that cannot be are errors")
  func badSizes() async throws {
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    for scale in [0.0, -1, .nan, .infinity, 1e6] {
      await #expect(throws: GraphicsError.self) {
        try await renderer.render("too much", scale: scale)
      }
    }
  }

  @Test("A cancelled task throws CancellationError, whether its work waits or runs")
  func cancellation() async throws {
    let lanes = RenderLanes(count: 1)
    let renderer = TextRenderer(fonts: BundledFonts.collection, lanes: lanes)
    let long = AttributedText(
      String(repeating: "Lange Texte brauchen Zeit. ", count: 80_000), style: TextStyle(size: 13))
    // The lane is taken until the first task has been cancelled. (Not from a task: other tests may
    // occupy all threads of the task pool for a while.)
    let gate = DispatchSemaphore(value: 0)
    lanes.run { gate.wait() }
    let waiting = Task { try await renderer.render(text) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { waiting.cancel() }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.signal()
    let running = Task { try await renderer.render(long, in: TextContainer(width: 400)) }
    // On a queue of its own, which has a thread though all others are busy.
    DispatchQueue(label: "cancel").asyncAfter(deadline: .now() + .milliseconds(20)) {
      running.cancel()
    }
    await #expect(throws: CancellationError.self) { try await running.value }
    // The lane is free again.
    #expect(try await renderer.render(text).image.width > 10)
  }

  /// Runs up to the first suspension are over when `Task.immediate` returns.
  @Test("A call from an actor queues its work there, without a hop") @MainActor
  func queuedOnTheActor() async throws {
    let lanes = RenderLanes(count: 1) { _ in }
    let renderer = TextRenderer(fonts: BundledFonts.collection, lanes: lanes)
    let layout = try TextLayout(text, in: TextContainer(), fonts: BundledFonts.collection)
    let image = try byHand
    let calls: [@MainActor () async throws -> Void] = [
      { _ = try await renderer.render(text) },
      { _ = try await renderer.render(layout) },
      { _ = try await renderer.layout(text) },
      { _ = try await image.pngData(on: lanes) },
      { for try await _ in renderer.pictures(of: [text]) {} },
    ]
    for call in calls {
      let task = Task.immediate { try await call() }
      #expect(lanes.waitingCount == 1)
      lanes.step()
      try await task.value
    }
  }

  @Test("A task that was cancelled before it began does no work")
  func cancelledBefore() async throws {
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await renderer.render(text)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A handler is called once, on the completion queue")
  func handlerOnItsQueue() async throws {
    let queue = DispatchQueue(label: "completion")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let renderer = TextRenderer(fonts: BundledFonts.collection, completionQueue: queue)
    let isOnQueue = Mutex(false)
    let image = try await completion { continuation in
      renderer.render(
        text, in: TextContainer(width: 120), options: RenderOptions(scale: 2, background: .white)
      ) { result in
        isOnQueue.withLock { $0 = DispatchQueue.getSpecific(key: key) == true }
        continuation.resume(with: result.map(\.image))
      }
    }
    #expect(image == (try byHand))
    #expect(isOnQueue.withLock { $0 })
  }

  @Test("A handle cancels the work")
  func handle() async throws {
    let renderer = TextRenderer(
      fonts: BundledFonts.collection,
      lanes: RenderLanes(count: 1),
      completionQueue: DispatchQueue(label: "completion"))
    let count = Mutex(0)
    await #expect(throws: CancellationError.self) {
      _ = try await completion { continuation in
        let handle = renderer.render(
          AttributedText(String(repeating: "x ", count: 200_000)), in: TextContainer(width: 100)
        ) { result in
          count.withLock { $0 += 1 }
          continuation.resume(with: result)
        }
        handle.cancel()
        handle.cancel()
      }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("Cancelled work leaves the queue of busy lanes, and other work is drawn")
  func calledOffWhileItWaits() async throws {
    let awake = Mutex(false)
    let lanes = RenderLanes(count: 1) { _ in
      awake.withLock { $0 = true }
    }
    let renderer = TextRenderer(fonts: BundledFonts.collection, steppedLanes: lanes)
    let ends = Mutex<[Bool]>([])
    let note: @Sendable (Result<RenderedText, any Error>) -> Void = { result in
      ends.withLock { $0.append((try? result.get()) != nil) }
    }
    for _ in 0..<100 { renderer.render(text, completion: note).cancel() }
    #expect(lanes.waitingCount == 0 && ends.withLock { $0 } == Array(repeating: false, count: 100))
    let last = renderer.render(text, completion: note)
    // The work of a cancelled task leaves the queue, too.
    let task = Task { try await renderer.render(text) }
    try await until { lanes.waitingCount >= 2 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(lanes.waitingCount == 1)
    // A job that is cancelled after a lane has taken it does nothing and is not queued again.
    let taken = renderer.render(text, completion: note)
    var drivers = [LaneDriver(lanes, 0), LaneDriver(lanes, 0)]
    for index in drivers.indices { _ = drivers[index].step() }
    #expect(drivers.filter { $0.isRunning }.count == 2)
    taken.cancel()
    for index in drivers.indices { _ = drivers[index].step() }
    lanes.step()
    #expect(lanes.waitingCount == 0 && ends.withLock { $0.suffix(2) } == [false, true])
    last.cancel()
    #expect(ends.withLock { $0.count } == 102)
  }

  @Test("Work waits in the renderer's priority band, with handlers and with tasks")
  func priority() async throws {
    let lanes = RenderLanes(count: 1) { _ in }
    var idle = TextRenderer(fonts: BundledFonts.collection, steppedLanes: lanes)
    idle.priority = .idle
    var near = idle
    near.priority = .near
    let order = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { name in order.withLock { $0.append(name) } }
    idle.layout(text) { _ in note("idle handler") }
    near.layout(text) { _ in note("near handler") }
    let task = Task { [idle] in
      _ = try await idle.layout(text)
    }
    try await until { lanes.waitingCount >= 3 }
    let other = Task { [near] in
      _ = try await near.layout(text)
    }
    try await until { lanes.waitingCount >= 4 }
    var driver = LaneDriver(lanes, 0)
    while driver.step() {}
    #expect(order.withLock { $0 } == ["near handler"])
    while driver.step() {}
    #expect(order.withLock { $0 } == ["near handler"])
    lanes.step()
    try await other.value
    try await task.value
    #expect(order.withLock { $0 } == ["near handler", "idle handler"])
  }

  @Test("Options: clip, origin, format and scale are those of the picture")
  func options() async throws {
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    let layout = try await renderer.layout(AttributedText("Clip", style: TextStyle(size: 20)))
    let canvas = Size(width: 60, height: 40)
    let clip = Rect(x: 5, y: 8, width: 20, height: 12)
    let options = RenderOptions(
      scale: 2, canvas: canvas, origin: Point(x: 3, y: 4), clip: clip, format: .alpha8)
    let picture = try await renderer.render(layout, options: options)
    var context = try GraphicsContext(size: canvas, scale: 2)
    try context.clip(to: clip)
    try context.draw(layout, at: Point(x: 3, y: 4))
    let expected = context.makeBitmap()
    #expect(picture.image.format == .alpha8 && picture.scale == 2)
    #expect(picture.origin == Point(x: 3, y: 4))
    #expect(try picture.image.tinted(.black) == expected)
    var whole = options
    whole.clip = nil
    #expect(try await renderer.render(layout, options: whole).image != picture.image)
  }

  @Test("Pictures come from the renderer's pool")
  func pool() async throws {
    var renderer = TextRenderer(fonts: BundledFonts.collection)
    renderer.pool = BitmapPool()
    let picture = try await renderer.render("pooled")
    #expect(renderer.pool.ledger.live == 1)
    withExtendedLifetime(picture) {}
  }

  @Test("A layout and its drawing, each with a handler")
  func handlers() async throws {
    let renderer = TextRenderer(
      fonts: BundledFonts.collection, completionQueue: DispatchQueue(label: "completion"))
    let layout = try await completion { continuation in
      renderer.layout(text, in: TextContainer(width: 120)) { continuation.resume(with: $0) }
    }
    let picture = try await completion { continuation in
      renderer.render(layout, options: RenderOptions(scale: 2, background: .white)) {
        continuation.resume(with: $0)
      }
    }
    #expect(picture.image == (try byHand))
    #expect(picture.layout === layout)
  }
}

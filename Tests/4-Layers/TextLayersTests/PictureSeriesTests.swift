// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import SystemConcurrency
import Testing
import TextLayers
import TextModel
import TextPainting
import TextTestSupport
import TextTypesetting

@testable import SystemLanes

/// Pictures of many texts in their order.
@Suite(.timeLimit(.minutes(30)))
struct PictureSeriesTests {
  private static func renderer(_ lanes: RenderLanes) -> TextRenderer {
    var renderer = TextRenderer(fonts: BundledFonts.collection, lanes: lanes)
    renderer.pool = BitmapPool()
    return renderer
  }

  @Test func picturesAreThoseAloneInOrder() async throws {
    let texts = (0..<150).map { number in
      // Some take a thousand times as long as others.
      AttributedText(
        String(repeating: "number \(number) ", count: number % 40 == 7 ? 300 : 1),
        style: TextStyle(size: Double(8 + number % 3)))
    }
    let container = TextContainer(width: 90)
    let options = RenderOptions(scale: 2, background: .white, padding: 3)
    for count in [1, 2, 5] {
      let renderer = Self.renderer(RenderLanes(count: count))
      var shown = 0
      for try await picture in renderer.pictures(of: texts, in: container, options: options) {
        #expect(picture.layout.text == texts[shown])
        #expect(picture.origin == Point(x: 3, y: 3) && picture.scale == 2)
        if shown % 10 == 7 {
          let alone = try await renderer.render(texts[shown], in: container, options: options)
          #expect(picture.image == alone.image)
        }
        shown += 1
      }
      #expect(shown == 150)
    }
    for try await _ in Self.renderer(RenderLanes(count: 1)).pictures(of: []) {
      Issue.record("there is no picture")
    }
  }

  // MARK: How much is ahead

  /// A drawing in a text that counts its calls.
  private final class Probe: AttachmentDrawing, Hashable {
    let count = Mutex(0)
    private let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void = {}) { self.body = body }

    var naturalSize: Size? { Size(width: 8, height: 8) }

    var text: AttributedText {
      var text = AttributedText("")
      text.append(TextAttachment(self))
      return text
    }

    func draw(in context: inout GraphicsContext, size: Size, cancellation: Cancellation) throws {
      count.withLock { $0 += 1 }
      try body()
    }

    static func == (a: Probe, b: Probe) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private let lanes = RenderLanes(count: 1)

  /// The number of pictures that the lane has drawn by the time it is free.
  private func drawn(_ probe: Probe) async throws -> Int {
    try await completion { done in lanes.run { done.resume() } }
    return probe.count.withLock { $0 }
  }

  private func series(_ probe: Probe, count: Int) -> PictureSeries {
    Self.renderer(lanes).pictures(of: Array(repeating: probe.text, count: count))
  }

  @Test func noMorePicturesThanLanesAreAhead() async throws {
    let probe = Probe()
    var iterator = series(probe, count: 50).makeAsyncIterator()
    for taken in 1...5 {
      #expect(try await iterator.next() != nil)
      try await until { probe.count.withLock { $0 } == taken + 1 }
      #expect(try await drawn(probe) == taken + 1)
    }
  }

  /// The pictures that lanes draw in one step for a series, once they have as much of it as they
  /// get before its first picture is taken.
  ///
  /// - Parameter waiting: The pieces of work that wait for the lanes then.
  private func drawnInOneStep(
    _ text: AttributedText, count: Int, laneCount: Int, waiting: Int,
    in container: TextContainer = TextContainer(), options: RenderOptions = RenderOptions()
  ) async throws -> Int {
    let lanes = RenderLanes(count: laneCount) { _ in }
    let renderer = Self.renderer(lanes)
    let series = renderer.pictures(
      of: Array(repeating: text, count: count), in: container, options: options)
    let hasStepped = CancellationFlag()
    let task = Task {
      var iterator = series.makeAsyncIterator()
      let picture = try await iterator.next()
      try await until { hasStepped.isSet }
      return withExtendedLifetime((iterator, picture)) { renderer.pool.ledger.live }
    }
    try await until { lanes.waitingCount == waiting }
    lanes.step()
    hasStepped.set()
    return try await task.value
  }

  /// One more than there are lanes is begun: of 200 texts and one lane twice 64; of few texts the
  /// share of half a lane, rounded down, in turn: 5 of 10 and 2 of 5; with two lanes 2 of 10, 2 of
  /// 8, 1 of 6. Large pictures are begun one by one: 23 letters of 13 points at scale 14 are
  /// estimated to have 761,852 pixels, so that two are above the limit of 1,048,576.
  @Test(
    arguments: [
      (200, 1, 1.0, 128), (10, 1, 1, 7), (10, 2, 1, 5), (1, 1, 1, 1), (200, 1, 14, 2),
    ])
  func shortTextsAreDrawnInARow(texts: Int, laneCount: Int, scale: Double, drawn: Int) async throws
  {
    let text = AttributedText("twenty-three characters", style: TextStyle(size: 13))
    let count = try await drawnInOneStep(
      text, count: texts, laneCount: laneCount, waiting: min(laneCount + 1, texts),
      options: RenderOptions(scale: scale))
    #expect(count == drawn)
  }

  /// Long texts take time however small their picture is: of texts of 1,000 letters four are below
  /// 4,096, and one lane has two batches.
  @Test func longTextsInASmallBoxAreFewInARow() async throws {
    let text = AttributedText(String(repeating: "ten letter", count: 100))
    let count = try await drawnInOneStep(
      text, count: 200, laneCount: 1, waiting: 2, in: TextContainer(width: 300, height: 20))
    #expect(count == 8)
  }

  // MARK: The end

  private struct Broken: Error {}

  @Test func anErrorEndsTheSeriesWhenItIsItsTurn() async throws {
    let (good, bad) = (Probe(), Probe { throw Broken() })
    let texts = [good.text, bad.text, good.text, good.text]
    var iterator = Self.renderer(lanes).pictures(of: texts).makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
    #expect(try await drawn(good) <= 2)
  }

  /// The token of texts that do not fit throws; the others are drawn in a row before.
  @Test func picturesBeforeAnErrorAreGiven() async throws {
    let container = TextContainer(
      width: 60, maximumLines: 1, truncation: .end, token: Probe { throw Broken() }.text)
    let texts = (0..<100).map { AttributedText($0 == 50 ? "one two three four five six" : "one") }
    let renderer = Self.renderer(RenderLanes(count: 2))
    var shown = 0
    await #expect(throws: Broken.self) {
      for try await _ in renderer.pictures(of: texts, in: container) { shown += 1 }
    }
    #expect(shown == 50)
  }

  @Test func aLoopThatIsLeftEndsTheWork() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let isFirst = CancellationFlag()
    let probe = Probe {
      // The second picture waits.
      if isFirst.isSet { goOn.wait() }
      isFirst.set()
    }
    for try await _ in series(probe, count: 6) { break }
    for _ in 0..<6 { goOn.signal() }
    #expect(try await drawn(probe) <= 2)
  }

  @Test func aCancelledTaskIsToldAtOnce() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let began = CancellationFlag()
    let probe = Probe {
      began.set()
      goOn.wait()
    }
    let task = Task { for try await _ in series(probe, count: 3) {} }
    try await until { began.isSet }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for _ in 0..<3 { goOn.signal() }
    #expect(try await drawn(probe) <= 2)
  }

  /// Pictures that have come are not given any more.
  @Test func aTaskCancelledAmidPicturesDrawnInARowIsTold() async throws {
    let texts = Array(repeating: AttributedText("short"), count: 200)
    let pictures = Self.renderer(lanes).pictures(of: texts)
    let task = Task {
      var iterator = pictures.makeAsyncIterator()
      _ = try await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await iterator.next() }
      return try await iterator.next() == nil
    }
    #expect(try await task.value)
  }

  // MARK: Images

  /// The second text waits for its image; what is behind it is drawn meanwhile.
  @Test func imagesAreLoadedAhead() async throws {
    let loader = LabelImageTests.HeldLoader()
    var renderer = Self.renderer(RenderLanes(count: 2))
    renderer.imageStore = await LabelImageTests.store(loader)
    let (image, probe) = (await LabelImageTests.text(["a"]), Probe())
    var iterator = renderer.pictures(of: [probe.text, image, probe.text, image])
      .makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    try await until { probe.count.withLock { $0 } == 2 && loader.calls == ["a"] }
    try await loader.answer("a", .success(LabelImageTests.png(30, 20, .red)))
    #expect(try await iterator.next()?.layout.attachments.map(\.rect.width) == [30])
    #expect(try await iterator.next()?.layout.attachments.map(\.rect.width) == [8])
    #expect(try await iterator.next()?.failedImages.isEmpty == true)
    #expect(try await iterator.next() == nil)
  }

  @Test func imagesAreNotLoadedOnceTheLoopIsLeft() async throws {
    let loader = LabelImageTests.HeldLoader()
    var renderer = Self.renderer(RenderLanes(count: 1))
    renderer.imageStore = await LabelImageTests.store(loader)
    let texts = [AttributedText("first"), await LabelImageTests.text(["a"])]
    for try await _ in renderer.pictures(of: texts) {
      try await until { loader.calls == ["a"] }
      break
    }
    try await until { loader.cancelled == 1 }
  }
}

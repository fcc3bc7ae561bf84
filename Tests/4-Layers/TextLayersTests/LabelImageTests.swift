// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import ImageCodecs
import ImageLoading
import SystemConcurrency
import Testing
import TextLayers
import TextModel
import TextTestSupport

/// Pictures of a label's text that come late.
@MainActor
@Suite struct LabelImageTests {
  /// A loader whose pictures come when a test says so.
  final class HeldLoader: ImageLoader {
    private struct State {
      var waiting: [String: [CheckedContinuation<[UInt8], any Error>]] = [:]
      var calls: [String] = []
      var cancelled = 0
    }
    private let state = Mutex(State())

    var calls: [String] { state.withLock { $0.calls } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func data(for request: ImageRequest) async throws -> [UInt8] {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock {
            $0.calls.append(request.name)
            $0.waiting[request.name, default: []].append(continuation)
          }
        }
      } onCancel: {
        let ended = state.withLock { state in
          state.cancelled += 1
          return state.waiting.removeValue(forKey: request.name) ?? []
        }
        for continuation in ended { continuation.resume(throwing: CancellationError()) }
      }
    }

    /// Answers the requests of a name, once the loader was asked.
    func answer(_ name: String, _ result: Result<[UInt8], any Error>) async throws {
      try await until {
        let ended = state.withLock { $0.waiting.removeValue(forKey: name) ?? [] }
        for continuation in ended { continuation.resume(with: result) }
        return !ended.isEmpty
      }
    }
  }

  static func png(_ width: Int, _ height: Int, _ color: Color) throws -> [UInt8] {
    let context = try GraphicsContext(
      pixels: PixelSize(width: width, height: height), background: color)
    return Array(try context.makeBitmap().pngData())
  }

  /// A store that waits as long as a loaded machine needs.
  static func store(
    _ loader: any ImageLoader,
    with configuration: ImageStore.Configuration = ImageStore.Configuration()
  ) -> ImageStore {
    var configuration = configuration
    configuration.timeLimit = .seconds(3600)
    return ImageStore(loader: loader, configuration: configuration)
  }

  static func label(_ text: AttributedText, _ store: ImageStore) -> TextLayer {
    let layer = TextLayer(text, fonts: BundledFonts.collection)
    layer.imageStore = store
    layer.bounds = Rect(width: 200, height: 100)
    return layer
  }

  static func text(_ names: [String], size: Size? = nil) -> AttributedText {
    var text = AttributedText("see ")
    for name in names {
      text.append(TextAttachment(.image(ImageRequest(name)), size: size, plainText: name))
    }
    text.append(" this", style: .default)
    return text
  }

  @Test func aPictureOfUnknownSizeIsLaidOutOnce() async throws {
    let loader = HeldLoader()
    let layer = Self.label(Self.text(["a", "b"]), LabelImageTests.store(loader))
    var events = layer.events.makeAsyncIterator()
    let first = try await latestCommit(of: layer)
    let before = try #require(layer.layOutNow())
    // A placeholder, a square of one em.
    #expect(before.attachments.map(\.rect.width) == [16, 16])
    let place = before.attachments[0].rect
    #expect(first.image.pixel(x: Int(place.midX), y: Int(place.midY)) >> 24 > 0)
    try await loader.answer("a", .success(try Self.png(30, 20, .red)))
    try await loader.answer("b", .success(try Self.png(40, 25, .blue)))
    try await until { (layer.layOutNow()?.attachments.last?.rect.width ?? 0) == 40 }
    let layout = try #require(layer.layOutNow())
    try await until { layer.layOutNow()?.attachments.first?.rect.width == 30 }
    #expect(layout.attachments.map(\.rect.size.height).last == 25)
    let image = try #require(layer.contents)
    let rect = try #require(layer.layOutNow()?.attachments[0].rect)
    #expect(image.rgba(Int(rect.midX), Int(rect.midY)) == [255, 0, 0, 255])
    guard case .sizeChanged(let size)? = await events.next() else {
      Issue.record("no size")
      return
    }
    #expect(size.width > before.usedRect.width)
    #expect(loader.calls.sorted() == ["a", "b"])
  }

  /// A new size is told after a late picture, not after one of the bounds.
  @Test func aResizeTellsNoSize() async throws {
    struct Broken: Error {}
    let loader = HeldLoader()
    let layer = Self.label(Self.text(["a", "b"]), LabelImageTests.store(loader))
    var events = layer.events.makeAsyncIterator()
    _ = try await latestCommit(of: layer)
    try await loader.answer("a", .success(try Self.png(30, 20, .red)))
    guard case .sizeChanged? = await events.next() else {
      Issue.record("no size")
      return
    }
    let width = try #require(layer.layOutNow()).usedRect.width
    layer.bounds.size = Size(width: 40, height: 200)
    _ = try await latestCommit(of: layer)
    #expect(try #require(layer.layOutNow()).usedRect.width < width)
    try await loader.answer("b", .failure(Broken()))
    guard case .imageFailed? = await events.next() else {
      Issue.record("another event before")
      return
    }
  }

  @Test func aPictureOfKnownSizeIsDrawnWithoutALayout() async throws {
    let loader = HeldLoader()
    let size = Size(width: 50, height: 30)
    let layer = Self.label(Self.text(["a"], size: size), LabelImageTests.store(loader))
    let events = layer.events
    _ = try await latestCommit(of: layer)
    let before = try #require(layer.layOutNow())
    try await loader.answer("a", .success(try Self.png(100, 60, .lime)))
    try await until { layer.layOutNow() !== before && layer.layOutNow() != nil }
    let after = try #require(layer.layOutNow())
    #expect(after.shaped === before.shaped)
    #expect(after.attachments[0].rect == before.attachments[0].rect)
    let rect = after.attachments[0].rect
    #expect(
      layer.contents?.rgba(Int(rect.midX), Int(rect.midY)) == [0, 255, 0, 255])
    _ = events
  }

  @Test func aFailedPictureKeepsItsPlaceAndIsTold() async throws {
    struct Broken: Error {}
    let loader = HeldLoader()
    let layer = Self.label(Self.text(["a", "b"]), LabelImageTests.store(loader))
    var events = layer.events.makeAsyncIterator()
    _ = try await latestCommit(of: layer)
    try await loader.answer("a", .failure(Broken()))
    guard case .imageFailed(let request, let error)? = await events.next() else {
      Issue.record("no failure")
      return
    }
    #expect(request.name == "a" && error.code == .loaderFailed)
    try await loader.answer("b", .success([1, 2, 3]))
    guard case .imageFailed(let other, let reason)? = await events.next() else {
      Issue.record("no failure")
      return
    }
    #expect(other.name == "b" && reason.code == .unknownFormat)
    #expect(layer.layOutNow()?.attachments.map(\.rect.width) == [16, 16])
    // Nothing asks again by itself.
    layer.setNeedsDisplay()
    _ = try await latestCommit(of: layer)
    #expect(loader.calls.count == 2)
  }

  @Test func aNewTextCallsItsPicturesOff() async throws {
    let loader = HeldLoader()
    let store = LabelImageTests.store(loader)
    let layer = Self.label(Self.text(["a", "b"]), store)
    _ = try await latestCommit(of: layer)
    try await until { loader.calls.count == 2 }
    layer.text = Self.text(["b"])
    _ = try await latestCommit(of: layer)
    try await until { loader.cancelled == 1 }
    #expect(loader.calls.sorted() == ["a", "b"])
    layer.string = "none"
    _ = try await latestCommit(of: layer)
    try await until { loader.cancelled == 2 }
    #expect(layer.layOutNow()?.attachments.isEmpty ?? true)
  }

  /// The load that is left answers after the picture was asked for again.
  @Test(.timeLimit(.minutes(30))) func aPictureAskedForAgainAtOnceComes() async throws {
    let loader = HeldLoader()
    let layer = Self.label(Self.text(["a"]), Self.store(loader))
    let first = try await latestCommit(of: layer)
    try await until { loader.calls.count == 1 }
    // The next display is due before the answer of the load that is left.
    layer.setNeedsDisplay()
    layer.text = Self.text(["b"])
    layer.text = Self.text(["a"])
    try await until { loader.calls.count == 2 }
    let second = try await latestCommit(of: layer)
    #expect(second.generation > first.generation)
    #expect(loader.cancelled == 1)
    try await loader.answer("a", .success(try Self.png(30, 20, .red)))
    try await until { layer.layOutNow()?.attachments.first?.rect.width == 30 }
  }

  @Test(.timeLimit(.minutes(30))) func reloadingKeepsThePicturesThatAreThere() async throws {
    struct Broken: Error {}
    let loader = HeldLoader()
    var limits = ImageStore.Configuration()
    (limits.memoryCapacity, limits.failureLifetime) = (0, .seconds(3600))
    let layer = Self.label(Self.text(["a", "b", "c"]), Self.store(loader, with: limits))
    var events = layer.events.makeAsyncIterator()
    _ = try await latestCommit(of: layer)
    try await loader.answer("b", .failure(Broken()))
    try await loader.answer("c", .failure(Broken()))
    for _ in 0..<2 { _ = await events.next() }
    try await loader.answer("a", .success(try Self.png(30, 20, .red)))
    try await until { layer.layOutNow()?.attachments.first?.rect.width == 30 }
    layer.reloadImages()
    try await loader.answer("b", .success(try Self.png(40, 20, .blue)))
    try await until { layer.layOutNow()?.attachments[1].rect.width == 40 }
    #expect(layer.layOutNow()?.attachments.map(\.rect.width) == [30, 40, 16])
    #expect(loader.calls.filter { $0 == "a" }.count == 1)
  }

  @Test func aPictureInMemoryIsThereAtOnce() async throws {
    let loader = HeldLoader()
    let store = LabelImageTests.store(loader)
    async let loaded = store.image(for: "a")
    try await loader.answer("a", .success(try Self.png(30, 20, .red)))
    _ = try await loaded
    let layer = Self.label(Self.text(["a"]), store)
    _ = try await latestCommit(of: layer)
    #expect(layer.layOutNow()?.attachments.map(\.rect.width) == [30])
    #expect(loader.calls.count == 1)
  }

  @Test func coloursNeedAFormatWithColours() async throws {
    let loader = HeldLoader()
    let layer = Self.label(Self.text(["a"]), LabelImageTests.store(loader))
    layer.contentsFormat = .automatic
    let commit = try await latestCommit(of: layer)
    #expect(commit.image.format == .rgba8)
  }
}

/// Pictures of texts that are drawn without a layer.
@Suite struct RenderedImageTests {
  @Test func aRendererLoadsPicturesFirst() async throws {
    struct Loader: ImageLoader {
      func data(for request: ImageRequest) async throws -> [UInt8] {
        guard request.name != "b" else { throw CocoaLikeError() }
        return try await MainActor.run { try LabelImageTests.png(30, 20, .red) }
      }
    }
    struct CocoaLikeError: Error {}
    let text = await MainActor.run { LabelImageTests.text(["a", "b", "a"]) }
    var renderer = TextRenderer(fonts: BundledFonts.collection)
    renderer.imageStore = await LabelImageTests.store(Loader())
    let result = try await renderer.render(text)
    #expect(result.layout.attachments.map(\.rect.width) == [30, 16, 30])
    #expect(result.failedImages.map(\.request.name) == ["b"])
    #expect(result.failedImages.first?.error.code == .loaderFailed)
    let rect = result.layout.attachments[0].rect
    #expect(result.image.rgba(Int(rect.midX), Int(rect.midY)) == [255, 0, 0, 255])
    let layout = try await renderer.layout(text)
    #expect(layout.attachments.map(\.rect.width) == [30, 16, 30])
    let handled = try await completion { continuation in
      _ = renderer.render(text) { continuation.resume(returning: $0) }
    }
    #expect(try handled.get().failedImages.count == 1)
    // Cancelled with its task.
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await renderer.render(text)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import Dispatch
internal import ImageLoading
internal import LayerRendering
internal import LayerTree
internal import TextDefaultFonts
internal import TextGraphics
internal import TextModel
internal import TextRuntime

/// Work of the library that fills all lanes until it is stopped.
enum NeighbourLoad: String, CaseIterable {
  case displays
  case renders
  case frames
  case tiles
  case images
  case packing

  /// The displays, renders and others that are under way at a time.
  static let inFlight = 200
  /// The processor time of one piece of work where it is chosen, in microseconds.
  static let drawing: UInt64 = 2000

  /// Begins the work on lanes.
  ///
  /// - Returns: Work that goes on until it is ended.
  func begin(on lanes: RenderLanes) -> LoadUnderWay {
    let load = LoadUnderWay()
    switch self {
    case .displays: MainQueue.run { Self.displays(on: lanes, load) }
    case .tiles: MainQueue.run { Self.tiles(on: lanes, load) }
    case .renders:
      let renderer = TextRenderer(fonts: .embedded, lanes: lanes)
      let text = StressSamples.longParagraphs(kilobytes: 4)[0].value
      Self.repeatTasks(load) { _ in
        _ = try await renderer.render(text, in: TextContainer(width: 300))
      }
    case .frames:
      let renderer = SceneRenderer(lanes: lanes)
      Self.repeatTasks(load, count: 8) { index in
        _ = try await renderer.render(Self.tree(number: index))
      }
    case .images:
      let store = ImageStore(
        loader: MadeImageLoader(), configuration: MadeImageLoader.unkept, lanes: lanes)
      Self.repeatTasks(load) { index in
        _ = try await store.image(for: ImageRequest("\(index % 64)"))
      }
    case .packing:
      guard let bitmap = try? MadeImageLoader.bitmap() else { break }
      Self.repeatTasks(load) { _ in _ = try await bitmap.pngData(on: lanes) }
    }
    return load
  }

  /// Keeps tasks busy with an asynchronous function each, called again and again.
  private static func repeatTasks(
    _ load: LoadUnderWay, count: Int = inFlight,
    _ body: @escaping @Sendable (Int) async throws -> Void
  ) {
    let tasks = (0..<count).map { first in
      Task.detached {
        var index = first
        while !Task.isCancelled {
          do { try await body(index) } catch is CancellationError {} catch { return }
          load.count()
          index += count
        }
      }
    }
    load.onEnd {
      for task in tasks { task.cancel() }
      let ended = DispatchSemaphore(value: 0)
      Task.detached {
        for task in tasks { await task.value }
        ended.signal()
      }
      ended.wait()
    }
  }

  @MainActor private static func displays(on lanes: RenderLanes, _ load: LoadUnderWay) {
    let coordinator = DisplayCoordinator(lanes: lanes, pool: BitmapPool())
    let layers = (0..<inFlight).map { _ in BusyLayer(coordinator: coordinator, load) }
    for layer in layers { layer.display() }
    load.onEnd {
      MainQueue.run { for layer in layers { layer.isOver = true } }
      while MainQueue.run({ coordinator.inFlightCount }) > 0 {
        SimulatedWork.pause(milliseconds: 1)
      }
    }
  }

  @MainActor private static func tiles(on lanes: RenderLanes, _ load: LoadUnderWay) {
    let layer = TiledLayer()
    layer.tileSize = PixelSize(width: 64, height: 64)
    layer.frame = Rect(width: 1024, height: 1024)
    layer.source = ClosureTileSource { _ in
      { _, cancellation in
        try SimulatedWork.spend(microseconds: drawing, cancellation)
        load.count()
      }
    }
    let host = LayerHost(root: layer, size: layer.bounds.size, lanes: lanes)
    let invalidating = Task { @MainActor in
      while !Task.isCancelled {
        layer.setNeedsDisplay(layer.bounds)
        try? await Task.sleep(nanoseconds: 20_000_000)
      }
    }
    load.onEnd {
      invalidating.cancel()
      MainQueue.run { host.close() }
    }
  }

  /// A tree whose frames differ, with blurred shadows: some milliseconds of composing.
  private static func tree(number: Int) throws -> RenderTree {
    try RenderTree(size: Size(width: 800, height: 600), background: .white) {
      for index in 0..<40 {
        Box(Color(white: Double(index) / 40))
          .frame(Double((index * 97 + number) % 700), Double(index * 61 % 500), 80, 60)
          .cornerRadius(12).shadow(radius: 6)
      }
    }
  }
}

/// Work that goes on until it is ended, and how many pieces of it were done.
final class LoadUnderWay: Sendable {
  private let state = Mutex<(count: Int, end: (@Sendable () -> Void)?)>((0, nil))

  /// The pieces of work done so far.
  var doneCount: Int { state.withLock { $0.count } }

  func count() { state.withLock { $0.count += 1 } }

  func onEnd(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.end = body } }

  /// Ends the work and waits for what is under way; not to be called on the main queue.
  func end() { state.withLock { $0.end.take() }?() }
}

/// A layer that is displayed again as soon as a display ends.
@MainActor
private final class BusyLayer: AsyncLayer {
  var isOver = false
  private let load: LoadUnderWay

  init(coordinator: DisplayCoordinator, _ load: LoadUnderWay) {
    self.load = load
    super.init(coordinator: coordinator)
    bounds = Rect(width: 16, height: 16)
  }

  override func makeDisplayTask() -> AnyDisplayTask? {
    AnyDisplayTask(
      DisplayTask<Void>(
        display: { _, _, cancellation in
          try SimulatedWork.spend(microseconds: NeighbourLoad.drawing, cancellation)
        },
        didEnd: { [weak self, load] _ in
          load.count()
          MainActor.assumeIsolated { if let self, !self.isOver { self.setNeedsDisplay() } }
        }))
  }
}

/// A loader that makes its pictures, so that a load is decoding alone.
private struct MadeImageLoader: ImageLoader {
  private static let png = Mutex<[UInt8]?>(nil)

  /// Keeps no picture, so that each load decodes one.
  static var unkept: ImageStore.Configuration {
    var configuration = ImageStore.Configuration()
    configuration.memoryCapacity = 0
    return configuration
  }

  /// A picture that takes some milliseconds to pack and to decode.
  static func bitmap() throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: 640, height: 480), pool: .shared)
    for index in 0..<300 {
      let place = Rect(
        x: Double(index * 37 % 600), y: Double(index * 53 % 440), width: 40, height: 40)
      try context.fill(place, with: Color(red8: UInt8(index & 255), green8: 90, blue8: 160))
    }
    return context.makeBitmap()
  }

  func data(for request: ImageRequest) async throws -> [UInt8] { try Self.bytes() }

  private static func bytes() throws -> [UInt8] {
    if let bytes = png.withLock({ $0 }) { return bytes }
    let bytes = try bitmap().pngData()
    png.withLock { $0 = bytes }
    return bytes
  }
}

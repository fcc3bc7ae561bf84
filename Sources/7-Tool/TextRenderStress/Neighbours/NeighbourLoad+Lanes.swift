// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import CanvasDrawing
internal import CanvasGeometry
internal import Dispatch
internal import ImageCodecs
internal import ImageLoading
internal import LayerCompositing
internal import LayerModel
internal import SystemLanes
internal import TextDefaultFonts
internal import TextLayers
import TextTypesetting

/// The work of the library on lanes.
extension NeighbourLoad {
  static let onLanes = [displays, renders, frames, tiles, films, images, packing]

  /// The displays, renders and others that are under way at a time.
  static let inFlight = 200
  /// The processor time of one piece of work, in microseconds, in loads whose pieces take a set
  /// time.
  static let drawing: UInt64 = 2000

  /// Displays of layers, each displayed again as soon as a display ends.
  static let displays = NeighbourLoad("displays") { lanes, load in
    MainQueue.run { keepDisplaying(on: lanes, load) }
  }

  private static let renders = NeighbourLoad("renders") { lanes, load in
    let renderer = TextRenderer(fonts: .embedded, lanes: lanes)
    let text = StressSamples.longParagraphs(kilobytes: 4)[0].value
    repeatTasks(load) { _ in
      _ = try await renderer.render(text, in: TextContainer(width: 300))
      load.count()
    }
  }

  /// Frames of layers with shadows.
  private static let frames = NeighbourLoad("frames") { lanes, load in
    let renderer = TreeRenderer(lanes: lanes)
    repeatTasks(load, count: 8) { index in
      _ = try await renderer.render(tree(number: index))
      load.count()
    }
  }

  /// Tiles of a layer that is invalidated again and again.
  private static let tiles = NeighbourLoad("tiles") { lanes, load in
    MainQueue.run { keepInvalidating(on: lanes, load) }
  }

  /// Films, every other one an APNG and the rest GIFs: frames that are composed ahead, and packed
  /// in order.
  private static let films = NeighbourLoad("films") { lanes, load in
    let renderer = TreeRenderer(lanes: lanes)
    let times = (0..<30).map { Double($0) / 30 }
    repeatTasks(load, count: 4) { index in
      var previous: Bitmap?
      for try await frame in renderer.frames(of: try movingTree(), at: times) {
        let (image, before) = (frame.image, previous)
        try await lanes.perform { _ in
          if index.isMultiple(of: 2) {
            _ = try APNGFrame(image, after: before, isOpaque: true)
          } else {
            _ = try GIFFrame(image, after: before, isOpaque: true)
          }
        }
        previous = image
        load.count()
      }
    }
  }

  /// Loads of pictures that are decoded and not kept.
  private static let images = NeighbourLoad("images") { lanes, load in
    let store = ImageStore(
      loader: MadeImageLoader(), configuration: MadeImageLoader.unkept, lanes: lanes)
    repeatTasks(load) { index in
      _ = try await store.image(for: ImageRequest("\(index % 64)"))
      load.count()
    }
  }

  /// Packing of a picture as PNG.
  private static let packing = NeighbourLoad("packing") { lanes, load in
    guard let bitmap = try? MadeImageLoader.bitmap() else { return }
    repeatTasks(load) { _ in
      _ = try await bitmap.pngData(on: lanes)
      load.count()
    }
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

  @MainActor private static func keepDisplaying(on lanes: RenderLanes, _ load: LoadUnderWay) {
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

  @MainActor private static func keepInvalidating(on lanes: RenderLanes, _ load: LoadUnderWay) {
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

  /// A tree of which a part moves: each frame of a film differs from the one before.
  private static func movingTree() throws -> RenderTree {
    try RenderTree(size: Size(width: 320, height: 240), background: .white) {
      for index in 0..<8 {
        Box(Color(white: Double(index) / 8))
          .frame(Double(index * 37), Double(index * 23), 60, 50).cornerRadius(10)
          .animation(
            LayerAnimation(
              "position.y", from: .number(20), to: .number(220), duration: 1, curve: .linear))
      }
    }
  }
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
        didDisplay: { [weak self, load] _ in
          load.count()
          MainActor.assumeIsolated { if let self, !self.isOver { self.setNeedsDisplay() } }
        }))
  }
}

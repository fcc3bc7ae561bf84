// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import SystemLanes

/// The display of one tile. The tile is fetched from its source without a lane, and then drawn by a
/// `DisplayCycle` of its own, like the contents of a layer, so that the display can be cancelled
/// and its priority can change.
@MainActor
final class TileDisplay {
  /// The origin of a tile's drawing.
  enum Origin {
    /// A source, which is called without a lane.
    case source(any TileSource)
    /// A drawing for a lane.
    case drawing(TileDrawing)
    /// A drawing for the main queue.
    case mainDrawing(LayerDrawing)
  }

  let request: TileRequest
  private weak var layer: TiledLayer?
  private let coordinator: DisplayCoordinator
  private let background: Color?
  private var fetching: Task<Void, Never>?
  private var cycle: DisplayCycle?
  private var drawing: TileDrawing?
  /// How soon the drawing gets a lane.
  var priority: LanePriority { didSet { cycle?.priority = priority } }

  /// - Parameter background: The colour under the drawing; `nil` for none.
  init(
    _ request: TileRequest, for layer: TiledLayer, priority: LanePriority,
    coordinator: DisplayCoordinator, background: Color?
  ) {
    (self.request, self.layer, self.priority) = (request, layer, priority)
    (self.coordinator, self.background) = (coordinator, background)
  }

  deinit {
    fetching?.cancel()
    cycle?.drop()
  }

  /// Starts the display. It ends with one call of the layer in a later turn, unless it is
  /// cancelled.
  func start(from origin: Origin) {
    switch origin {
    case .source(let source): fetch(from: source)
    case .drawing(let drawing): fetched(.success(drawing))
    case .mainDrawing(let drawing):
      // Each drawing has a turn of its own.
      coordinator.commitQueue.enqueue { [weak self] in
        MainActor.assumeIsolated { self?.drawNow(drawing) }
      }
    }
  }

  private func fetch(from source: any TileSource) {
    let coordinator = coordinator
    fetching = Task.detached(executorPreference: coordinator.tasks) { [weak self, request] in
      let result: Result<TileDrawing?, any Error>
      do {
        result = .success(try await source.drawing(of: request))
      } catch {
        result = .failure(error)
      }
      let fetched = result
      coordinator.enqueue { MainActor.assumeIsolated { self?.fetched(fetched) } }
    }
  }

  /// Ends the display: nothing of it will be shown.
  func cancel() {
    layer = nil
    fetching?.cancel()
    cycle?.drop()
  }

  /// Draws on the main queue.
  private func drawNow(_ drawing: LayerDrawing) {
    guard let layer else { return }
    do {
      var context = try GraphicsContext(
        pixels: request.pixelSize, background: makeRequest(nil).background)
      request.concatenateMap(to: &context)
      try drawing(&context)
      layer.loaded(self, context.makeBitmap())
    } catch {
      layer.failed(self, error)
    }
  }

  private func makeRequest(_ task: AnyDisplayTask?) -> DisplayRequest {
    let pixels = request.pixelSize
    var display = DisplayRequest(
      task: task, size: Size(width: Double(pixels.width), height: Double(pixels.height)), scale: 1)
    display.isOpaque = background != nil
    display.backgroundColor = background
    return display
  }

  private func fetched(_ result: Result<TileDrawing?, any Error>) {
    guard let layer else { return }
    switch result {
    case .failure(let error): layer.failed(self, error)
    case .success(nil): layer.loaded(self, nil)
    case .success(let drawing?):
      self.drawing = drawing
      let cycle = DisplayCycle(coordinator: coordinator, client: self, priority: priority)
      self.cycle = cycle
      cycle.display()
    }
  }
}

// The conformance holds on the main actor: the coordinator commits on the main queue.
extension TileDisplay: @MainActor DisplayClient {
  func makeDisplayRequest() -> DisplayRequest {
    let task = drawing.map { drawing in
      AnyDisplayTask(
        DisplayTask<Void> { [request] context, _, cancellation in
          try request.draw(drawing, in: &context, cancellation)
        })
    }
    drawing = nil
    return makeRequest(task)
  }

  func show(_ update: DisplayUpdate) {
    if case .contents(let contents) = update { layer?.loaded(self, contents.image) }
  }

  func didDisplay(_ outcome: DisplayOutcome) {
    guard let layer else { return }
    switch outcome {
    case .committed, .superseded: break
    case .cleared: layer.loaded(self, nil)
    case .failed(let error): layer.failed(self, error)
    case .cancelled: layer.failed(self, CancellationError())
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import ImageLoading
import LayerCompositing
import SystemLanes
import TextTestSupport

@testable import LayerModel

/// A source of tiles whose calls the simulation answers with a drawing, without content, or with
/// an error.
struct SimulatedTiles: TileSource {
  struct Failure: Error {}

  let answers: LateAnswers

  func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    switch await answers.next() {
    case .value:
      return { context, cancellation in
        try cancellation.check()
        try context.fill(tile.rect, with: SimulatedLayer.color(tile.tile.column + 7))
      }
    case .nothing: return nil
    case .failure: throw Failure()
    }
  }
}

/// The requests of one client of the image store, each of which is answered once.
@MainActor
final class SimulatedImages {
  private unowned let world: SimulatedWorld
  private var loads: [Int: ImageLoad] = [:]
  private var answered: Set<Int> = []
  private(set) var asked = 0

  init(_ world: SimulatedWorld) { self.world = world }

  func load() {
    asked += 1
    let number = asked
    var request = ImageRequest("picture \(world.choices.next(3))")
    request.priority = LanePriority.allCases[world.choices.next(3)]
    loads[number] = world.store.load(request, priority: nil, on: world.main) { [weak self] result in
      MainActor.assumeIsolated { self?.take(number, result) }
    }
  }

  private func take(_ number: Int, _ result: Result<Bitmap, ImageError>) {
    if !world.main.isCurrent { world.fail("an image comes off its queue") }
    if !answered.insert(number).inserted { world.fail("image \(number) comes twice") }
    if case .success(let bitmap) = result, (bitmap.width, bitmap.height) != (2, 2) {
      world.fail("image \(number) has \(bitmap.width) × \(bitmap.height) pixels")
    }
    loads[number] = nil
  }

  /// Cancels a request that waits.
  func cancel() {
    guard let number = loads.keys.sorted().first else { return }
    loads[number]?.cancel()
  }

  func checkAtRest() {
    if answered.count != asked { world.fail("images \(loads.keys.sorted()) are never answered") }
  }
}

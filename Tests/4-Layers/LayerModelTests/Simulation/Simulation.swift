// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import TextTestSupport

@testable import LayerModel
@testable import SystemLanes

/// One random program over the whole display, on one thread and in its own time: layers, groups, a
/// host with frames and animations, tiles, images, failing allocations.
@MainActor
final class Simulation {
  struct Failure: Sendable {
    var seed = 0
    var violation: String
    var log: [String]
    var choices: [UInt32]

    var report: String {
      "seed \(seed): \(violation)\nleast choices \(choices):\n" + log.joined(separator: "\n")
    }
  }

  private let world: SimulatedWorld
  private let root = Layer(Rect(width: 24, height: 16))
  private let scroll = Layer(Rect(x: 8, width: 8, height: 8))
  private let tiled: TiledLayer
  private var layers: [SimulatedLayer] = []
  private let images: SimulatedImages
  private var host: LayerHost?
  /// The number of the host's last frame.
  private var lastFrame = -1
  /// The calls that wait for a settled frame: how many were made, and how many have ended.
  private var waiters: (asked: UInt64, ended: Int) = (0, 0)

  /// Runs a program to its end, then until nothing moves.
  static func run(_ choices: Choices) -> Failure? {
    let (failure, coordinator) = runOnce(choices)
    if failure == nil, coordinator.object != nil {
      return Failure(
        violation: "a coordinator outlives its program", log: [], choices: choices.numbers)
    }
    return failure
  }

  private static func runOnce(_ choices: Choices) -> (Failure?, Weak<DisplayCoordinator>) {
    let world = SimulatedWorld(choices)
    DisplayCoordinator.$simulated.withValue(world.coordinator) {
      LayerTurn.$simulated.withValue(LayerTurn()) {
        // Layers are made and freed on the main queue.
        var simulation: Simulation?
        world.main.run { simulation = Simulation(world) }
        simulation?.run()
        world.main.run { simulation = nil }
        world.settle()
      }
    }
    let failure = world.violation.map {
      Failure(violation: $0, log: world.log, choices: choices.numbers)
    }
    return (failure, Weak(object: world.coordinator))
  }

  private init(_ world: SimulatedWorld) {
    self.world = world
    tiled = TiledLayer(coordinator: world.coordinator)
    images = SimulatedImages(world)
    scroll.masksToBounds = true
    tiled.frame = Rect(width: 64, height: 8)
    tiled.tileSize = PixelSize(width: 16, height: 16)
    tiled.fadeDuration = 0
    tiled.source = SimulatedTiles(answers: world.tileAnswers)
    scroll.addSublayer(tiled)
    root.addSublayer(scroll)
    for index in 0..<1 + world.choices.next(3) {
      let layer = SimulatedLayer(index, world)
      layer.frame = Rect(x: Double(index) * 8, y: 8, width: 8, height: 8)
      layers.append(layer)
      root.addSublayer(layer)
    }
  }

  // MARK: The program

  private func run() {
    world.main.run { open() }
    while !world.choices.isEmpty, world.violation == nil {
      switch world.choices.next(10) {
      case 0, 1, 2: world.main.run { act() }
      case 3: world.advance(seconds: [0.001, 0.02, 0.3][world.choices.next(3)])
      default: if !world.step() { world.main.run { act() } }
      }
      checkFrames()
    }
    if world.violation != nil { return }
    world.main.run {
      for layer in layers {
        layer.isDisplaySuspended = false
        layer.displayIfNeeded()
      }
      host?.isSuspended = false
      host?.isMotionPaused = false
      if host == nil { open() }
    }
    world.settle()
    world.main.run { checkAtRest() }
  }

  private func open() {
    let host = LayerHost(
      root: root, size: Size(width: 24, height: 16), background: .white, clock: world.clock,
      lanes: world.lanes.lanes)
    self.host = host
    lastFrame = -1
  }

  private func act() {
    let layer = layers[world.choices.next(layers.count)]
    let choice = world.choices.next(20)
    world.note("act \(choice) of \(layer.index)")
    switch choice {
    case 0, 1, 2: layer.change()
    case 3: layer.bounds.size.width = [0, 4, 8, 3.5, 1e9][world.choices.next(5)]
    case 4: layer.cancelDisplay()
    case 5: layer.isDisplaySuspended.toggle()
    case 6: layer.displayAndWait()
    case 7:
      if layer.superlayer == nil { root.addSublayer(layer) } else { layer.removeFromSuperlayer() }
    case 8:
      Transaction.animate(duration: [0.01, 0.1, 1][world.choices.next(3)]) {
        layer.position.x += 1
      }
    case 9: layer.opacity = Double(world.choices.next(4)) / 4
    case 10: layer.displayPriority = LanePriority.allCases[world.choices.next(3)]
    case 11:
      layer.supersedePolicy = layer.supersedePolicy == .latestOnly ? .progressive : .latestOnly
    case 12: Transaction.group { for layer in layers { layer.change() } }
    case 13: world.allocator.remainingSuccesses = world.choices.next(2) == 0 ? 0 : nil
    case 14: scroll.bounds.origin.x = Double(world.choices.next(7)) * 8
    case 15: tiled.setNeedsDisplay(Rect(x: Double(world.choices.next(4)) * 16, width: 8, height: 8))
    case 16: images.load()
    case 17: images.cancel()
    case 18: if let host { ask(host) }
    default:
      switch world.choices.next(4) {
      case 0: host?.isSuspended.toggle()
      case 1: host?.isMotionPaused.toggle()
      case 2: host?.size.width = 20 + Double(world.choices.next(8))
      default: close()
      }
    }
  }

  /// Waits for the tree to settle.
  private func ask(_ host: LayerHost) {
    waiters.asked += 1
    host.whenSettled(1000 + waiters.asked) { [weak self] result in
      guard let self else { return }
      waiters.ended += 1
      if case .success = result, layers.contains(where: { $0.host != nil && $0.isDisplaying }) {
        world.fail("a tree has settled while a layer is displayed")
      }
    }
  }

  /// Closes the host, or forgets it, and opens another.
  private func close() {
    if world.choices.next(2) == 0 {
      host?.close()
    } else if waiters.ended < waiters.asked {
      // A call that waits for a settled frame holds the host, as in a program.
      return
    }
    host = nil
    open()
  }

  // MARK: Checks

  private func checkFrames() {
    guard let frame = host?.frame else { return }
    if frame.sequence < lastFrame { world.fail("frame \(frame.sequence) after \(lastFrame)") }
    lastFrame = frame.sequence
  }

  private func checkAtRest() {
    for layer in layers { layer.checkAtRest() }
    images.checkAtRest()
    if waiters.ended != Int(waiters.asked) {
      world.fail("liveness: \(waiters) of those who wait for a settled frame")
    }
    if world.coordinator.inFlightCount != 0 { world.fail("displays are in flight at rest") }
    if world.coordinator.uncommittedByteCount != 0 { world.fail("bytes are reserved at rest") }
    if tiled.isDisplayingTiles { world.fail("liveness: tiles are never shown") }
    if LayerTurn.main.animatedCount > layers.count(where: { $0.superlayer == nil }) {
      world.fail("liveness: animations never begin")
    }
    guard let host, let frame = host.frame else { return world.fail("there is no frame at rest") }
    do {
      var tree = RenderTree(
        root: root.node, size: host.size, scale: host.scale, background: host.background)
      tree.time = world.clock.now
      let whole = try Compositor.image(of: tree)
      let count = frame.image.differences(from: whole)
      if count > 0 {
        world.fail("\(count) pixels of the last frame are not those of the tree")
      }
    } catch {
      world.fail("\(error)")
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerCompositing

/// The work of layers in a turn of the main queue: layout, then displays; then the hosts take their
/// trees.
///
/// The turns are those of `DisplayCoordinator.main`, whose display pass comes after the layout.
/// Layers are not retained meanwhile.
@MainActor
final class LayerTurn {
  static var main: LayerTurn { simulated ?? ofMainQueue }
  private static let ofMainQueue = LayerTurn()
  /// The turns of `DisplayCoordinator.simulated`, which ``main`` is in a simulation; `nil` in
  /// programs.
  @TaskLocal static var simulated: LayerTurn?

  private var layouts: [Weak<Layer>] = []
  private var boxes: [Weak<Layer>] = []
  private var displays: [Weak<Layer>] = []
  private var hosts: [Weak<LayerHost>] = []
  /// The layers with animations that no host has begun yet, by their identities.
  private var animated: [LayerID: Weak<Layer>] = [:]
  /// The size of ``animated`` above which layers that need no host any more are removed from it.
  private var animatedLimit = 64
  /// The hosts with calls of `settledFrame()` that wait.
  private var waitingHosts: [Weak<LayerHost>] = []
  /// Whether a turn is due in which invalid layers are laid out and displayed.
  private(set) var isScheduled = false
  private var isEndScheduled = false
  private var isEndPutOff = false

  /// The most rounds of layouts in one turn. Layouts that are out of date after that are left as
  /// they are, so that layers that invalidate each other forever do not stop the frames.
  static let roundLimit = 16

  func addLayout(of layer: Layer) {
    layouts.append(Weak(object: layer))
    schedule()
  }

  /// Notes that the boxes of an outermost container are out of date.
  func addBoxes(of layer: Layer) {
    boxes.append(Weak(object: layer))
    schedule()
  }

  func addDisplay(of layer: Layer) {
    displays.append(Weak(object: layer))
    schedule()
  }

  /// Calls the host's ``LayerHost/turnEnded()`` at the end of the turn.
  func addEnd(of host: LayerHost) {
    hosts.append(Weak(object: host))
    scheduleEnd()
  }

  /// Calls the host's ``LayerHost/resumeWaiters()`` at the end of this turn, and of each later one
  /// in which ``checkWaitingHosts()`` was called, until it has none.
  func addWaiting(_ host: LayerHost) {
    waitingHosts.append(Weak(object: host))
    scheduleEnd()
  }

  /// Notes that a layer has new animations, which begin when a host takes its tree.
  func addAnimations(of layer: Layer) {
    animated[layer.id] = Weak(object: layer)
    if animated.count < animatedLimit { return }
    animated = animated.filter { $0.value.object?.hasNewAnimations ?? false }
    animatedLimit = max(64, 2 * animated.count)
  }

  /// The number of layers that wait for a host to begin their animations.
  var animatedCount: Int { animated.count }

  /// Takes the layers with new animations in a host's tree.
  func takeAnimations(of host: LayerHost) -> [Layer] {
    var taken: [Layer] = []
    for (id, entry) in animated {
      guard let layer = entry.object, layer.hasNewAnimations else {
        animated[id] = nil
        continue
      }
      if layer.host === host {
        animated[id] = nil
        taken.append(layer)
      }
    }
    return taken
  }

  /// Calls a closure once the turn is over.
  func afterTurn(_ body: @escaping @MainActor @Sendable () -> Void) {
    DisplayCoordinator.main.enqueueLast { MainActor.assumeIsolated(body) }
  }

  /// Notes that a tree may have settled.
  func checkWaitingHosts() { if !waitingHosts.isEmpty { scheduleEnd() } }

  private func schedule() {
    if isScheduled { return }
    isScheduled = true
    DisplayCoordinator.main.enqueue {
      MainActor.assumeIsolated {
        LayerTurn.main.isScheduled = false
        LayerTurn.main.run()
      }
    }
  }

  private func scheduleEnd() {
    if isEndScheduled { return }
    isEndScheduled = true
    DisplayCoordinator.main.enqueueLast {
      MainActor.assumeIsolated { LayerTurn.main.end() }
    }
  }

  /// Lays out and displays all that is invalid.
  func run() {
    layOut(below: nil)
    let due = displays
    displays = []
    for display in due { display.object?.displayIfNeeded() }
  }

  private func end() {
    isEndScheduled = false
    // Layers that were invalidated since the layout get another turn first, but only one: a display
    // that always invalidates its layer must not stop the frames.
    if isScheduled, !isEndPutOff {
      isEndPutOff = true
      return scheduleEnd()
    }
    isEndPutOff = false
    let due = hosts
    hosts = []
    for host in due { host.object?.turnEnded() }
    let waiting = waitingHosts.filter { $0.object?.resumeWaiters() ?? false }
    waitingHosts = waiting
  }

  /// Lays out the invalid layers below a layer, or all of them; superlayers first.
  func layOut(below top: Layer?) {
    layOut { layer in top.map(layer.isInside) ?? true }
  }

  /// Lays out the invalid layers that a test holds for; superlayers first.
  private func layOut(where isMeant: (Layer) -> Bool) {
    for _ in 0..<Self.roundLimit {
      let due = invalid(where: isMeant)
      if due.isEmpty { return }
      for layer in due {
        if layer.needsBoxPass { layer.layOutBoxes() }
        if layer.needsLayout { layer.layOut() }
      }
    }
    for layer in invalid(where: isMeant) {
      layer.state.isLayoutNeeded = false
      layer.state.extras?.box?.isPassNeeded = false
    }
  }

  /// Lays out the containers that are out of date and shown by a host, and all layers in them: the
  /// frames that change are animated as the changes in the same transaction are.
  func layOutShownBoxes() {
    if boxes.isEmpty { return }
    let shown = boxes.compactMap(\.object).filter { $0.needsBoxPass && $0.host != nil }
    if shown.isEmpty { return }
    let tops = Set(shown.map { ObjectIdentifier($0) })
    layOut { layer in
      var next: Layer? = layer
      while let current = next, !tops.contains(ObjectIdentifier(current)) {
        next = current.superlayer
      }
      return next != nil
    }
  }

  /// The invalid layers, which stay in the list until they are laid out: a layout may lay out some
  /// of them itself.
  private func invalid(where isMeant: (Layer) -> Bool) -> [Layer] {
    if layouts.isEmpty, boxes.isEmpty { return [] }
    layouts.removeAll { !($0.object?.needsLayout ?? false) }
    boxes.removeAll { !($0.object?.needsBoxPass ?? false) }
    let all = boxes.compactMap(\.object) + layouts.compactMap(\.object)
    let due = all.filter(isMeant)
    // Layers without sublayers come last, in any order: they are not above any other layer.
    let outer = due.filter { $0.children != nil }
    if outer.count < 2 && outer.count == due.count { return due }
    return Self.outerFirst(outer) + due.filter { $0.children == nil }
  }

  private static func outerFirst(_ layers: [Layer]) -> [Layer] {
    var depths: [ObjectIdentifier: Int] = [:]
    func depth(of layer: Layer) -> Int {
      var path: [Layer] = []
      var next: Layer? = layer
      while let current = next, depths[ObjectIdentifier(current)] == nil {
        path.append(current)
        next = current.superlayer
      }
      var depth = next.flatMap { depths[ObjectIdentifier($0)] } ?? 0
      for layer in path.reversed() {
        depth += 1
        depths[ObjectIdentifier(layer)] = depth
      }
      return depth
    }
    let found = layers.map { (depth(of: $0), $0) }
    return found.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }
}

/// An object that is not retained.
struct Weak<Object: AnyObject> {
  weak var object: Object?
}

extension Weak: Sendable where Object: Sendable {}

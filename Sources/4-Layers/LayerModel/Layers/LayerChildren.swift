// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The link from the sublayers and the mask of a layer back to it.
///
/// They share one object, because a weak reference costs its target an allocation and each holder a
/// registration. Layers without sublayers need none.
@MainActor
final class SuperlayerLink {
  private(set) weak var layer: Layer?

  init(to layer: Layer) { self.layer = layer }
}

/// The sublayers and the mask of one layer; layers without either have none.
///
/// A sublayer stores its place in ``places``. A removal leaves a hole there, and the array is
/// compacted when more than half of it is holes: removals are O(1) among any number of neighbours.
@MainActor
final class LayerChildren {
  let link: SuperlayerLink
  /// From back to front; `nil` for a sublayer that was removed.
  private var places: [Layer?] = []
  private(set) var count = 0
  var mask: Layer?

  init(of layer: Layer) { link = SuperlayerLink(to: layer) }

  deinit {
    var layers = places.compactMap { $0 }
    if let mask { layers.append(mask) }
    places = []
    mask = nil
    LayerTeardown.release(&layers)
  }

  /// The sublayers, from back to front.
  ///
  /// - Complexity: O(*n*).
  var sublayers: [Layer] { places.compactMap { $0 } }

  /// Adds a layer in front of the others.
  func append(_ layer: Layer) {
    layer.place = places.count
    places.append(layer)
    count += 1
  }

  /// Inserts a layer; O(*n*) unless it comes in front of all others.
  ///
  /// - Parameter index: The number of sublayers behind it, at most ``count``.
  func insert(_ layer: Layer, at index: Int) {
    if index == count { return append(layer) }
    compact()
    places.insert(layer, at: index)
    count += 1
    number(from: index)
  }

  /// Puts a layer in the place of another one, which leaves.
  func replace(_ old: Layer, with new: Layer) {
    new.place = old.place
    places[old.place] = new
  }

  func remove(_ layer: Layer) {
    places[layer.place] = nil
    count -= 1
    while let last = places.last, last == nil { places.removeLast() }
    if places.count > 2 * count + 8 { compact() }
  }

  /// Removes all sublayers, and returns them.
  func removeAll() -> [Layer] {
    let all = sublayers
    places = []
    count = 0
    return all
  }

  /// The number of sublayers behind one.
  ///
  /// - Complexity: O(*n*).
  func index(of layer: Layer) -> Int {
    compact()
    return layer.place
  }

  private func compact() {
    if places.count == count { return }
    places.removeAll { $0 == nil }
    number(from: 0)
  }

  private func number(from first: Int) {
    for place in first..<places.count { places[place]?.place = place }
  }
}

/// The release of layers whose superlayer is gone, without recursion into their own sublayers: a
/// tree of any depth needs no more stack than one layer.
enum LayerTeardown {
  /// The layers that each thread has still to release, by thread number.
  private static let pending = Mutex<[Int: [Layer]]>([:])

  /// Releases layers on the calling thread. A nested call leaves its layers to the outer call.
  ///
  /// - Parameter layers: The only references that the caller has; empty afterwards.
  static func release(_ layers: inout [Layer]) {
    if layers.isEmpty { return }
    let thread = ThreadNumber.current
    let isNested = pending.withLock { pending in
      let isNested = pending[thread] != nil
      pending[thread, default: []] += layers
      return isNested
    }
    layers = []
    if isNested { return }
    while releaseNext(on: thread) {}
  }

  /// Releases one layer, outside the lock: its `deinit` may release further layers here.
  private static func releaseNext(on thread: Int) -> Bool {
    let layer = pending.withLock { pending -> Layer? in
      let layer = pending[thread]?.popLast()
      if layer == nil { pending[thread] = nil }
      return layer
    }
    return layer != nil
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasGeometry
import LayerModel
import TextLayers
import TextTypesetting

/// Pointers: presses, taps, drags, and the layers under them.
extension HostWindow {
  /// The distance in points beyond which a pointer that is down no longer taps, and a finger begins
  /// to scroll.
  private static let slop = 8.0

  func pointer(_ event: PointerEvent, _ source: Int) {
    let key = PointerKey(source: source, id: event.pointerID)
    switch event.phase {
    case .down: down(event, key)
    case .move: move(event, key)
    case .up, .cancel: up(event, key)
    }
  }

  private func down(_ event: PointerEvent, _ key: PointerKey) {
    cancel(key)
    guard presses.keys.count(where: { $0.source == key.source }) < Self.pressLimit,
      let hit = hit(at: event.location)
    else { return }
    let view = views(of: hit.layer, at: event.location).first { view, point in
      view.pointer(event.moved(to: point))
    }?.view
    presses[key] = Press(hit: hit, view: view, start: event.location, last: event.location)
    if view == nil { (hit.layer as? TextLayer)?.touch(.began, at: hit.point) }
  }

  func cancel(_ key: PointerKey) {
    guard let press = presses[key] else { return }
    up(PointerEvent(.cancel, at: press.last, pointerID: key.id), key)
  }

  private func move(_ event: PointerEvent, _ key: PointerKey) {
    guard var press = presses[key] else { return hover(event, key.source) }
    let last = press.last
    press.last = event.location
    presses[key] = press
    if let view = press.view {
      if let point = view.layer.convert(event.location, from: root) {
        _ = view.pointer(event.moved(to: point))
      }
      return
    }
    if !press.isScrolling, event.isTouch, press.start.distance(to: event.location) > Self.slop {
      press.isScrolling = true
      presses[key] = press
      (press.hit.layer as? TextLayer)?.touch(.cancelled, at: press.hit.point)
    }
    if press.isScrolling {
      // A list may have removed or hidden the row on which the finger came down. Then the layer
      // that scrolled last goes on.
      let shown = [press.hit.layer, press.scrolled].compactMap(\.self).first {
        HostScrolling.isShown($0, in: root)
      }
      let delta = Size(width: last.x - event.location.x, height: last.y - event.location.y)
      guard let shown, let layer = HostScrolling.scroll(by: delta, from: shown) else { return }
      scrolled = layer
      presses[key]?.scrolled = layer
    } else if let label = press.hit.layer as? TextLayer,
      let point = label.convert(event.location, from: root)
    {
      label.touch(.moved, at: point)
    }
  }

  private func up(_ event: PointerEvent, _ key: PointerKey) {
    guard let press = presses.removeValue(forKey: key) else { return }
    let point = press.hit.layer.convert(event.location, from: root) ?? press.hit.point
    if let view = press.view {
      if let inside = view.layer.convert(event.location, from: root) {
        _ = view.pointer(event.moved(to: inside))
      }
      return
    }
    if press.isScrolling { return }
    let isEnd = event.phase == .up
    (press.hit.layer as? TextLayer)?.touch(isEnd ? .ended : .cancelled, at: point)
    guard isEnd, press.start.distance(to: event.location) <= Self.slop,
      let hit = hit(at: event.location), hit.layer === press.hit.layer, hit.item == press.hit.item
    else { return }
    delegate?.window(self, didTap: hit)
  }

  private func hover(_ event: PointerEvent, _ source: Int) {
    let hit = hit(at: event.location)
    let old = hovered[source]
    if hit?.layer !== old?.layer || hit?.item != old?.item {
      hovered[source] = hit.map { Hover(layer: $0.layer, item: $0.item) }
      delegate?.window(self, pointerIsOver: hit)
    }
    if let hit {
      for (view, point) in views(of: hit.layer, at: event.location)
      where view.pointer(event.moved(to: point)) {
        break
      }
    }
  }
}

extension PointerEvent {
  fileprivate func moved(to point: Point) -> PointerEvent {
    var event = self
    event.location = point
    return event
  }
}

extension Point {
  fileprivate func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

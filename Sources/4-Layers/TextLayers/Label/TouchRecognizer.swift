// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextTypesetting

/// Tells taps from long presses, for one touch at a time. It has no timer: the caller passes the
/// time.
struct TouchRecognizer {
  /// The gesture that a step of a touch completes, if any.
  enum Outcome {
    case none
    case tap(TextItem)
    case longPress(TextItem)
  }

  private struct Touch {
    let item: TextItem
    let start: Point
    let time: Duration
    /// Whether the touch has stayed within the slop.
    var isInside = true
    var hasFired = false
  }

  private var touch: Touch?

  /// The item that is drawn as pressed.
  var pressed: TextItem? {
    guard let touch, touch.isInside, !touch.hasFired else { return nil }
    return touch.item
  }

  /// A touch begins; one that has not ended is dropped.
  mutating func begin(on item: TextItem?, at point: Point, time: Duration) {
    touch = item.map { Touch(item: $0, start: point, time: time) }
  }

  /// The touch moves. Farther than `slop` points from its start it is neither a tap nor a long
  /// press.
  mutating func move(to point: Point, slop: Double) {
    guard let start = touch?.start else { return }
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    // The comparison is negated, so that a NaN counts as outside.
    if !(dx * dx + dy * dy <= slop * slop) { touch?.isInside = false }
  }

  /// Time passes: fires a long press once.
  mutating func advance(to time: Duration, longPressAfter duration: Duration) -> Outcome {
    guard let item = pressed, let start = touch?.time, time - start >= duration else {
      return .none
    }
    touch?.hasFired = true
    return .longPress(item)
  }

  /// The touch ends: a tap, unless it was a long press or moved away.
  mutating func end(at time: Duration, longPressAfter duration: Duration) -> Outcome {
    defer { touch = nil }
    if case .longPress(let item) = advance(to: time, longPressAfter: duration) {
      return .longPress(item)
    }
    return pressed.map { .tap($0) } ?? .none
  }

  mutating func cancel() { touch = nil }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import HostViews

/// The events of a viewer that its source has not handled yet.
///
/// So that a busy source falls behind less, successive events are merged: of movements and of sizes
/// the last one is kept, turns of a wheel are added up. No other event is dropped.
package struct EventQueue: Sendable {
  /// The most events that wait.
  package static let limit = 256

  private var events: [BrowserEvent] = []

  package init() {}

  package var count: Int { events.count }

  /// Adds an event.
  ///
  /// - Returns: Whether there was room for the event.
  package mutating func add(_ event: BrowserEvent) -> Bool {
    if let last = events.last, let both = Self.merged(last, event) {
      events[events.count - 1] = both
      return true
    }
    if events.count >= Self.limit { return false }
    events.append(event)
    return true
  }

  /// Adds the end of the connection, for which there is always room.
  package mutating func addClosed() { events.append(.closed) }

  /// Takes all events. O(1).
  package mutating func takeAll() -> [BrowserEvent] {
    defer { events = [] }
    return events
  }

  private static func merged(_ first: BrowserEvent, _ second: BrowserEvent) -> BrowserEvent? {
    switch (first, second) {
    case (.input(.pointer(let a)), .input(.pointer(let b)))
    where a.phase == .move && b.phase == .move && a.pointerID == b.pointerID
      && a.isTouch == b.isTouch && a.modifiers == b.modifiers:
      return second
    case (.input(.wheel(let a)), .input(.wheel(var b)))
    where a.location == b.location && a.modifiers == b.modifiers:
      b.delta.width += a.delta.width
      b.delta.height += a.delta.height
      return .input(.wheel(b))
    case (.input(.resized), .input(.resized)): return second
    default: return nil
    }
  }
}

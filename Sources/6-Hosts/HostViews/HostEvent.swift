// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// An event of a window system. All places are in points, y down, from the top left corner of the
/// window.
public enum HostEvent: Hashable, Sendable {
  /// A pointer went down, moved, went up or was cancelled.
  case pointer(PointerEvent)
  /// A wheel was turned, or two fingers moved on a pad.
  case wheel(WheelEvent)
  /// A key went down or up.
  case key(KeyEvent)
  /// The window has another size, in points, or another number of device pixels per point.
  case resized(Size, scale: Double)
  /// The window was closed.
  case closed
}

/// A mouse, a finger or a pen.
public struct PointerEvent: Hashable, Sendable {
  /// The phase of a pointer's event.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// A button or a finger went down.
    case down
    /// The pointer moved, with or without a button.
    case move
    /// The button or finger went up.
    case up
    /// The window system took the pointer over, for a gesture of its own.
    case cancel
  }

  /// The phase.
  public var phase: Phase
  /// The place of the pointer, in points.
  public var location: Point
  /// The number of the pointer; fingers have different ones at a time.
  public var pointerID: Int
  /// Whether a finger or a pen touches the screen, so that a drag scrolls.
  public var isTouch: Bool
  /// The keys that are held.
  public var modifiers: KeyModifiers

  /// Creates an event.
  public init(
    _ phase: Phase, at location: Point, pointerID: Int = 0, isTouch: Bool = false,
    modifiers: KeyModifiers = []
  ) {
    (self.phase, self.location, self.pointerID) = (phase, location, pointerID)
    (self.isTouch, self.modifiers) = (isTouch, modifiers)
  }
}

/// A turn of a wheel.
public struct WheelEvent: Hashable, Sendable {
  /// The place of the pointer, in points.
  public var location: Point
  /// The distance of the scrolling, in points; a positive height shows content further down, a
  /// positive width content further right.
  public var delta: Size
  /// The keys that are held.
  public var modifiers: KeyModifiers

  /// Creates an event.
  public init(at location: Point, delta: Size, modifiers: KeyModifiers = []) {
    (self.location, self.delta, self.modifiers) = (location, delta, modifiers)
  }
}

/// A key of the keyboard.
public struct KeyEvent: Hashable, Sendable {
  /// Whether the key went down or up.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The key went down, or repeats.
    case down
    /// The key went up.
    case up
  }

  /// The phase.
  public var phase: Phase
  /// The key's value in the names of the W3C's *UI Events KeyboardEvent key Values*: `a`, `Enter`,
  /// `ArrowDown`, `PageUp`, …
  public var key: String
  /// The keys that are held.
  public var modifiers: KeyModifiers

  /// Creates an event.
  public init(_ phase: Phase, _ key: String, modifiers: KeyModifiers = []) {
    (self.phase, self.key, self.modifiers) = (phase, key, modifiers)
  }
}

/// The keys that change the meaning of others.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Control.
  public static let control = KeyModifiers(rawValue: 2)
  /// Alt or Option.
  public static let alt = KeyModifiers(rawValue: 4)
  /// The key of the window system.
  public static let meta = KeyModifiers(rawValue: 8)
}

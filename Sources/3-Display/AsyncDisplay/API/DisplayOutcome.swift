// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How one display ended; every display that was accepted has exactly one outcome.
///
/// A member of a group whose display has not begun when the group is cancelled has the outcome
/// `cancelled(.group)` as well.
public enum DisplayOutcome: Sendable, Hashable {
  /// The contents of the display were published.
  case committed
  /// There was nothing to draw, or the size is less than a pixel, so the contents were cleared.
  case cleared
  /// A newer display, or an invalidation, took its place.
  case superseded
  /// The display was cancelled; its client still needs display, unless the client is gone.
  case cancelled(DisplayCancellation)
  /// The display could not be drawn; the old contents were kept.
  case failed(DisplayError)

  /// Whether the contents now show the result of this display.
  public var isFinished: Bool {
    switch self {
    case .committed, .cleared: true
    case .superseded, .cancelled, .failed: false
    }
  }
}

/// The reason for a cancellation.
public enum DisplayCancellation: Sendable, Hashable {
  /// `cancel()` was called.
  case requested
  /// The client was suspended.
  case suspended
  /// The client is gone.
  case deallocated
  /// The drawing itself threw `CancellationError`.
  case byTask
  /// Another member of its group was cancelled or failed.
  case group
  /// The coordinator was shut down.
  case shutdown
}

/// The identity of displayed content, by which `progressive` distinguishes it from other content.
///
/// Two displays with equal identities show successive states of one thing, such as a text that is
/// being edited; a reused cell that shows another thing has another identity.
public struct ContentIdentity: Sendable, Hashable {
  /// The number that identifies the content.
  package let rawValue: UInt64

  /// Creates an identity from a number of the client's choice.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates an identity from an object; it holds only as long as the object lives.
  public init(_ object: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
  }
}

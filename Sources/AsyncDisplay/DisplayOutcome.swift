// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How one display ended; every display that was accepted has exactly one outcome.
public enum DisplayOutcome: Sendable, Hashable {
  /// Its contents were published.
  case committed
  /// There was nothing to draw, so the contents were cleared.
  case cleared
  /// A newer display, or an invalidation, took its place.
  case superseded
  /// It was called off; the owner still needs display unless it is gone.
  case cancelled(DisplayCancellation)
  /// It could not be drawn; the old contents were kept.
  case failed(DisplayError)

  /// Whether the contents now show what this display asked for.
  public var isFinished: Bool {
    switch self {
    case .committed, .cleared: true
    case .superseded, .cancelled, .failed: false
    }
  }
}

/// Why a display was called off.
public enum DisplayCancellation: Sendable, Hashable {
  /// The owner asked for it.
  case requested
  /// The owner was suspended.
  case suspended
  /// The owner is gone.
  case deallocated
  /// The drawing itself threw `CancellationError`.
  case byTask
  /// Another member of its group did not come to pass.
  case group
  /// The coordinator was shut down.
  case shutdown
}

/// Names what a display shows, so that `progressive` can tell the same content from other content.
///
/// Two displays with equal identities show successive states of one thing (a text that is being
/// edited); a reused cell that shows another thing has another identity.
public struct ContentIdentity: Sendable, Hashable {
  /// The number that stands for the content.
  public let rawValue: UInt64

  /// Creates an identity from a number of the client's choice.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates an identity from an object; it holds only as long as the object lives.
  public init(_ object: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
  }
}

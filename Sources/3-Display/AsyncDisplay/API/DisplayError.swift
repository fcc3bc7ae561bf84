// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The reason why a display was not drawn or published.
public struct DisplayError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// A stable name, such as `badSize`.
    public let description: String

    private init(_ name: String) { description = name }

    /// No memory for the bitmap.
    public static let allocationFailed = Code("allocationFailed")
    /// The size is negative, not a number, infinite, or over the limits of `CanvasLimits`.
    public static let badSize = Code("badSize")
    /// The drawing threw an error.
    public static let drawingFailed = Code("drawingFailed")
    /// The deadline passed first.
    public static let deadlineExceeded = Code("deadlineExceeded")
  }

  /// The kind of failure.
  public let code: Code
  /// The error that the drawing threw, if it threw one.
  public let underlying: (any Error)?

  /// Creates an error.
  package init(_ code: Code, underlying: (any Error)? = nil) {
    self.code = code
    self.underlying = underlying
  }

  /// The description of ``underlying``.
  package var underlyingDescription: String? { underlying.map { String(describing: $0) } }

  /// Whether both have the same code and the same description.
  public static func == (a: DisplayError, b: DisplayError) -> Bool {
    a.code == b.code && a.underlyingDescription == b.underlyingDescription
  }

  /// Hashes the code alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The message.
  public var description: String { message }

  /// A sentence that a user can act on.
  public var message: String {
    let reason = underlyingDescription.map { ": \($0)" } ?? ""
    if code == .allocationFailed {
      return "There was no memory for the bitmap; display a smaller size or scale\(reason)."
    }
    if code == .badSize {
      return
        "The size cannot be drawn; sides must be finite, not negative and within the cap\(reason)."
    }
    if code == .deadlineExceeded {
      return "The display was not finished by its deadline; allow more time or draw less\(reason)."
    }
    return "The drawing threw an error\(reason)."
  }
}

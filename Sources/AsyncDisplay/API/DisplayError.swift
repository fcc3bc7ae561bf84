// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The reason why a display was not drawn or published.
public struct DisplayError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// A word for logs.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// No memory for the bitmap.
    public static let allocationFailed = Code("allocation failed")
    /// The size is negative, not a number, infinite, or over the cap of `TextLimits`.
    public static let badSize = Code("bad size")
    /// The drawing threw an error.
    public static let drawingFailed = Code("drawing failed")
    /// The deadline passed first.
    public static let deadlineExceeded = Code("deadline exceeded")
  }

  /// The kind of failure.
  public let code: Code
  /// The description of the error that the drawing threw, if it threw one.
  public let underlyingDescription: String?

  /// Creates an error.
  public init(_ code: Code, underlyingDescription: String? = nil) {
    self.code = code
    self.underlyingDescription = underlyingDescription
  }

  public var description: String {
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

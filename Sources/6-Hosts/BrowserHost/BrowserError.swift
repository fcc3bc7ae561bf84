// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An error of a ``BrowserServer``.
public struct BrowserError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The build has no server: the package trait `Browser` is off.
    public static let unsupported = Code(name: "unsupported")
    /// The address or port cannot be listened at; the sentence has the system's reason.
    public static let cannotListen = Code(name: "cannotListen")
    /// The address is not a loopback one, and there is no token, or the token has other characters
    /// than letters, digits, `-`, `.`, `_` and `~`, or fewer than 16.
    public static let tokenNeeded = Code(name: "tokenNeeded")
    /// The server runs already, or has been stopped.
    public static let wrongState = Code(name: "wrongState")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence for the user.
  public let message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// The message.
  public var description: String { message }
}

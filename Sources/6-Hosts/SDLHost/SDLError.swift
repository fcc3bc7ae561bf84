// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An error of a window of SDL.
public struct SDLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// This build has no SDL: the package trait `SDL` is off.
    public static let notBuilt = Code(rawValue: "notBuilt")
    /// SDL finds no screen.
    public static let noScreen = Code(rawValue: "noScreen")
    /// SDL cannot make the window, or the thread for it.
    public static let noWindow = Code(rawValue: "noWindow")
    /// SDL cannot show a picture of this size.
    public static let noPicture = Code(rawValue: "noPicture")
  }

  /// The kind.
  public let code: Code
  /// A sentence that says what to do.
  public let message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// The message.
  public var description: String { message }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An error of a window of SDL.
public struct SDLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let description: String

    private init(_ name: String) { description = name }

    /// This build has no SDL: the package trait `SDL` is off.
    public static let notBuilt = Code("notBuilt")
    /// SDL finds no screen.
    public static let noScreen = Code("noScreen")
    /// SDL cannot make the window, or the thread for it.
    public static let noWindow = Code("noWindow")
    /// SDL cannot show a picture of this size.
    public static let noPicture = Code("noPicture")
  }

  /// The kind.
  public let code: Code
  /// A sentence that says what to do.
  public let message: String

  init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// The message.
  public var description: String { message }
}

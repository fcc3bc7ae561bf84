// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to draw with OpenGL ES.
public struct GLError: Error, Hashable, Sendable {
  /// The kinds of failure; later versions may add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `noEGL`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The build has not the package trait `GL`.
    public static let notBuilt = Code("notBuilt")
    /// The system has no EGL display without a surface.
    public static let noEGL = Code("noEGL")
    /// No context of the wanted version can be made, or made current.
    public static let noContext = Code("noContext")
    /// The context is lost with all its objects; a new one is needed.
    public static let contextLost = Code("contextLost")
    /// A shader or a program cannot be compiled or linked; the log is in ``GLError/message``.
    public static let shader = Code("shader")
    /// A framebuffer cannot be drawn into; the reason is in ``GLError/status``.
    public static let framebufferIncomplete = Code("framebufferIncomplete")
    /// A size over a limit of the library or of the driver.
    public static let tooLarge = Code("tooLarge")
    /// A size that is zero, negative or not a number.
    public static let badSize = Code("badSize")
    /// No memory for a buffer or for the picture.
    public static let allocationFailed = Code("allocationFailed")
    /// A call of OpenGL was refused; its error is in ``GLError/status``.
    public static let operation = Code("operation")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that the user can act on.
  public let message: String
  /// The number that OpenGL or EGL returned: the status of a framebuffer, or an error; 0 for none.
  public let status: UInt32

  /// Creates an error.
  package init(_ code: Code, _ message: String, status: UInt32 = 0) {
    self.code = code
    self.message = message
    self.status = status
  }
}

extension GLError: CustomStringConvertible {
  /// The sentence.
  public var description: String { message }
}

extension GLError {
  /// The failure of a build without the package trait.
  package static let notBuilt = GLError(
    .notBuilt, "This program was built without the package trait GL, which draws with OpenGL ES.")

  /// A number as the headers of OpenGL write it.
  static func hex(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

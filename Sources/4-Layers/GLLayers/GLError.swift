// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A failure to draw with OpenGL ES.
public struct GLError: Error, Hashable, Sendable {
  /// The kinds of failure; later versions may add members.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `noEGL`.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    /// The build has not the package trait `GL`.
    public static let notBuilt = Code(rawValue: "notBuilt")
    /// The system has no EGL display without a surface.
    public static let noEGL = Code(rawValue: "noEGL")
    /// No context of the wanted version can be made, or made current.
    public static let noContext = Code(rawValue: "noContext")
    /// The context is lost with all its objects; a new one is needed.
    public static let contextLost = Code(rawValue: "contextLost")
    /// A shader or a program cannot be compiled or linked; the log is in ``GLError/message``.
    public static let shader = Code(rawValue: "shader")
    /// A framebuffer cannot be drawn into; the reason is in ``GLError/status``.
    public static let framebufferIncomplete = Code(rawValue: "framebufferIncomplete")
    /// A size over a limit of the library or of the driver.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// A size that is zero, negative or not a number.
    public static let badSize = Code(rawValue: "badSize")
    /// No memory for a buffer or for the picture.
    public static let allocationFailed = Code(rawValue: "allocationFailed")
    /// A call of OpenGL was refused; its error is in ``GLError/status``.
    public static let operation = Code(rawValue: "operation")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that the user can act on.
  public let message: String
  /// The number that OpenGL or EGL returned: the status of a framebuffer, or an error; 0 for none.
  public let status: UInt32

  /// Creates an error.
  public init(_ code: Code, _ message: String, status: UInt32 = 0) {
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

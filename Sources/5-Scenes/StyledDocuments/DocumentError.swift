// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
package import SystemConcurrency

/// An error of a document or a scene.
///
/// Documents and scenes share one error type, since a scene contains documents, and a document may
/// contain layers as attachments: an error of one reader passes through the other.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The JSON is not valid, a key is missing, or a value is not of its form.
    public static let malformed = Code(name: "malformed")
    /// A key is not known, and unknown keys are refused.
    public static let unknownKey = Code(name: "unknownKey")
    /// A size is over one of the documented limits.
    public static let tooLarge = Code(name: "tooLarge")
    /// A kind of layer, or a value, that is documented and not drawn yet, or that this build or
    /// this system cannot draw.
    public static let unsupported = Code(name: "unsupported")
    /// A named file cannot be read, or lies outside the image root.
    public static let unreadable = Code(name: "unreadable")
    /// A text cannot be laid out, or a layer cannot be drawn.
    public static let failed = Code(name: "failed")
    /// The reading was cancelled; thrown only by functions that take a cancellation.
    public static let cancelled = Code(name: "cancelled")
  }

  /// The kind of failure.
  public let code: Code
  /// The key that the failure is about: `layers[2].shadow.radius`; `nil` for the whole JSON.
  public let keyPath: String?
  /// The offset of the key's value in the JSON, in bytes; `nil` if there is no such place.
  public let offset: Int?
  /// A sentence for the user.
  public let message: String

  package init(
    _ code: Code, _ keyPath: String? = nil, offset: Int? = nil, _ message: String
  ) {
    self.code = code
    self.keyPath = keyPath
    self.offset = offset
    self.message = message
  }

  /// The key path and the message.
  public var description: String {
    guard let keyPath else { return message }
    return "\(keyPath): \(message)"
  }

  /// The error of a reading that was cancelled.
  package static let cancelled = DocumentError(.cancelled, nil, "the reading was cancelled")

  /// The error of JSON that cannot be read.
  ///
  /// - Parameter name: The name of the whole JSON, as ``keyPath``; `nil` for no name.
  package init(_ error: JSONError, _ name: String? = nil, offset: Int? = nil) {
    if error.isCancelled {
      self = .cancelled
    } else {
      self.init(
        error.isOverLimit ? .tooLarge : .malformed, name, offset: offset, error.description)
    }
  }

  static func malformed(_ keyPath: String, _ message: String) -> DocumentError {
    DocumentError(.malformed, keyPath, message)
  }
}

extension Cancellation {
  /// Checks that the reading may go on.
  ///
  /// - Throws: ``DocumentError`` with `cancelled` if the reading should stop.
  package func checkReading() throws(DocumentError) {
    if isCancelled { throw .cancelled }
  }
}

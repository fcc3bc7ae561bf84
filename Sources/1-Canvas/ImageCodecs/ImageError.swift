// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The reason why an image could not be loaded.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `notFound`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// There is no image of this name.
    public static let notFound = Code("notFound")
    /// The name leads outside the root, to no regular file, or to one that may not be read.
    public static let notPermitted = Code("notPermitted")
    /// The pattern of the names of tiles is not one.
    public static let badPattern = Code("badPattern")
    /// No decoder recognizes the bytes.
    public static let unknownFormat = Code("unknownFormat")
    /// The bytes are those of a damaged image.
    public static let damaged = Code("damaged")
    /// The file or the image is over a limit.
    public static let tooLarge = Code("tooLarge")
    /// The loader did not answer within the time limit.
    public static let timedOut = Code("timedOut")
    /// The loader threw an error of its own.
    public static let loaderFailed = Code("loaderFailed")
    /// The request was cancelled.
    public static let cancelled = Code("cancelled")
    /// There was no memory for the bitmap.
    public static let allocationFailed = Code("allocationFailed")
  }

  /// The kind of failure.
  public let code: Code
  /// The name of the image.
  public let name: String
  /// A sentence that a user can act on, without the name.
  public let message: String

  /// Creates an error; loaders and decoders throw it.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - name: The name of the image; empty in decoders, which are not given the name.
  ///   - message: A sentence that a user can act on, without the name.
  public init(_ code: Code, name: String = "", _ message: String) {
    self.code = code
    self.name = name
    self.message = message
  }

  /// The name, if any, and the message.
  public var description: String { name.isEmpty ? message : "\(name): \(message)" }

  /// The error with the name of an image, unless it has a name already.
  package func named(_ name: String) -> ImageError {
    self.name.isEmpty ? ImageError(code, name: name, message) : self
  }

  /// Converts an error of a loader. A cancellation that did not come from the store counts as a
  /// failure.
  package init(loading name: String, _ error: any Error) {
    if let error = error as? ImageError, error.code != .cancelled {
      self = error.named(name)
    } else {
      self.init(.loaderFailed, name: name, "The loader failed: \(error).")
    }
  }

  /// The error of a packing that was cancelled.
  static let cancelledPacking = ImageError(.cancelled, "The packing was cancelled.")

  /// The failure of a request that was cancelled.
  package static func cancelled(_ name: String) -> ImageError {
    ImageError(.cancelled, name: name, "The request was cancelled.")
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The folders of a ``TextService`` and its limits.
public struct ServiceConfiguration: Sendable {
  /// The folder of font files; `nil` for none.
  ///
  /// Documents name them by their file names, or by their families like any other font. For
  /// characters that no other font has, they are searched last.
  public var fonts: String?
  /// The folder below which documents and scenes name pictures; `nil` for none.
  public var images: String?
  /// The folder of scenes, `NAME.json`, that are drawn by name; `nil` for none.
  public var templates: String?
  /// The file of keys; `nil` if nobody needs one. The page of the module has its form.
  public var keys: String?
  /// Whether the host's fonts are searched for characters that no other font has.
  ///
  /// Off by default: the same request then has the same picture on every machine.
  public var usesSystemFonts = false

  /// The most requests that are worked on or wait, at a time; further ones are refused with 503.
  public var requestLimit = 256
  /// The most memory of all requests together, in bytes: bodies, texts, pixels and pictures.
  /// Requests beyond it are refused with 503.
  public var memoryLimit = 256 << 20
  /// The most bytes of a body or a line of a batch; longer ones are refused with 413.
  public var bodyLimit = 2 << 20
  /// The most pixels of a picture; larger ones are refused with 413.
  public var pixelLimit = 16 << 20
  /// The longest time from a request to its answer, in seconds; 504 afterwards.
  public var timeLimit = 30.0
  /// The bytes of finished pictures that are kept to be sent again; 0, the default, for none.
  public var cacheLimit = 0
  /// The memory of documents that are kept for their tiles (`PUT /v1/documents/…`), and of their
  /// layouts, in bytes.
  public var documentLimit = 64 << 20
  /// How long a picture with an address may be used without asking again, in seconds.
  public var maximumAge = 3600

  /// The origins, as `https://example.com`, of pages whose scripts may use the answers (CORS); `*`
  /// for all. None by default.
  public var allowedOrigins: [String] = []

  /// Creates a configuration without folders.
  public init() {}
}

/// A configuration that cannot be used: a folder, a font, a template or a file of keys.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// A file or a folder cannot be read.
    public static let unreadable = Code(name: "unreadable")
    /// A file is not of its form: a font, a scene, keys.
    public static let malformed = Code(name: "malformed")
    /// A file is too large, or there are too many.
    public static let tooLarge = Code(name: "tooLarge")
    /// There is no font: none is embedded in the program, none is in the folder, and those of the
    /// host are not to be used.
    public static let noFonts = Code(name: "noFonts")
  }

  /// The kind of failure.
  public let code: Code
  /// The file or folder that the failure is about.
  public let path: String
  /// A sentence for the person who runs the service.
  public let message: String

  init(_ code: Code, _ path: String, _ message: String) {
    (self.code, self.path, self.message) = (code, path, message)
  }

  /// The path and the message.
  public var description: String { "\(path): \(message)" }
}

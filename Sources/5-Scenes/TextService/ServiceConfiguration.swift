// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The folders of a ``TextService`` and its limits.
public struct ServiceConfiguration: Sendable {
  /// The folder of font files; `nil` for none.
  ///
  /// Documents name these fonts by their file names, or by family like any other font. The fonts
  /// are also searched last, for characters that no other font has.
  public var fonts: String?
  /// The folder of the pictures that documents and scenes may name; `nil` for none.
  public var images: String?
  /// The folder of scenes, `NAME.json`, that are drawn by name; `nil` for none.
  public var templates: String?
  /// The file of keys; `nil` if requests need no key. The module's documentation has its form.
  public var keys: String?
  /// Whether the host's fonts are searched for characters that no other font has.
  ///
  /// Off by default: the same request then has the same picture on every machine.
  public var usesSystemFonts = false

  /// The most requests that run or wait at a time; further requests are refused with 503.
  public var requestLimit = 256
  /// The most memory of all requests together, in bytes: bodies, texts, pixels and pictures.
  /// Requests beyond the limit are refused with 503.
  public var memoryLimit = 256 << 20
  /// The most bytes of a body or a batch line; longer ones are refused with 413.
  public var bodyLimit = 2 << 20
  /// The most pixels of a picture; larger pictures are refused with 413.
  public var pixelLimit = 16 << 20
  /// The longest time from a request to its answer, in seconds; then the answer is 504.
  public var timeLimit = 30.0
  /// The most bytes of the cache of finished pictures; 0, the default, for no cache.
  public var cacheLimit = 0
  /// The most memory of documents that are kept for their tiles (`PUT /v1/documents/…`), and of
  /// their layouts, in bytes.
  public var documentLimit = 64 << 20
  /// How long caches may use a picture that was requested by address alone, in seconds.
  public var maximumAge = 3600

  /// The origins, as `https://example.com`, of pages whose scripts may use the answers (CORS); `*`
  /// for all. None by default.
  public var allowedOrigins: [String] = []

  /// Creates a configuration without folders.
  public init() {}
}

/// The error of a configuration that cannot be used: of a folder, a font, a template or a file of
/// keys.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// A file or a folder cannot be read.
    public static let unreadable = Code(name: "unreadable")
    /// A file is not a valid font, scene or file of keys.
    public static let malformed = Code(name: "malformed")
    /// A file is too large, or there are too many files.
    public static let tooLarge = Code(name: "tooLarge")
    /// There is no font: none is embedded in the program, none is in the folder, and the fonts of
    /// the host are not used.
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

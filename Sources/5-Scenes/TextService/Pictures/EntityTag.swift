// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import SystemConcurrency
internal import SystemFiles

/// The strong entity tag of an answer: a hash of the request in its canonical form, and of
/// everything else that pictures depend on. Answers with the same tag have the same bytes.
///
/// Source: RFC 9110, section 8.8.3.
enum EntityTag {
  /// The bytes of the hash that make the tag: finding another request with the same tag is as hard
  /// as guessing a key of 128 bits.
  private static let length = 16

  /// The tag of a request.
  ///
  /// - Parameters:
  ///   - revision: The hash of versions, fonts, pictures and templates.
  ///   - parts: The request, in its canonical form.
  static func tag(_ revision: [UInt8], _ parts: [String]) -> String {
    var hash = SHA256()
    hash.update(canonical(revision, parts))
    return tag(hash)
  }

  /// The tag of a request with a body.
  ///
  /// - Throws: `CancellationError`.
  static func tag(
    _ revision: [UInt8], _ parts: [String], body: [UInt8], _ cancellation: Cancellation
  ) throws -> String {
    var hash = SHA256()
    hash.update(canonical(revision, parts))
    try hash.update(body, cancellation)
    return tag(hash)
  }

  private static func tag(_ hash: SHA256) -> String {
    "\"" + Base64.encode(url: Array(hash.digest.prefix(length))) + "\""
  }

  /// The bytes to hash: the number of parts, then each part after its length, so that different
  /// lists of parts give different bytes.
  private static func canonical(_ revision: [UInt8], _ parts: [String]) -> [UInt8] {
    var bytes = revision
    bytes += "\(parts.count);".utf8
    for part in parts {
      bytes += "\(part.utf8.count):".utf8
      bytes += part.utf8
    }
    return bytes
  }

  /// Whether a list of tags contains a tag.
  ///
  /// - Parameter isWeak: Whether a weak tag in the list counts like a strong tag; if not, weak tags
  ///   are ignored.
  static func contains(_ list: String, _ tag: String, isWeak: Bool) -> Bool {
    if list == tag { return true }
    return list.split(separator: ",").contains { part in
      var part = part.drop { $0 == " " || $0 == "\t" }
      while part.last == " " || part.last == "\t" { part.removeLast() }
      if isWeak, part.hasPrefix("W/") { part = part.dropFirst(2) }
      return part == tag
    }
  }
}

extension SHA256 {
  /// The number of bytes that are hashed between two polls of the cancellation.
  private static var piece: Int { 1 << 16 }

  /// Hashes an array that may be long; the cancellation is polled in between.
  ///
  /// - Throws: `CancellationError`.
  mutating func update(_ bytes: [UInt8], _ cancellation: Cancellation) throws {
    for start in stride(from: 0, to: bytes.count, by: Self.piece) {
      try cancellation.check()
      update(bytes.span.extracting(start..<min(start + Self.piece, bytes.count)))
    }
  }
}

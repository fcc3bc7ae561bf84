// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// A `data:` URL, which holds a file within itself: `data:image/png;base64,iVBOR…` (RFC 2397).
///
/// The bytes decide the format of the file; the media type in the URL is ignored.
struct DataAddress {
  /// The decoded bytes; `nil` if they are not base64.
  let bytes: [UInt8]?
  /// The beginning of the URL, for messages, since the whole URL may have megabytes.
  let shownName: String

  /// - Returns: `nil` for a name that is not a `data:` URL, and so names a file.
  init?(_ name: String) {
    guard name.utf8.count >= 5, name.prefix(5).lowercased() == "data:" else { return nil }
    let text = name.utf8
    let comma = text.firstIndex(of: UInt8(ascii: ","))
    let head = name[..<(comma ?? name.endIndex)]
    shownName = head.count > 40 ? "\(head.prefix(40))…" : "\(head),…"
    guard let comma, head.lowercased().hasSuffix(";base64") else {
      bytes = nil
      return
    }
    bytes = Base64.decode(text[text.index(after: comma)...])
  }
}

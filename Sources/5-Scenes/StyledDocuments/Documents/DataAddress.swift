// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// An address that holds a file within itself, `data:image/png;base64,iVBOR…` (RFC 2397).
///
/// Which kind of file it is, its bytes say; the type that the address names is not looked at.
struct DataAddress {
  /// The bytes; `nil` for what is no base64.
  let bytes: [UInt8]?
  /// What messages show of it: it may have megabytes.
  let shownName: String

  /// - Returns: `nil` for a name that is none, and hence that of a file.
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

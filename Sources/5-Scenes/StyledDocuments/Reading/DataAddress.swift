// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// A `data:` URL, which holds a file within itself: `data:image/png;base64,iVBOR…` (RFC 2397).
///
/// Without `;base64` the bytes are text with escapes, as `data:image/svg+xml,%3Csvg…`. The bytes
/// decide the format of the file; the media type in the URL is ignored.
package struct DataAddress {
  /// The decoded bytes; `nil` if there is no comma, or if they are not base64.
  package let bytes: [UInt8]?
  /// The beginning of the URL, for messages, since the whole URL may have megabytes.
  let shownName: String

  /// - Returns: `nil` for a name that is not a `data:` URL, and so names a file.
  package init?(_ name: String) {
    guard name.utf8.count >= 5, name.prefix(5).lowercased() == "data:" else { return nil }
    let text = name.utf8
    let comma = text.firstIndex(of: UInt8(ascii: ","))
    let head = name[..<(comma ?? name.endIndex)]
    shownName = head.count > 40 ? "\(head.prefix(40))…" : "\(head),…"
    guard let comma else {
      bytes = nil
      return
    }
    let data = name[text.index(after: comma)...]
    bytes =
      head.lowercased().hasSuffix(";base64")
      ? Base64.decode(data.utf8.contains(UInt8(ascii: "%")) ? data.unescaped : Array(data.utf8))
      : data.unescaped
  }
}

extension Substring {
  /// The bytes of a part of a URL, with its escapes resolved; what is no escape stays as it is.
  package var unescaped: [UInt8] {
    var (result, rest) = ([UInt8](), Array(utf8)[...])
    result.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(Self.digit),
        let low = rest.dropFirst().first.flatMap(Self.digit)
      {
        result.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The value of a hexadecimal digit.
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

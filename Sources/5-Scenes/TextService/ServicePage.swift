// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import SystemFiles

/// Makes answers of HTML pages whose script and style are in the page itself.
enum ServicePage {
  /// The answer with a page. Its content security policy allows the page's own script and style, by
  /// their hashes, and otherwise only pictures and answers of this service.
  static func answer(_ page: [UInt8]) -> ServiceAnswer {
    let script = source(of: "script", in: page)
    let style = source(of: "style", in: page)
    let policy =
      "default-src 'none'; script-src \(script); style-src \(style); img-src 'self' blob: data:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return ServiceAnswer(
      status: 200,
      fields: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
      ], body: page)
  }

  /// The source expression for the text of an element, its hash. Source: CSP 3, section 2.3.1.
  private static func source(of element: String, in page: [UInt8]) -> String {
    guard let start = end(of: Array("<\(element)>".utf8), in: page, from: 0),
      let close = end(of: Array("</\(element)>".utf8), in: page, from: start)
    else { return "'none'" }
    let text = Array(page[start..<close - element.utf8.count - 3])
    return "'sha256-\(String(decoding: Base64.encode(SHA256.digest(of: text)), as: UTF8.self))'"
  }

  /// The end of the first occurrence of a mark.
  private static func end(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start + mark.count <= bytes.count else { return nil }
    return (start...bytes.count - mark.count).first { at in
      bytes[at] == mark[0] && bytes[at..<at + mark.count].elementsEqual(mark)
    }.map { $0 + mark.count }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

/// The page of a server, and the header fields of its answers.
package enum LivePage {
  /// The mark in the page that each answer replaces.
  private static let mark = Array("{nonce}".utf8)

  /// The page.
  ///
  /// - Parameter nonce: The nonce of its script and its style. The policy allows no script or style
  ///   without it.
  package static func bytes(nonce: String) -> [UInt8] {
    let file = PackageResources.live_html
    var (page, start) = ([UInt8](), 0)
    page.reserveCapacity(file.count + 64)
    while let at = position(of: mark, in: file, from: start) {
      page += file[start..<at]
      page += nonce.utf8
      start = at + mark.count
    }
    return page + file[start...]
  }

  private static func position(of mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start + mark.count <= bytes.count else { return nil }
    return (start...bytes.count - mark.count).first { at in
      bytes[at] == mark[0] && bytes[at..<at + mark.count].elementsEqual(mark)
    }
  }

  /// The fields of every answer.
  package static let fields: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Connection", "close"),
  ]

  /// The policy of the page: its own script and style, its own connection, and nothing else.
  ///
  /// - Parameters:
  ///   - nonce: The nonce of the script and the style.
  ///   - host: The host of the request, which has been checked.
  package static func policy(nonce: String, host: String) -> String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "connect-src 'self' ws://\(host) wss://\(host); img-src 'self' data:; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
  }

  /// The policy of all other answers.
  package static let strictPolicy = "default-src 'none'; frame-ancestors 'none'"
}

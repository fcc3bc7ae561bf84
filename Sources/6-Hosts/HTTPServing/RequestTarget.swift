// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The target of a request: a path with a query, or a whole address, as clients of proxies send it.
///
/// Source: RFC 9112, section 3.2.
package struct RequestTarget: Hashable, Sendable {
  /// The path with the query: the target in origin form.
  package let path: String
  /// The host and the port of a whole address, which count in place of the field `Host`.
  package let authority: String?

  /// Reads a target; `nil` for an address without a host, or with the name of a user.
  package init?(_ target: String) {
    let bytes = target.utf8
    guard let scheme = ["http://", "https://"].first(where: { Self.begins(bytes, with: $0) })
    else {
      (path, authority) = (target, nil)
      return
    }
    let rest = bytes.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    guard !authority.isEmpty, !authority.contains(UInt8(ascii: "@")) else { return nil }
    self.authority = String(Substring(authority))
    let path = String(Substring(rest.dropFirst(authority.count)))
    self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// Whether bytes begin with a scheme, in any letters.
  private static func begins(_ bytes: String.UTF8View, with scheme: String) -> Bool {
    bytes.count >= scheme.utf8.count
      && zip(bytes, scheme.utf8).allSatisfy { $0 == $1 || (65...90 ~= $0 && $0 | 0x20 == $1) }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The names and addresses by which clients call a server: the field `Host` of their requests.
package enum HostName {
  /// The host name or address without the port, in lower case; `nil` if it is malformed.
  package static func name(ofHost host: String) -> String? {
    // Only printable ASCII is allowed: other letters may be mapped to ASCII, and servers write the
    // host into fields and pages.
    guard host.utf8.allSatisfy({ 33...126 ~= $0 }) else { return nil }
    var name = Substring(host.lowercased()).utf8
    var port = name.suffix(0)
    let colon = UInt8(ascii: ":")
    if name.first == UInt8(ascii: "[") {
      guard let end = name.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      port = name[name.index(after: end)...]
      name = name[..<end].dropFirst()
      guard name.contains(colon) else { return nil }
    } else if let end = name.firstIndex(of: colon) {
      (name, port) = (name[..<end], name[end...])
    }
    guard !name.isEmpty, port.isEmpty || port.first == colon,
      port.dropFirst().allSatisfy({ 48...57 ~= $0 }), port.count <= 6
    else { return nil }
    return String(Substring(name))
  }

  /// Whether a name or an address always means this machine.
  package static func isLoopback(_ name: String) -> Bool {
    if name == "localhost" || name == "::1" { return true }
    if name.hasSuffix(".localhost") { return name.utf8.allSatisfy(isHostNameByte) }
    return name.hasPrefix("127.") && isAddress(name)
  }

  /// Whether a name is written as an IPv4 or IPv6 address.
  package static func isAddress(_ name: String) -> Bool {
    if name.contains(":") {
      return name.utf8.allSatisfy { 48...58 ~= $0 || 97...102 ~= $0 || $0 == 46 }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.utf8.allSatisfy { 48...57 ~= $0 }
      }
  }

  /// Whether a byte may be part of a host name: a lower case letter, a digit, `-` or `.`.
  private static func isHostNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 45, 46, 48...57, 97...122: true
    default: false
    }
  }
}

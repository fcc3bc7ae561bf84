// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Authentication codes by SHA-256 and a secret; ``SecretComparison`` compares them.
///
/// Written here for the same reason as ``SHA256``.
///
/// Source: RFC 2104 (FIPS 198-1).
package struct HMACSHA256: Sendable {
  /// The states of the hash after the two paddings of the key, the same for all messages.
  private let inner: SHA256
  private let outer: SHA256

  /// Prepares a key of any length.
  package init(key: [UInt8]) {
    var key = key.count > 64 ? SHA256.digest(of: key) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    var (inner, outer) = (SHA256(), SHA256())
    inner.update(key.map { $0 ^ 0x36 })
    outer.update(key.map { $0 ^ 0x5C })
    (self.inner, self.outer) = (inner, outer)
  }

  /// The code of a message: 32 bytes.
  package func code(of message: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.update(message)
    outer.update(inner.digest)
    return outer.digest
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The comparison of what a client gives with a secret, or with what only a secret makes.
package enum SecretComparison {
  /// Compares a given value with a secret. The time depends on the two lengths alone, so it tells
  /// an attacker nothing about the bytes of the secret.
  ///
  /// - Returns: Whether both are the same; `false` for an empty secret.
  package static func isSame(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
    !secret.isEmpty && differences(given, secret) == 0
  }

  /// Compares a given text with a secret one; as for bytes.
  package static func isSame(_ given: String, _ secret: String) -> Bool {
    isSame(Array(given.utf8), Array(secret.utf8))
  }

  /// The number of bits that differ, of the lengths and of all bytes of `given`, each beside one of
  /// the secret, which is repeated. No byte is left out, wherever the first difference stands.
  static func differences(_ given: [UInt8], _ secret: [UInt8]) -> Int {
    var bits = (given.count ^ secret.count).nonzeroBitCount
    for i in given.indices { bits += (given[i] ^ secret[i % secret.count]).nonzeroBitCount }
    return bits
  }
}

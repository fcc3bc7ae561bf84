// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Compares a value from a client with a secret, or with a value that only the secret produces.
package enum SecretComparison {
  /// Compares a given value with a secret. The time depends on the two lengths alone, so it tells
  /// an attacker nothing about the bytes of the secret.
  ///
  /// - Returns: Whether both are the same; `false` for an empty secret.
  package static func isSame(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
    !secret.isEmpty && differences(given, secret) == 0
  }

  /// Compares a given text with a secret text, as bytes are compared.
  package static func isSame(_ given: String, _ secret: String) -> Bool {
    isSame(Array(given.utf8), Array(secret.utf8))
  }

  /// The number of bits that differ: in the lengths, and in each byte of `given` and the byte of
  /// the secret beside it. The secret is repeated as needed. All bytes are compared, wherever the
  /// first difference is.
  static func differences(_ given: [UInt8], _ secret: [UInt8]) -> Int {
    var bits = (given.count ^ secret.count).nonzeroBitCount
    for i in given.indices { bits += (given[i] ^ secret[i % secret.count]).nonzeroBitCount }
    return bits
  }
}

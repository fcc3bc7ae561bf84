// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The comparison of what a client gives with a secret.
package enum SecretComparison {
  /// Compares a given value with a secret. The time depends on the length of `given` alone, so it
  /// tells an attacker nothing about the secret.
  ///
  /// - Returns: Whether both are the same; `false` for an empty secret.
  package static func isSame(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
    if secret.isEmpty { return false }
    var difference = given.count ^ secret.count
    for i in given.indices { difference |= Int(given[i] ^ secret[i % secret.count]) }
    return difference == 0
  }

  /// Compares a given text with a secret one; as for bytes.
  package static func isSame(_ given: String, _ secret: String) -> Bool {
    isSame(Array(given.utf8), Array(secret.utf8))
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFiles

@Suite struct SecretComparisonTests {
  @Test("Secrets are compared in whole, and an empty one is nobody's")
  func comparison() {
    #expect(SecretComparison.isSame("abc", "abc"))
    for other in ["", "ab", "abd", "abcabc", "xbc", "abcd"] {
      #expect(!SecretComparison.isSame(other, "abc") && !SecretComparison.isSame("abc", other))
    }
    #expect(!SecretComparison.isSame("", "") && !SecretComparison.isSame("a", ""))
    #expect(SecretComparison.isSame([0, 255], [0, 255]))
    #expect(!SecretComparison.isSame([0, 254], [0, 255]))
  }

  @Test("Every byte counts, wherever the first difference stands")
  func differences() {
    let secret = [UInt8](1...32)
    #expect(SecretComparison.differences(secret, secret) == 0)
    let inverted = secret.map { ~$0 }
    #expect(SecretComparison.differences(inverted, secret) == 8 * 32)
    var given = secret
    for i in secret.indices.reversed() {
      given[i] ^= 0x11
      #expect(SecretComparison.differences(given, secret) == 2 * (32 - i))
    }
    // A given value that is longer or shorter is looked at in whole, too: 64 and 16 are other
    // lengths than 32 by two bits each.
    #expect(SecretComparison.differences(secret + inverted, secret) == 2 + 8 * 32)
    #expect(SecretComparison.differences(Array(inverted[..<16]), secret) == 2 + 8 * 16)
  }
}

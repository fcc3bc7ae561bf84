// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import HTTPServing
import Testing

@Suite struct SecretComparisonTests {
  @Test("Secrets are compared in whole, and an empty one is nobody's")
  func comparison() {
    #expect(SecretComparison.isSame("abc", "abc"))
    for other in ["", "ab", "abd", "abcabc", "xbc", "abcd"] {
      #expect(!SecretComparison.isSame(other, "abc"))
    }
    #expect(!SecretComparison.isSame("", "") && !SecretComparison.isSame("a", ""))
    #expect(SecretComparison.isSame([0, 255], [0, 255]))
    #expect(!SecretComparison.isSame([0, 254], [0, 255]))
  }
}

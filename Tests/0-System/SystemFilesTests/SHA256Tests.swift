// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CSystemCalls
import SystemFiles
import Testing

@Suite struct SHA256Tests {
  private static func hash(_ text: String) -> String {
    SHA256.hexadecimal(SHA256.digest(of: Array(text.utf8)))
  }

  /// The examples of FIPS 180-4's test vectors (NIST, "SHA256.pdf"), and no bytes at all.
  @Test func publishedVectors() {
    #expect(
      Self.hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      Self.hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Self.hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.hexadecimal(SHA256.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Any division into pieces has the same hash, and a copy does not disturb its original.
  @Test func pieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for length in [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000] {
      let whole = SHA256.digest(of: Array(bytes[..<length]))
      for step in [1, 3, 63, 64, 65, 200] {
        var hash = SHA256()
        var at = 0
        while at < length {
          let end = min(length, at + step)
          hash.update(Array(bytes[at..<end]))
          _ = hash.digest
          at = end
        }
        #expect(hash.digest == whole, "\(length) bytes by \(step)")
      }
    }
  }

  /// The processor's instructions give what the plain loop does.
  @Test func instructions() {
    var random = SystemRandomNumberGenerator()
    for count in 1...20 {
      let blocks = (0..<64 * count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var fast = (0..<8).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
      var plain = fast
      csc_sha256_blocks(&fast, blocks, count)
      csc_scalar_sha256_blocks(&plain, blocks, count)
      #expect(fast == plain)
    }
  }
}

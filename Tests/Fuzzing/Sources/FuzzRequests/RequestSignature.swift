// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// HMAC-SHA-256, written a second time, so that the one of the service is compared with another.
///
/// Source: FIPS 180-4 and RFC 2104.
enum RequestSignature {
  /// The code of a message.
  static func code(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let key = (key.count > 64 ? digest(key) : key) + [UInt8](repeating: 0, count: 64)
    let inner = digest(key.prefix(64).map { $0 ^ 0x36 } + message)
    return digest(key.prefix(64).map { $0 ^ 0x5C } + inner)
  }

  private static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: (message.count * 8) >> shift))
    }
    var hash = first
    for start in stride(from: 0, to: bytes.count, by: 64) { add(bytes[start..<start + 64], &hash) }
    return hash.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func add(_ block: ArraySlice<UInt8>, _ hash: inout [UInt32]) {
    var w: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
      block[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for i in 16..<64 {
      let a = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3
      let b = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10
      w.append(w[i - 16] &+ a &+ w[i - 7] &+ b)
    }
    var v = hash
    for i in 0..<64 {
      let sum = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let one = v[7] &+ sum &+ choice &+ constants[i] &+ w[i]
      let other = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
      let most = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [one &+ other &+ most, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
    }
    for i in hash.indices { hash[i] = hash[i] &+ v[i] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first prime numbers.
  private static let primes = (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }.prefix(64)
  private static let first = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
  private static let constants = primes.map { prime in
    // The cube root by Newton's method.
    var root = Double(prime).squareRoot()
    for _ in 0..<60 { root = (2 * root + Double(prime) / (root * root)) / 3 }
    return fraction(root)
  }

  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 4_294_967_296)
  }
}

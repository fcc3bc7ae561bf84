// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import TextAnalysis

/// Compiled rules whose bytes are damaged are refused: what is followed without checks was checked.
struct BreakRuleTableTests {
  private let whole = BreakRules.rootLineRules?.bytes ?? []

  /// Sets a 32-bit number of the header.
  private func rules(_ numbers: [Int: Int]) -> [UInt8] {
    var bytes = whole
    for (offset, number) in numbers {
      for i in 0..<4 { bytes[offset + i] = UInt8(truncatingIfNeeded: number >> (8 * i)) }
    }
    return bytes
  }

  @Test func icusRulesAreRead() {
    #expect(whole.count > 1000)
    #expect(BreakRuleTable(whole) != nil)
    #expect(BreakRules.rootCharacterRules?.table != nil)
  }

  @Test func cutRulesAreRefused() {
    for length in stride(from: 0, to: whole.count, by: 61) {
      #expect(BreakRuleTable(Array(whole.prefix(length))) == nil)
    }
  }

  /// A state table of four bytes at the end has no room for its own header.
  @Test func partsReachNoFurtherThanTheFile() {
    #expect(BreakRuleTable(rules([16: whole.count - 4, 20: 4])) == nil)
    for offset in [16, 20, 32, 36, 48, 52] {
      for number in [0, whole.count, whole.count + 1, 0x7FFF_FFFF, 0xFFFF_FFFF] {
        #expect(BreakRuleTable(rules([offset: number])) == nil, "\(number) at \(offset)")
      }
    }
    for number in [0, 1, 2, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      #expect(BreakRuleTable(rules([12: number])) == nil, "\(number) categories")
    }
  }

  /// The statuses of a state lie in the status table, of which one number is left here.
  @Test func statusesLieInTheirTable() {
    #expect(BreakRuleTable(rules([52: 4])) == nil)
  }

  @Test func damagedRulesAreReadOrRefused() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<4 {
        let place = Bool.random(using: &random) ? 0..<120 : bytes.indices
        bytes[Int.random(in: place, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = BreakRuleTable(bytes)
    }
  }
}

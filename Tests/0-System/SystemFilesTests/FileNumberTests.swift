// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import Testing

/// Numbers from files: no arithmetic traps, and what is invalid stays so.
struct FileNumberTests {
  private let most = FileNumber(1 << 62)

  @Test func numbersInRangeAreComputed() {
    let (a, b) = (FileNumber(70_000), FileNumber(6))
    #expect((a + b).value == 70_006 && (a - b).value == 69_994)
    #expect((a * b).value == 420_000 && (a / b).value == 11_666)
    #expect((a >> 4).value == 4375 && (a & 0xFF).value == 0x70)
    #expect(b < a && b <= b && a > b && a >= a && a == 70_000 && a != b)
    #expect(a.clamped(to: b).value == 6 && b.clamped(to: a).value == 6)
    #expect((most + 0).value == 1 << 62 && most - most == 0)
  }

  @Test func resultsOutOfRangeAreInvalid() {
    for wrong in [
      most + 1, most + most, FileNumber(5) - 6, most * 2, most * most, FileNumber(5) / 0,
      FileNumber(-1), FileNumber(.max), FileNumber(.min), .invalid,
    ] {
      #expect(!wrong.isValid && wrong.value == nil)
      for later in [
        wrong + 1, 1 + wrong, wrong - 1, 1 - wrong, wrong * 0, 0 * wrong, wrong * wrong, wrong / 1,
        1 / wrong, wrong >> 1, wrong & 0xFF, wrong.clamped(to: 1), most.clamped(to: wrong),
      ] {
        #expect(later.value == nil)
      }
      #expect(!(wrong < 1) && !(wrong <= wrong) && !(wrong > 0) && !(1 >= wrong) && !(0 < wrong))
      #expect(!(wrong == wrong) && wrong != wrong && wrong != 0)
      #expect(wrong.indices(atMost: 9).isEmpty)
      #expect(wrong.upTo(9).isEmpty && FileNumber(0).upTo(wrong).isEmpty)
    }
  }

  @Test func rangesThatEndBeforeTheyBeginAreEmpty() {
    #expect(FileNumber(3).upTo(7) == 3..<7)
    #expect(FileNumber(7).upTo(3).isEmpty && FileNumber(7).upTo(7).isEmpty)
    #expect(FileNumber(3).indices(atMost: 9) == 0..<3 && most.indices(atMost: 9) == 0..<9)
    #expect(most.indices(atMost: -1).isEmpty)
  }

  @Test func bytesAreReadWithinASpan() {
    let bytes: [UInt8] = [1, 2, 3, 0xFF]
    let span = bytes.span
    let (two, four) = (span.bigEndian(0, bytes: 2), span.bigEndian(0, bytes: 4))
    #expect(two == 0x102 && four == 0x10203FF)
    for (offset, length) in [(3, 2), (4, 1), (0, 5), (-1, 1), (.max, 1), (1 << 62, 7)] {
      let number = span.bigEndian(FileNumber(offset), bytes: length)
      #expect(number == nil, "\(length) bytes at \(offset)")
    }
  }
}

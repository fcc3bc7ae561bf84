// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TextRenderCommand

struct KeptMemoryTests {
  /// Buffers that are freed and made anew have the same pages: of thirty of 1 MB, 256 pages each,
  /// few are made after the first.
  @Test func freedMemoryIsKept() async {
    await #expect(processExitsWith: .success) {
      SystemCalls.keepFreedMemory()
      func pages() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
      }
      func fill() -> Int {
        let large = [UInt8](repeating: 1, count: 1 << 20)
        let other = [UInt8](repeating: 2, count: 300_000)
        return Int(large[pages() & 0xFFFF]) + Int(other[pages() & 0xFFFF])
      }
      var sum = fill()
      let before = pages()
      for _ in 0..<30 { sum += fill() }
      precondition(sum == 31 * 3 && pages() - before < 256)
    }
  }
}

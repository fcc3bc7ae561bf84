// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

#if canImport(Glibc) && arch(x86_64)
  import Glibc

  /// What is freed with a large text is joined then and there, and not in the next display.
  @Suite struct CoalescingBlockTests {
    /// The bytes of small blocks that are freed but not joined: `fsmblks` of `mallinfo2`, which the module does not
    /// import. On this architecture the caller hands in where a large value is returned to.
    private static var listed: Int? {
      typealias Function = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
      guard let symbol = unsafe dlsym(nil, "mallinfo2") else { return nil }
      let mallinfo2 = unsafe unsafeBitCast(symbol, to: Function.self)
      return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 10) { fields in
        guard let start = fields.baseAddress else { return nil }
        _ = unsafe mallinfo2(start)
        return unsafe fields[6]
      }
    }

    /// In a chain: an array of them would be a large block that is freed.
    private func freeSmallBlocks(_ count: Int) {
      var chain: UnsafeMutableRawPointer?
      for _ in 0..<count {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
        unsafe block.storeBytes(of: chain, as: UnsafeMutableRawPointer?.self)
        unsafe chain = unsafe block
      }
      while let block = unsafe chain {
        unsafe chain = unsafe block.load(as: UnsafeMutableRawPointer?.self)
        unsafe block.deallocate()
      }
    }

    @Test func smallBlocksAreJoinedWhenItIsFreed() {
      let count = 50_000
      var left = Int.max
      // Other tests free small blocks, too: what this one leaves behind is there each time.
      for _ in 0..<5 where left > 16 * count {
        var block: CoalescingBlock? = CoalescingBlock()
        withExtendedLifetime(block) { freeSmallBlocks(count) }
        block = nil
        left = min(left, Self.listed ?? 0)
      }
      #expect(left <= 16 * count)
    }

    @Test func onlyLargeTextsHaveOne() throws {
      let small = try ShapedText(AttributedText("small"), fonts: BundledFonts.collection)
      #expect(small.coalescing == nil)
      let runs = AttributedText(String(repeating: "a\t", count: 5000))
      #expect(try ShapedText(runs, fonts: BundledFonts.collection).coalescing != nil)
      let paragraphs = AttributedText(String(repeating: "\n", count: 10_000))
      #expect(try ShapedText(paragraphs, fonts: BundledFonts.collection).coalescing != nil)
    }
  }
#endif

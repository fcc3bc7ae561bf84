// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A block that is freed after all else of a large text, so that the C library then joins what was freed before.
///
/// glibc only lists a small block that is freed, one of at most 128 bytes such as the glyphs of a short run, and joins
/// it with its neighbours when somebody asks for more than a kilobyte: all of them at once. After a text of a
/// million runs that takes some twenty milliseconds, in the middle of whatever is displayed next. It also joins them when
/// a block of 64 KiB is freed that comes from the same arena, which is that of the thread that shaped the text: so
/// whoever lets go of the text, the release queue as a rule, does all of the work. To other allocators it is a block
/// like any other.
// @unchecked Sendable: nothing is mutable; the memory is neither read nor written, and `deinit` frees it.
@safe
package final class CoalescingBlock: @unchecked Sendable {
  /// What glibc calls `FASTBIN_CONSOLIDATION_THRESHOLD`; below the size from which blocks are mapped one by one.
  private static let byteCount = 1 << 16

  /// The bytes of paragraphs and runs from which on a text has such a block: some thousands of runs.
  static let shapedBytes = 1 << 20

  private let block = UnsafeMutableRawPointer.allocate(
    byteCount: CoalescingBlock.byteCount, alignment: 16)

  deinit { unsafe block.deallocate() }
}

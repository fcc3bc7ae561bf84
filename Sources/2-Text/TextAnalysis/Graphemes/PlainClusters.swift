// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

extension GraphemeBreaks {
  /// The code units that are read before it is decided whether to go on; a power of 2.
  private static let piece = 1 << 10

  /// Whether every code unit is a cluster because the text has only characters below U+0300, and no
  /// CR.
  static func hasNoClusters(
    _ text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    var start = 0
    while start < text.count {
      let some = text.extracting(start..<min(start + piece, text.count))
      var highest: UInt16 = 0
      var hasReturn = false
      for i in some.indices {
        highest = max(highest, some[i])
        hasReturn = hasReturn || some[i] == 0x0D
      }
      if highest >= 0x300 || hasReturn { return false }
      start += some.count
      if start & 0xFFFF == 0 { try cancellation.check() }
    }
    return true
  }

  /// Marks the boundaries of clusters that consist of a plain character and the characters attached
  /// to it, up to the last such cluster in a row.
  ///
  /// - Parameters:
  ///   - start: A boundary, from which clusters are marked; on return, the start of the last one.
  ///   - end: On return, the end of the cluster at `start`, which is not marked yet; equal to
  ///     `start` if only the rules can find the cluster's end.
  ///   - isPlain: Whether the character at `start` is already known to be plain; on return, whether
  ///     the one at `end` is.
  ///   - polled: The offset at which cancellation was polled last.
  /// - Throws: `CancellationError`.
  @inline(__always)
  static func skipPlainClusters(
    _ text: Span<UInt16>, from start: inout Int, to end: inout Int, _ isPlain: inout Bool,
    _ polled: inout Int, _ flags: inout MutableSpan<UInt8>, _ cancellation: Cancellation
  ) throws {
    let table = CharacterTable.shared
    let count = text.count
    guard isPlain || table[UInt32(text[start])].isPlainInClusters else { return }
    end += 1
    // There is a boundary between plain characters; combining marks can follow only the last one.
    let stop = min(count, polled + CancellationPoller.interval)
    while end < stop, table[UInt32(text[end])].isPlainInClusters {
      flags[end] = 1
      end += 1
    }
    start = end - 1
    isPlain = false
    while end < count {
      let traits = table[UInt32(text[end])]
      if traits.isPlainInClusters {
        isPlain = true
        break
      }
      if !traits.isAttachedInClusters {
        end = start
        break
      }
      end += 1
      if end - polled >= CancellationPoller.interval {
        polled = end
        try cancellation.check()
      }
    }
  }
}

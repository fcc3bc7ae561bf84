// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
package import TextRuntime

/// The grapheme clusters of one paragraph. Source: UAX #29.
package struct GraphemeBreaks: Hashable, Sendable {
  /// The number of code units.
  package let length: Int
  /// For each offset from 0 to `length`, 1 where a cluster begins or the text ends; empty when every
  /// code unit is a cluster.
  package let flags: [UInt8]

  package init(length: Int, flags: [UInt8]) {
    self.length = length
    self.flags = flags
  }

  /// Whether every code unit is a cluster.
  @inlinable package var isTrivial: Bool { flags.isEmpty }

  /// Whether a cluster begins at an offset, or the text ends there.
  @inlinable
  package func isBoundary(_ offset: Int) -> Bool { flags.isEmpty || flags[offset] != 0 }

  /// The next boundary after an offset before the end.
  @inlinable
  package func next(after offset: Int) -> Int {
    var i = offset + 1
    if flags.isEmpty { return i }
    while flags[i] == 0 {
      i += 1
      if i - offset == Self.long { return farNext(after: i - 1) }
    }
    return i
  }

  /// Clusters of so many code units are passed eight at once: there may be a million in one.
  @usableFromInline static var long: Int { 64 }

  @inline(never) @usableFromInline
  func farNext(after offset: Int) -> Int {
    unsafe flags.withUnsafeBytes { flags in
      var i = offset + 1
      while i + 8 <= flags.count,
        unsafe flags.loadUnaligned(fromByteOffset: i, as: UInt64.self) == 0
      {
        i += 8
      }
      while unsafe flags[i] == 0 { i += 1 }
      return i
    }
  }

  /// The boundary before an offset that is above 0.
  @inlinable
  package func previous(before offset: Int) -> Int {
    var i = offset - 1
    if flags.isEmpty { return i }
    while flags[i] == 0 { i -= 1 }
    return i
  }

  /// Finds the clusters of one paragraph.
  ///
  /// - Parameter takesShortCuts: Off in tests: short cuts change no boundary.
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, cancellation: Cancellation = .never,
    takesShortCuts: Bool = true
  ) throws -> GraphemeBreaks {
    try cancellation.check()
    let count = text.count
    guard count > 0, unsafe try !isSimple(text, cancellation),
      let rules = unsafe BreakRules.rootCharacterRules
    else { return GraphemeBreaks(length: count, flags: []) }
    var flags = try [UInt8](repeating: 0, count: count + 1, cancellation)
    flags[0] = 1
    guard takesShortCuts else {
      var walker = unsafe BreakWalker(unmanaged: rules, text, cancellation)
      while let boundary = try walker.next() { flags[boundary] = 1 }
      return GraphemeBreaks(length: count, flags: flags)
    }
    try unsafe flags.withUnsafeMutableBufferPointer { flags throws in
      let table = CharacterTable.shared
      var walker: BreakWalker?
      var start = 0
      var polled = 0
      while start < count {
        if start - polled >= 1 << 12 {
          polled = start
          try cancellation.check()
        }
        // A plain character and what is attached to it; anything else is for the rules.
        var end = start
        if unsafe table[UInt32(text[start])].isPlainInClusters {
          end += 1
          while end < count {
            let traits = unsafe table[UInt32(text[end])]
            if traits.isPlainInClusters { break }
            if !traits.isAttachedInClusters {
              end = start
              break
            }
            end += 1
            if end - polled >= 1 << 12 {
              polled = end
              try cancellation.check()
            }
          }
        }
        if end == start {
          if walker == nil { walker = unsafe BreakWalker(unmanaged: rules, text, cancellation) }
          walker?.move(to: start)
          guard let boundary = try walker?.next() else { break }
          end = boundary
        }
        unsafe flags[end] = 1
        start = end
      }
    }
    return GraphemeBreaks(length: count, flags: flags)
  }

  /// Whether every unit is a cluster because there is nothing but Latin, without CR LF.
  private static func isSimple(
    _ text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    var start = 0
    while start < text.count {
      let end = min(start + 1 << 16, text.count)
      var high: UInt16 = 0
      var hasReturn = false
      for i in start..<end {
        let unit = unsafe text[i]
        high = max(high, unit)
        hasReturn = hasReturn || unit == 0x0D
      }
      if high >= 0x300 || hasReturn { return false }
      start = end
      if start < text.count { try cancellation.check() }
    }
    return true
  }
}

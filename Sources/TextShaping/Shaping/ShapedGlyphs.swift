// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextModel
import TextRuntime

/// Glyphs on their way into a run: growing flat arrays, reused from run to run.
///
/// Glyphs are appended in visual order within a piece. Pieces of right-to-left text are appended in logical
/// order and put the other way round when they are copied out.
///
/// Nothing here is visible to other modules: the compiler then sees that nobody else has hold of a field while it is written,
/// and the running program need not ask.
@safe
final class ShapedGlyphs {
  private(set) var count = 0
  private(set) var hasOffsets = false
  private(set) var glyphs: UnsafeMutablePointer<UInt16>
  private(set) var advances: UnsafeMutablePointer<Int32>
  private(set) var flags: UnsafeMutablePointer<UInt8>
  /// From the beginning of the run's text.
  private(set) var clusters: UnsafeMutablePointer<UInt16>
  /// x and y in turn.
  private(set) var offsets: UnsafeMutablePointer<Int32>
  private var capacity: Int
  /// The glyph and the code unit after each piece.
  private var pieces: UnsafeMutablePointer<Piece>
  private var pieceCount = 0
  private var pieceCapacity = 64

  private struct Piece {
    var end: Int32
    var textEnd: Int32
  }

  init() {
    capacity = 256
    unsafe glyphs = .allocate(capacity: capacity)
    unsafe advances = .allocate(capacity: capacity)
    unsafe flags = .allocate(capacity: capacity)
    unsafe clusters = .allocate(capacity: capacity)
    unsafe offsets = .allocate(capacity: 2 * capacity)
    unsafe pieces = .allocate(capacity: pieceCapacity)
  }

  deinit {
    unsafe glyphs.deallocate()
    unsafe advances.deallocate()
    unsafe flags.deallocate()
    unsafe clusters.deallocate()
    unsafe offsets.deallocate()
    unsafe pieces.deallocate()
  }

  func removeAll() {
    count = 0
    hasOffsets = false
    pieceCount = 0
  }

  /// What is true of all glyphs together.
  struct Summary {
    var totalAdvance: Int64 = 0
    /// Whether some glyph is `.notdef`.
    var hasMissing = false
    /// Whether some glyph moves the pen back.
    var hasNegativeAdvance = false
    /// Whether all advances are whole font units of 16 bits.
    var hasNarrowAdvances = false
  }

  var summary: Summary {
    let n = count
    let glyphs = unsafe self.glyphs
    let advances = unsafe self.advances
    var sum: Int64 = 0
    var least: Int32 = 0
    var most: Int32 = 0
    var bits: Int32 = 0
    var zeros = 0
    for i in 0..<n {
      let advance = unsafe advances[i]
      sum &+= Int64(advance)
      least = min(least, advance)
      most = max(most, advance)
      bits |= advance
    }
    for i in 0..<n { zeros &+= unsafe glyphs[i] == 0 ? 1 : 0 }
    return Summary(
      totalAdvance: sum, hasMissing: zeros != 0, hasNegativeAdvance: least < 0,
      hasNarrowAdvances: bits & 63 == 0 && least >= -32_768 * 64 && most < 32_768 * 64)
  }

  /// Makes room for more glyphs, and for what copying in eights writes beyond them.
  @inline(__always)
  func reserve(_ more: Int) {
    if count + more + 16 > capacity { grow(more + 16) }
  }

  @inline(never)
  private func grow(_ more: Int) {
    let larger = max(count + more, 2 * capacity)
    unsafe glyphs = glyphs.moved(count, toCapacity: larger)
    unsafe advances = advances.moved(count, toCapacity: larger)
    unsafe flags = flags.moved(count, toCapacity: larger)
    unsafe clusters = clusters.moved(count, toCapacity: larger)
    unsafe offsets = offsets.moved(2 * count, toCapacity: 2 * larger)
    capacity = larger
  }

  /// Adds one glyph; its cluster counts from the beginning of the run's text.
  func append(glyph: UInt16, advance: Int32, cluster: Int, flags flag: UInt8 = 0) {
    reserve(1)
    unsafe glyphs[count] = glyph
    unsafe advances[count] = advance
    unsafe clusters[count] = UInt16(truncatingIfNeeded: cluster)
    unsafe flags[count] = flag
    if hasOffsets {
      unsafe offsets[2 * count] = 0
      unsafe offsets[2 * count + 1] = 0
    }
    count += 1
  }

  /// Adds what HarfBuzz returned as one piece.
  ///
  /// - Parameter base: The run's first code unit in the numbering of HarfBuzz's clusters.
  @unsafe
  func appendPiece(
    _ infos: UnsafePointer<hb_glyph_info_t>, _ positions: UnsafePointer<hb_glyph_position_t>,
    count n: Int, base: Int, textEnd: Int, flagMask: UInt32 = 1
  ) {
    reserve(n)
    let glyphs = unsafe self.glyphs + count
    let advances = unsafe self.advances + count
    let flags = unsafe self.flags + count
    let clusters = unsafe self.clusters + count
    let offsets = unsafe self.offsets + 2 * count
    var anyOffset: Int32 = 0
    for i in 0..<n {
      let info = unsafe infos[i]
      let position = unsafe positions[i]
      let glyph = UInt16(truncatingIfNeeded: info.codepoint)
      let advance = position.x_advance &* 64
      unsafe glyphs[i] = glyph
      unsafe advances[i] = advance
      unsafe flags[i] = UInt8(truncatingIfNeeded: info.mask & flagMask)
      unsafe clusters[i] = UInt16(truncatingIfNeeded: Int(info.cluster) &- base)
      unsafe offsets[2 * i] = position.x_offset
      unsafe offsets[2 * i + 1] = position.y_offset
      anyOffset |= position.x_offset | position.y_offset
    }
    if anyOffset != 0 && !hasOffsets {
      unsafe self.offsets.update(repeating: 0, count: 2 * count)
      hasOffsets = true
    }
    count += n
    endPiece(textEnd: textEnd)
  }

  /// Ends a piece: what comes next stands after it in logical order.
  func endPiece(textEnd: Int) {
    if pieceCount == pieceCapacity {
      unsafe pieces = pieces.moved(pieceCount, toCapacity: 2 * pieceCapacity)
      pieceCapacity *= 2
    }
    unsafe pieces[pieceCount] = Piece(
      end: Int32(truncatingIfNeeded: count), textEnd: Int32(truncatingIfNeeded: textEnd))
    pieceCount += 1
  }

  /// The glyph after a piece.
  private func pieceEnd(_ piece: Int) -> Int { unsafe Int(pieces[piece].end) }

  /// Adds a word that begins at an offset of the run's text.
  @unsafe @inline(__always)
  func append(_ word: UnsafePointer<WordRecord>, at start: Int) {
    let record = unsafe word.pointee
    let padded = record.padded
    reserve(padded)
    let base = unsafe UnsafeRawPointer(word)
    let at = count
    // In eights: a call to copy a few bytes would take longer than copying them.
    let fromAdvances = unsafe (base + WordRecord.headSize).assumingMemoryBound(to: UInt64.self)
    let fromGlyphs = unsafe (base + record.glyphsAt).assumingMemoryBound(to: UInt64.self)
    let fromFlags = unsafe (base + record.flagsAt).assumingMemoryBound(to: UInt64.self)
    let fromClusters = unsafe (base + record.clustersAt).assumingMemoryBound(to: UInt64.self)
    let toAdvances = unsafe UnsafeMutableRawPointer(advances + at)
    let toGlyphs = unsafe UnsafeMutableRawPointer(glyphs + at)
    let toFlags = unsafe UnsafeMutableRawPointer(flags + at)
    let toClusters = unsafe UnsafeMutableRawPointer(clusters + at)
    // Four clusters at once: none grows beyond 16 bits.
    let shift = UInt64(UInt16(truncatingIfNeeded: start)) &* 0x0001_0001_0001_0001
    var k = 0
    while k < padded >> 3 {
      for j in 0..<4 {
        unsafe toAdvances.storeBytes(
          of: fromAdvances[4 * k + j], toByteOffset: 32 * k + 8 * j, as: UInt64.self)
      }
      for j in 0..<2 {
        unsafe toGlyphs.storeBytes(
          of: fromGlyphs[2 * k + j], toByteOffset: 16 * k + 8 * j, as: UInt64.self)
        unsafe toClusters.storeBytes(
          of: fromClusters[2 * k + j] &+ shift, toByteOffset: 16 * k + 8 * j, as: UInt64.self)
      }
      unsafe toFlags.storeBytes(of: fromFlags[k], toByteOffset: 8 * k, as: UInt64.self)
      k += 1
    }
    let n = Int(record.count)
    if record.traits.contains(.offsets) {
      let from = unsafe (base + record.offsetsAt).assumingMemoryBound(to: Int32.self)
      if !hasOffsets { unsafe offsets.update(repeating: 0, count: 2 * at) }
      unsafe (offsets + 2 * at).update(from: from, count: 2 * n)
      hasOffsets = true
    } else if hasOffsets {
      unsafe (offsets + 2 * at).update(repeating: 0, count: 2 * n)
    }
    count = at + n
  }

  /// Adds a word of simple characters from a text, if all its pairs are known.
  ///
  /// - Parameters:
  ///   - start: Where the word begins in the run's text.
  ///   - isFirst: Whether the item begins with it.
  /// - Returns: The word's length; 0 if nothing was added.
  @unsafe @inline(__always)
  func append(
    _ pairs: GlyphPairs.Reader, wordAt word: UnsafePointer<UInt16>, end: UnsafePointer<UInt16>,
    at start: Int, isFirst: Bool
  ) -> Int {
    let limit = unsafe min(end - word, WordCache.longestWord)
    reserve(limit)
    var unit = unsafe word[0]
    if unit >= 128 { return 0 }
    var character = unsafe pairs.characters[Int(unit)]
    if unsafe character.glyph == 0 || (!isFirst && !pairs.startsWord(character)) {
      return 0
    }
    let glyphs = unsafe self.glyphs + count
    let advances = unsafe self.advances + count
    let flags = unsafe self.flags + count
    let clusters = unsafe self.clusters + count
    var flag: UInt8 = 0
    var i = 0
    while true {
      unsafe glyphs[i] = character.glyph
      unsafe clusters[i] = UInt16(truncatingIfNeeded: start &+ i)
      unsafe flags[i] = flag
      let next = i &+ 1
      if next == limit {
        if unsafe word + next != end { return 0 }
        unsafe advances[i] = character.advance
        break
      }
      unit = unsafe word[next]
      if unit >= 128 { return 0 }
      let following = unsafe pairs.characters[Int(unit)]
      let value = unsafe pairs.value(character, following)
      if following.glyph == 0 {
        if unit != 0x20 || value != 0 { return 0 }
        unsafe advances[i] = character.advance
        break
      }
      if value < GlyphPairs.least { return 0 }
      unsafe advances[i] = character.advance &+ Int32(value & ~1) << 5
      flag = UInt8(truncatingIfNeeded: value & 1)
      character = following
      i = next
    }
    let n = i &+ 1
    if hasOffsets { unsafe (offsets + 2 * count).update(repeating: 0, count: 2 * n) }
    count &+= n
    return n
  }

  /// Drops glyphs from an index on.
  func removeLast(from index: Int) { count = index }

  /// Adds spacing to every piece; see ``addSpacing(from:to:letter:word:rightToLeft:text:end:)``.
  @unsafe
  func addSpacing(
    letter: Int32, word: Int32, rightToLeft: Bool, text: UnsafePointer<UInt16>
  ) {
    if rightToLeft && !hasOffsets { unsafe offsets.update(repeating: 0, count: 2 * count) }
    var start = 0
    for piece in 0..<pieceCount {
      unsafe addSpacing(
        from: start, to: pieceEnd(piece), letter: letter, word: word, rightToLeft: rightToLeft,
        text: text, end: Int(pieces[piece].textEnd))
      start = pieceEnd(piece)
    }
  }

  /// Adds spacing, in 1/64 font unit, after every cluster of the glyphs from an index on; word spacing is added
  /// for each code unit of a cluster that is a space.
  ///
  /// After means to the right in left-to-right text, to the left in right-to-left text.
  @unsafe
  private func addSpacing(
    from first: Int, to count: Int, letter: Int32, word: Int32, rightToLeft: Bool,
    text: UnsafePointer<UInt16>, end: Int
  ) {
    var i = first
    while i < count {
      let cluster = unsafe clusters[i]
      var j = i + 1
      while j < count, unsafe clusters[j] == cluster { j += 1 }
      var spacing = letter
      if word != 0 {
        var stop = end
        if rightToLeft {
          if i > first { stop = unsafe Int(clusters[i - 1]) }
        } else if j < count {
          stop = unsafe Int(clusters[j])
        }
        var k = Int(cluster)
        while k < stop {
          let unit = unsafe text[k]
          if unit == 0x20 || unit == 0xA0 { spacing &+= word }
          k += 1
        }
      }
      if spacing != 0 {
        if rightToLeft {
          unsafe advances[i] &+= spacing
          // Offsets are whole font units, so the drawn place may be half a unit off; the sums stay exact.
          unsafe offsets[2 * i] &+= (spacing + 32) >> 6
          hasOffsets = true
        } else {
          unsafe advances[j - 1] &+= spacing
        }
      }
      i = j
    }
  }

  /// Whether glyphs and code units match one to one, in the order of the text.
  @inline(__always)
  func isIdentity(length: Int, rightToLeft: Bool) -> Bool {
    let n = count
    guard n == length else { return false }
    if rightToLeft {
      var start = 0
      for piece in 0..<max(pieceCount, 1) {
        let end = pieceCount == 0 ? n : pieceEnd(piece)
        for i in start..<end where unsafe Int(clusters[i]) != end - 1 - (i - start) { return false }
        start = end
      }
      return true
    }
    let clusters = unsafe self.clusters
    var different: UInt16 = 0
    for i in 0..<n { unsafe different |= clusters[i] ^ UInt16(truncatingIfNeeded: i) }
    return different == 0
  }

  /// Whether text cannot be cut somewhere.
  var hasFlags: Bool {
    let n = count
    let flags = unsafe self.flags
    var any: UInt8 = 0
    for i in 0..<n { unsafe any |= flags[i] }
    return any & GlyphFlags.unsafeToBreak.rawValue != 0
  }

  /// Whether clusters run ahead of the glyphs by at most 255, as they do where some letters are one glyph.
  func hasNarrowClusters(length: Int) -> Bool {
    let n = count
    guard n <= length else { return false }
    let clusters = unsafe self.clusters
    var ahead: UInt16 = 0
    for i in 0..<n { unsafe ahead |= clusters[i] &- UInt16(truncatingIfNeeded: i) }
    return ahead < 256
  }

  /// Copies the glyphs in visual order.
  ///
  /// - Parameter reversesPieces: Whether the last piece comes first.
  /// - Throws: `CancellationError`.
  @unsafe
  func copy(
    to out: GlyphColumns, reversesPieces: Bool, _ cancellation: borrowing Cancellation
  ) throws {
    if let bits = unsafe out.flags { unsafe bits.update(repeating: 0, count: (count + 7) >> 3) }
    guard reversesPieces, pieceCount > 1 else {
      try unsafe copyParts(0, count, to: out, at: 0, cancellation)
      return
    }
    var at = 0
    var polled = 0
    for piece in stride(from: pieceCount - 1, through: 0, by: -1) {
      let start = piece == 0 ? 0 : pieceEnd(piece - 1)
      let length = pieceEnd(piece) - start
      if at + length - polled >= Self.pollInterval {
        polled = at
        try cancellation.check()
      }
      try unsafe copyParts(start, length, to: out, at: at, cancellation)
      at += length
    }
  }

  /// Glyphs that are copied between two polls: the pages that they are written to are new.
  private static let pollInterval = 1 << 13

  @unsafe @inline(__always)
  private func copyParts(
    _ start: Int, _ n: Int, to out: GlyphColumns, at place: Int,
    _ cancellation: borrowing Cancellation
  ) throws {
    if n <= Self.pollInterval {
      unsafe copy(start, n, to: out, at: place)
    } else {
      try unsafe copyLong(start, n, to: out, at: place, cancellation)
    }
  }

  @unsafe @inline(never)
  private func copyLong(
    _ start: Int, _ n: Int, to out: GlyphColumns, at place: Int,
    _ cancellation: borrowing Cancellation
  ) throws {
    var done = 0
    while done < n {
      try cancellation.check()
      let part = min(Self.pollInterval, n - done)
      unsafe copy(start + done, part, to: out, at: place + done)
      done += part
    }
  }

  @unsafe @inline(__always)
  private func copy(_ start: Int, _ n: Int, to out: GlyphColumns, at place: Int) {
    unsafe (out.glyphs + place).update(from: glyphs + start, count: n)
    let advances = unsafe self.advances + start
    if let narrow = unsafe out.narrowAdvances {
      let to = unsafe narrow + place
      for i in 0..<n { unsafe to[i] = Int16(truncatingIfNeeded: advances[i] >> 6) }
    } else if let wide = unsafe out.advances {
      unsafe (wide + place).update(from: advances, count: n)
    }
    if let bits = unsafe out.flags {
      let flags = unsafe self.flags + start
      for i in 0..<n where unsafe flags[i] & GlyphFlags.unsafeToBreak.rawValue != 0 {
        unsafe bits[(place + i) >> 3] |= 1 << UInt8(truncatingIfNeeded: (place + i) & 7)
      }
    }
    let clusters = unsafe self.clusters + start
    if let narrow = unsafe out.narrowClusters {
      let to = unsafe narrow + place
      for i in 0..<n {
        unsafe to[i] = UInt8(
          truncatingIfNeeded: clusters[i] &- UInt16(truncatingIfNeeded: place + i))
      }
    } else if let wide = unsafe out.clusters {
      unsafe (wide + place).update(from: clusters, count: n)
    }
    if let offsets = unsafe out.offsets {
      unsafe (offsets + 2 * place).update(from: self.offsets + 2 * start, count: 2 * n)
    }
  }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Larger memory with the first elements of this, which is freed.
  @inline(never)
  func moved(_ count: Int, toCapacity capacity: Int) -> UnsafeMutablePointer {
    let larger = UnsafeMutablePointer.allocate(capacity: capacity)
    unsafe larger.update(from: self, count: count)
    unsafe deallocate()
    return unsafe larger
  }
}

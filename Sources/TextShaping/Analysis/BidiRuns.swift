// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// The bidi algorithm for text without explicit directional controls, which is nearly all there is.
///
/// Such a text is one isolating run sequence. It is divided into runs of one class, which are a small part of its
/// characters, and all rules work on runs. What it gives is what ``BidiResolver`` gives; the tests compare them.
@safe
struct BidiRuns {
  /// The longest text that is looked at, in code units: nothing here is interrupted.
  static let longest = 1 << 12

  private let text: UnsafeBufferPointer<UInt16>
  /// The first code unit of each run.
  private let starts: UnsafeMutablePointer<Int32>
  /// The class of each run that the rules work on, then its level.
  private let types: UnsafeMutablePointer<UInt8>
  /// The class that a run had at first.
  private let classes: UnsafeMutablePointer<UInt8>
  private var count = 0
  /// The classes that there are, a bit each.
  private var present: UInt32 = 0
  /// The level of the first strong character.
  private var strongLevel: UInt8?

  /// The class that a bracket has here until the weak rules are done, so that it is a run of its own.
  private static let bracket: UInt8 = 24
  /// B and all explicit controls.
  private static let unsupported: UInt32 =
    1 << 7 | 1 << 11 | 1 << 12 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 19 | 1 << 20 | 1 << 21 | 1 << 22

  /// Resolves a text; nil where ``BidiResolver`` must do it.
  static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, direction: TextDirection
  ) -> BidiParagraph? {
    guard !text.isEmpty, text.count <= longest else { return nil }
    // One run more than code units, and the end of the last.
    let capacity = text.count + 2
    return room.withScratch { room in
      let base = unsafe room.take(6 * capacity)
      var runs = unsafe BidiRuns(
        text: text, starts: base.bindMemory(to: Int32.self, capacity: capacity),
        types: (base + 4 * capacity).bindMemory(to: UInt8.self, capacity: capacity),
        classes: (base + 5 * capacity).bindMemory(to: UInt8.self, capacity: capacity))
      guard runs.divide() else { return nil }
      let level: UInt8 =
        switch direction {
        case .leftToRight: 0
        case .rightToLeft: 1
        case .auto: runs.strongLevel ?? 0
        }
      return BidiParagraph(
        paragraphLevel: level, length: text.count, levels: runs.resolve(level))
    }
  }

  /// Memory that is used again: so large a piece, taken for each paragraph, has the C library tidy up its small ones.
  @safe private final class Room {
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
    private var capacity = 4096

    deinit { unsafe memory.deallocate() }

    @unsafe
    func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
      if byteCount > capacity {
        unsafe memory.deallocate()
        capacity = 2 * byteCount
        unsafe memory = .allocate(byteCount: capacity, alignment: 8)
      }
      return unsafe memory
    }
  }

  private static let room = ScratchPool<Room>(isLocal: true) { Room() }

  @unsafe
  private init(
    text: UnsafeBufferPointer<UInt16>, starts: UnsafeMutablePointer<Int32>,
    types: UnsafeMutablePointer<UInt8>, classes: UnsafeMutablePointer<UInt8>
  ) {
    unsafe self.text = text
    unsafe self.starts = starts
    unsafe self.types = types
    unsafe self.classes = classes
  }

  private func has(_ types: UInt8...) -> Bool { types.contains { present & 1 << UInt32($0) != 0 } }

  @inline(__always)
  private mutating func append(_ start: Int, _ type: UInt8) {
    unsafe starts[count] = Int32(truncatingIfNeeded: start)
    unsafe types[count] = type
    unsafe classes[count] = type
    present |= 1 << UInt32(type)
    count &+= 1
  }

  /// Finds the runs; W1, W2 and W3 are applied at once.
  ///
  /// - Returns: False where there is a control.
  private mutating func divide() -> Bool {
    let table = CharacterTable.shared
    let length = unsafe text.count
    // A run that stands for `sos`: marks and removed characters at the beginning belong to it.
    append(0, BidiClass.l)
    present = 0
    var last = BidiClass.l
    var isFirst = true
    var isArabic = false
    var i = 0
    while i < length {
      let (scalar, units) = unsafe decodeScalar(text, at: i)
      let traits = table[scalar]
      var type = traits.bidiClass
      if Self.unsupported & 1 << UInt32(type) != 0 { return false }
      switch type {
      case BidiClass.l:
        isArabic = false
        if strongLevel == nil { strongLevel = 0 }
      case BidiClass.r:
        isArabic = false
        if strongLevel == nil { strongLevel = 1 }
      case BidiClass.al:
        isArabic = true
        if strongLevel == nil { strongLevel = 1 }
        type = BidiClass.r  // W3
      case BidiClass.en:
        if isArabic { type = BidiClass.an }  // W2
      case BidiClass.bn:
        i += units
        continue
      case BidiClass.nsm:
        // W1. What follows a separator makes two of it, and what follows white space is none.
        if !isFirst {
          if last == BidiClass.es || last == BidiClass.cs {
            append(i, last)
          } else if last == BidiClass.ws || last == BidiClass.s {
            append(i, BidiClass.on)
            last = BidiClass.on
          }
        }
        i += units
        continue
      case BidiClass.on:
        if traits.isBracket { type = Self.bracket }
      default: break
      }
      if type != last || isFirst || type == Self.bracket || type == BidiClass.es
        || type == BidiClass.cs
      {
        append(i, type)
        last = type
        isFirst = false
      }
      i += units
    }
    unsafe starts[count] = Int32(truncatingIfNeeded: length)
    return true
  }

  private mutating func resolve(_ level: UInt8) -> [UInt8] {
    let embedding = level & 1 == 0 ? BidiClass.l : BidiClass.r
    unsafe types[0] = embedding
    if has(BidiClass.en, BidiClass.an, BidiClass.et, BidiClass.es, BidiClass.cs) {
      resolveNumbers(embedding)
    }
    if has(Self.bracket) { resolveBrackets(embedding) }
    resolveNeutral(embedding)
    // I1 and I2.
    for r in 0..<count {
      let type = unsafe types[r]
      unsafe types[r] =
        type == BidiClass.l
        ? level + (level & 1)
        : type == BidiClass.r ? level + 1 - (level & 1) : level + 2 - (level & 1)
    }
    // L1.
    var resets = true
    var isUniform = true
    for r in stride(from: count - 1, through: 0, by: -1) {
      let type = unsafe classes[r]
      if type == BidiClass.s { resets = true }
      if resets && (type == BidiClass.s || type == BidiClass.ws) {
        unsafe types[r] = level
      } else {
        resets = false
        if unsafe types[r] != level { isUniform = false }
      }
    }
    if isUniform { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: text.count) { levels, length in
      for r in 0..<count {
        let (start, end) = unsafe (Int(starts[r]), Int(starts[r + 1]))
        for i in start..<end { unsafe levels[i] = types[r] }
      }
      unsafe length = text.count
    }
  }

  /// W4 to W7.
  private func resolveNumbers(_ sos: UInt8) {
    let types = unsafe types
    if count > 2 {
      for r in 1..<(count - 1) {
        let (before, type) = unsafe (types[r - 1], types[r])
        guard unsafe before == types[r + 1] else { continue }
        if type == BidiClass.es && before == BidiClass.en {
          unsafe types[r] = BidiClass.en
        } else if type == BidiClass.cs && (before == BidiClass.en || before == BidiClass.an) {
          unsafe types[r] = before
        }
      }
    }
    for r in 0..<count {
      let type = unsafe types[r]
      if type == BidiClass.et {
        let isNearNumber =
          unsafe (r > 0 && types[r - 1] == BidiClass.en)
          || (r + 1 < count && types[r + 1] == BidiClass.en)
        unsafe types[r] = isNearNumber ? BidiClass.en : BidiClass.on
      } else if type == BidiClass.es || type == BidiClass.cs {
        unsafe types[r] = BidiClass.on
      }
    }
    var strong = sos
    for r in 0..<count {
      let type = unsafe types[r]
      if type == BidiClass.l || type == BidiClass.r {
        strong = type
      } else if type == BidiClass.en && strong == BidiClass.l {
        unsafe types[r] = BidiClass.l
      }
    }
  }

  private struct Opener {
    var closing: UInt32
    var run: Int32
  }

  /// BD16: for each run that is an opening bracket that of its closing one, else -1; nil if there is no pair.
  private func bracketPairs() -> [Int32]? {
    let table = CharacterTable.shared
    var closers: [Int32] = []
    var stack: [Opener] = []
    scan: for r in 0..<count where unsafe types[r] == Self.bracket {
      let (scalar, _) = unsafe decodeScalar(text, at: Int(starts[r]))
      if table[scalar].isOpeningBracket {
        if stack.count == 63 { break scan }
        stack.append(
          Opener(closing: BidiClass.canonicalBracket(ofOpening: scalar), run: Int32(r)))
      } else {
        let closing = BidiClass.canonicalBracket(scalar)
        guard let k = stack.lastIndex(where: { $0.closing == closing }) else { continue }
        if closers.isEmpty { closers = [Int32](repeating: -1, count: count) }
        closers[Int(stack[k].run)] = Int32(r)
        stack.removeLast(stack.count - k)
      }
    }
    return closers.isEmpty ? nil : closers
  }

  /// N0. All brackets are neutral afterwards, or have the direction of their pair.
  private func resolveBrackets(_ embedding: UInt8) {
    let opposite = embedding == BidiClass.l ? BidiClass.r : BidiClass.l
    if let closers = bracketPairs() {
      // How many strong runs of each direction lie before a run: what lies in a pair is then known at once. Pairs are
      // visited outer first, so what the rule resolves is not counted.
      var ours: [Int32] = [0]
      var theirs: [Int32] = [0]
      ours.reserveCapacity(count + 1)
      theirs.reserveCapacity(count + 1)
      for r in 0..<count {
        let strong = unsafe BidiClass.strongType(types[r])
        ours.append(ours[r] + (strong == embedding ? 1 : 0))
        theirs.append(theirs[r] + (strong == opposite ? 1 : 0))
      }
      var before = embedding
      for r in 0..<count {
        let closer = Int(closers[r])
        if closer >= 0 {
          var resolved: UInt8?
          if ours[closer] > ours[r] {
            resolved = embedding
          } else if theirs[closer] > theirs[r] {
            resolved = before == opposite ? opposite : embedding
          }
          if let resolved {
            unsafe types[r] = resolved
            unsafe types[closer] = resolved
          }
        }
        if let strong = unsafe BidiClass.strongType(types[r]) { before = strong }
      }
    }
    for r in 0..<count where unsafe types[r] == Self.bracket { unsafe types[r] = BidiClass.on }
  }

  /// N1 and N2.
  private func resolveNeutral(_ embedding: UInt8) {
    let types = unsafe types
    var before = embedding
    var r = 0
    while r < count {
      let type = unsafe types[r]
      if !BidiClass.isNeutral(type) {
        before = type == BidiClass.l ? BidiClass.l : BidiClass.r
        r += 1
        continue
      }
      var end = r + 1
      while end < count, BidiClass.isNeutral(unsafe types[end]) { end += 1 }
      var after = embedding
      if end < count { after = unsafe types[end] == BidiClass.l ? BidiClass.l : BidiClass.r }
      let resolved = before == after ? before : embedding
      while r < end {
        unsafe types[r] = resolved
        r += 1
      }
    }
  }
}

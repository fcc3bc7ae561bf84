// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// One run of the bidi algorithm over one paragraph: rules X1 to X10, W, I and L1.
///
/// A code unit is the item: the trail unit of a surrogate pair is treated as a character that rule X9
/// removes. Scratch memory is raw and freed by ``free()``.
@safe
struct BidiResolver {
  let text: UnsafeBufferPointer<UInt16>
  let count: Int
  let cancellation: Cancellation
  /// The original class of each unit; `BN` for trail units.
  let classes: UnsafeMutablePointer<UInt8>
  /// The class that the rules work on.
  let types: UnsafeMutablePointer<UInt8>
  let levels: UnsafeMutablePointer<UInt8>
  /// For an isolate initiator its PDI, for a PDI its initiator, else -1; present where `hasIsolates`.
  private var matches: UnsafeMutablePointer<Int32>?
  private var hasIsolates = false
  private var hasBrackets = false
  private(set) var steps = 0

  /// How many items are worked on between two polls: some tens of microseconds.
  static let pollInterval = 1 << 12

  init(_ text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation) {
    unsafe self.text = unsafe text
    count = text.count
    self.cancellation = cancellation
    unsafe classes = .allocate(capacity: count)
    unsafe types = .allocate(capacity: count)
    unsafe levels = .allocate(capacity: count)
    unsafe matches = nil
  }

  func free() {
    unsafe classes.deallocate()
    unsafe types.deallocate()
    unsafe levels.deallocate()
    unsafe matches?.deallocate()
  }

  /// Counts work, and polls now and then.
  @inline(__always)
  mutating func spend(_ work: Int) throws {
    steps &+= work
    if steps >= Self.pollInterval {
      steps = 0
      try cancellation.check()
    }
  }

  /// Looks up the class of every character.
  mutating func classify() throws {
    let table = CharacterTable.shared
    var i = 0
    while i < count {
      try spend(1)
      let (scalar, length) = unsafe decodeScalar(text, at: i)
      let traits = table[scalar]
      let type = traits.bidiClass
      unsafe classes[i] = type
      unsafe types[i] = type
      if length == 2 {
        unsafe classes[i + 1] = BidiClass.bn
        unsafe types[i + 1] = BidiClass.bn
      }
      if type >= BidiClass.fsi { hasIsolates = true }
      if traits.isBracket { hasBrackets = true }
      i += length
    }
  }

  /// Applies all rules up to I2; returns the paragraph's level.
  mutating func resolve(_ direction: TextDirection) throws -> UInt8 {
    if hasIsolates { try matchIsolates() }
    let level: UInt8
    switch direction {
    case .leftToRight: level = 0
    case .rightToLeft: level = 1
    case .auto: level = try firstStrongLevel(from: 0, to: count) ?? 0
    }
    try applyExplicitLevels(level)
    try resolveSequences(level)
    return level
  }

  /// BD9: which PDI closes which isolate initiator.
  private mutating func matchIsolates() throws {
    let matches = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    unsafe self.matches = unsafe matches
    for start in stride(from: 0, to: count, by: Self.pollInterval) {
      let end = min(start + Self.pollInterval, count)
      unsafe (matches + start).initialize(repeating: -1, count: end - start)
      try spend((end - start) / 4)
    }
    var open: [Int32] = []
    for i in 0..<count {
      try spend(1)
      let type = unsafe classes[i]
      if BidiClass.isIsolateInitiator(type) {
        open.append(Int32(i))
      } else if type == BidiClass.pdi {
        if let initiator = open.popLast() {
          unsafe matches[i] = initiator
          unsafe matches[Int(initiator)] = Int32(i)
        }
      } else if type == BidiClass.b {
        open.removeAll(keepingCapacity: true)
      }
    }
  }

  /// P2 and P3: the level of the first strong character that is in no isolate; nil if there is none.
  private mutating func firstStrongLevel(from start: Int, to end: Int) throws -> UInt8? {
    var i = start
    while i < end {
      try spend(1)
      switch unsafe classes[i] {
      case BidiClass.l: return 0
      case BidiClass.r, BidiClass.al: return 1
      case BidiClass.b where i + 1 < end: return nil
      case BidiClass.fsi, BidiClass.lri, BidiClass.rli:
        let match = unsafe matches.map { unsafe $0[i] } ?? -1
        if match < 0 { return nil }
        i = Int(match)
      default: break
      }
      i += 1
    }
    return nil
  }

  private struct Status {
    var level: UInt8
    /// The class that an override gives to characters; `ON` for none.
    var override: UInt8
    var isIsolate: Bool
  }

  /// X1 to X8.
  private mutating func applyExplicitLevels(_ paragraphLevel: UInt8) throws {
    let base = Status(level: paragraphLevel, override: BidiClass.on, isIsolate: false)
    var stack = [base]
    stack.reserveCapacity(128)
    var top = base
    var overflowIsolates = 0
    var overflowEmbeddings = 0
    var validIsolates = 0
    let maximum: UInt8 = 125
    for i in 0..<count {
      try spend(1)
      let type = unsafe classes[i]
      unsafe levels[i] = top.level
      switch type {
      case BidiClass.rle, BidiClass.lre, BidiClass.rlo, BidiClass.lro:
        let isRight = type == BidiClass.rle || type == BidiClass.rlo
        let next = isRight ? (top.level + 1) | 1 : (top.level + 2) & ~1
        if next <= maximum && overflowIsolates == 0 && overflowEmbeddings == 0 {
          let override =
            type == BidiClass.rlo
            ? BidiClass.r : type == BidiClass.lro ? BidiClass.l : BidiClass.on
          top = Status(level: next, override: override, isIsolate: false)
          stack.append(top)
        } else if overflowIsolates == 0 {
          overflowEmbeddings += 1
        }
      case BidiClass.rli, BidiClass.lri, BidiClass.fsi:
        if top.override != BidiClass.on { unsafe types[i] = top.override }
        var isRight = type == BidiClass.rli
        if type == BidiClass.fsi {
          let match = unsafe matches.map { unsafe $0[i] } ?? -1
          let end = match < 0 ? count : Int(match)
          isRight = try firstStrongLevel(from: i + 1, to: end) == 1
        }
        let next = isRight ? (top.level + 1) | 1 : (top.level + 2) & ~1
        if next <= maximum && overflowIsolates == 0 && overflowEmbeddings == 0 {
          validIsolates += 1
          top = Status(level: next, override: BidiClass.on, isIsolate: true)
          stack.append(top)
        } else {
          overflowIsolates += 1
        }
      case BidiClass.pdi:
        if overflowIsolates > 0 {
          overflowIsolates -= 1
        } else if validIsolates > 0 {
          overflowEmbeddings = 0
          while !stack[stack.count - 1].isIsolate { stack.removeLast() }
          stack.removeLast()
          validIsolates -= 1
          top = stack[stack.count - 1]
        }
        unsafe levels[i] = top.level
        if top.override != BidiClass.on { unsafe types[i] = top.override }
      case BidiClass.pdf:
        if overflowIsolates > 0 { break }
        if overflowEmbeddings > 0 {
          overflowEmbeddings -= 1
        } else if !top.isIsolate && stack.count >= 2 {
          stack.removeLast()
          top = stack[stack.count - 1]
        }
      case BidiClass.b:
        stack.removeLast(stack.count - 1)
        top = base
        overflowIsolates = 0
        overflowEmbeddings = 0
        validIsolates = 0
        unsafe levels[i] = paragraphLevel
      case BidiClass.bn:
        break
      default:
        if top.override != BidiClass.on { unsafe types[i] = top.override }
      }
    }
  }

  /// X10: finds the isolating run sequences and resolves each of them.
  private mutating func resolveSequences(_ paragraphLevel: UInt8) throws {
    // Level runs: where each begins, and the run that follows in its sequence.
    var starts: [Int32] = []
    var ends: [Int32] = []
    var runLevels: [UInt8] = []
    var previous = -1
    for i in 0..<count {
      try spend(1)
      if BidiClass.isRemoved(unsafe classes[i]) { continue }
      if unsafe previous < 0 || levels[i] != levels[previous] {
        if starts.count == starts.capacity {
          starts.reserve(at: i, of: count)
          runLevels.reserve(at: i, of: count)
          ends.reserve(at: i, of: count)
        }
        starts.append(Int32(i))
        runLevels.append(unsafe levels[i])
        ends.append(Int32(previous + 1))
      }
      previous = i
    }
    if starts.isEmpty { return }
    // Each run ends where the one after it begins, removed characters aside: `ends` is one ahead.
    ends.append(Int32(previous + 1))
    func end(_ run: Int) -> Int { Int(ends[run + 1]) }
    var next = try [Int32](repeating: -1, count: starts.count, cancellation)
    var follows = try [Bool](repeating: false, count: starts.count, cancellation)
    if let matches = unsafe matches {
      for run in starts.indices {
        try spend(1)
        let first = Int(starts[run])
        if unsafe classes[first] == BidiClass.pdi, unsafe matches[first] >= 0 {
          let initiator = Int(unsafe matches[first])
          // The initiator's own entry now names its run, if it ends one.
          let before = Int(unsafe matches[initiator])
          if before < 0 {
            next[-before - 2] = Int32(run)
            follows[run] = true
          }
        }
        let last = end(run) - 1
        if BidiClass.isIsolateInitiator(unsafe classes[last]), unsafe matches[last] >= 0 {
          unsafe matches[last] = Int32(-run - 2)
        }
      }
    }
    var sequence = BidiSequence(capacity: Int(ends[ends.count - 1]))
    defer { sequence.free() }
    for run in starts.indices {
      try spend(1)
      if follows[run] { continue }
      let level = runLevels[run]
      let levelBefore = run == 0 ? paragraphLevel : runLevels[run - 1]
      sequence.begin(level: level, startsAt: max(level, levelBefore))
      var current = run
      while true {
        for i in Int(starts[current])..<end(current) {
          try spend(1)
          if !BidiClass.isRemoved(unsafe classes[i]) { sequence.append(i, unsafe types[i]) }
        }
        let following = Int(next[current])
        if following < 0 { break }
        current = following
      }
      let last = end(current) - 1
      var levelAfter = paragraphLevel
      if current + 1 < starts.count, !BidiClass.isIsolateInitiator(unsafe classes[last]) {
        levelAfter = runLevels[current + 1]
      }
      try sequence.resolve(
        endsAt: max(level, levelAfter), hasBrackets: hasBrackets, in: &self)
    }
  }

  /// L1 for separators, the white space before them and at the end; removed characters take the
  /// level before them. Returns no levels where all are the paragraph's.
  mutating func finish(_ paragraphLevel: UInt8) throws -> [UInt8] {
    var reset = true
    for i in stride(from: count - 1, through: 0, by: -1) {
      try spend(1)
      let type = unsafe classes[i]
      if type == BidiClass.b || type == BidiClass.s { reset = true }
      if BidiClass.isRemoved(type) { continue }
      if reset && BidiClass.isResetAtLineEnd(type) {
        unsafe levels[i] = paragraphLevel
      } else {
        reset = false
      }
    }
    var level = paragraphLevel
    var isUniform = true
    for i in 0..<count {
      try spend(1)
      if BidiClass.isRemoved(unsafe classes[i]) {
        unsafe levels[i] = level
      } else {
        level = unsafe levels[i]
        if level != paragraphLevel { isUniform = false }
      }
    }
    return isUniform
      ? [] : try unsafe Array(UnsafeBufferPointer(start: levels, count: count), cancellation)
  }
}

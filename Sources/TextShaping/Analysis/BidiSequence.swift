// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// One isolating run sequence: rules W1 to W7, N0 to N2, I1 and I2.
///
/// The scratch arrays are reused from sequence to sequence and freed by ``free()``.
@safe
struct BidiSequence {
  private let indexes: UnsafeMutablePointer<Int32>
  private let types: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var level: UInt8 = 0
  private var sos: UInt8 = 0
  private var present: UInt32 = 0

  init(capacity: Int) {
    unsafe indexes = .allocate(capacity: capacity)
    unsafe types = .allocate(capacity: capacity)
  }

  func free() {
    unsafe indexes.deallocate()
    unsafe types.deallocate()
  }

  /// Starts a sequence. `startsAt` is the level that gives the type `sos`.
  mutating func begin(level: UInt8, startsAt: UInt8) {
    self.level = level
    sos = startsAt & 1 == 0 ? BidiClass.l : BidiClass.r
    count = 0
    present = 0
  }

  @inline(__always)
  mutating func append(_ index: Int, _ type: UInt8) {
    unsafe indexes[count] = Int32(truncatingIfNeeded: index)
    unsafe types[count] = type
    present |= 1 << UInt32(type)
    count += 1
  }

  private func has(_ type: UInt8) -> Bool { present & 1 << UInt32(type) != 0 }

  mutating func resolve(
    endsAt: UInt8, hasBrackets: Bool, in resolver: inout BidiResolver
  ) throws {
    let eos = endsAt & 1 == 0 ? BidiClass.l : BidiClass.r
    try resolveWeak(&resolver)
    if hasBrackets && has(BidiClass.on) { try resolveBrackets(&resolver) }
    try resolveNeutral(eos, &resolver)
    try applyImplicitLevels(&resolver)
  }

  /// W1 to W7 in two passes: the first one settles W1 to W5, which need no more than the strong type,
  /// the type before and a run of ET; the second W6 and W7.
  private mutating func resolveWeak(_ resolver: inout BidiResolver) throws {
    var previous = sos
    var strong = sos
    var i = 0
    while i < count {
      try resolver.spend(1)
      var type = unsafe types[i]
      // W1.
      if type == BidiClass.nsm {
        type =
          previous >= BidiClass.fsi ? BidiClass.on : previous
      }
      previous = type
      switch type {
      case BidiClass.l, BidiClass.r, BidiClass.al:
        strong = type
      case BidiClass.en where strong == BidiClass.al:
        type = BidiClass.an  // W2
      default: break
      }
      unsafe types[i] = type
      i += 1
    }
    // W3 comes after W2, which needs AL.
    if has(BidiClass.al) {
      for i in 0..<count {
        try resolver.spend(1)
        if unsafe types[i] == BidiClass.al { unsafe types[i] = BidiClass.r }
      }
    }
    if !has(BidiClass.en) && !has(BidiClass.an) && !has(BidiClass.et) && !has(BidiClass.es)
      && !has(BidiClass.cs)
    {
      return
    }
    // W4.
    if count > 2 {
      for i in 1..<(count - 1) {
        try resolver.spend(1)
        let type = unsafe types[i]
        let before = unsafe types[i - 1]
        guard unsafe before == types[i + 1] else { continue }
        if type == BidiClass.es && before == BidiClass.en {
          unsafe types[i] = BidiClass.en
        } else if type == BidiClass.cs && (before == BidiClass.en || before == BidiClass.an) {
          unsafe types[i] = before
        }
      }
    }
    // W5 and W6.
    i = 0
    while i < count {
      try resolver.spend(1)
      let type = unsafe types[i]
      if type == BidiClass.et {
        var end = i + 1
        while end < count, unsafe types[end] == BidiClass.et {
          try resolver.spend(1)
          end += 1
        }
        let nearNumber =
          unsafe (i > 0 && types[i - 1] == BidiClass.en)
          || (end < count && types[end] == BidiClass.en)
        let resolved = nearNumber ? BidiClass.en : BidiClass.on
        try fill(i..<end, with: resolved, &resolver)
        i = end
      } else {
        if type == BidiClass.es || type == BidiClass.cs { unsafe types[i] = BidiClass.on }
        i += 1
      }
    }
    // W7.
    strong = sos
    for i in 0..<count {
      try resolver.spend(1)
      let type = unsafe types[i]
      if type == BidiClass.l || type == BidiClass.r {
        strong = type
      } else if type == BidiClass.en && strong == BidiClass.l {
        unsafe types[i] = BidiClass.l
      }
    }
  }

  private struct Opener {
    var closing: UInt32
    var position: Int32
  }

  /// BD16: the bracket pairs of the sequence; for each opener the position of its closer, else -1.
  ///
  /// The stack holds 63 openers, as the rule says; that bounds the search for each closer.
  private func bracketPairs(_ resolver: inout BidiResolver) throws -> [Int32]? {
    var closers: [Int32] = []
    var stack: [Opener] = []
    stack.reserveCapacity(63)
    let table = CharacterTable.shared
    scan: for i in 0..<count {
      try resolver.spend(1)
      guard unsafe types[i] == BidiClass.on else { continue }
      let (scalar, _) = unsafe decodeScalar(resolver.text, at: Int(indexes[i]))
      let traits = table[scalar]
      guard traits.isBracket else { continue }
      if traits.isOpeningBracket {
        if stack.count == 63 { break scan }
        stack.append(
          Opener(closing: BidiClass.canonicalBracket(ofOpening: scalar), position: Int32(i)))
      } else {
        let closing = BidiClass.canonicalBracket(scalar)
        for k in stride(from: stack.count - 1, through: 0, by: -1)
        where stack[k].closing == closing {
          if closers.isEmpty {
            closers = try [Int32](repeating: -1, count: count, resolver.cancellation)
          }
          closers[Int(stack[k].position)] = Int32(i)
          stack.removeLast(stack.count - k)
          break
        }
        try resolver.spend(stack.count)
      }
    }
    return closers.isEmpty ? nil : closers
  }

  /// N0.
  private mutating func resolveBrackets(_ resolver: inout BidiResolver) throws {
    guard let closers = try bracketPairs(&resolver) else { return }
    let embedding = level & 1 == 0 ? BidiClass.l : BidiClass.r
    let opposite = embedding == BidiClass.l ? BidiClass.r : BidiClass.l
    // How many strong characters of each direction lie before a position: what lies inside a pair is
    // then known in constant time. Pairs are visited outer first, so that these counts need no
    // update for brackets that the rule resolves.
    var embeddings: [Int32] = []
    var opposites: [Int32] = []
    embeddings.reserveCapacity(count + 1)
    opposites.reserveCapacity(count + 1)
    var (ours, theirs) = (Int32(0), Int32(0))
    for i in 0..<count {
      try resolver.spend(1)
      embeddings.append(ours)
      opposites.append(theirs)
      let strong = unsafe BidiClass.strongType(types[i])
      if strong == embedding { ours += 1 }
      if strong == opposite { theirs += 1 }
    }
    embeddings.append(ours)
    opposites.append(theirs)
    var before = sos
    for i in 0..<count {
      try resolver.spend(1)
      let closer = Int(closers[i])
      if closer >= 0 {
        var resolved: UInt8?
        if embeddings[closer] > embeddings[i] {
          resolved = embedding
        } else if opposites[closer] > opposites[i] {
          resolved = before == opposite ? opposite : embedding
        }
        if let resolved {
          try set(i, resolved, &resolver)
          try set(closer, resolved, &resolver)
        }
      }
      if let strong = unsafe BidiClass.strongType(types[i]) { before = strong }
    }
  }

  /// Gives a bracket, and the marks after it, a direction.
  private mutating func set(
    _ position: Int, _ type: UInt8, _ resolver: inout BidiResolver
  ) throws {
    unsafe types[position] = type
    var i = position + 1
    while i < count, unsafe resolver.classes[Int(indexes[i])] == BidiClass.nsm {
      unsafe types[i] = type
      try resolver.spend(1)
      i += 1
    }
  }

  /// N1 and N2.
  private mutating func resolveNeutral(
    _ eos: UInt8, _ resolver: inout BidiResolver
  ) throws {
    let embedding = level & 1 == 0 ? BidiClass.l : BidiClass.r
    var before = sos
    var i = 0
    while i < count {
      try resolver.spend(1)
      let type = unsafe types[i]
      if !BidiClass.isNeutral(type) {
        before = type == BidiClass.l ? BidiClass.l : BidiClass.r
        i += 1
        continue
      }
      var end = i + 1
      while end < count, BidiClass.isNeutral(unsafe types[end]) {
        try resolver.spend(1)
        end += 1
      }
      var after = eos
      if end < count { after = unsafe types[end] == BidiClass.l ? BidiClass.l : BidiClass.r }
      let resolved = before == after ? before : embedding
      try fill(i..<end, with: resolved, &resolver)
      i = end
    }
  }

  private func fill(
    _ range: Range<Int>, with type: UInt8, _ resolver: inout BidiResolver
  ) throws {
    for i in range {
      try resolver.spend(1)
      unsafe types[i] = type
    }
  }

  /// I1 and I2.
  private func applyImplicitLevels(_ resolver: inout BidiResolver) throws {
    for i in 0..<count {
      try resolver.spend(1)
      var l = level
      switch unsafe types[i] {
      case BidiClass.l: l += level & 1
      case BidiClass.r: l += 1 - level & 1
      default: l += 2 - level & 1  // EN, AN
      }
      unsafe resolver.levels[Int(indexes[i])] = l
    }
  }
}

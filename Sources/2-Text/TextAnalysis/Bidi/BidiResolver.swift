// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

/// The state of one code unit in ``BidiResolver``.
///
/// The trail unit of a surrogate pair has the class BN, so that rule X9 removes it.
struct BidiUnit {
  /// The class that the character database gives.
  var originalClass: UInt8
  /// The type that the rules change.
  var type: UInt8
  var level: UInt8
  /// Whether rule X9 removes the unit.
  var isRemoved: Bool

  init(_ type: UInt8) {
    originalClass = type
    self.type = type
    level = 0
    isRemoved = BidiClass.isRemoved(type)
  }
}

/// The bidi algorithm for any paragraph: rules P2 to I2, and L1 for the paragraph as one line.
///
/// Written here because ICU's function cannot be cancelled and a paragraph may be megabytes long;
/// the tests compare the levels with ICU's.
///
/// Source: UAX #9, Unicode 15.0.
struct BidiResolver {
  var poller: CancellationPoller
  private var hasIsolates = false
  private var hasBrackets = false

  private init(_ cancellation: Cancellation) { poller = CancellationPoller(cancellation) }

  /// Resolves the levels of a paragraph.
  ///
  /// - Complexity: O(length).
  /// - Throws: `CancellationError`.
  static func resolve(
    _ text: Span<UInt16>, direction: TextDirection, _ cancellation: Cancellation
  ) throws -> BidiParagraph {
    var resolver = BidiResolver(cancellation)
    var storage = try [BidiUnit](
      repeating: BidiUnit(BidiClass.bn), count: text.count, cancellation)
    var units = storage.mutableSpan
    try resolver.classify(text, &units)

    var matchStorage: [Int32] = []
    if resolver.hasIsolates {
      matchStorage = try [Int32](repeating: -1, count: text.count, cancellation)
    }
    var matches = matchStorage.mutableSpan
    if resolver.hasIsolates { try resolver.matchIsolates(units.span, &matches) }

    let level: UInt8 =
      switch direction {
      case .leftToRight: 0
      case .rightToLeft: 1
      case .auto:
        try resolver.firstStrongLevel(in: 0..<units.count, of: units.span, matches.span) ?? 0
      }
    try resolver.applyExplicitLevels(level, to: &units, matches.span)
    try resolver.resolveSequences(level, of: &units, &matches, text)
    let levels = try resolver.finish(level, &units)
    return BidiParagraph(paragraphLevel: level, length: text.count, levels: levels)
  }

  /// Sets the class of every code unit.
  private mutating func classify(
    _ text: Span<UInt16>, _ units: inout MutableSpan<BidiUnit>
  ) throws {
    let table = CharacterTable.shared
    var i = 0
    while i < text.count {
      try poller.count()
      let (scalar, length) = decodeScalar(text, at: i)
      let traits = table[scalar]
      let type = traits.bidiClass
      // Only the lead unit of a surrogate pair is set; the trail unit keeps the class BN.
      units[i] = BidiUnit(type)
      if type >= BidiClass.fsi { hasIsolates = true }
      if traits.isBracket { hasBrackets = true }
      i += length
    }
  }

  /// A maximal run of units of one level. Units that rule X9 removes do not end a run.
  private struct LevelRun {
    /// The first unit that rule X9 does not remove.
    var start: Int32
    /// The unit after the last one that rule X9 does not remove.
    var end: Int32
    var level: UInt8
    /// Whether the run continues the sequence of an earlier run.
    var isContinuation = false
    /// The index of the next run of the same sequence; -1 for none.
    var next: Int32 = -1

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// Divides the units into level runs. Source: BD7.
  private mutating func levelRuns(_ units: Span<BidiUnit>) throws -> [LevelRun] {
    var runs: [LevelRun] = []
    var level = UInt8.max
    var end: Int32 = 0
    for i in 0..<units.count {
      try poller.count()
      let unit = units[i]
      if unit.isRemoved { continue }
      if unit.level != level {
        level = unit.level
        if runs.count == runs.capacity { runs.reserve(at: i, of: units.count) }
        if !runs.isEmpty { runs[runs.count - 1].end = end }
        runs.append(LevelRun(start: Int32(i), end: 0, level: level))
      }
      end = Int32(i + 1)
    }
    if !runs.isEmpty { runs[runs.count - 1].end = end }
    return runs
  }

  /// Links the level runs that belong to one sequence by their isolates. Source: BD13.
  ///
  /// Where an initiator ends run `r`, its entry in `matches` becomes `-r - 2`: its PDI, which comes
  /// later, finds there the run that it continues.
  private mutating func linkRuns(
    _ runs: inout [LevelRun], _ units: Span<BidiUnit>, _ matches: inout MutableSpan<Int32>
  ) throws {
    for r in runs.indices {
      try poller.count()
      let first = Int(runs[r].start)
      if units[first].originalClass == BidiClass.pdi, matches[first] >= 0 {
        let entry = Int(matches[Int(matches[first])])
        if entry < 0 {
          runs[-entry - 2].next = Int32(r)
          runs[r].isContinuation = true
        }
      }
      let last = Int(runs[r].end) - 1
      if BidiClass.isIsolateInitiator(units[last].originalClass), matches[last] >= 0 {
        matches[last] = Int32(-r - 2)
      }
    }
  }

  /// Rule X10: resolves each isolating run sequence.
  private mutating func resolveSequences(
    _ paragraphLevel: UInt8, of units: inout MutableSpan<BidiUnit>,
    _ matches: inout MutableSpan<Int32>, _ text: Span<UInt16>
  ) throws {
    var runs = try levelRuns(units.span)
    guard let lastRun = runs.last else { return }
    if hasIsolates { try linkRuns(&runs, units.span, &matches) }
    var items: [BidiSequence.Item] = []
    items.reserveCapacity(Int(lastRun.end))
    for r in runs.indices {
      try poller.count()
      if runs[r].isContinuation { continue }
      let level = runs[r].level
      let levelBefore = r == 0 ? paragraphLevel : runs[r - 1].level
      items.removeAll(keepingCapacity: true)
      var types: UInt32 = 0
      var current = r
      while true {
        for i in runs[current].range {
          try poller.count()
          let unit = units[i]
          if unit.isRemoved { continue }
          items.append(BidiSequence.Item(unit: Int32(i), type: unit.type))
          types |= 1 << UInt32(unit.type)
        }
        if runs[current].next < 0 { break }
        current = Int(runs[current].next)
      }
      let last = Int(runs[current].end) - 1
      var levelAfter = paragraphLevel
      if current + 1 < runs.count, !BidiClass.isIsolateInitiator(units[last].originalClass) {
        levelAfter = runs[current + 1].level
      }
      let sequence = BidiSequence(
        level: level, levelBefore: levelBefore, levelAfter: levelAfter, types: types)
      var span = items.mutableSpan
      try sequence.resolve(&span, hasBrackets: hasBrackets, in: &units, text, &poller)
    }
  }

  /// Applies rule L1 to the paragraph as one line. A removed unit takes the level of the unit
  /// before it.
  ///
  /// - Returns: The levels; empty when all are the paragraph's.
  private mutating func finish(
    _ paragraphLevel: UInt8, _ units: inout MutableSpan<BidiUnit>
  ) throws -> [UInt8] {
    var resets = true
    for i in stride(from: units.count - 1, through: 0, by: -1) {
      try poller.count()
      if units[i].isRemoved { continue }
      let type = units[i].originalClass
      if type == BidiClass.b || type == BidiClass.s { resets = true }
      if resets && BidiClass.isResetAtLineEnd(type) {
        units[i].level = paragraphLevel
      } else {
        resets = false
      }
    }
    var levels = try [UInt8](repeating: paragraphLevel, count: units.count, poller.cancellation)
    var output = levels.mutableSpan
    var level = paragraphLevel
    var isUniform = true
    for i in 0..<units.count {
      try poller.count()
      let unit = units[i]
      if !unit.isRemoved {
        level = unit.level
        if level != paragraphLevel { isUniform = false }
      }
      output[i] = level
    }
    return isUniform ? [] : levels
  }
}

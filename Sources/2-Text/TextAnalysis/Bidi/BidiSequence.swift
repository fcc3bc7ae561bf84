// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// One isolating run sequence of a ``BidiResolver``: rules W1 to W7, N0 to N2, I1 and I2.
struct BidiSequence {
  /// A character of the sequence.
  struct Item {
    /// The index of the character's first code unit.
    var unit: Int32
    /// The type that the rules change.
    var type: UInt8
  }

  let level: UInt8
  /// The type at the start of the sequence.
  let sos: UInt8
  /// The type at the end of the sequence.
  private let eos: UInt8
  /// The types of the items before all rules, as a set: one bit for each type.
  private let types: UInt32

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - levelBefore: The level of the run before the sequence; the paragraph's if there is none.
  ///   - levelAfter: The level of the run after the sequence; the paragraph's if there is none.
  ///   - types: The types of the items, as a set: one bit for each type.
  init(level: UInt8, levelBefore: UInt8, levelAfter: UInt8, types: UInt32) {
    self.level = level
    sos = BidiClass.direction(ofLevel: max(level, levelBefore))
    eos = BidiClass.direction(ofLevel: max(level, levelAfter))
    self.types = types
  }

  private func contains(_ type: UInt8) -> Bool { types & 1 << UInt32(type) != 0 }

  /// Resolves the levels of the items.
  ///
  /// - Throws: `CancellationError`.
  func resolve(
    _ items: inout MutableSpan<Item>, hasBrackets: Bool,
    in units: inout MutableSpan<BidiUnit>, _ text: Span<UInt16>,
    _ poller: inout CancellationPoller
  ) throws {
    try resolveWeak(&items, &poller)
    if hasBrackets && contains(BidiClass.on) {
      try resolveBrackets(&items, units.span, text, &poller)
    }
    try resolveNeutral(&items, &poller)
    try applyImplicitLevels(items.span, to: &units, &poller)
  }

  // MARK: - Weak types

  private func resolveWeak(
    _ items: inout MutableSpan<Item>, _ poller: inout CancellationPoller
  ) throws {
    try resolveMarks(&items, &poller)
    // Rule W3 is applied after W2, which still needs to see the type AL.
    if contains(BidiClass.al) {
      for i in 0..<items.count {
        try poller.count()
        if items[i].type == BidiClass.al { items[i].type = BidiClass.r }
      }
    }
    if contains(BidiClass.en) || contains(BidiClass.an) || contains(BidiClass.et)
      || contains(BidiClass.es) || contains(BidiClass.cs)
    {
      try resolveSeparators(&items, &poller)
      try resolveTerminators(&items, &poller)
      try resolveEuropeanNumbers(&items, &poller)
    }
  }

  /// Applies the rules W1 and W2.
  private func resolveMarks(
    _ items: inout MutableSpan<Item>, _ poller: inout CancellationPoller
  ) throws {
    var previous = sos
    var strong = sos
    for i in 0..<items.count {
      try poller.count()
      var type = items[i].type
      if type == BidiClass.nsm { type = previous >= BidiClass.fsi ? BidiClass.on : previous }
      previous = type
      switch type {
      case BidiClass.l, BidiClass.r, BidiClass.al: strong = type
      case BidiClass.en where strong == BidiClass.al: type = BidiClass.an
      default: break
      }
      items[i].type = type
    }
  }

  /// Applies rule W4.
  private func resolveSeparators(
    _ items: inout MutableSpan<Item>, _ poller: inout CancellationPoller
  ) throws {
    if items.count < 3 { return }
    for i in 1..<(items.count - 1) {
      try poller.count()
      let type = items[i].type
      let before = items[i - 1].type
      guard before == items[i + 1].type else { continue }
      if type == BidiClass.es && before == BidiClass.en {
        items[i].type = BidiClass.en
      } else if type == BidiClass.cs && (before == BidiClass.en || before == BidiClass.an) {
        items[i].type = before
      }
    }
  }

  /// Applies the rules W5 and W6.
  private func resolveTerminators(
    _ items: inout MutableSpan<Item>, _ poller: inout CancellationPoller
  ) throws {
    var i = 0
    while i < items.count {
      try poller.count()
      let type = items[i].type
      if type == BidiClass.et {
        var end = i + 1
        while end < items.count, items[end].type == BidiClass.et {
          try poller.count()
          end += 1
        }
        let isNearNumber =
          (i > 0 && items[i - 1].type == BidiClass.en)
          || (end < items.count && items[end].type == BidiClass.en)
        try fill(&items, i..<end, with: isNearNumber ? BidiClass.en : BidiClass.on, &poller)
        i = end
      } else {
        if type == BidiClass.es || type == BidiClass.cs { items[i].type = BidiClass.on }
        i += 1
      }
    }
  }

  /// Applies rule W7.
  private func resolveEuropeanNumbers(
    _ items: inout MutableSpan<Item>, _ poller: inout CancellationPoller
  ) throws {
    var strong = sos
    for i in 0..<items.count {
      try poller.count()
      let type = items[i].type
      if type == BidiClass.l || type == BidiClass.r {
        strong = type
      } else if type == BidiClass.en && strong == BidiClass.l {
        items[i].type = BidiClass.l
      }
    }
  }

  private func fill(
    _ items: inout MutableSpan<Item>, _ range: Range<Int>, with type: UInt8,
    _ poller: inout CancellationPoller
  ) throws {
    for i in range {
      try poller.count()
      items[i].type = type
    }
  }

  // MARK: - Neutral types and levels

  /// Applies the rules N1 and N2.
  private func resolveNeutral(
    _ items: inout MutableSpan<Item>, _ poller: inout CancellationPoller
  ) throws {
    let embedding = BidiClass.direction(ofLevel: level)
    var before = sos
    var i = 0
    while i < items.count {
      try poller.count()
      let type = items[i].type
      if !BidiClass.isNeutral(type) {
        before = type == BidiClass.l ? BidiClass.l : BidiClass.r
        i += 1
        continue
      }
      var end = i + 1
      while end < items.count, BidiClass.isNeutral(items[end].type) {
        try poller.count()
        end += 1
      }
      var after = eos
      if end < items.count { after = items[end].type == BidiClass.l ? BidiClass.l : BidiClass.r }
      try fill(&items, i..<end, with: before == after ? before : embedding, &poller)
      i = end
    }
  }

  /// Applies the rules I1 and I2.
  private func applyImplicitLevels(
    _ items: Span<Item>, to units: inout MutableSpan<BidiUnit>, _ poller: inout CancellationPoller
  ) throws {
    let levelOfL = level + BidiClass.implicitRise(BidiClass.l, at: level)
    let levelOfR = level + BidiClass.implicitRise(BidiClass.r, at: level)
    let levelOfNumbers = level + BidiClass.implicitRise(BidiClass.en, at: level)
    for i in 0..<items.count {
      try poller.count()
      let item = items[i]
      units[Int(item.unit)].level =
        item.type == BidiClass.l ? levelOfL : item.type == BidiClass.r ? levelOfR : levelOfNumbers
    }
  }
}

// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

/// The bidi algorithm for paragraphs without explicit directional controls: a shortcut.
///
/// Such a paragraph is a single isolating run sequence. It is divided into runs of characters of
/// one class, which are far fewer than its characters, and the rules work on these runs. The levels
/// are those of ``BidiResolver``; `AnalysisShortcutTests` compares the two.
struct BidiRuns {
  /// A run of characters of one class.
  struct Run {
    /// The index of the first code unit.
    var start: Int32
    /// The type that the rules change, and at last the level.
    var type: UInt8
    /// The type that the run had at first.
    var originalType: UInt8
  }

  /// The longest text, in code units, that is resolved here; ``BidiResolver`` resolves longer ones,
  /// since it polls the cancellation.
  static let maximumLength = 1 << 12

  /// The class of brackets until the weak rules are done; each bracket is a run of its own.
  static let bracket: UInt8 = 24

  private(set) var count = 0
  /// The types that the runs had when they were appended, as a set: one bit for each type.
  private var present: UInt32 = 0
  /// The level of the first strong character.
  private var strongLevel: UInt8?

  /// Resolves a paragraph.
  ///
  /// - Returns: `nil` where the paragraph is empty, too long, or has a separator or a control
  ///   inside.
  static func resolve(_ text: Span<UInt16>, direction: TextDirection) -> BidiParagraph? {
    guard !text.isEmpty, text.count <= maximumLength else { return nil }
    return pool.withScratch { scratch in
      var storage: [Run] = []
      swap(&storage, &scratch.runs)
      defer { swap(&storage, &scratch.runs) }
      // One run is for `sos`, at most one for each code unit, and one marks the text's end.
      let capacity = text.count + 2
      if storage.count < capacity {
        storage = Array(
          repeating: Run(start: 0, type: 0, originalType: 0), count: max(2 * capacity, 512))
      }
      var runs = storage.mutableSpan
      var divided = BidiRuns()
      guard divided.divide(text, into: &runs) else { return nil }
      let level: UInt8 =
        switch direction {
        case .leftToRight: 0
        case .rightToLeft: 1
        case .auto: divided.strongLevel ?? 0
        }
      return BidiParagraph(
        paragraphLevel: level, length: text.count,
        levels: divided.levels(level, text, &runs))
    }
  }

  /// The runs of one thread, kept from paragraph to paragraph: large blocks are slow to allocate.
  private final class Scratch {
    var runs: [Run] = []
  }

  private static let pool = ScratchPool<Scratch>(isLocal: true) { Scratch() }

  /// Whether a run of any of these types was found.
  func contains(_ types: UInt8...) -> Bool {
    types.contains { present & 1 << UInt32($0) != 0 }
  }

  @inline(__always)
  private mutating func append(_ start: Int, _ type: UInt8, to runs: inout MutableSpan<Run>) {
    runs[count] = Run(start: Int32(truncatingIfNeeded: start), type: type, originalType: type)
    present |= 1 << UInt32(type)
    count &+= 1
  }

  /// Divides the text into runs, and applies W1, W2 and W3 on the way.
  ///
  /// - Returns: False where there is a separator or a control.
  private mutating func divide(
    _ text: Span<UInt16>, into runs: inout MutableSpan<Run>
  ) -> Bool {
    let table = CharacterTable.shared
    // The first run stands for `sos`; combining marks and removed characters at the beginning
    // belong to it.
    append(0, BidiClass.l, to: &runs)
    present = 0
    var last = BidiClass.l
    var isFirst = true
    var isArabic = false
    var i = 0
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      let traits = table[scalar]
      var type = traits.bidiClass
      if BidiClass.isSeparatorOrControl(type) { return false }
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
        i += length
        continue
      case BidiClass.nsm:
        // W1: a combining mark after a separator counts as a separator; after white space, as ON.
        if !isFirst {
          if last == BidiClass.es || last == BidiClass.cs {
            append(i, last, to: &runs)
          } else if last == BidiClass.ws || last == BidiClass.s {
            append(i, BidiClass.on, to: &runs)
            last = BidiClass.on
          }
        }
        i += length
        continue
      case BidiClass.on:
        if traits.isBracket { type = Self.bracket }
      default: break
      }
      if type != last || isFirst || type == Self.bracket || type == BidiClass.es
        || type == BidiClass.cs
      {
        append(i, type, to: &runs)
        last = type
        isFirst = false
      }
      i += length
    }
    runs[count].start = Int32(truncatingIfNeeded: text.count)
    return true
  }

  /// Applies the rules from W4 on.
  ///
  /// - Returns: The level of each code unit; empty when all are the paragraph's.
  private func levels(
    _ paragraphLevel: UInt8, _ text: Span<UInt16>, _ runs: inout MutableSpan<Run>
  ) -> [UInt8] {
    resolveTypes(paragraphLevel, text, &runs)
    var isUniform = true
    // Applies rule L1 to the white space at the end of the text and before separators.
    var resets = true
    for r in stride(from: count - 1, through: 0, by: -1) {
      let type = runs[r].originalType
      if type == BidiClass.s { resets = true }
      if resets && (type == BidiClass.s || type == BidiClass.ws) {
        runs[r].type = paragraphLevel
      } else {
        resets = false
        runs[r].type = paragraphLevel + BidiClass.implicitRise(runs[r].type, at: paragraphLevel)
        if runs[r].type != paragraphLevel { isUniform = false }
      }
    }
    if isUniform { return [] }
    var levels = [UInt8](repeating: paragraphLevel, count: text.count)
    var output = levels.mutableSpan
    for r in 0..<count where runs[r].type != paragraphLevel {
      for i in Int(runs[r].start)..<Int(runs[r + 1].start) { output[i] = runs[r].type }
    }
    return levels
  }
}
